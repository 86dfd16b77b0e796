import { and, asc, eq, lt, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { isAmong } from '~db/many.server';
import { events, photos, users } from '~db/schema';
import { assertCan, assertRunning, ownAccount, type Actor, type Person } from '../access';
import { recordDeed } from '../admin/audit.server';
import { isViolation } from '../constraint.server';
import { provePassword } from '../session/credentials.server';
import { DomainError } from '../errors';
import { nameKey } from '../event/name';
import { areNamesTaken } from '../event/names.server';
import { lockEvent, removeEvent, renameOrganizer } from '../event/write.server';
import type { EventRow } from '../event/read.server';
import { assertNoImitation } from './imitation.server';
import { planRemoval, planRemovals } from '../storage/file-removal.server';
import { bigintId } from '../id.server';
import {
  requireFile,
  storeImage,
  type GivenFile,
  type ImageDeps,
} from '../photo/image-file.server';
import { recordBan } from './bans.server';
import { replaceOrganizer } from '../event/organizer.server';
import { singleRow } from '../row.server';
import { recordUpload, storeOnce } from '../photo/upload.server';
import { emailKey } from './rules';
import { isOwnRow, type RegisterDeps, type UserRow } from './read.server';

// Changes to existing users, and their removal.

/**
 * Stores the language a member used last, for messages from the platform.
 * @throws DomainError access_denied for a visitor
 */
export async function setLanguage(
  db: Db,
  { actor, language }: { actor: Person; language: string },
): Promise<void> {
  assertCan(actor, 'account.change', ownAccount(actor));
  const isOther = sql`${users.language} is distinct from ${language}`;
  await db
    .update(users)
    .set({ language })
    .where(and(isOwnRow(actor), isOther));
}

/**
 * Changes a member's own name and e-mail. An organizer's name is one of the two that guests find the event
 * by, so the event changes in the same transaction. A new e-mail address needs the password, if there is one:
 * otherwise a person holding the unlocked phone could redirect its owner's sign-in mails.
 * @param params.current the current password, if the e-mail changes
 * @param params.provenFrom the key of the old address, if a link mailed there is the proof; only the address
 *   changes then
 * @throws DomainError user_exists, event_exists or name_imitates at the name, authentication_required when
 *   the member is gone, event_closed, access_denied for visitors and the administrator, and what
 *   `provePassword` throws
 */
export async function changeDetails(
  db: Db,
  params: { actor: Person; name: string; email: string; current?: string; provenFrom?: string },
): Promise<UserRow> {
  const { actor, provenFrom } = params;
  const { eventId } = actor;
  assertCan(actor, 'account.rename', ownAccount(actor));
  const name = params.name.trim();
  const email = params.email.trim();
  const [member] = await db.select().from(users).where(isOwnRow(actor));
  if (!member) throw new DomainError('authentication_required');
  const isOtherEmail = member.emailKey !== emailKey(email);
  if (isOtherEmail && provenFrom === undefined) await provePassword(member, params.current);
  try {
    return await db.transaction(async (tx) => {
      // Locks the event before the member, as everywhere (see `lockEventAndUser`).
      const [event] = await lockEvent(tx, eventId);
      if (!event) throw new DomainError('authentication_required');
      assertRunning(actor, event);
      const isRenamed = member.nameKey !== nameKey(name);
      if (isRenamed && !member.isOrganizer) await assertNoImitation(tx, { eventId, name });
      const [user] = await tx
        .update(users)
        .set({
          name,
          nameKey: nameKey(name),
          email,
          emailKey: emailKey(email),
          ...(isOtherEmail && { emailConfirmedAt: null, emailAskedAt: null }),
          // Invalidates a sign-in link that was mailed to the old address.
          signInTokenHash: null,
          signInTokenExpiresAt: null,
        })
        // A link is valid only while the member has the address it was mailed to.
        .where(and(isOwnRow(actor), provenFrom ? eq(users.emailKey, provenFrom) : undefined))
        .returning();
      if (!user) throw new DomainError(provenFrom ? 'link_expired' : 'authentication_required');
      if (user.isOrganizer) {
        await renameOrganizer(tx, { eventId, organizerName: name });
      }
      return user;
    });
  } catch (error) {
    if (isViolation(error, 'users_event_name_email_unique')) {
      throw new DomainError('user_exists', { field: 'name', cause: error });
    }
    if (areNamesTaken(error)) {
      throw new DomainError('event_exists', { field: 'name', cause: error });
    }
    throw error;
  }
}

/**
 * Sets a user's selfie and queues the old one's files for removal. Repeating the same upload changes nothing
 * (rule `uploads.once`), even if another selfie has followed it.
 * @throws DomainError access_denied for another user's selfie, event_closed, file_required,
 *   authentication_required when the user is gone, and what `storeImage` throws
 */
export async function setSelfie(
  deps: ImageDeps,
  params: {
    actor: Actor;
    user: { id: number; eventId: number };
    file: GivenFile;
    uploadId?: string;
  },
): Promise<UserRow> {
  const { actor, user, uploadId } = params;
  assertCan(actor, 'account.change', { eventId: user.eventId, ownerId: user.id });
  const image = { eventId: user.eventId, userId: user.id, file: requireFile(params.file) };
  const upload = { userId: user.id, uploadId };
  return storeOnce(deps.db, upload, {
    work: () =>
      storeImage(deps, image, async (tx, { storage, key }) => {
        await lockOpenEvent(tx, actor, { eventId: user.eventId, closedTo: 'everybody' });
        const changed = await replaceSelfie(tx, { userId: user.id, storage, key });
        await recordUpload(tx, upload);
        return changed;
      }),
    first: async () => singleRow(await deps.db.select().from(users).where(eq(users.id, user.id))),
  });
}

/**
 * Removes a user's selfie and queues its files for removal. Does nothing if there is none.
 * @throws DomainError access_denied for another user's selfie, event_closed, authentication_required when the
 *   user is gone
 */
export async function removeSelfie(
  { db }: { db: Db },
  { actor, user }: { actor: Actor; user: { id: number; eventId: number } },
): Promise<UserRow> {
  assertCan(actor, 'account.change', { eventId: user.eventId, ownerId: user.id });
  const none = { storage: null, key: null };
  return db.transaction(async (tx) => {
    await lockOpenEvent(tx, actor, { eventId: user.eventId, closedTo: 'guests' });
    return replaceSelfie(tx, { userId: user.id, ...none });
  });
}

/** Locks the event before the user, as everywhere, and checks that the actor may still write to it. */
async function lockOpenEvent(
  tx: Db,
  actor: Actor,
  { eventId, closedTo }: { eventId: number; closedTo: 'guests' | 'everybody' },
): Promise<void> {
  const [event] = await tx.select().from(events).where(eq(events.id, eventId)).for('key share');
  if (!event) throw new DomainError('authentication_required');
  assertRunning(actor, event, closedTo);
}

async function replaceSelfie(
  tx: Db,
  selfie: { userId: number; storage: UserRow['selfieStorage']; key: string | null },
): Promise<UserRow> {
  const isUser = eq(users.id, selfie.userId);
  const [old] = await tx.select().from(users).where(isUser).for('update');
  if (!old) throw new DomainError('authentication_required');
  if (old.selfieStorage && old.selfieKey) {
    await planRemoval(tx, { storage: old.selfieStorage, key: old.selfieKey });
  }
  const rows = await tx
    .update(users)
    .set({ selfieStorage: selfie.storage, selfieKey: selfie.key })
    .where(isUser)
    .returning();
  return singleRow(rows);
}

/**
 * Removes a participant from the organizer's event. Organizers cannot remove themselves. Photos, selfie,
 * stars given and received, reports and messages are deleted with the row; files are queued for removal.
 * @param params.keepOut whether to ban their address from joining again (rule `participants.kept-out`)
 * @throws DomainError user_not_found, or access_denied
 */
export async function removeParticipant(
  { db, env }: RegisterDeps,
  { actor, userId, keepOut = false }: { actor: Actor; userId: number; keepOut?: boolean },
): Promise<void> {
  await removeMember(db, userId, async (tx, { user, event }) => {
    const { id: ownerId, eventId, isOrganizer } = user;
    assertCan(actor, 'member.remove', { eventId, ownerId, isOrganizer });
    const here = { eventId, eventName: event.name };
    await recordDeed(tx, { actor, deed: 'member.removed', target: user, ...here });
    if (keepOut) await recordBan(tx, env, user);
  });
}

/** Strangers in the demo event and their data are deleted after a day. */
const STRANGER_MS = 24 * 60 * 60 * 1000;

/**
 * Removes strangers who joined the demo event a day ago, with all their data (rule `demo.strangers`).
 * @throws DomainError access_denied for every actor but the system
 */
export async function removeOldStrangers(
  db: Db,
  { actor, now }: { actor: Actor; now: Date },
): Promise<void> {
  assertCan(actor, 'event.expire');
  const old = await db
    .select({ id: users.id })
    .from(users)
    .where(and(users.isStranger, lt(users.createdAt, new Date(now.getTime() - STRANGER_MS))));
  for (const { id } of old) {
    await removeMember(db, id, () => {}).catch((error: unknown) => {
      // They left at this moment.
      if (!(error instanceof DomainError)) throw error;
    });
  }
}

/**
 * Deletes a participant's own account with all their data. An organizer deletes the event instead.
 * @throws DomainError user_not_found, event_closed, or access_denied for an organizer
 */
export async function deleteOwnAccount(db: Db, { actor }: { actor: Person }): Promise<void> {
  await removeMember(db, actor.userId ?? 0, (_tx, { user, event }) => {
    assertRunning(actor, event);
    const { id: ownerId, eventId, isOrganizer } = user;
    assertCan(actor, 'account.delete', { eventId, ownerId, isOrganizer });
  });
}

/**
 * Deletes any user but the administrator, on the administrator's behalf. An event always has an organizer: an
 * organizer's event is deleted with them unless a participant takes over. Participants need no successor.
 * @param params.successorId the participant who takes the event over
 * @throws DomainError access_denied; user_not_found, at `successorId` when no such participant is in the
 *   event; event_exists at `successorId` when another event has the event's name with the successor's name;
 *   access_denied for the administrator's own row
 */
export async function deleteUser(
  db: Db,
  { actor, userId, successorId }: { actor: Actor; userId: number; successorId?: number },
): Promise<void> {
  assertCan(actor, 'user.delete', { ownerId: userId });
  try {
    await db.transaction(async (tx) => {
      const { user, event } = await lockEventAndUser(tx, userId);
      const here = { actor, eventId: event.id, eventName: event.name };
      await recordDeed(tx, { ...here, deed: 'user.deleted', target: user });
      if (!user.isOrganizer) await removeRow(tx, user.id);
      else if (successorId === undefined) {
        await recordDeed(tx, { ...here, deed: 'event.deleted' });
        await removeEvent(tx, event);
      } else {
        const { id: organizerId } = user;
        const retireOrganizer = () => removeRow(tx, organizerId);
        const target = await replaceOrganizer(tx, {
          event,
          organizerId,
          successorId,
          retireOrganizer,
        });
        await recordDeed(tx, { ...here, deed: 'event.organizer', target });
      }
    });
  } catch (error) {
    if (areNamesTaken(error)) {
      throw new DomainError('event_exists', { field: 'successorId', cause: error });
    }
    throw error;
  }
}

/**
 * Deletes a member with all their data.
 * @param before checks the permission and logs the action. It gets the user and the event, whose row is
 *   locked by then. If it returns false, the member stays
 * @returns whether they were deleted
 */
export async function removeMember(
  db: Db,
  userId: number,
  before: (
    tx: Db,
    held: { user: UserRow; event: EventRow },
  ) => Promise<boolean | void> | boolean | void,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const held = await lockEventAndUser(tx, userId);
    if ((await before(tx, held)) === false) return false;
    await removeRow(tx, held.user.id);
    return true;
  });
}

/** Deletes a member. The caller has locked the event's row. */
async function removeRow(tx: Db, userId: number): Promise<void> {
  const selfies = await lockRows(tx, [userId]);
  const pictures = await tx
    .select({ storage: photos.imageStorage, key: photos.imageKey })
    .from(photos)
    .where(eq(photos.userId, userId));
  await planRemovals(tx, [...selfies, ...pictures]);
  await tx.delete(users).where(eq(users.id, userId));
}

/**
 * Locks a user's event and reads the user. Every transaction that locks both locks the event first, then
 * members in order of their ids, so that no two transactions deadlock.
 * @throws DomainError user_not_found
 */
async function lockEventAndUser(
  tx: Db,
  userId: number,
): Promise<{ user: UserRow; event: EventRow }> {
  const isUser = eq(users.id, bigintId(userId));
  const [found] = await tx.select({ eventId: users.eventId }).from(users).where(isUser);
  if (!found) throw new DomainError('user_not_found');
  const [event] = await lockEvent(tx, found.eventId);
  // Read after the lock: while this transaction waited, the user may have been deleted or become organizer.
  const [user] = await tx.select().from(users).where(isUser);
  if (!event || !user) throw new DomainError('user_not_found');
  return { user, event };
}

/** Locks members' rows, so that the selfies it returns are still theirs at the commit. */
function lockRows(tx: Db, userIds: number[]) {
  return tx
    .select({ storage: users.selfieStorage, key: users.selfieKey })
    .from(users)
    .where(isAmong(users.id, userIds))
    .orderBy(asc(users.id))
    .for('update');
}
