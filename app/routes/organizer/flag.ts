import type { ActionFunctionArgs } from '@remix-run/node';
import { readForm } from '~/http/forms.server';
import { requireOrganizer } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { redirectLoader, pageId } from '~/http/refusal.server';
import { parseValues } from '~/models/fields.schema';
import type { ReportStatus } from '~/models/report/rules';
import { reopenSchema, reviewSchema } from '~/models/report/schema';
import { reopenReport, setReportStatus } from '~/models/report/write.server';
import { keepForm } from '~/browser/keep-form';
import { organizerPaths } from '~/organizer-paths';
import { safeNext } from '~/paths';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

/** A report has no page. */
export const loader = redirectLoader(organizerPaths.flags(), 'reportId');

/** Dismisses a report, marks its photo as inappropriate, or takes either back. */
export async function action(args: ActionFunctionArgs) {
  const { actor } = await requireOrganizer(args);
  const { app } = args.context;
  const form = await readForm(args);
  const says = {
    next: safeNext(form.get('next'), organizerPaths.flags()),
    done: ({ status, wasHidden }: { status: ReportStatus; wasHidden: boolean }) => ({
      title: 'flags:review.title' as const,
      text: `flags:review.${status}` as const,
      undo:
        status === 'pending'
          ? undefined
          : {
              action: new URL(args.request.url).pathname,
              fields: { status: 'pending', hidden: wasHidden ? '1' : '0' },
            },
    }),
    refused: { title: 'flags:error', text: 'flags:review.failed' },
    isReplacing: true,
  } as const;
  return outcome(args, says, async () => {
    const change = { reportId: pageId(args.params.reportId), actor, now: app.now() };
    const values = Object.fromEntries(form);
    if (values.status === 'pending') {
      const { hidden } = parseValues(reopenSchema, values);
      await reopenReport(app.db, { ...change, isHidden: hidden === '1' });
      return { status: values.status, wasHidden: false } as const;
    }
    const { status } = parseValues(reviewSchema, values);
    const { wasHidden } = await setReportStatus(app.db, { ...change, status });
    return { status, wasHidden };
  });
}

export const clientAction = keepForm;
