import type { LoaderFunctionArgs } from '@remix-run/node';
import type { FeedView, SheetPhoto } from '~/components/event/event-views';
import { requireVisit, type Identity } from '~/http/guards.server';
import { readFeedPage } from '~/models/feed.server';
import { standingsOf } from '~/models/favorite';
import { readId } from '~/models/id';
import { PAGE_SIZE, readPlace, writePlace, type ListPlace } from '~/models/list-place';
import { pageOrFirst } from '~/models/list-place.server';
import { presentScreenPhoto } from '~/models/photo.server';
import { findMember, selfieUrl } from '~/models/user.server';
import { paths } from '~/paths';
import { loadFeedIntro } from './contest-line.server';
import { loadEventLine, loadVoting } from './load-event.server';

/**
 * A page of the feed, or of one participant's photos with `?userId=`: the newest, those `?after=` a
 * place, or those around the photo `?at=`.
 */
export async function loadFeed(args: LoaderFunctionArgs): Promise<FeedView> {
  const identity = await requireVisit(args);
  const { db, storage, feeds } = args.context.app;
  const eventId = identity.event.id;
  const { userId, after, at } = readAddress(args.request);

  const [event, intro, voting, page, filter, ownPhotos] = await Promise.all([
    loadEventLine(args, identity),
    loadFeedIntro(args, identity),
    loadVoting(args, identity),
    pageOrFirst(
      (place) =>
        isNewest({ userId, at, place })
          ? feeds.newestPage(eventId)
          : readFeedPage(db, { eventId, userId, after: place, at, limit: PAGE_SIZE }),
      after,
      ({ photos }) => photos.length === 0,
    ),
    userId === undefined ? null : loadFilter(args, { eventId, userId }),
    userId === undefined ? loadOwnPhotos(args, identity) : null,
  ]);
  return {
    eventId,
    event,
    intro,
    voting,
    filter,
    isOrganizer: identity.actor.role === 'organizer',
    // Only what somebody else has asked for: a ranking is dear, and no page of the feed waits for it.
    onPodium: standingsOf(feeds.knownRanking(eventId) ?? [], identity.actor.userId).onPodium,
    ownPhotosUrl: paths.ownPhotos(identity.actor.role),
    ownPhotos,
    more: page.next && paths.feed({ userId, after: writePlace(page.next) }),
    newest: page.hasNewer ? paths.feed({ userId }) : null,
    photos: page.photos.map((row): SheetPhoto => {
      const photo = presentScreenPhoto(row, storage);
      return { ...sheetPhotoOf(photo), isOwn: photo.userId === identity.user?.id };
    }),
  };
}

async function loadOwnPhotos(
  { context: { app } }: LoaderFunctionArgs,
  { actor, event, user }: Identity,
): Promise<FeedView['ownPhotos']> {
  if (!user || actor.role !== 'participant') return null;
  const used = await app.feeds.countPhotos(event.id, user.id);
  const max = event.maxPhotosPerUser;
  return used < max ? { used, max } : null;
}

/** Whether it is the page that all see who open the feed. */
function isNewest({ userId, at, place }: { userId?: number; at?: number; place?: ListPlace }) {
  return userId === undefined && at === undefined && place === undefined;
}

/** What of a photo is drawn on the contact sheet. */
function sheetPhotoOf(photo: ReturnType<typeof presentScreenPhoto>): Omit<SheetPhoto, 'isOwn'> {
  const { id, imageUrl, width, height, placeholder, userId, userName, userSelfie } = photo;
  return { id, imageUrl, width, height, placeholder, userId, userName, userSelfie };
}

/** What is no id is that of nobody, and what is no place is none. */
function readAddress(request: Request) {
  const query = new URL(request.url).searchParams;
  const idOf = (text: string) => readId(text) ?? 0;
  const [userId, at] = [query.get('userId'), query.get('at')];
  return {
    userId: userId === null ? undefined : idOf(userId),
    at: at === null ? undefined : idOf(at),
    after: readPlace(query.get('after')) ?? undefined,
  };
}

async function loadFilter(
  { context: { app } }: LoaderFunctionArgs,
  { eventId, userId }: { eventId: number; userId: number },
): Promise<FeedView['filter']> {
  const member = await findMember(app.db, { eventId, userId });
  return {
    userId,
    name: member?.name ?? null,
    selfieUrl: member ? selfieUrl(member, app.storage) : null,
  };
}
