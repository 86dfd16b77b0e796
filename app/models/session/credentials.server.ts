import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { users } from '~db/schema';
import { assertCan, ownAccount, type Actor, type Person } from '../access';
import { recordDeed } from '../admin/audit.server';
import { notePasswordChosen } from '../admin/first-run.server';
import { DomainError } from '../errors';
import { getEvent } from '../event/read.server';
import { hashPassword, verifyPassword } from './password.server';
import { assertHardToGuess } from './password-choice.server';
import { canRevokePassword } from './password-doubt.server';
import { endSessionsOf, renewOwnSession, type Renewal } from './write.server';
import { ADMIN_USER_ID } from '../user/rules';
import { isOwnRow, type UserRow } from '../user/read.server';

// Changes to a user's credentials, and ending their sessions.

/**
 * Checks the current password before a credential changes. A user without a password needs no check.
 * @throws DomainError password_required or password_wrong at `currentPassword`
 */
export async function provePassword(
  { passwordHash }: Pick<UserRow, 'passwordHash'>,
  current: string | undefined,
): Promise<void> {
  if (passwordHash === null) return;
  const field = 'currentPassword';
  if (!current) throw new DomainError('password_required', { field });
  if (!(await verifyPassword(current, passwordHash))) {
    throw new DomainError('password_wrong', { field });
  }
}

/** Refuses passwords that someone who knows the organizer and the event would try first. */
async function assertOwnPassword(db: Db, user: UserRow, password: string): Promise<void> {
  const { name: event } = await getEvent(db, user);
  const names = [event, user.name, user.username, user.email];
  await assertHardToGuess({ password, names, field: 'password' });
}

/**
 * Ends all sessions of the actor, on every device.
 * @throws DomainError access_denied for a visitor
 */
export async function endSessions(db: Db, { actor }: { actor: Person }): Promise<void> {
  assertCan(actor, 'account.change', ownAccount(actor));
  await endSessionsOf(db, { userId: actor.userId ?? 0 });
}

/**
 * Sets or changes an organizer’s password and ends all other sessions. Of two concurrent changes the first
 * one wins. A first password that may not come from the account's owner ends no session: the owner's sessions
 * show a notice and can revoke it (rule `sign-in.password-doubt`).
 * @param params.isProven whether the calling session has proved more than a name and an address
 * @param params.current the current password, if there is one
 * @param params.renewal the session that continues
 * @returns the updated member
 * @throws DomainError what `provePassword` and `assertHardToGuess` throw, access_denied for participants and
 *   for the administrator
 */
export async function changePassword(
  db: Db,
  params: {
    actor: Person;
    isProven?: boolean;
    current?: string;
    password: string;
    renewal?: Renewal;
  },
): Promise<UserRow> {
  const { actor, isProven = true, current, password, renewal } = params;
  assertCan(actor, 'account.secure', ownAccount(actor));
  const [user] = await db.select().from(users).where(isOwnRow(actor));
  if (!user?.isOrganizer) throw new DomainError('access_denied');
  const { passwordHash: old } = user;
  await provePassword(user, current);
  await assertOwnPassword(db, user, password);
  const passwordHash = await hashPassword(password);
  const isDoubtful =
    !isProven && (old === null ? canRevokePassword(user) : user.passwordDoubtedAt !== null);
  const passwordDoubtedAt = isDoubtful ? sql`coalesce(${users.passwordDoubtedAt}, now())` : null;
  const isUnchanged = old === null ? isNull(users.passwordHash) : eq(users.passwordHash, old);
  const changed = await db.transaction(async (tx) => {
    const [row] = await tx
      .update(users)
      // The password replaces the private link that was not kept yet.
      .set({ passwordHash, passwordDoubtedAt, returnTokenSealed: null })
      // Participants have no password, nor does a user who has stopped organizing in the meantime.
      .where(and(isOwnRow(actor), eq(users.isOrganizer, true), isUnchanged))
      .returning();
    if (row && !isDoubtful) await endSessionsOf(tx, { userId: row.id, renewal });
    else if (row && renewal) await renewOwnSession(tx, renewal);
    return row;
  });
  if (changed) return changed;
  if (old === null) throw new DomainError('password_wrong', { field: 'currentPassword' });
  // The hash has changed since it was read: either the password was changed, or a sign-in rehashed the same
  // password. The retry reads it again to find out which.
  return changePassword(db, params);
}

/**
 * Changes the administrator's username and password. Without a new password the old one stays.
 * @param params.renewal the session that continues when a new password ends all others
 * @throws DomainError access_denied, user_not_found when there is no administrator, and what
 *   `assertHardToGuess` throws
 */
export async function updateAdminCredentials(
  db: Db,
  params: { actor: Actor; username: string; password?: string; renewal?: Renewal },
): Promise<UserRow> {
  const { actor, username, password, renewal } = params;
  assertCan(actor, 'platform.configure');
  if (password) {
    const [admin] = await db.select().from(users).where(eq(users.id, ADMIN_USER_ID));
    if (admin) await assertOwnPassword(db, { ...admin, username }, password);
  }
  const change = password ? { passwordHash: await hashPassword(password) } : {};
  return db.transaction(async (tx) => {
    const [admin] = await tx
      .update(users)
      .set({ username, ...change })
      .where(eq(users.id, ADMIN_USER_ID))
      .returning();
    if (!admin) throw new DomainError('user_not_found');
    if (password) {
      await endSessionsOf(tx, { userId: admin.id, renewal });
      await notePasswordChosen(tx, { now: new Date() });
    }
    await recordDeed(tx, { actor, deed: 'platform.credentials' });
    return admin;
  });
}
