import { and, asc, count, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { favorites, photos, users } from '~db/schema';
import { csvOf } from '~/services/csv.server';
import { PAGE_SIZE } from './list-place';
import { pageOrFirst } from './list-place.server';
import type { MemberPlace, MemberSort } from './members';
import { nameMatches } from './user';

/** A member of an event, as lists show them. */
export type ListedMember = Awaited<ReturnType<typeof listEventMembers>>[number];

/** The members of an event, its organizer first, then as they joined. */
export function listEventMembers(db: Db, { eventId }: { eventId: number }) {
  return selectMembers(db)
    .where(eq(users.eventId, eventId))
    .orderBy(desc(users.isOrganizer), asc(users.id));
}

/** The first few participants of an event, as they joined. */
export function listFirstParticipants(
  db: Db,
  { eventId, limit }: { eventId: number; limit: number },
): Promise<ListedMember[]> {
  return selectMembers(db)
    .where(and(eq(users.eventId, eventId), eq(users.isOrganizer, false)))
    .orderBy(asc(users.id))
    .limit(limit);
}

/** How a list of members is asked for (rule `participants.list`). */
interface MemberQuery {
  eventId: number;
  /** What their name has to hold; empty for all. */
  search: string;
  sort?: MemberSort;
  /** Only participants without a photo. */
  withoutPhoto?: boolean;
}

/**
 * A page of an event's members (rule `screens.pages`), each with their photos and the stars these have.
 * @param params.after the place after which it begins
 * @returns it, how many were found and how many participants have no photo, and after which place it begins
 */
export async function readMemberPage(
  db: Db,
  { after, ...query }: MemberQuery & { after?: MemberPlace },
): Promise<MemberPage & { withoutPhoto: number; after: MemberPlace | undefined }> {
  // Names are compared as people read them, without accents: PostgreSQL would need an extension for that.
  const everyone = await listCountedMembers(db, query);
  const found = arrange(everyone, query);
  const read = (place: MemberPlace | undefined) =>
    Promise.resolve(pageAfter(found, place, query.sort));
  const page = await pageOrFirst(read, after, ({ members }) => members.length === 0);
  const isPart = query.search !== '' || query.withoutPhoto === true;
  return {
    ...page,
    found: isPart ? found.length : null,
    withoutPhoto: everyone.filter(isWithoutPhoto).length,
  };
}

interface MemberPage {
  members: CountedMember[];
  /** How many were found in all; null where all are wanted. */
  found: number | null;
  /** The last one's place where more follow. */
  next: MemberPlace | null;
}

const isWithoutPhoto = ({ isOrganizer, photoCount }: CountedMember) =>
  !isOrganizer && photoCount === 0;

function arrange(
  everyone: CountedMember[],
  { search, sort = 'joined', withoutPhoto = false }: MemberQuery,
): CountedMember[] {
  return everyone
    .filter((member) => nameMatches(member.name, search))
    .filter((member) => !withoutPhoto || isWithoutPhoto(member))
    .sort((one, other) => compare(one, other, sort));
}

/** What an order looks at. */
type Ordered = Pick<CountedMember, 'id' | 'name' | 'isOrganizer' | 'photoCount' | 'starCount'>;

const NAMES = new Intl.Collator('en');
const ORDERS: Record<MemberSort, (one: Ordered, other: Ordered) => number> = {
  joined: (one, other) => Number(other.isOrganizer) - Number(one.isOrganizer),
  name: (one, other) => NAMES.compare(one.name, other.name),
  photos: (one, other) => other.photoCount - one.photoCount,
  stars: (one, other) => other.starCount - one.starCount,
};
/** What a place keeps of somebody. */
const KEPT: Record<MemberSort, (member: Ordered) => string> = {
  joined: () => '',
  name: ({ name }) => name,
  photos: ({ photoCount }) => String(photoCount),
  stars: ({ starCount }) => String(starCount),
};

const compare = (one: Ordered, other: Ordered, sort: MemberSort) =>
  ORDERS[sort](one, other) || one.id - other.id;

function pageAfter(
  found: CountedMember[],
  after: MemberPlace | undefined,
  sort: MemberSort = 'joined',
): MemberPage {
  const rest = after ? found.filter((member) => compare(member, standIn(after), sort) > 0) : found;
  const members = rest.slice(0, PAGE_SIZE);
  const last = members.at(-1);
  const next = last && members.length < rest.length ? { id: last.id, by: KEPT[sort](last) } : null;
  return { members, found: null, next };
}

/** Somebody as their place tells of them, who may be gone. */
const standIn = ({ id, by }: MemberPlace): Ordered => ({
  id,
  name: by,
  isOrganizer: false,
  photoCount: Number(by) || 0,
  starCount: Number(by) || 0,
});

/** A member with their photos and the stars that these have. */
export type CountedMember = Awaited<ReturnType<typeof listCountedMembers>>[number];

/** An event's members as they joined, hidden photos and e-mail addresses with them: for its organizer. */
export function listCountedMembers(db: Db, { eventId }: { eventId: number }) {
  const photosOf = db
    .select({ userId: photos.userId, count: count().as('photo_count') })
    .from(photos)
    .where(eq(photos.eventId, eventId))
    .groupBy(photos.userId)
    .as('photos_of');
  const starsOf = db
    .select({ userId: photos.userId, count: count().as('star_count') })
    .from(favorites)
    .innerJoin(photos, eq(photos.id, favorites.photoId))
    .where(eq(photos.eventId, eventId))
    .groupBy(photos.userId)
    .as('stars_of');
  return db
    .select({
      ...memberColumns,
      email: users.email,
      joinedAt: users.createdAt,
      photoCount: sql<number>`coalesce(${photosOf.count}, 0)::int`,
      starCount: sql<number>`coalesce(${starsOf.count}, 0)::int`,
    })
    .from(users)
    .leftJoin(photosOf, eq(photosOf.userId, users.id))
    .leftJoin(starsOf, eq(starsOf.userId, users.id))
    .where(eq(users.eventId, eventId))
    .orderBy(asc(users.id));
}

const memberColumns = {
  id: users.id,
  name: users.name,
  username: users.username,
  isOrganizer: users.isOrganizer,
  selfieStorage: users.selfieStorage,
  selfieKey: users.selfieKey,
};

function selectMembers(db: Db) {
  return db.select(memberColumns).from(users);
}

/** The guest list's columns, each with its heading. */
export type GuestHeadings = Record<'name' | 'email' | 'joined' | 'photos' | 'stars', string>;

/** An event's participants as CSV, as they joined (rule `participants.csv`). */
export async function guestsCsv(
  db: Db,
  params: { eventId: number; headings: GuestHeadings; decimalMark: '.' | ',' },
): Promise<string> {
  const { eventId, headings, decimalMark } = params;
  const { name, email, joined, photos: photoCount, stars } = headings;
  const everyone = await listCountedMembers(db, { eventId });
  const rows = everyone
    .filter(({ isOrganizer }) => !isOrganizer)
    .map((guest) => [
      guest.name,
      guest.email,
      guest.joinedAt.toISOString(),
      guest.photoCount,
      guest.starCount,
    ]);
  return csvOf([name, email, joined, photoCount, stars], rows, decimalMark);
}
