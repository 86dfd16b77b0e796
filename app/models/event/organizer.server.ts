import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { users } from '~db/schema';
import { assertCan, type Actor } from '../access';
import { recordDeed } from '../admin/audit.server';
import { DomainError } from '../errors';
import { isDemo } from './rules';
import { updateEvent } from './update.server';
import { lockEvent } from './update.server';
import { areNamesTaken, changedNames } from './names.server';
import { findOrganizer, type EventRow } from './read.server';
import { bigintId } from '../id.server';
import { sendFromPlatform } from '../message/write.server';
import { NO_FACTOR } from '../session/second-factor.server';
import type { UserRow } from '../user/read.server';
import { assertNotFormerlyUsed } from './former-names.server';

/**
 * Writes the message to an event's new organizer (`isNew`) and to its former one, in the language they used
 * last; null if that is unknown.
 */
export type HandoverWords = (news: {
  language: string | null;
  eventName: string;
  /** The new organizer's name. */
  name: string;
  isNew: boolean;
}) => string;

/**
 * Makes a participant or co-organizer the organizer. The former organizer becomes a participant (rule
 * `admin.event-organizer`).
 * @param params.successorId the new organizer's id
 * @throws DomainError access_denied, demo_event_organizer, event_not_found; at `successorId` user_not_found
 *   when no such member is in the event, and event_exists when another event has the event's name with
 *   the successor's name
 */
export async function changeOrganizer(
  db: Db,
  params: { actor: Actor; eventId: number; successorId: number; words: HandoverWords },
): Promise<UserRow> {
  const { actor, eventId, successorId, words } = params;
  assertCan(actor, 'event.handOver', { eventId });
  if (isDemo({ id: eventId })) throw new DomainError('demo_event_organizer');
  try {
    return await db.transaction(async (tx) => {
      const [event] = await lockEvent(tx, eventId);
      const former = event && (await findOrganizer(tx, { eventId }));
      if (!former) throw new DomainError('event_not_found');
      const retireOrganizer = () => makeParticipant(tx, former.id);
      const successor = await replaceOrganizer(tx, {
        event,
        organizerId: former.id,
        successorId,
        retireOrganizer,
      });
      await recordDeed(tx, {
        ...{ actor, deed: 'event.organizer', target: successor },
        ...{ eventId, eventName: event.name, detail: `${former.name} → ${successor.name}` },
      });
      const { name } = successor;
      for (const to of [successor, former]) {
        const isNew = to === successor;
        await sendFromPlatform(tx, to, (language) =>
          words({ language, eventName: event.name, name, isNew }),
        );
      }
      return successor;
    });
  } catch (error) {
    if (!areNamesTaken(error)) throw error;
    throw new DomainError('event_exists', { field: 'successorId', cause: error });
  }
}

/**
 * Replaces the organizer of an event by another member. The caller holds the lock on the event's row.
 * @param params.retireOrganizer demotes or deletes the old organizer; called once their row is locked
 * @throws DomainError user_not_found at `successorId` when no such member is in the event
 */
export async function replaceOrganizer(
  tx: Db,
  params: {
    event: EventRow;
    organizerId: number;
    successorId: number;
    retireOrganizer: () => Promise<void>;
  },
): Promise<UserRow> {
  const { event, organizerId, successorId, retireOrganizer } = params;
  // Joining, leaving and renaming all lock the event first, so the successor stays a member until the
  // commit.
  const [successor] = await tx
    .select()
    .from(users)
    .where(
      and(
        eq(users.id, bigintId(successorId)),
        eq(users.eventId, event.id),
        ne(users.id, organizerId),
      ),
    );
  if (!successor) throw new DomainError('user_not_found', { field: 'successorId' });
  const { id } = successor;
  // Members' rows are always locked in order of their ids.
  await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, [organizerId, id]))
    .orderBy(asc(users.id))
    .for('update');
  // The old organizer is retired first, because a unique index allows one organizer per event.
  await retireOrganizer();
  await tx.update(users).set({ isOrganizer: true, coOrganizerSince: null }).where(eq(users.id, id));
  await setOrganizer(tx, { eventId: event.id, organizer: successor });
  return successor;
}

/** Removes the password, second factor and links: participants sign in by name and e-mail only. */
export async function makeParticipant(tx: Db, userId: number): Promise<void> {
  await tx
    .update(users)
    .set({
      isOrganizer: false,
      coOrganizerSince: null,
      passwordHash: null,
      passwordDoubtedAt: null,
      ...NO_FACTOR,
      returnTokenHash: null,
      returnTokenExpiresAt: null,
      returnTokenSealed: null,
      signInTokenHash: null,
      signInTokenExpiresAt: null,
    })
    .where(eq(users.id, userId));
}

/** Updates the organizer's name by which guests find the event. */
export async function renameOrganizer(
  tx: Db,
  { eventId, organizerName }: { eventId: number; organizerName: string },
): Promise<void> {
  const [event] = await lockEvent(tx, eventId);
  if (!event) return;
  const names = await changedNames(tx, event, { organizerName });
  if (names.nameKey) await assertNotFormerlyUsed(tx, await updateEvent(tx, eventId, names));
}

/** Gives an event another organizer. */
async function setOrganizer(
  tx: Db,
  { eventId, organizer }: { eventId: number; organizer: { name: string } },
): Promise<void> {
  await renameOrganizer(tx, { eventId, organizerName: organizer.name });
  // The warnings went to the old organizer, so they are reset for the new one.
  await updateEvent(tx, eventId, { warnedForEnd: null, goingAnnouncedOn: null });
}
