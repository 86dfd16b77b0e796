import { ADMIN_USER_ID } from '~/models/user';
import type { RequestArgs } from './context';
import { readClaim } from './session.server';

/**
 * After a write: whoever has written reads what they wrote, and whom it concerns is who they are now. The
 * database tells it all servers too, a moment later.
 */
export async function forgetKept(args: RequestArgs): Promise<void> {
  const claim = await readClaim(args);
  if (!claim) return;
  const { feeds, identities } = args.context.app;
  feeds.forget(claim.eventId);
  // The administrator writes to any event.
  identities.forget(claim.userId === ADMIN_USER_ID ? null : claim.eventId);
}
