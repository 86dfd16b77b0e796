import { eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { users } from '~db/schema';
import { StartError } from '~/env.server';
import { DEMO_EVENT_ID, DEMO_EVENT_NAME } from '../event/rules';
import { hashPassword } from '../session/password.server';
import { weaknessOf } from '../session/password-choice.server';
import { endSessionsOf } from '../session/write.server';
import { ADMIN_USER_ID } from '../user/rules';
import { generatePassword } from './account.server';
import { notePasswordChosen } from './first-run.server';
import { recordSecurityEvent } from './security-event.server';

/**
 * Sets the administrator's password without the old one and ends all their sessions (rule
 * `admin.lost-password`). A second factor stays.
 * @param params.password ADMIN_PASSWORD; a random one is generated if it is missing
 * @returns the username, and the password if it was generated
 * @throws StartError if there is no administrator yet, or if the password is one that others would try first
 */
export async function setAdminPassword(
  db: Db,
  { password, now }: { password?: string; now: Date },
): Promise<{ username: string; generated: string | null }> {
  const [admin] = await db.select().from(users).where(eq(users.id, ADMIN_USER_ID));
  if (!admin) throw new StartError('There is no administrator yet: the first start creates one.');
  const names = [DEMO_EVENT_NAME, admin.name, admin.username, admin.email];
  if (password && (await weaknessOf({ password, names }))) {
    throw new StartError('ADMIN_PASSWORD: is easy to guess; nothing was changed');
  }
  const chosen = password ?? generatePassword();
  const passwordHash = await hashPassword(chosen);
  await db.transaction(async (tx) => {
    await tx.update(users).set({ passwordHash }).where(eq(users.id, ADMIN_USER_ID));
    await endSessionsOf(tx, { userId: ADMIN_USER_ID });
    await notePasswordChosen(tx, { now });
    const entry = { userId: ADMIN_USER_ID, eventId: DEMO_EVENT_ID, address: '' };
    const kind = 'password_changed' as const;
    const detail = 'npm run admin-password';
    await recordSecurityEvent(tx, { entry: { kind, ...entry, detail }, now });
  });
  return { username: admin.username, generated: password ? null : chosen };
}
