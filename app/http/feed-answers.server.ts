import type { RequestArgs } from './context';
import { readClaim } from './session.server';

/**
 * After a write: whoever has written reads what they wrote. The database tells it all servers too, a
 * moment later.
 */
export async function forgetFeed(args: RequestArgs): Promise<void> {
  const claim = await readClaim(args);
  if (claim) args.context.app.feeds.forget(claim.eventId);
}
