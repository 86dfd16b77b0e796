import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { users } from '~db/schema';
import { assertCan, ownAccount, type Actor, type Person } from './access';
import { noteDeed } from './audit.server';
import { DomainError } from './errors';
import { hashPassword, verifyPassword } from './password.server';
import { newSessionMark } from './token.server';
import { ADMIN_USER_ID } from './user';
import { isOwnRow, type UserRow } from './user.server';

// What changes how somebody signs in, or ends what was signed in to.

/**
 * Proves the password before anything changes that its owner signs in with; without one, nothing is
 * asked.
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

/**
 * Ends all sessions of whoever asks, on every device.
 * @returns the mark that a session begun from now on bears
 * @throws DomainError access_denied for a visitor
 */
export async function endSessions(db: Db, { actor }: { actor: Person }): Promise<string> {
  assertCan(actor, 'account.change', ownAccount(actor));
  const sessionMark = newSessionMark();
  await db.update(users).set({ sessionMark }).where(isOwnRow(actor));
  return sessionMark;
}

/**
 * Chooses or changes an organizer’s password, and ends all sessions. Of two changes at once the
 * first one counts.
 * @param params.current the one there is, if there is one
 * @returns the member as they are now
 * @throws DomainError what `provePassword` throws, access_denied for participants and for the
 *   administrator
 */
export async function changePassword(
  db: Db,
  params: { actor: Person; current?: string; password: string },
): Promise<UserRow> {
  const { actor, current, password } = params;
  assertCan(actor, 'account.secure', ownAccount(actor));
  const [user] = await db.select().from(users).where(isOwnRow(actor));
  if (!user?.isOrganizer) throw new DomainError('access_denied');
  const { passwordHash: old } = user;
  await provePassword(user, current);
  const passwordHash = await hashPassword(password);
  const isUnchanged = old === null ? isNull(users.passwordHash) : eq(users.passwordHash, old);
  const [changed] = await db
    .update(users)
    .set({ passwordHash, sessionMark: newSessionMark() })
    // A participant has none: whoever stopped organizing meanwhile gets none either.
    .where(and(isOwnRow(actor), eq(users.isOrganizer, true), isUnchanged))
    .returning();
  if (changed) return changed;
  if (old === null) throw new DomainError('password_wrong', { field: 'currentPassword' });
  // The hash has changed since it was read: another password was chosen, or a sign-in hashed the
  // same one anew. Reading it again tells which.
  return changePassword(db, params);
}

/**
 * Changes what the administrator signs in with; without a password the old one stays.
 * @throws DomainError access_denied, user_not_found when there is no administrator
 */
export async function updateAdminCredentials(
  db: Db,
  { actor, username, password }: { actor: Actor; username: string; password?: string },
): Promise<UserRow> {
  assertCan(actor, 'platform.configure');
  // Another password gets another session mark: sessions that the old one opened end.
  const change = password
    ? { passwordHash: await hashPassword(password), sessionMark: newSessionMark() }
    : {};
  return db.transaction(async (tx) => {
    const [admin] = await tx
      .update(users)
      .set({ username, ...change })
      .where(eq(users.id, ADMIN_USER_ID))
      .returning();
    if (!admin) throw new DomainError('user_not_found');
    await noteDeed(tx, { actor, deed: 'platform.credentials' });
    return admin;
  });
}
