import { and, asc, desc, eq, gt } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { users } from '~db/schema';
import { PAGE_SIZE } from './list-place';
import { pageOrFirst } from './list-place.server';
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

/**
 * A page of an event's members (rule `screens.pages`), or of those whose name holds what is searched for.
 * @param params.after the id of the participant after whom it begins
 * @returns it, and after whom it begins
 */
export function readMemberPage(
  db: Db,
  { after, ...which }: { eventId: number; search: string; after?: number },
): Promise<MemberPage & { after: number | undefined }> {
  const read = (id: number | undefined) => readMembersAfter(db, { ...which, after: id });
  return pageOrFirst(read, after, ({ members }) => members.length === 0);
}

interface MemberPage {
  members: ListedMember[];
  /** How many were found in all, where somebody searched. */
  found: number | null;
  /** The last one's id where more follow. */
  next: number | null;
}

async function readMembersAfter(
  db: Db,
  { eventId, search, after }: { eventId: number; search: string; after: number | undefined },
): Promise<MemberPage> {
  if (!search) {
    const isAfter =
      after === undefined ? undefined : and(eq(users.isOrganizer, false), gt(users.id, after));
    const rows = await selectMembers(db)
      .where(and(eq(users.eventId, eventId), isAfter))
      .orderBy(desc(users.isOrganizer), asc(users.id))
      .limit(PAGE_SIZE + 1);
    return { ...cut(rows), found: null };
  }
  // Names are compared as people read them, without accents: PostgreSQL would need an extension for that.
  const everyone = await listEventMembers(db, { eventId });
  const found = everyone.filter(({ name }) => nameMatches(name, search));
  const rest = found.filter(
    ({ id, isOrganizer }) => after === undefined || (!isOrganizer && id > after),
  );
  return { ...cut(rest), found: found.length };
}

function cut(rows: ListedMember[]) {
  const members = rows.slice(0, PAGE_SIZE);
  return { members, next: members.length < rows.length ? (members.at(-1)?.id ?? null) : null };
}

function selectMembers(db: Db) {
  return db
    .select({
      id: users.id,
      name: users.name,
      username: users.username,
      isOrganizer: users.isOrganizer,
      selfieStorage: users.selfieStorage,
      selfieKey: users.selfieKey,
    })
    .from(users);
}
