import { and, eq, isNotNull, or } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { users } from '~db/schema';
import { reseal } from '~/services/secret-box.server';
import { RETURN_LINK_PURPOSE } from './return-link.server';
import { factorPurpose } from './second-factor.server';

/**
 * Seals second factors and private links with the first secret, so that the older ones can be dropped. A server does
 * so at its start if it has several secrets.
 * @returns how many users had one that an older secret sealed
 */
export async function resealUsers(
  db: Db,
  { SESSION_SECRET: secrets }: { SESSION_SECRET: readonly [string, ...string[]] },
): Promise<number> {
  if (secrets.length === 1) return 0;
  const { id, secondFactorSealed, returnTokenSealed } = users;
  const sealed = await db
    .select({ id, secondFactorSealed, returnTokenSealed })
    .from(users)
    .where(or(isNotNull(secondFactorSealed), isNotNull(returnTokenSealed)));
  let count = 0;
  for (const user of sealed) {
    const purpose = factorPurpose(user.id);
    const factor = user.secondFactorSealed && reseal(user.secondFactorSealed, { secrets, purpose });
    const link =
      user.returnTokenSealed &&
      reseal(user.returnTokenSealed, { secrets, purpose: RETURN_LINK_PURPOSE });
    if (factor) await db.update(users).set({ secondFactorSealed: factor }).where(isSame(user));
    if (link) {
      const isTheirs = eq(users.returnTokenSealed, user.returnTokenSealed ?? '');
      await db
        .update(users)
        .set({ returnTokenSealed: link })
        .where(and(eq(id, user.id), isTheirs));
    }
    if (factor || link) count += 1;
  }
  return count;
}

/** Matches the user as long as they have the second factor that was read. */
function isSame(user: { id: number; secondFactorSealed: string | null }) {
  return and(eq(users.id, user.id), eq(users.secondFactorSealed, user.secondFactorSealed ?? ''));
}
