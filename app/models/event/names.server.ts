import { and, asc, desc, eq, isNull, ne, sql, type SQL } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, formerNames, users, type EventRow } from '~db/schema';
import { isViolation } from '../constraint.server';
import { isOpenTo, type EventLink } from './door';
import { DomainError } from '../errors';
import { isItsOrganizer } from './read.server';
import { matchKey, nameKey } from './name';
import { findFormerlyNamed, recordFormerNames, type NameKeys } from './former-names.server';

// How an event's two names are stored, and how an event is found by them (rule `event.names`).

/** The number of rows that one statement fills at startup. */
const BATCH = 500;

interface Names {
  event: string;
  organizerName: string;
}

/**
 * The person who enters an event's names: a member, who must then sign in, or a newcomer with the link they
 * followed, if any (rule `door.open`).
 */
export type Entrant = 'member' | { link: EventLink | null };

/**
 * The event that has these two names (rule `event.names`), or had them (rule `event.former-names`).
 * @throws DomainError event_name_required, organizer_name_required, event_not_found, or
 *   incorrect_organizer_name when only the event's name is right; code_only for a newcomer who needs its code
 */
export async function findEventByNames(db: Db, names: Names, entrant: Entrant): Promise<EventRow> {
  const keys = keysOf(names);
  if (!keys.matchKey) throw new DomainError('event_name_required', { field: 'event' });
  if (!keys.organizerMatchKey) {
    throw new DomainError('organizer_name_required', { field: 'organizerName' });
  }

  const event = await findNamed(db, keys);
  if (event) {
    if (entrant === 'member' || isOpenTo(event, entrant.link)) return event;
    throw new DomainError('code_only');
  }

  const isNamed = eq(events.matchKey, keys.matchKey);
  const [namesake] = await db.select({ id: events.id }).from(events).where(isNamed).limit(1);
  if (!namesake) throw new DomainError('event_not_found', { field: 'event' });
  throw new DomainError('incorrect_organizer_name', { field: 'organizerName' });
}

/** Whether two names, current or former, lead to this event. */
export async function isFoundBy(
  db: Db,
  { event, names }: { event: { id: number }; names: Names },
): Promise<boolean> {
  const found = await findNamed(db, keysOf(names));
  return found?.id === event.id;
}

/**
 * Finds the event that has these names, else the one that had them last, else null. Of several events with
 * the same names, the one with the same spelling wins, else the oldest.
 */
async function findNamed(db: Db, keys: NameKeys): Promise<EventRow | null> {
  const isWrittenSo = and(
    eq(events.nameKey, keys.nameKey),
    eq(events.organizerNameKey, keys.organizerNameKey),
  );
  const [event] = await db
    .select()
    .from(events)
    .where(
      and(
        eq(events.matchKey, keys.matchKey ?? ''),
        eq(events.organizerMatchKey, keys.organizerMatchKey ?? ''),
      ),
    )
    .orderBy(desc(sql`(${isWrittenSo})`), asc(events.namesake))
    .limit(1);
  return event ?? findFormerlyNamed(db, keys);
}

/** Whether a write failed because another event has, or had, the names. */
export function areNamesTaken(error: unknown): boolean {
  if (error instanceof DomainError) return error.code === 'event_exists';
  return isViolation(error, 'events_name_organizer_unique');
}

/** The columns that are derived from the two names. */
function keysOf({ event, organizerName }: Names): NameKeys & { matchKey: string } {
  return {
    nameKey: nameKey(event),
    organizerNameKey: nameKey(organizerName),
    matchKey: matchKey(event),
    organizerMatchKey: matchKey(organizerName),
  };
}

/**
 * The columns for an event with these names. If another event has the same ones, the database refuses the
 * write with `events_name_organizer_unique`.
 */
export function namesFor(event: { id: number }, names: Names) {
  return withNamesake(event, keysOf(names));
}

/**
 * The columns to update when an event changes one of its names. The caller holds the lock on its row. It also
 * stores the old names (rule `event.former-names`). The write fails as described at `namesFor`. An unchanged
 * name changes nothing, so old namesakes keep theirs.
 */
export async function changedNames(
  tx: Db,
  event: EventRow,
  { name, organizerName }: { name?: string; organizerName?: string },
): Promise<Partial<ReturnType<typeof withNamesake<NameKeys>>>> {
  const { matchKey: match, organizerMatchKey: organizerMatch } = event;
  const keys: NameKeys = {
    nameKey: event.nameKey,
    organizerNameKey: event.organizerNameKey,
    matchKey: match,
    organizerMatchKey: organizerMatch,
    ...(name !== undefined && { nameKey: nameKey(name), matchKey: matchKey(name) }),
    ...(organizerName !== undefined && {
      organizerNameKey: nameKey(organizerName),
      organizerMatchKey: matchKey(organizerName),
    }),
  };
  const isSame = keys.nameKey === event.nameKey && keys.organizerNameKey === event.organizerNameKey;
  if (isSame) return {};
  await recordFormerNames(tx, event);
  return withNamesake(event, keys);
}

/**
 * Adds the namesake number of an event with the same names, if there is one, so that the write violates the
 * unique constraint.
 */
function withNamesake<Keys extends NameKeys>(event: { id: number }, keys: Keys) {
  const isOther = and(
    eq(sql`other.match_key`, keys.matchKey),
    eq(sql`other.organizer_match_key`, keys.organizerMatchKey),
    ne(sql`other.id`, event.id),
  );
  const namesake: SQL<number> = sql`coalesce((select min(other.namesake) from ${events} other where ${isOther}), 0)`;
  return { ...keys, namesake };
}

/**
 * Fills the compared forms of names where a migration has emptied them. Call it before serving requests.
 * Events that have become namesakes are numbered, oldest first. Servers that start at the same time take
 * turns.
 */
export async function fillMatchKeys(db: Db): Promise<void> {
  while ((await fillEvents(db)) === BATCH);
  while ((await fillFormerNames(db)) === BATCH);
}

function fillEvents(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    if ((await tx.$count(events, isNull(events.matchKey))) === 0) return 0;
    await tx.execute(sql`lock table ${events} in share row exclusive mode`);
    const rows = await tx
      .select({
        id: events.id,
        name: events.name,
        organizerName: sql<string>`coalesce(${users.name}, ${events.organizerNameKey})`,
      })
      .from(events)
      .leftJoin(users, isItsOrganizer)
      .where(isNull(events.matchKey))
      .orderBy(asc(events.createdAt), asc(events.id))
      .limit(BATCH);
    const filled = rows.map(({ id, name, organizerName }, place) => {
      return { id, place, name: matchKey(name), organizer: matchKey(organizerName) };
    });
    await tx.execute(sql`
      update events set match_key = new.name, organizer_match_key = new.organizer, namesake = new.number
      from (
        select id, name, organizer,
          row_number() over (partition by name, organizer order by place) - 1 + coalesce((
            select max(namesake) + 1 from events
            where match_key = one.name and organizer_match_key = one.organizer), 0) as number
        from json_to_recordset(${JSON.stringify(filled)}::text::json)
          as one(id bigint, place int, name text, organizer text)
      ) new
      where events.id = new.id`);
    return rows.length;
  });
}

function fillFormerNames(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .select()
      .from(formerNames)
      .where(isNull(formerNames.matchKey))
      .limit(BATCH)
      .for('update');
    const filled = rows.map((row) => ({
      event: row.eventId,
      name: row.nameKey,
      organizer: row.organizerNameKey,
      match: matchKey(row.nameKey),
      organizer_match: matchKey(row.organizerNameKey),
    }));
    await tx.execute(sql`
      update former_names set match_key = new.match, organizer_match_key = new.organizer_match
      from json_to_recordset(${JSON.stringify(filled)}::text::json)
        as new(event bigint, name text, organizer text, match text, organizer_match text)
      where event_id = new.event and name_key = new.name and organizer_name_key = new.organizer`);
    return rows.length;
  });
}
