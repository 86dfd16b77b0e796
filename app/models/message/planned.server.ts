import { aliasedTable, and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { plannedMessages, users, type PlannedMessageRow } from '~db/schema';
import { assertCan, assertRunning, memberOf, memberTarget, type Person } from '../access';
import { dayOf } from '../day';
import { DomainError } from '../errors';
import { isExpired } from '../event/rules';
import { lockEvent } from '../event/update.server';
import { getEvent, type EventRow } from '../event/read.server';
import { bigintId } from '../id.server';
import { targetCells } from './deliver.server';
import { audienceWord, PLANNED_MAX, type Recipients } from './rules';
import type { PublicPlanned } from './shape';
import { findWriter } from './write.server';

// Messages that an organizer has planned (rule `messages.planned`). planned-sending.server.ts sends them.

/** The present time, and the time zone of the event's days. */
export interface Clock {
  now: Date;
  timeZone: string;
}

interface Plan {
  toUserId: Recipients;
  message: string;
  sendAt: Date;
}

/**
 * Plans a message of the organizer, or of a co-organizer.
 * @throws DomainError authentication_required when the author is gone, access_denied, event_closed,
 *   user_not_found for an unknown recipient, planned_full; at `sendAt` send_at_past, send_at_after_end
 */
export function planMessage(
  db: Db,
  params: Plan & { actor: Person; clock: Clock },
): Promise<PublicPlanned> {
  const { actor, clock, ...plan } = params;
  return db.transaction(async (tx) => {
    const event = await assertPlannable(tx, { actor, clock, ...plan });
    const isOfEvent = eq(plannedMessages.eventId, event.id);
    // The event's row is locked, so that two simultaneous requests cannot exceed the maximum.
    if ((await tx.$count(plannedMessages, isOfEvent)) >= PLANNED_MAX) {
      throw new DomainError('planned_full');
    }
    const [row] = await tx
      .insert(plannedMessages)
      .values({ eventId: event.id, authorId: actor.userId ?? 0, ...cellsOf(plan) })
      .returning({ id: plannedMessages.id });
    return readPlanned(tx, { eventId: event.id, id: row?.id ?? 0, actor });
  });
}

/**
 * Changes a planned message until it is sent. The organizer who changes it becomes its author, and a message that was
 * not sent is planned again.
 * @throws DomainError message_not_found when it is unknown or sent, and what `planMessage` throws
 */
export function changePlanned(
  db: Db,
  params: { actor: Person; clock: Clock; id: number; changes: Partial<Plan> },
): Promise<PublicPlanned> {
  const { actor, clock, id, changes } = params;
  return db.transaction(async (tx) => {
    await lockEvent(tx, actor.eventId);
    const before = await lockPlanned(tx, { actor, id });
    const plan = { ...planOf(before), ...changes };
    await assertPlannable(tx, { actor, clock, ...plan });
    await tx
      .update(plannedMessages)
      .set({ authorId: actor.userId ?? 0, unsentReason: null, ...cellsOf(plan) })
      .where(eq(plannedMessages.id, before.id));
    return readPlanned(tx, { eventId: before.eventId, id: before.id, actor });
  });
}

/**
 * Cancels a planned message until it is sent, even after the event's end.
 * @throws DomainError message_not_found when it is unknown or sent, access_denied
 */
export function cancelPlanned(db: Db, { actor, id }: { actor: Person; id: number }): Promise<void> {
  return db.transaction(async (tx) => {
    await lockEvent(tx, actor.eventId);
    const { id: found } = await lockPlanned(tx, { actor, id });
    await tx.delete(plannedMessages).where(eq(plannedMessages.id, found));
  });
}

/**
 * The planned messages of an organizer's event, next one first, with those that were not sent.
 * @throws DomainError access_denied for guests
 */
export async function listPlanned(
  db: Db,
  { actor, event }: { actor: Person; event: EventRow },
): Promise<PublicPlanned[]> {
  assertCan(actor, 'message.plan', { eventId: event.id });
  const rows = await selectPlanned(db)
    .where(eq(plannedMessages.eventId, event.id))
    .orderBy(asc(plannedMessages.sendAt), asc(plannedMessages.id));
  return rows.map((row) => present(row, event, actor));
}

/**
 * One planned message of the organizer's event.
 * @throws DomainError message_not_found when it is unknown, sent or another event's, access_denied for guests
 */
export async function readPlanned(
  db: Db,
  { eventId, id, actor }: { eventId: number; id: number; actor: Person },
): Promise<PublicPlanned> {
  assertCan(actor, 'message.plan', { eventId });
  const [row] = await selectPlanned(db).where(
    and(eq(plannedMessages.eventId, eventId), eq(plannedMessages.id, bigintId(id))),
  );
  if (!row) throw new DomainError('message_not_found');
  return present(row, await getEvent(db, { eventId }), actor);
}

/** Checks the caller, the event, the time and the recipient; locks the event. */
async function assertPlannable(
  tx: Db,
  { actor, clock, toUserId, sendAt }: Plan & { actor: Person; clock: Clock },
): Promise<EventRow> {
  const [event] = await lockEvent(tx, actor.eventId);
  const from = await findWriter(tx, actor);
  if (!event || !from) throw new DomainError('authentication_required');
  // Uses the current role, as for any other message.
  const writer = memberOf(from, actor.today);
  assertCan(writer, 'message.plan', { eventId: event.id });
  assertRunning(writer, event, 'everybody');
  if (sendAt <= clock.now) throw new DomainError('send_at_past', { field: 'sendAt' });
  if (isExpired(event, dayOf(sendAt, clock.timeZone))) {
    throw new DomainError('send_at_after_end', { field: 'sendAt' });
  }
  if (typeof toUserId === 'number') {
    const isThem = eq(users.id, bigintId(toUserId));
    const [to] = await tx.select(targetCells).from(users).where(isThem);
    if (!to) throw new DomainError('user_not_found');
    assertCan(writer, 'message.write', memberTarget(to));
  }
  return event;
}

/** Locks a planned message, so that it is either sent before, or changed. */
async function lockPlanned(
  tx: Db,
  { actor, id }: { actor: Person; id: number },
): Promise<PlannedMessageRow> {
  const [found] = await tx
    .select()
    .from(plannedMessages)
    .where(eq(plannedMessages.id, bigintId(id)))
    .for('update');
  if (!found) throw new DomainError('message_not_found');
  assertCan(actor, 'message.plan', { eventId: found.eventId });
  return found;
}

/** Whom a planned message goes to. */
export function recipientsOf({ toUserId, audience }: PlannedMessageRow): Recipients {
  return toUserId ?? audience ?? 0;
}

function planOf(row: PlannedMessageRow): Plan {
  return { toUserId: recipientsOf(row), message: row.message, sendAt: row.sendAt };
}

function cellsOf({ toUserId: to, message, sendAt }: Plan) {
  const recipients =
    typeof to === 'number' ? { toUserId: to, audience: null } : { toUserId: null, audience: to };
  return { ...recipients, message, sendAt };
}

const author = aliasedTable(users, 'author');
const recipient = aliasedTable(users, 'recipient');

function selectPlanned(db: Db) {
  return db
    .select({
      ...getTableColumns(plannedMessages),
      fromName: author.name,
      toName: sql<string | null>`${recipient.name}`,
      isAuthorOrganizer: author.isOrganizer,
    })
    .from(plannedMessages)
    .innerJoin(author, eq(author.id, plannedMessages.authorId))
    .leftJoin(recipient, eq(recipient.id, plannedMessages.toUserId));
}

interface PlannedRow extends PlannedMessageRow {
  fromName: string;
  toName: string | null;
  isAuthorOrganizer: boolean;
}

function present(
  { fromName, toName, isAuthorOrganizer, ...row }: PlannedRow,
  event: EventRow,
  { today }: Person,
): PublicPlanned {
  const willNot = isExpired(event, today) ? 'ended' : isAuthorOrganizer ? null : 'author';
  return {
    id: row.id,
    fromUserId: row.authorId,
    fromName,
    toUserId: row.toUserId ?? audienceWord(row.audience ?? 'all'),
    toName,
    message: row.message,
    sendAt: row.sendAt,
    createdAt: row.createdAt,
    eventId: row.eventId,
    unsent: row.unsentReason ?? willNot,
  };
}
