import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { keepWhenOnlyAsked } from '~/components/dialogs/dialog-link';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { ReportDeleteDialog, type ReportDeleteView } from '~/components/flags/report-delete-dialog';
import { REPORT_DELETE_TITLE_ID } from '~/components/dialogs/title-ids';
import { parseId } from '~/http/api.server';
import { requireOrganizer } from '~/http/guards.server';
import { replaceWithToast } from '~/http/flash.server';
import { translator } from '~/i18n/i18n.server';
import { DomainError } from '~/models/errors';
import { deleteReport, getReport, presentReport } from '~/models/report.server';
import { paths, safeNext } from '~/paths';
import { refusePage } from '~/http/refusal.server';
import { pageMeta } from '~/http/page-meta';

export const handle = { i18n: ['flags'] };

export const shouldRevalidate = keepWhenOnlyAsked;

const nextOf = (request: Request) =>
  safeNext(new URL(request.url).searchParams.get('next'), paths.flags());

/** The confirmation. */
export async function loader(args: LoaderFunctionArgs) {
  const { actor } = await requireOrganizer(args);
  const { db, storage } = args.context.app;
  const next = nextOf(args.request);
  const t = await translator(args.request);
  try {
    const reportId = parseId(args.params.reportId);
    const { photo } = presentReport(await getReport(db, { reportId, actor }), storage);
    const self = paths.flagDelete(reportId, { next });
    const view: ReportDeleteView = { imageUrl: photo.imageUrl, self, next };
    return { title: t('flags:delete.title'), view };
  } catch (error) {
    refusePage(error);
  }
}

export async function action(args: ActionFunctionArgs) {
  const { actor } = await requireOrganizer(args);
  const next = nextOf(args.request);
  try {
    await deleteReport(args.context.app.db, { reportId: parseId(args.params.reportId), actor });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const t = await translator(args.request);
    return replaceWithToast(args, next, {
      tone: 'bad',
      title: 'flags:error',
      text: 'flags:delete.failed',
      values: { reason: t(`errors:${error.code}`) },
    });
  }
  return replaceWithToast(args, next, {
    tone: 'ok',
    title: 'flags:delete.deleted',
    text: 'flags:delete.deleted_text',
  });
}

export const meta = pageMeta;

export default function FlagDelete() {
  const { view } = useLoaderData<typeof loader>();
  return (
    <DialogPage titleId={REPORT_DELETE_TITLE_ID}>
      <ReportDeleteDialog view={view} />
    </DialogPage>
  );
}
