import { eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { users } from '~db/schema';
import { open, seal } from '~/services/secret-box.server';
import { provePassword } from './account.server';
import { DomainError } from './errors';
import { createReturnToken } from './sign-in.server';
import { canChangeCredentials } from './user';
import type { UserRow } from './user.server';

/** What keeping the token of a link takes of the application. */
interface LinkDeps {
  db: Db;
  env: { SESSION_SECRET: readonly [string, ...string[]] };
}

const PURPOSE = 'return link';

/**
 * Makes an organizer's private return link anew; the old one is void, and all sessions end.
 * @param params.current the password there is, if there is one
 * @returns the organizer as they are now
 * @throws DomainError access_denied for participants and the administrator, and what `provePassword`
 *   throws
 */
export async function renewReturnLink(
  deps: LinkDeps,
  { user, current }: { user: UserRow; current?: string },
): Promise<UserRow> {
  const { id: userId, isOrganizer } = user;
  if (!isOrganizer || !canChangeCredentials(userId)) throw new DomainError('access_denied');
  await provePassword(user, current);
  const token = await createReturnToken(deps.db, { userId });
  return keepReturnToken(deps, { userId, token });
}

/**
 * Keeps a link's token until its organizer has seen it: encrypted in the database and not in the
 * cookie, whose content anyone with the phone can read.
 * @throws DomainError user_not_found
 */
export async function keepReturnToken(
  { db, env }: LinkDeps,
  { userId, token }: { userId: number; token: string },
): Promise<UserRow> {
  const [secret] = env.SESSION_SECRET;
  const [user] = await db
    .update(users)
    .set({ returnTokenSealed: seal(token, { secret, purpose: PURPOSE }) })
    .where(eq(users.id, userId))
    .returning();
  if (!user) throw new DomainError('user_not_found');
  return user;
}

/** Takes the kept token out, to be shown this once; null when there is none. */
export async function takeReturnToken(
  { db, env }: LinkDeps,
  user: Pick<UserRow, 'id' | 'returnTokenSealed'>,
): Promise<string | null> {
  if (user.returnTokenSealed === null) return null;
  const isUser = eq(users.id, user.id);
  const sealed = await db.transaction(async (tx) => {
    // Locks the row: of two screens that load at once, one gets the token.
    const [row] = await tx
      .select({ sealed: users.returnTokenSealed })
      .from(users)
      .where(isUser)
      .for('update');
    if (row?.sealed) await tx.update(users).set({ returnTokenSealed: null }).where(isUser);
    return row?.sealed ?? null;
  });
  return sealed && open(sealed, { secrets: env.SESSION_SECRET, purpose: PURPOSE });
}
