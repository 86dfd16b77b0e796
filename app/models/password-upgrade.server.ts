import { and, eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { users } from '~db/schema';
import { hashPassword, needsRehash, verifyPassword } from './password.server';

/**
 * Hashes a password that was just proven anew, if its hash was made at an older cost. It is
 * written only over the hash that was proven, so a password changed since stays. A failure here does
 * not refuse the sign-in: the next one tries again.
 * @param params.proven the hash that the password was proven against
 * @returns the hash that proves the password from now on
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

/** What came in between: another sign-in's upgrade counts for this one too, another password does not. */
async function findOther(
  db: Db,
  { userId, password, proven }: { userId: number; password: string; proven: string },
): Promise<string> {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  const other = user?.passwordHash ?? null;
  return other !== null && (await verifyPassword(password, other)) ? other : proven;
}
