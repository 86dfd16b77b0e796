import { and, asc, count, eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { photos, users } from '~db/schema';
import { isAmong } from '~db/many.server';
import { assertCan, can } from '../access';
import { DomainError } from '../errors';
import { findOrganizer } from '../event/read.server';
import { selectPhotos, type ListedPhoto } from '../photo/read.server';
import { isVisibleIn } from '../photo/scope.server';
import { podiumOf } from '../photo/star';
import { listTopPhotos, type RankedPhoto } from '../photo/star.server';
import { firstName } from '../user/rules';
import { isFinal, isKey, podiumTarget, type Asked } from './keepsake.server';

// What the organizer prints: an album of all photos, and a photo book of those who agreed (rules `album.…`).

/** The photos in one file of an album. One page holds twenty. */
export const ALBUM_PHOTOS = 300;
/** The pages in one file of a photo book. */
export const BOOK_PAGES = 24;

/** One file of an album. */
export interface Album {
  /** The first three places, for the first file; empty for the others, and if nobody stands there. */
  podium: RankedPhoto[];
  /** Visible photos, in the order in which they arrived. */
  photos: ListedPhoto[];
  parts: number;
}

/** The page of a guest in a photo book. */
interface BookPage {
  /** A first name. */
  name: string;
  /** In the order of their slots; at least one. */
  photos: ListedPhoto[];
}

/** How many files album and photo book have now, and how many pages the book has. */
export interface Prints {
  albumParts: number;
  bookParts: number;
  bookPages: number;
}

/** Which file of an album or photo book somebody asks for, from 1. */
interface AskedPart extends Asked {
  part: number;
}

/**
 * The files that the organizer may print (rule `album.who`).
 * @returns null for others, before the result is final, and while there are no photos
 */
export async function readPrints(db: Db, { actor, event, now }: Asked): Promise<Prints | null> {
  const isAllowed = can(actor, 'album.print', podiumTarget(event, now)) && isFinal(event, actor);
  if (!isAllowed) return null;
  const [photoCount, pages] = await Promise.all([
    db.$count(photos, isVisibleIn({ eventId: event.id })),
    listOwners(db, { event }),
  ]);
  if (photoCount === 0) return null;
  return {
    albumParts: Math.ceil(photoCount / ALBUM_PHOTOS),
    bookParts: Math.ceil(pages.length / BOOK_PAGES),
    bookPages: pages.length,
  };
}

/**
 * One file of the album (rule `album.what`).
 * @throws DomainError access_denied; standings_hidden; result_none before the result is final; photo_not_found for a
 *   part that does not exist
 */
export async function readAlbum(db: Db, { part, ...asked }: AskedPart): Promise<Album> {
  assertMayPrint(asked);
  const { id: eventId } = asked.event;
  const [total, slice, ranking] = await Promise.all([
    db.$count(photos, isVisibleIn({ eventId })),
    selectPhotos(db)
      .where(isVisibleIn({ eventId }))
      .orderBy(asc(photos.createdAt), asc(photos.id))
      .limit(ALBUM_PHOTOS)
      .offset((part - 1) * ALBUM_PHOTOS),
    part === 1 ? listTopPhotos(db, { eventId }) : [],
  ]);
  if (slice.length === 0) throw new DomainError('photo_not_found');
  return { podium: podiumOf(ranking), photos: slice, parts: Math.ceil(total / ALBUM_PHOTOS) };
}

/**
 * One file of the photo book: a page for each guest who agreed (rule `album.book`).
 * @throws as `readAlbum`
 */
export async function readBook(
  db: Db,
  { part, ...asked }: AskedPart,
): Promise<{ pages: BookPage[]; parts: number }> {
  assertMayPrint(asked);
  const { event } = asked;
  const owners = await listOwners(db, { event });
  const some = owners.slice((part - 1) * BOOK_PAGES, part * BOOK_PAGES);
  if (some.length === 0) throw new DomainError('photo_not_found');
  const ids = some.map(({ id }) => id);
  const found = await selectPhotos(db)
    .where(and(isVisibleIn({ eventId: event.id }), isAmong(photos.userId, ids)))
    .orderBy(asc(photos.position), asc(photos.id));
  const pages = some.map(({ id, name }) => ({
    name: firstName(name),
    photos: found.filter(({ userId }) => userId === id),
  }));
  return { pages, parts: Math.ceil(owners.length / BOOK_PAGES) };
}

function assertMayPrint({ actor, event, now }: Asked): void {
  assertCan(actor, 'album.print', podiumTarget(event, now));
  if (!isFinal(event, actor)) throw new DomainError('result_none');
}

/** The guests with visible photos who agreed to be named, in the order in which they joined. */
async function listOwners(
  db: Db,
  { event }: Pick<Asked, 'event'>,
): Promise<{ id: number; name: string }[]> {
  const [rows, organizer] = await Promise.all([
    db
      .select({ id: users.id, name: users.name, photos: count() })
      .from(users)
      .innerJoin(photos, eq(photos.userId, users.id))
      .where(and(isVisibleIn({ eventId: event.id }), eq(users.mayBeNamed, true)))
      .groupBy(users.id)
      .orderBy(asc(users.id)),
    findOrganizer(db, { eventId: event.id }),
  ]);
  return rows.filter(({ name }) => !isKey(firstName(name), { event, organizer }));
}
