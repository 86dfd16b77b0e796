import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import {
  isRouteErrorResponse,
  useLoaderData,
  type ClientActionFunctionArgs,
} from '@remix-run/react';
import { keepWhenOnlyAsked } from '~/components/dialogs/dialog-link';
import { DialogPage } from '~/components/dialogs/dialog-page';
import {
  PhotoReportDialog,
  type PhotoReportView,
  type ReportReply,
} from '~/components/flags/photo-report-dialog';
import { PHOTO_REPORT_TITLE_ID } from '~/components/dialogs/title-ids';
import { parseId } from '~/http/api.server';
import { formError, formReply, parseForm, readForm } from '~/http/forms.server';
import { requireVisit, type Member } from '~/http/guards.server';
import { redirectWithToast, replaceWithToast } from '~/http/flash.server';
import { translator } from '~/i18n/i18n.server';
import { can } from '~/models/access';
import { DomainError } from '~/models/errors';
import { getPhoto } from '~/models/photo.server';
import { storedReason } from '~/models/report';
import { reportFormSchema } from '~/models/report.schema';
import { reportPhoto } from '~/models/report.server';
import { paths, safeNext } from '~/paths';
import { refusePage } from '~/http/refusal.server';
import { pageMeta } from '~/http/page-meta';

export const handle = { i18n: ['flags'] };

export const shouldRevalidate = keepWhenOnlyAsked;

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/**
 * Whose report it is, of which photo, and where that leads; a visitor signs in first (rule
 * `roles.visitor`).
 */
async function requireReportable(args: Args) {
  const identity = await requireVisit(args);
  const photoId = parseId(args.params.photoId);
  const query = new URL(args.request.url).searchParams;
  const next = safeNext(query.get('next'), paths.photo(photoId));
  const self = paths.photoReport(photoId, { next });
  if (!identity.user) {
    throw await redirectWithToast(args, paths.login({ next: self }), {
      tone: 'bad',
      title: 'errors:authentication_required',
      text: 'flags:report.login',
    });
  }
  return { ...(identity as Member), photoId, view: { self, next } satisfies PhotoReportView };
}

export async function loader(args: LoaderFunctionArgs) {
  try {
    const { actor, event, photoId, view } = await requireReportable(args);
    const { userId } = await getPhoto(args.context.app.db, { photoId, eventId: event.id });
    if (!can(actor, 'photo.report', { eventId: event.id, ownerId: userId })) {
      throw new DomainError('access_denied');
    }
    const t = await translator(args.request);
    return { title: t('flags:report.title'), view };
  } catch (error) {
    refusePage(error);
  }
}

export async function action(args: ActionFunctionArgs) {
  const { actor, photoId, view } = await requireReportable(args).catch(refusePage);
  const submission = parseForm(await readForm(args.request), reportFormSchema);
  if (submission.status !== 'success') {
    return data<ReportReply>({ result: formReply(submission) }, 400);
  }
  try {
    const reason = storedReason(submission.value);
    await reportPhoto(args.context.app.db, { photoId, actor, reason });
  } catch (error) {
    const { data: result, init } = formError(submission, error);
    return data<ReportReply>({ result }, init ?? undefined);
  }
  return replaceWithToast(args, view.next, {
    tone: 'ok',
    title: 'flags:report.sent',
    text: 'flags:report.sent_text',
  });
}

/** What did not get through leaves the dialog open, with everything typed. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction<ReportReply>();
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error)) throw error;
    return { code: 'offline' } satisfies ReportReply;
  }
}

export const meta = pageMeta;

export default function PhotoReport() {
  const { view } = useLoaderData<typeof loader>();
  return (
    <DialogPage titleId={PHOTO_REPORT_TITLE_ID} closeTo={view.next}>
      <PhotoReportDialog view={view} />
    </DialogPage>
  );
}
