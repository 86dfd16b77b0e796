import type { ActionFunctionArgs } from '@remix-run/node';
import { readForm } from '~/http/forms.server';
import { requireOrganizer } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { redirectLoader, pageId } from '~/http/refusal.server';
import { parseValues } from '~/models/fields.schema';
import type { ReviewStatus } from '~/models/report/rules';
import { reviewSchema } from '~/models/report/schema';
import { setReportStatus } from '~/models/report/write.server';
import { keepForm } from '~/browser/keep-form';
import { organizerPaths } from '~/organizer-paths';
import { safeNext } from '~/paths';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

/** A report has no page. */
export const loader = redirectLoader(organizerPaths.flags(), 'reportId');

/** Dismisses a report, or marks its photo as inappropriate. */
export async function action(args: ActionFunctionArgs) {
  const { actor } = await requireOrganizer(args);
  const { app } = args.context;
  const form = await readForm(args);
  const says = {
    next: safeNext(form.get('next'), organizerPaths.flags()),
    done: (status: ReviewStatus) =>
      ({ title: 'flags:review.title', text: `flags:review.${status}` }) as const,
    refused: { title: 'flags:error', text: 'flags:review.failed' },
    isReplacing: true,
  } as const;
  return outcome(args, says, async () => {
    const reportId = pageId(args.params.reportId);
    const { status } = parseValues(reviewSchema, Object.fromEntries(form));
    await setReportStatus(app.db, { reportId, actor, status, now: app.now() });
    return status;
  });
}

export const clientAction = keepForm;
