import { passwordMark } from '~/models/admin.server';
import { ADMIN_CHECK_MS } from '~/models/user';
import type { RequestArgs } from './context';
import { commitSession, getSession, noteChange } from './session.server';

/** Remembers a successful credential check of this user. */
export async function markAdmin(
  args: RequestArgs,
  check: { userId: number; passwordMark: string },
): Promise<Headers> {
  const session = await getSession(args);
  noteChange(args);
  session.set('admin', { ...check, at: args.context.app.now().getTime() });
  return commitSession(args);
}

/** Keeps the check of who has just changed the password; it ends when it would have ended. */
export async function keepAdminCheck(
  args: RequestArgs,
  user: { passwordHash: string | null },
): Promise<void> {
  const session = await getSession(args);
  const check = session.get('admin');
  if (!check) return;
  noteChange(args);
  session.set('admin', { ...check, passwordMark: passwordMark(user) });
}

/**
 * Whether this session's user passed the credential check in the last 30 minutes, with the password
 * that is theirs now (rule `admin.check`).
 */
export async function hasFreshAdminCheck(
  args: RequestArgs,
  user: { id: number; passwordHash: string | null },
): Promise<boolean> {
  const session = await getSession(args);
  const check = session.get('admin');
  return (
    !!check &&
    check.userId === user.id &&
    check.passwordMark === passwordMark(user) &&
    args.context.app.now().getTime() - check.at < ADMIN_CHECK_MS
  );
}
