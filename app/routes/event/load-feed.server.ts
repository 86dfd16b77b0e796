import type { LoaderFunctionArgs } from '@remix-run/node';
import type { FeedView } from '~/components/event/event-views';
import { requireVisit } from '~/http/guards.server';
import { listEventMembers } from '~/models/event.server';
import { presentScreenPhoto, listEventPhotos } from '~/models/photo.server';
import { selfieUrl } from '~/models/user.server';
import { paths } from '~/paths';
import { loadEventLine, loadVoting } from './load-event.server';

/** The feed, or one participant's photos with `?userId=`. */
export async function loadFeed(args: LoaderFunctionArgs): Promise<FeedView> {
  const identity = await requireVisit(args);
  const { db, storage } = args.context.app;
  const eventId = identity.event.id;
  const userId = readUserId(args.request);

  const [event, { voting }, photos, filter] = await Promise.all([
    loadEventLine(args, identity),
    loadVoting(args, identity),
    listEventPhotos(db, { eventId, userId: userId ?? undefined }),
    userId === null ? null : loadFilter(args, { eventId, userId }),
  ]);
  const starred = new Set(voting.starredIds);
  return {
    eventId,
    event,
    voting,
    filter,
    ownPhotosUrl: paths.ownPhotos(identity.actor.role),
    photos: photos.map((row) => {
      const photo = presentScreenPhoto(row, storage);
      return {
        id: photo.id,
        imageUrl: photo.imageUrl,
        width: photo.width,
        height: photo.height,
        placeholder: photo.placeholder,
        userId: photo.userId,
        userName: photo.userName,
        userSelfie: photo.userSelfie,
        isOwn: photo.userId === identity.user?.id,
        isStarred: starred.has(photo.id),
      };
    }),
  };
}

/** The user whose photos are wanted: null for all, 0 (no user) for what is no id. */
function readUserId(request: Request): number | null {
  const text = new URL(request.url).searchParams.get('userId');
  if (text === null) return null;
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

async function loadFilter(
  { context: { app } }: LoaderFunctionArgs,
  { eventId, userId }: { eventId: number; userId: number },
): Promise<FeedView['filter']> {
  const members = await listEventMembers(app.db, { eventId });
  const member = members.find(({ id }) => id === userId);
  return {
    userId,
    name: member?.name ?? null,
    selfieUrl: member ? selfieUrl(member, app.storage) : null,
  };
}
