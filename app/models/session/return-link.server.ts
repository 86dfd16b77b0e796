import { eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { users } from '~db/schema';
import { open, seal } from '~/services/secret-box.server';
import { assertCan, ownAccount, type Person } from '../access';
import { provePassword } from './credentials.server';
import { DomainError } from '../errors';
import { assertMayRenewLink } from './password-doubt.server';
import type { Renewal } from './write.server';
import { createReturnToken } from './sign-in.server';
import type { UserRow } from '../user/read.server';

/** What storing a link's token needs from the application. */
interface LinkDeps {
  db: Db;
  env: { SESSION_SECRET: readonly [string, ...string[]] };
}

/** What a link's token is sealed for. */
export const RETURN_LINK_PURPOSE = 'return link';

/**
 * Creates a new private return link for an organizer. The old link becomes invalid, and all other sessions
 * end.
 * @param params.current the current password, if there is one
 * @param params.renewal the session that continues
 * @param params.isProven whether the calling session has proved more than a name and an address
 * @returns the updated organizer
 * @throws DomainError access_denied for participants and the administrator, and what `assertMayRenewLink` and
 *   `provePassword` throw
 */
export async function renewReturnLink(
  deps: LinkDeps,
  params: {
    actor: Person;
    user: UserRow;
    isProven?: boolean;
    current?: string;
    renewal?: Renewal;
  },
): Promise<UserRow> {
  const { actor, user, isProven = true, current, renewal } = params;
  assertCan(actor, 'account.secure', { eventId: user.eventId, ownerId: user.id });
  assertMayRenewLink(user, { isProven });
  await provePassword(user, current);
  const token = await createReturnToken(deps.db, { userId: user.id, renewal });
  return storeReturnToken(deps, { actor, token });
}

/**
 * Stores a link's token until its organizer has kept it. It is encrypted in the database and not put in the
 * cookie, whose contents anyone with the phone can read.
 * @throws DomainError access_denied for participants and the administrator, user_not_found
 */
export async function storeReturnToken(
  { db, env }: LinkDeps,
  { actor, token }: { actor: Person; token: string },
): Promise<UserRow> {
  assertCan(actor, 'account.secure', ownAccount(actor));
  const [secret] = env.SESSION_SECRET;
  const [user] = await db
    .update(users)
    .set({ returnTokenSealed: seal(token, { secret, purpose: RETURN_LINK_PURPOSE }) })
    .where(eq(users.id, actor.userId ?? 0))
    .returning();
  if (!user) throw new DomainError('user_not_found');
  return user;
}

/**
 * Reads the stored token, to show it until its organizer has kept it; null if there is none.
 * @throws DomainError access_denied for another user's token
 */
export function readReturnToken(
  { env }: Pick<LinkDeps, 'env'>,
  { actor, user }: { actor: Person; user: Pick<UserRow, 'id' | 'eventId' | 'returnTokenSealed'> },
): string | null {
  assertCan(actor, 'account.change', { eventId: user.eventId, ownerId: user.id });
  const sealed = user.returnTokenSealed;
  return sealed && open(sealed, { secrets: env.SESSION_SECRET, purpose: RETURN_LINK_PURPOSE });
}

/**
 * Forgets the stored token once its organizer has copied it or sent it somewhere. The link goes on working.
 * @throws DomainError access_denied for participants and the administrator
 */
export async function forgetReturnToken(db: Db, { actor }: { actor: Person }): Promise<void> {
  assertCan(actor, 'account.secure', ownAccount(actor));
  await db
    .update(users)
    .set({ returnTokenSealed: null })
    .where(eq(users.id, actor.userId ?? 0));
}
