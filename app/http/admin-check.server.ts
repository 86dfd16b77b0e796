import { DEMO_EVENT_ID } from '~/models/event/rules';
import { recordAdminCheck } from '~/models/session/write.server';
import { ADMIN_CHECK_MS, ADMIN_USER_ID } from '~/models/user/rules';
import type { RequestArgs } from './context';
import type { Identity } from './guards.server';

/** Records that the session's owner passed the credential check. */
export async function markAdmin(
  { context: { app } }: RequestArgs,
  { session }: Pick<Identity, 'session'>,
): Promise<void> {
  await recordAdminCheck(app.db, { sessionId: session.id, now: app.now() });
  app.identities.forget(DEMO_EVENT_ID);
}

/**
 * Whether this is user 1, in a session that passed the credential check in the last 30 minutes (rule
 * `admin.check`). A new password ends all other sessions, and their checks with them.
 */
export function hasFreshAdminCheck(
  { context: { app } }: RequestArgs,
  { user, session: { adminCheckedAt } }: Pick<Identity, 'user' | 'session'>,
): boolean {
  return (
    user?.id === ADMIN_USER_ID &&
    adminCheckedAt !== null &&
    app.now().getTime() - adminCheckedAt.getTime() < ADMIN_CHECK_MS
  );
}
