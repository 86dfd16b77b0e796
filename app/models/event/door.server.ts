import { randomInt } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, formerNames, sessions, type EventRow } from '~db/schema';
import { assertCan, type Person } from '../access';
import { recordDeed } from '../admin/audit.server';
import { leadsTo, type Door, type EventLink } from './door';
import { DomainError } from '../errors';
import { isDemo } from './rules';
import { getEvent } from './read.server';
import { singleRow } from '../row.server';
import { getLockedEvent } from './update.server';

/** Excludes characters that look alike, because people type the code from paper. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const CODE_LENGTH = 10;

/**
 * The event that a link leads to. With a wrong code it throws the same error as for an event that does not
 * exist, so that an old link does not reveal that there is a new one.
 * @throws DomainError event_not_found
 */
export async function getLinkedEvent(db: Db, link: EventLink): Promise<EventRow> {
  const event = await getEvent(db, link);
  if (!leadsTo(event, link)) throw new DomainError('event_not_found');
  return event;
}

/**
 * Gives an event a new code. Former names, links with an old code and the sessions of all visitors end;
 * members stay (rule `door.renew`).
 * @throws DomainError not_an_organizer, access_denied for another event, demo_door_stays, event_not_found
 */
export function renewCode(
  db: Db,
  params: { actor: Person; eventId: number; door: Door },
): Promise<EventRow> {
  const { eventId, door } = params;
  return db.transaction(async (tx) => {
    await lockAsOrganizer(tx, params);
    await tx.delete(formerNames).where(eq(formerNames.eventId, eventId));
    await tx.delete(sessions).where(and(eq(sessions.eventId, eventId), isNull(sessions.userId)));
    await recordDeed(tx, { actor: params.actor, deed: 'event.code_renewed', eventId });
    return setCells(tx, eventId, { door, code: newCode() });
  });
}

/**
 * Opens or closes the event to people who know its two names (rule `door.open`). Members stay, and so does an
 * existing code.
 * @throws DomainError what `renewCode` throws
 */
export function setDoor(
  db: Db,
  params: { actor: Person; eventId: number; door: Door },
): Promise<EventRow> {
  const { actor, eventId, door } = params;
  return db.transaction(async (tx) => {
    const event = await lockAsOrganizer(tx, params);
    if (event.door === door) return event;
    const deed = door === 'code' ? 'event.door_code' : 'event.door_names';
    await recordDeed(tx, { actor, deed, eventId });
    const code = door === 'code' ? (event.code ?? newCode()) : event.code;
    return setCells(tx, eventId, { door, code });
  });
}

/**
 * Returns the event's row, locked: a person who enters at this moment does so before the change, or sees it.
 */
async function lockAsOrganizer(
  tx: Db,
  { actor, eventId }: { actor: Person; eventId: number },
): Promise<EventRow> {
  assertCan(actor, 'event.manage', { eventId });
  if (isDemo({ id: eventId })) throw new DomainError('demo_door_stays');
  return getLockedEvent(tx, eventId);
}

async function setCells(
  tx: Db,
  eventId: number,
  cells: Pick<EventRow, 'door' | 'code'>,
): Promise<EventRow> {
  return singleRow(await tx.update(events).set(cells).where(eq(events.id, eventId)).returning());
}

export function newCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
