import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { CaptionDialog, type CaptionView } from '~/components/event/viewer/caption-dialog';
import { formError, invalidForm, parseForm, readForm } from '~/http/forms.server';
import { requireMember, requireRunning } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { nextOf } from '~/http/origin.server';
import { translator } from '~/i18n/i18n.server';
import { assertCan, can } from '~/models/access';
import type { DomainError } from '~/models/errors';
import { changeCaption } from '~/models/photo/caption.server';
import { getPhoto, presentScreenPhoto } from '~/models/photo/read.server';
import { captionFormSchema } from '~/models/photo/schema';
import { keepForm } from '~/browser/keep-form';
import { paths } from '~/paths';
import { orRefuse, pageId, refusePage } from '~/http/refusal.server';
import { pageMeta } from '~/http/page-meta';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

/** The member, the photo, and where the dialog leads. */
async function requirePhoto(args: LoaderFunctionArgs | ActionFunctionArgs) {
  const photoId = pageId(args.params.photoId);
  const next = nextOf(args.request, paths.photo(photoId));
  const self = paths.photoCaption(photoId, { next });
  return { ...(await requireMember(args, { next: self })), photoId, view: { self, next } };
}

/** The form with a photo's caption, for its owner; the organizer can remove it. */
export async function loader(args: LoaderFunctionArgs) {
  await requireRunning(args);
  const t = await translator(args.request);
  return orRefuse(args, async () => {
    const { actor, event, photoId, view: leads } = await requirePhoto(args);
    const { db, storage } = args.context.app;
    const row = await getPhoto(db, { photoId, eventId: event.id, reader: actor });
    const target = { eventId: event.id, ownerId: row.userId };
    assertCan(actor, 'photo.uncaption', target);
    const { imageUrl, width, height, caption, userName } = presentScreenPhoto(row, storage);
    const isOwn = can(actor, 'photo.caption', target);
    const photo = { imageUrl, width, height, caption, userName };
    const view: CaptionView = { ...leads, photo, isOwn };
    const title = isOwn
      ? t('server:event.caption.title')
      : t('server:event.caption.title_of', { name: userName });
    return { title, view };
  });
}

export async function action(args: ActionFunctionArgs) {
  const { actor, photoId, view } = await requirePhoto(args).catch((error: unknown) =>
    refusePage(args, error),
  );
  const submission = parseForm(await readForm(args), captionFormSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const { caption } = submission.value;
  const says = {
    next: view.next,
    done: caption === null ? 'server:event.caption.removed' : 'server:event.caption.saved',
    reply: (error: DomainError) => formError(submission, error),
    isReplacing: true,
  } as const;
  return outcome(args, says, () => changeCaption(args.context.app.db, { photoId, actor, caption }));
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function PhotoCaption() {
  const { title, view } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={title} closeTo={view.next}>
      <CaptionDialog view={view} />
    </DialogPage>
  );
}
