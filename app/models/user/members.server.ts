import { and, asc, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, favorites, partyTables, photos, users } from '~db/schema';
import { csvTable, type CsvColumns } from '~/services/csv.server';
import { matches, plain } from '../admin/list.server';
import { nameKey } from '../event/name';
import { PAGE_SIZE } from '../list-place';
import { pageOrFirst } from '../list-place.server';
import type { MemberPlace, MemberSort } from './members';
import { isCountedStar } from '../photo/scope.server';
import { hasNoPhoto, isParticipant } from '../event/progress.server';

/** More than any count, and the maximum accepted from a URL. */
const COUNT_MAX = 1_000_000;

/** A member of an event, as lists show them. */
export type ListedMember = Awaited<ReturnType<typeof listEventMembers>>[number];

/** The members of an event: the organizer first, then in order of joining. */
export function listEventMembers(db: Db, { eventId }: { eventId: number }) {
  return selectMembers(db)
    .where(eq(users.eventId, eventId))
    .orderBy(desc(users.isOrganizer), asc(users.id));
}

/** A query for a list of members (rule `participants.list`). */
interface MemberQuery {
  eventId: number;
  /** Text that the name must contain; empty for all. */
  search: string;
  sort?: MemberSort;
  /** Only participants without a photo. */
  withoutPhoto?: boolean;
}

/**
 * A page of an event's members (rule `screens.pages`), with the numbers of their photos and of the stars on
 * them.
 * @param params.after the position after which the page begins
 * @returns the page and its position, how many members were found, and how many participants have no photo
 */
export async function readMemberPage(
  db: Db,
  { after, ...query }: MemberQuery & { after?: MemberPlace },
): Promise<
  MemberPage & {
    /** Null if the query does not filter. */
    found: number | null;
    withoutPhoto: number;
    after: MemberPlace | undefined;
  }
> {
  const read = (place: MemberPlace | undefined) => readPageAfter(db, query, place);
  const isPart = query.search !== '' || query.withoutPhoto === true;
  const [page, found, withoutPhoto] = await Promise.all([
    pageOrFirst(read, after, ({ members }) => members.length === 0),
    isPart ? db.$count(users, isWanted(db, query)) : null,
    db.$count(users, and(isParticipant(query.eventId), hasNoPhoto(db))),
  ]);
  return { ...page, found, withoutPhoto };
}

interface MemberPage {
  members: CountedMember[];
  /** The position of the last member, if more follow. */
  next: MemberPlace | null;
}

/** Normalized names without accents, as users type them in a search. */
export const plainName = plain(sql`${users.nameKey}`);

/** The first letter of a name without its accents, in lower case. */
export const initialOfName = sql<string>`left(${plainName}, 1)`;

/**
 * The initials of an event's participants from a to z, each once, in their order (rule `participants.letters`).
 * Names that begin with anything else have none.
 */
export async function listInitials(db: Db, { eventId }: { eventId: number }): Promise<string[]> {
  const rows = await db
    .selectDistinct({ initial: initialOfName })
    .from(users)
    .where(and(isParticipant(eventId), sql`${initialOfName} between 'a' and 'z'`))
    // By its position: with its parameters the expression would not count as the selected one.
    .orderBy(sql`1`);
  return rows.map(({ initial }) => initial);
}

function isWanted(db: Db, { eventId, search, withoutPhoto }: MemberQuery): SQL | undefined {
  return and(
    withoutPhoto ? and(isParticipant(eventId), hasNoPhoto(db)) : eq(users.eventId, eventId),
    matches(search, sql`${users.nameKey}`),
  );
}

const photoCount = sql<number>`(
  select count(*)::int from ${photos} where ${photos.userId} = ${users.id}
)`;
/** Late photos (rule `photos.late`). */
const lateCount = sql<number>`(
  select count(*)::int from ${photos} where ${photos.userId} = ${users.id} and ${photos.late}
)`;
const starCount = sql<number>`(
  select count(*)::int from ${favorites} join ${photos} on ${photos.id} = ${favorites.photoId}
  where ${photos.userId} = ${users.id} and ${isCountedStar}
)`;

/**
 * For each sort: the order, the value that a position stores, and the condition for rows after a position.
 * Equal values are ordered by id.
 */
const ORDERS: Record<
  MemberSort,
  { order: SQL; sortValue: (member: CountedMember) => string; isAfter: (place: MemberPlace) => SQL }
> = {
  joined: {
    order: desc(users.isOrganizer),
    sortValue: () => '',
    // The organizer is always first, so every row after it is a participant's.
    isAfter: ({ id }) => sql`(not ${users.isOrganizer} and ${users.id} > ${id})`,
  },
  name: {
    order: asc(plainName),
    sortValue: ({ name }) => name,
    isAfter: ({ id, by }) =>
      sql`(${plainName}, ${users.id}) > (${plain(sql`${nameKey(by)}::text`)}, ${id}::int)`,
  },
  photos: {
    order: desc(photoCount),
    sortValue: (member) => String(member.photoCount),
    isAfter: isAfterCount(photoCount),
  },
  stars: {
    order: desc(starCount),
    sortValue: (member) => String(member.starCount),
    isAfter: isAfterCount(starCount),
  },
};

function isAfterCount(count: SQL) {
  return ({ id, by }: MemberPlace) =>
    sql`(-${count}, ${users.id}) > (${-Math.min(Number(by) || 0, COUNT_MAX)}::int, ${id}::int)`;
}

async function readPageAfter(
  db: Db,
  query: MemberQuery,
  after: MemberPlace | undefined,
): Promise<MemberPage> {
  const { order, sortValue, isAfter } = ORDERS[query.sort ?? 'joined'];
  const rows = await selectCounted(db)
    .where(and(isWanted(db, query), after && isAfter(after)))
    .orderBy(order, asc(users.id))
    .limit(PAGE_SIZE + 1);
  const members = rows.slice(0, PAGE_SIZE);
  const last = members.at(-1);
  const next = last && members.length < rows.length ? { id: last.id, by: sortValue(last) } : null;
  return { members, next };
}

/** A member with the numbers of their photos and of the stars on them. */
type CountedMember = Awaited<ReturnType<typeof listCountedMembers>>[number];

/**
 * An event's members in order of joining, with e-mail addresses and hidden photos counted. For the organizer
 * only.
 */
function listCountedMembers(db: Db, { eventId }: { eventId: number }) {
  return selectCounted(db).where(eq(users.eventId, eventId)).orderBy(asc(users.id));
}

function selectCounted(db: Db) {
  return (
    db
      .select({
        ...memberColumns,
        email: users.email,
        joinedAt: users.createdAt,
        removeAt: users.removeAt,
        photoCount,
        lateCount,
        starCount,
        tableName: partyTables.name,
      })
      .from(users)
      .leftJoin(partyTables, eq(partyTables.id, users.tableId))
      // With a join drizzle qualifies column names, which the subqueries need.
      .innerJoin(events, eq(events.id, users.eventId))
  );
}

const memberColumns = {
  id: users.id,
  name: users.name,
  username: users.username,
  isOrganizer: users.isOrganizer,
  coOrganizerSince: users.coOrganizerSince,
  isStranger: users.isStranger,
  isTrusted: users.isTrusted,
  selfieStorage: users.selfieStorage,
  selfieKey: users.selfieKey,
};

function selectMembers(db: Db) {
  return db.select(memberColumns).from(users);
}

/** The columns of the guest list; their headings are below `csv` in the namespace `download`. */
const GUEST_COLUMNS = {
  name: (guest: CountedMember) => guest.name,
  email: (guest: CountedMember) => guest.email,
  joined: (guest: CountedMember) => guest.joinedAt.toISOString(),
  photos: (guest: CountedMember) => guest.photoCount,
  stars: (guest: CountedMember) => guest.starCount,
};
/** A column that exists only if the event has such a thing (rules `tables.none`, `photos.late`). */
const FURTHER_COLUMNS = {
  table: (guest: CountedMember) => guest.tableName ?? '',
  late: (guest: CountedMember) => guest.lateCount,
};
export type GuestColumn = keyof typeof GUEST_COLUMNS | keyof typeof FURTHER_COLUMNS;

/** An event's participants as CSV, in order of joining (rule `participants.csv`). */
export async function guestsCsv(
  db: Db,
  params: { eventId: number; heading: (column: GuestColumn) => string; decimalMark: '.' | ',' },
): Promise<string> {
  const { eventId, ...words } = params;
  const everyone = await listCountedMembers(db, { eventId });
  const guests = everyone.filter(({ isOrganizer }) => !isOrganizer);
  const hasTables = (await db.$count(partyTables, eq(partyTables.eventId, eventId))) > 0;
  const { table, late } = FURTHER_COLUMNS;
  const columns = {
    ...GUEST_COLUMNS,
    ...(hasTables && { table }),
    ...(guests.some(({ lateCount: count }) => count > 0) && { late }),
  } as CsvColumns<CountedMember, GuestColumn>;
  return csvTable(columns, guests, words);
}
