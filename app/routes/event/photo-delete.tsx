import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { keepWhenOnlyAsked } from '~/components/dialogs/dialog-link';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { PhotoDeleteDialog, type PhotoDeleteView } from '~/components/event/photo-delete-dialog';
import { PHOTO_DELETE_TITLE_ID } from '~/components/dialogs/title-ids';
import { parseId } from '~/http/api.server';
import { requireMember, requireVisit } from '~/http/guards.server';
import { redirectWithOutcome } from '~/http/flash.server';
import { translator } from '~/i18n/i18n.server';
import { can } from '~/models/access';
import { DomainError } from '~/models/errors';
import { deletePhoto, presentScreenPhoto, getPhoto } from '~/models/photo.server';
import { paths, safeNext } from '~/paths';
import { refusePage } from '~/http/refusal.server';
import { pageMeta } from '~/http/page-meta';

export const shouldRevalidate = keepWhenOnlyAsked;

async function nextOf(args: LoaderFunctionArgs | ActionFunctionArgs): Promise<string> {
  const { actor } = await requireVisit(args);
  const next = new URL(args.request.url).searchParams.get('next');
  return safeNext(next, paths.ownPhotos(actor.role));
}

/** The confirmation, for the owner and the organizer. */
export async function loader(args: LoaderFunctionArgs) {
  const next = await nextOf(args);
  const { actor, event, user } = await requireMember(args, { next });
  const { db, storage } = args.context.app;
  const t = await translator(args.request);
  try {
    const photoId = parseId(args.params.photoId);
    const row = await getPhoto(db, { photoId, eventId: event.id });
    if (!can(actor, 'photo.delete', { eventId: event.id, ownerId: row.userId })) {
      throw new DomainError('access_denied');
    }
    const { imageUrl, userName, userId } = presentScreenPhoto(row, storage);
    const view: PhotoDeleteView = {
      imageUrl,
      userName,
      isOwn: userId === user.id,
      self: paths.photoDelete(photoId, { next }),
      next,
    };
    return { title: t('event:delete_photo.title'), view };
  } catch (error) {
    refusePage(error);
  }
}

export async function action(args: ActionFunctionArgs) {
  const next = await nextOf(args);
  const { actor } = await requireMember(args, { next });
  const notice = { done: 'event:delete_photo.deleted', failed: 'event:delete_photo.failed' };
  return redirectWithOutcome(args, next, notice, () =>
    deletePhoto(args.context.app, { photoId: parseId(args.params.photoId), actor }),
  );
}

export const meta = pageMeta;

export default function PhotoDelete() {
  const { view } = useLoaderData<typeof loader>();
  return (
    <DialogPage titleId={PHOTO_DELETE_TITLE_ID}>
      <PhotoDeleteDialog view={view} />
    </DialogPage>
  );
}
