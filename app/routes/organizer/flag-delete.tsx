import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DialogPage } from '~/components/dialogs/dialog-page';
import {
  ReportDeleteDialog,
  type ReportDeleteView,
} from '~/components/organizer/reports/report-delete-dialog';
import { requireOrganizer } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { nextOf } from '~/http/origin.server';
import { translator } from '~/i18n/i18n.server';
import { deleteReport } from '~/models/report/write.server';
import { presentReport } from '~/models/report/read.server';
import { getReport } from '~/models/report/read.server';
import { keepForm } from '~/browser/keep-form';
import { organizerPaths } from '~/organizer-paths';
import { orRefuse, pageId } from '~/http/refusal.server';
import { pageMeta } from '~/http/page-meta';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['flags'] };

/** The confirmation. */
export async function loader(args: LoaderFunctionArgs) {
  const { actor } = await requireOrganizer(args);
  const { db, storage } = args.context.app;
  const next = nextOf(args.request, organizerPaths.flags());
  const t = await translator(args.request);
  return orRefuse(args, async () => {
    const reportId = pageId(args.params.reportId);
    const report = await getReport(db, { reportId, actor });
    const { photo } = presentReport(report, storage);
    const self = organizerPaths.flagDelete(reportId, { next });
    const view: ReportDeleteView = {
      imageUrl: photo.imageUrl,
      isHidden: report.hiddenAt !== null,
      self,
      next,
    };
    return { title: t('flags:delete.title'), view };
  });
}

export async function action(args: ActionFunctionArgs) {
  const { actor } = await requireOrganizer(args);
  const says = {
    next: nextOf(args.request, organizerPaths.flags()),
    done: { title: 'flags:delete.deleted', text: 'flags:delete.deleted_text' },
    refused: { title: 'flags:error', text: 'flags:delete.failed' },
    isReplacing: true,
  } as const;
  return outcome(args, says, async () =>
    deleteReport(args.context.app.db, { reportId: pageId(args.params.reportId), actor }),
  );
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function FlagDelete() {
  const { title, view } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={title}>
      <ReportDeleteDialog view={view} />
    </DialogPage>
  );
}
