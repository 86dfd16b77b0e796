import { and, eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { users } from '~db/schema';
import { hashPassword, needsRehash, verifyPassword } from './password.server';

/**
 * Rehashes a password that was just verified if its hash has an older cost. It only replaces the hash that
 * was verified, so a password changed since then stays. A failure does not fail the sign-in; the next one
 * tries again.
 * @param params.proven the hash that the password was verified against
 * @returns the hash that verifies the password from now on
 */
export async function upgradePassword(
  db: Db,
  params: { userId: number; password: string; proven: string },
): Promise<string> {
  const { userId, password, proven } = params;
  if (!needsRehash(proven)) return proven;
  try {
    const passwordHash = await hashPassword(password);
    const [upgraded] = await db
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, userId), eq(users.passwordHash, proven)))
      .returning({ id: users.id });
    return upgraded ? passwordHash : await findOther(db, params);
  } catch {
    return proven;
  }
}

/**
 * The hash that another request has stored: it counts if it verifies the same password, which another sign-in
 * rehashed. Otherwise the password was changed.
 */
async function findOther(
  db: Db,
  { userId, password, proven }: { userId: number; password: string; proven: string },
): Promise<string> {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  const other = user?.passwordHash ?? null;
  return other !== null && (await verifyPassword(password, other)) ? other : proven;
}
