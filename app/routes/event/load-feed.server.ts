import type { LoaderFunctionArgs } from '@remix-run/node';
import type { FeedView, SheetPhoto } from '~/components/event/event-views';
import { requireVisit, type Identity } from '~/http/guards.server';
import { readLook, readLookPlace, writeLookPlace } from '~/http/look.server';
import { readPreference } from '~/http/preference.server';
import type { Person } from '~/models/access';
import { hasOpenCard } from '~/models/mission/cards.server';
import { feedRank, inOrder, isBalanced, pageIn, type Look } from '~/models/photo/balance.server';
import { readFeedPage } from '~/models/photo/feed.server';
import { countUnseen } from '~/models/photo/pile.server';
import { feedLine, standingsOf } from '~/models/photo/star';
import { takesLatePhotos } from '~/models/event/late-photos';
import { votingState } from '~/models/photo/voting';
import { readId } from '~/models/id';
import { FEED_PAGE_SIZE, readPlace, writePlace, type ListPlace } from '~/models/list-place';
import { pageOrFirst } from '~/models/list-place.server';
import { readPeoplePage } from '~/models/photo/people-feed.server';
import {
  FEED_ARRANGED_FROM,
  readPersonPlace,
  writePersonPlace,
  type FeedSort,
} from '~/models/photo/rules';
import { presentScreenPhoto, type ListedPhoto } from '~/models/photo/read.server';
import { firstName } from '~/models/user/rules';
import { findMember, isMemberSeen, selfieUrl } from '~/models/user/read.server';
import { missionPaths } from '~/mission-paths';
import { paths } from '~/paths';
import { readNotes } from './hidden-photo.server';
import { readMissionLinks } from './mission-links.server';
import { hasBalancedFeed } from './load-order.server';
import type { Translator } from '~/i18n/format';
import { translator } from '~/i18n/i18n.server';
import { descriptionOf } from '~/i18n/own-words.server';
import { loadEventLine, loadVoting } from './load-event.server';

/**
 * A page of the feed, or of one participant's photos with `?userId=`: the first, those `?after=` a position,
 * or those around the photo `?at=`. Guests see the event's photos in a balanced order (rule `feed.balanced`), with
 * `?sort=newest` the newest first, and with `?sort=person` by person (rule `feed.by-person`).
 */
export async function loadFeed(args: LoaderFunctionArgs): Promise<FeedView> {
  const identity = await requireVisit(args, { onceEnded: 'reading' });
  const { storage, feeds } = args.context.app;
  const eventId = identity.event.id;
  const address = readAddress(args.request, identity);
  const { userId, sort } = address;
  const small = readPreference(args.request, 'feed_small', paths.feed());

  const [event, voting, page, filter, unseen, card, t] = await Promise.all([
    loadEventLine(args, identity),
    loadVoting(args, identity),
    readPart(args, identity, address),
    userId === undefined ? null : loadFilter(args, { eventId, userId, reader: identity.actor }),
    readUnseen(args, identity, address),
    readCardLine(args, identity, address),
    translator(args.request),
  ]);
  const noteOf = await readNotes(args, identity, page.photos);
  const missionOf = await readMissionLinks(args, page.photos);
  const isEmpty = page.photos.length === 0;
  const line = feedLine({
    isOver: identity.isExpired || (filter !== null && isEmpty),
    voting: votingState(identity.event, args.context.app.now()),
    isEmpty,
    given: voting.starredIds.length,
  });
  const isLarge = userId === undefined && event.photoCount >= FEED_ARRANGED_FROM;
  return {
    eventId,
    event,
    description: userId === undefined ? descriptionOf(t, identity.event) : null,
    line,
    welcome: line && event.photoCount > 0 ? { name: nameOf(identity) } : null,
    voting,
    filter,
    isOrganizer: identity.actor.role === 'organizer',
    // Uses only a cached ranking: computing one is expensive, and no page of the feed should wait for it.
    onPodium: standingsOf(feeds.cachedRanking(identity.actor) ?? [], identity.actor.userId)
      .onPodium,
    addUrl: addUrlFor(identity),
    isOver: identity.isExpired,
    unseen,
    card: card ?? (isLarge ? missionsLine(t, address, page.photos) : null),
    sort: sort ?? null,
    isSmall: small.isOn,
    arrange: isLarge ? { size: small.toggle, orders: await ordersFor(args, identity, sort) } : null,
    ...page,
    photos: page.photos.map((row): SheetPhoto => {
      const photo = presentScreenPhoto(row, storage);
      const isOwn = photo.userId === identity.user?.id;
      return { ...sheetPhotoOf(photo), isOwn, ...missionOf(row), ...noteOf(row) };
    }),
  };
}

/** The photos of a page with the URLs around it, as in `FeedView`. */
type Part = Pick<FeedView, 'more' | 'newest' | 'look'> & { photos: ListedPhoto[] };
type Address = ReturnType<typeof readAddress>;

function readPart(args: LoaderFunctionArgs, identity: Identity, address: Address): Promise<Part> {
  if (address.sort === 'person') return readByPerson(args, identity, address);
  const isOwnOrder = address.userId === undefined && address.sort === undefined;
  return isOwnOrder && hasBalancedFeed(identity)
    ? readBalanced(args, identity, address)
    : readByTime(args, identity, address);
}

async function readBalanced(
  args: LoaderFunctionArgs,
  { event: { id: eventId }, actor: reader }: Identity,
  address: Address,
): Promise<Part> {
  const { feeds } = args.context.app;
  const [place, visible] = await Promise.all([
    readLookPlace(args, eventId, address.after),
    feeds.photoIds(eventId, reader),
  ]);
  const pageOf = (look: Look, after?: number) => {
    const rankOf = feedRank(look);
    const page = { after, at: address.at, limit: FEED_PAGE_SIZE };
    return { look, ...pageIn(inOrder(visible, rankOf), rankOf, page) };
  };
  const further = place && pageOf(place.look, place.photoId);
  // A page that has become empty is replaced by the first.
  const { look, ids, hasBefore, following } = further?.ids.length
    ? further
    : pageOf(await readLook(args, eventId, { mayBegin: true }));
  const photoId = following > 0 ? ids.at(-1) : undefined;
  return {
    photos: await feeds.photosOf(eventId, ids),
    more: photoId === undefined ? null : paths.feed({ after: writeLookPlace({ look, photoId }) }),
    newest: hasBefore ? paths.feed() : null,
    look: isBalanced(look.snapshot) ? `${look.snapshot.number}.${look.seed}` : null,
  };
}

async function readByTime(
  { context: { app } }: LoaderFunctionArgs,
  { event: { id: eventId }, actor: reader }: Identity,
  { userId, sort, after, at }: Address,
): Promise<Part> {
  const { photos, next, hasNewer } = await pageOrFirst(
    (place) =>
      isNewest({ userId, at, place })
        ? app.feeds.newestPage(eventId, reader)
        : readFeedPage(app.db, {
            eventId,
            userId,
            reader,
            after: place,
            at,
            limit: FEED_PAGE_SIZE,
          }),
    readPlace(after) ?? undefined,
    (page) => page.photos.length === 0,
  );
  return {
    photos,
    more: next && paths.feed({ sort, userId, after: writePlace(next) }),
    newest: hasNewer ? paths.feed({ sort, userId }) : null,
    look: null,
  };
}

async function readByPerson(
  { context: { app } }: LoaderFunctionArgs,
  { event: { id: eventId }, actor: reader }: Identity,
  { sort, after, at }: Address,
): Promise<Part> {
  const { photos, next, hasBefore } = await pageOrFirst(
    (place) => readPeoplePage(app.db, { eventId, reader, after: place, at, limit: FEED_PAGE_SIZE }),
    readPersonPlace(after) ?? undefined,
    (page) => page.photos.length === 0,
  );
  return {
    photos,
    more: next && paths.feed({ sort, after: writePersonPlace(next) }),
    newest: hasBefore ? paths.feed({ sort }) : null,
    look: null,
  };
}

/** The orders that a reader may choose from, the default one first. */
async function ordersFor(
  { request }: LoaderFunctionArgs,
  identity: Identity,
  sort: Address['sort'],
): Promise<NonNullable<FeedView['arrange']>['orders']> {
  const t = await translator(request);
  const byPerson = { to: paths.feed({ sort: 'person' }), label: t('server:event.order.person') };
  const newest = t('server:event.order.newest');
  const orders = hasBalancedFeed(identity)
    ? [
        { to: paths.feed(), label: t('server:event.order.mixed') },
        { to: paths.feed({ sort: 'newest' }), label: newest },
        byPerson,
      ]
    : [{ to: paths.feed(), label: newest }, byPerson];
  return orders.map((order) => ({ ...order, isHere: order.to === paths.feed({ sort }) }));
}

/** The line that leads to the member's card. Only the feed's first page has it. */
async function readCardLine(
  { request, context: { app } }: LoaderFunctionArgs,
  { user, isExpired }: Identity,
  { userId, after, at }: Address,
): Promise<FeedView['card']> {
  if (isExpired || userId !== undefined || after !== null || at !== undefined) return null;
  if (!user || !(await hasOpenCard(app.db, { userId: user.id }))) return null;
  const t = await translator(request);
  return { to: missionPaths.cards(), text: t('missions:line') };
}

/** For readers without an open card, the line that leads to the photos by mission, if the feed's first page has one. */
function missionsLine(
  t: Translator,
  { after, at }: Address,
  photos: readonly ListedPhoto[],
): FeedView['card'] {
  const isStart = after === null && at === undefined;
  const hasMission = isStart && photos.some(({ missionId }) => missionId !== null);
  return hasMission ? { to: missionPaths.cards(), text: t('missions:filter') } : null;
}

/** How many photos the reader has not seen. Only the feed's own page shows it. */
async function readUnseen(
  { context: { app } }: LoaderFunctionArgs,
  { user, event }: Identity,
  { userId, sort, after, at }: Address,
): Promise<number | null> {
  const isWhole = userId === undefined && sort !== 'person';
  const isStart = isWhole && after === null && at === undefined;
  if (!user || !isStart) return null;
  return countUnseen(app.db, { eventId: event.id, userId: user.id });
}

function addUrlFor({ isExpired, event, actor }: Identity): string | null {
  return isExpired && !takesLatePhotos(event, actor.today) ? null : paths.photosNew();
}

/** How the reader is welcomed; null for a visitor. */
function nameOf({ user }: Identity): string | null {
  return user && firstName(user.name);
}

/** Whether this is the page that opening the feed shows. */
function isNewest({ userId, at, place }: { userId?: number; at?: number; place?: ListPlace }) {
  return userId === undefined && at === undefined && place === undefined;
}

/** The parts of a photo that the contact sheet renders. */
function sheetPhotoOf(
  photo: ReturnType<typeof presentScreenPhoto>,
): Omit<SheetPhoto, 'isOwn' | 'note' | 'isWaiting'> {
  const { id, imageUrl, caption, width, height, placeholder, userId, userName, userSelfie } = photo;
  return { id, imageUrl, caption, width, height, placeholder, userId, userName, userSelfie };
}

/** Reads the URL's query. An invalid id becomes 0, which nobody has; an invalid position is ignored. */
function readAddress(request: Request, identity: Identity) {
  const query = new URL(request.url).searchParams;
  const idOf = (text: string) => readId(text) ?? 0;
  const [userId, at] = [query.get('userId'), query.get('at')];
  return {
    userId: userId === null ? undefined : idOf(userId),
    at: at === null ? undefined : idOf(at),
    after: query.get('after'),
    sort: userId === null ? readSort(query.get('sort'), identity) : undefined,
  };
}

/** Reads the order; undefined for the reader's own, which is an organizer's newest first. */
function readSort(text: string | null, identity: Identity): FeedSort | undefined {
  if (text === 'person') return text;
  return text === 'newest' && hasBalancedFeed(identity) ? text : undefined;
}

async function loadFilter(
  { context: { app } }: LoaderFunctionArgs,
  { eventId, userId, reader }: { eventId: number; userId: number; reader: Person },
): Promise<FeedView['filter']> {
  const found = await findMember(app.db, { eventId, userId });
  const member = found && isMemberSeen(found, reader) ? found : null;
  return {
    userId,
    name: member?.name ?? null,
    selfieUrl: member ? selfieUrl(member, app.storage) : null,
  };
}
