import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, users } from '~db/schema';
import { isViolation } from './constraint.server';
import { DomainError } from './errors';
import { nameKey } from './event';
import { hashPassword, verifyPassword } from './password.server';
import { newSessionMark } from './token.server';
import { canChangeCredentials, emailKey } from './user';
import type { UserRow } from './user.server';

/** Keeps the language a member used last, for what the platform writes to them. */
export async function setLanguage(
  db: Db,
  { userId, language }: { userId: number; language: string },
): Promise<void> {
  const isOther = sql`${users.language} is distinct from ${language}`;
  await db
    .update(users)
    .set({ language })
    .where(and(eq(users.id, userId), isOther));
}

/**
 * Changes a member's own name and e-mail. An organizer's name is one of the two that guests find the
 * event by, so the event changes in the same transaction. A new e-mail address asks for the password,
 * where there is one: with somebody's unlocked phone one could otherwise send their sign-in mails to
 * oneself.
 * @param params.current the password there is, if the e-mail changes
 * @throws DomainError user_exists or event_exists at the name, authentication_required when the
 *   member is gone, access_denied for the administrator, and what `provePassword` throws
 */
export async function changeDetails(
  db: Db,
  params: { userId: number; eventId: number; name: string; email: string; current?: string },
): Promise<UserRow> {
  const { userId, eventId } = params;
  if (!canChangeCredentials(userId)) throw new DomainError('access_denied');
  const name = params.name.trim();
  const email = params.email.trim();
  const [member] = await db.select().from(users).where(eq(users.id, userId));
  if (!member) throw new DomainError('authentication_required');
  if (member.emailKey !== emailKey(email)) await provePassword(member, params.current);
  try {
    return await db.transaction(async (tx) => {
      // The event's lock before the member's, as everywhere (see deletion.server.ts).
      await tx.select().from(events).where(eq(events.id, eventId)).for('update');
      const [user] = await tx
        .update(users)
        .set({
          name,
          nameKey: nameKey(name),
          email,
          emailKey: emailKey(email),
          // A sign-in link that went to the old address is void.
          signInTokenHash: null,
          signInTokenExpiresAt: null,
        })
        .where(and(eq(users.id, userId), eq(users.eventId, eventId)))
        .returning();
      if (!user) throw new DomainError('authentication_required');
      if (user.isOrganizer) {
        const organizerNameKey = nameKey(name);
        await tx.update(events).set({ organizerNameKey }).where(eq(events.id, eventId));
      }
      return user;
    });
  } catch (error) {
    if (isViolation(error, 'users_event_name_email_unique')) {
      throw new DomainError('user_exists', { field: 'name', cause: error });
    }
    if (isViolation(error, 'events_name_organizer_unique')) {
      throw new DomainError('event_exists', { field: 'name', cause: error });
    }
    throw error;
  }
}

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
 * Ends all sessions of a member, on every device.
 * @returns the mark that a session begun from now on bears
 */
export async function endSessions(db: Db, { userId }: { userId: number }): Promise<string> {
  const sessionMark = newSessionMark();
  await db.update(users).set({ sessionMark }).where(eq(users.id, userId));
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
  params: { userId: number; current?: string; password: string },
): Promise<UserRow> {
  const { userId, current, password } = params;
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  if (!user?.isOrganizer || !canChangeCredentials(userId)) throw new DomainError('access_denied');
  const { passwordHash: old } = user;
  await provePassword(user, current);
  const passwordHash = await hashPassword(password);
  const isUnchanged = old === null ? isNull(users.passwordHash) : eq(users.passwordHash, old);
  const [changed] = await db
    .update(users)
    .set({ passwordHash, sessionMark: newSessionMark() })
    .where(and(eq(users.id, userId), isUnchanged))
    .returning();
  if (changed) return changed;
  if (old === null) throw new DomainError('password_wrong', { field: 'currentPassword' });
  // The hash has changed since it was read: another password was chosen, or a sign-in hashed the
  // same one anew. Reading it again tells which.
  return changePassword(db, params);
}
