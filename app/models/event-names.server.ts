import { and, asc, desc, eq, isNull, ne, sql, type SQL } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, formerNames, users, type EventRow } from '~db/schema';
import { isViolation } from './constraint.server';
import { isOpenTo, type EventLink } from './door';
import { DomainError } from './errors';
import { matchKey, nameKey } from './event-name';
import { findFormerlyNamed, noteFormerNames, type NameKeys } from './former-names.server';

// The names that an event is known by (rule `event.names`): how they are stored, and who is found by them.

/** How many rows one statement fills at a start. */
const BATCH = 500;

interface Names {
  event: string;
  organizerName: string;
}

/**
 * Who names an event: a member, who then proves to be one, or a newcomer with the link that they came by, if
 * they came by one (rule `door.open`).
 */
export type Comer = 'member' | { link: EventLink | null };

/**
 * The event that two names stand for together (rule `event.names`), or stood for (rule
 * `event.former-names`).
 * @throws DomainError event_name_required, organizer_name_required, event_not_found, or
 *   incorrect_organizer_name when only the event's name is right; code_only for a newcomer who needs its code
 */
export async function findEventByNames(db: Db, names: Names, comer: Comer): Promise<EventRow> {
  const keys = keysOf(names);
  if (!keys.matchKey) throw new DomainError('event_name_required', { field: 'event' });
  if (!keys.organizerMatchKey) {
    throw new DomainError('organizer_name_required', { field: 'organizerName' });
  }

  const event = await findNamed(db, keys);
  if (event) {
    if (comer === 'member' || isOpenTo(event, comer.link)) return event;
    throw new DomainError('code_only');
  }

  const isNamed = eq(events.matchKey, keys.matchKey);
  const [namesake] = await db.select({ id: events.id }).from(events).where(isNamed).limit(1);
  if (!namesake) throw new DomainError('event_not_found', { field: 'event' });
  throw new DomainError('incorrect_organizer_name', { field: 'organizerName' });
}

/** Whether two names lead to this event, be they its own or former ones. */
export async function isFoundBy(
  db: Db,
  { event, names }: { event: { id: number }; names: Names },
): Promise<boolean> {
  const found = await findNamed(db, keysOf(names));
  return found?.id === event.id;
}

/**
 * The event whose names these are; else the one that had them last; else null. Of several with the
 * same names the one that is written like this is meant, else the oldest.
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

/** Whether a write failed because its names are, or were, another event's. */
export function areNamesTaken(error: unknown): boolean {
  if (error instanceof DomainError) return error.code === 'event_exists';
  return isViolation(error, 'events_name_organizer_unique');
}

/** What is stored of two names beside the names themselves. */
function keysOf({ event, organizerName }: Names): NameKeys & { matchKey: string } {
  return {
    nameKey: nameKey(event),
    organizerNameKey: nameKey(organizerName),
    matchKey: matchKey(event),
    organizerMatchKey: matchKey(organizerName),
  };
}

/**
 * The columns of an event that goes by these names. Where another event goes by the same ones, the
 * database refuses the write with `events_name_organizer_unique`.
 */
export function namesFor(event: { id: number }, names: Names) {
  return withNamesake(event, keysOf(names));
}

/**
 * The columns of an event, whose row is held, that changes one of its names; what it was called is kept
 * (rule `event.former-names`). The write is refused as `namesFor` says. A name that stays as it is
 * changes nothing: namesakes from before keep theirs.
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
  await noteFormerNames(tx, event);
  return withNamesake(event, keys);
}

/** With the number of an event that has the same names, if there is one: then the write collides. */
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
 * Fills what is compared of names where a migration has left it empty; to be called before anything is
 * served. Events that have become namesakes are numbered, the oldest first. Servers that start together
 * do it one after the other.
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
      .leftJoin(users, and(eq(users.eventId, events.id), eq(users.isOrganizer, true)))
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
