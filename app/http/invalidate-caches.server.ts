import { ADMIN_USER_ID } from '~/models/user/rules';
import type { RequestArgs } from './context';
import { readClaim } from './session.server';

/**
 * Invalidates cached values after a write, so that the user reads their own write and permissions are
 * current. The database notifies all servers of it, too, a moment later.
 */
export async function invalidateCaches(args: RequestArgs): Promise<void> {
  const claim = await readClaim(args);
  if (!claim) return;
  const { feeds, identities } = args.context.app;
  feeds.forget(claim.eventId);
  // The administrator may have written to any event.
  identities.forget(claim.userId === ADMIN_USER_ID ? null : claim.eventId);
}
