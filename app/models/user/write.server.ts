import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, users } from '~db/schema';
import { assertCan, assertRunning, ownAccount, type Actor, type Person } from '../access';
import { isViolation } from '../constraint.server';
import { provePassword } from '../session/credentials.server';
import { DomainError } from '../errors';
import { nameKey } from '../event/name';
import { areNamesTaken } from '../event/names.server';
import { lockEvent } from '../event/update.server';
import { renameOrganizer } from '../event/organizer.server';
import { assertNoImitation } from './imitation.server';
import { planRemoval } from '../storage/file-work.server';
import {
  requireFile,
  storeImage,
  type GivenFile,
  type ImageDeps,
} from '../photo/image-file.server';
import { singleRow } from '../row.server';
import { recordUpload, storeOnce } from '../photo/upload.server';
import { emailKey } from './rules';
import { isOwnRow, type UserRow } from './read.server';

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
      if (isRenamed && !isMain(member)) await assertNoImitation(tx, { eventId, name });
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
      if (isMain(user)) {
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

/** Whether a member's name is the one that guests find the event by: a co-organizer's is not. */
function isMain({ isOrganizer, coOrganizerSince }: UserRow): boolean {
  return isOrganizer && coOrganizerSince === null;
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
