import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { PhotoReportDialog } from '~/components/event/viewer/photo-report-dialog';
import { formError, invalidForm, parseForm, readForm } from '~/http/forms.server';
import { requireVisit, type Member } from '~/http/guards.server';
import { redirectWithToast } from '~/http/flash.server';
import { outcome } from '~/http/outcome.server';
import { nextOf } from '~/http/origin.server';
import { translator } from '~/i18n/i18n.server';
import { assertCan } from '~/models/access';
import type { DomainError } from '~/models/errors';
import { getPhoto } from '~/models/photo/read.server';
import { storedReason } from '~/models/report/rules';
import { reportFormSchema } from '~/models/report/schema';
import { reportPhoto } from '~/models/report/write.server';
import { hasReported } from '~/models/report/read.server';
import { keepForm } from '~/browser/keep-form';
import { paths } from '~/paths';
import { orRefuse, pageId, refusePage } from '~/http/refusal.server';
import { pageMeta } from '~/http/page-meta';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['flags'] };

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** The reporter, the photo, and the redirect target. A visitor must sign in first (rule `roles.visitor`). */
async function requireReportable(args: Args) {
  const identity = await requireVisit(args);
  const photoId = pageId(args.params.photoId);
  const next = nextOf(args.request, paths.photo(photoId));
  const self = paths.photoReport(photoId, { next });
  if (!identity.user) {
    throw await redirectWithToast(args, paths.login({ next: self }), {
      tone: 'bad',
      title: 'errors:authentication_required',
      text: 'flags:report.login',
    });
  }
  return { ...(identity as Member), photoId, view: { self, next } };
}

export async function loader(args: LoaderFunctionArgs) {
  return orRefuse(args, async () => {
    const { actor, user, event, photoId, view } = await requireReportable(args);
    const { db } = args.context.app;
    const eventId = event.id;
    const { userId: ownerId, isPending } = await getPhoto(db, { photoId, eventId, reader: actor });
    assertCan(actor, 'photo.report', { eventId, ownerId, isPending });
    const t = await translator(args.request);
    const isReported = await hasReported(db, { photoId, userId: user.id });
    const title = t(isReported ? 'errors:already_reported' : 'flags:report.title');
    return { title, view: { ...view, isReported } };
  });
}

export async function action(args: ActionFunctionArgs) {
  const { actor, photoId, view } = await requireReportable(args).catch((error: unknown) =>
    refusePage(args, error),
  );
  const submission = parseForm(await readForm(args), reportFormSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const says = {
    next: view.next,
    done: { title: 'flags:report.sent', text: 'flags:report.sent_text' },
    reply: (error: DomainError) => formError(submission, error),
    failed: 'report_failed',
    isReplacing: true,
  } as const;
  const reason = storedReason(submission.value);
  return outcome(args, says, () => reportPhoto(args.context.app.db, { photoId, actor, reason }));
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function PhotoReport() {
  const { title, view } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={title} closeTo={view.next}>
      <PhotoReportDialog view={view} />
    </DialogPage>
  );
}
