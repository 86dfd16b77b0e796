import { readLook } from '~/http/look.server';
import type { RequestArgs } from '~/http/context';
import type { Identity } from '~/http/guards.server';
import { feedRank, inOrder } from '~/models/photo/balance.server';
import type { OpenedFrom } from './photo-list';

/** Whether the balanced order is the default of a reader's feed. Organizers see the newest photos first. */
export function hasBalancedFeed({ actor }: Identity): boolean {
  return actor.role !== 'organizer';
}

/**
 * The ids of a guest's feed in its order, for the neighbors of a photo in it.
 * @returns undefined for any other list
 */
export async function loadFeedOrder(
  args: RequestArgs,
  identity: Identity,
  { from, userId }: OpenedFrom,
): Promise<number[] | undefined> {
  if (from !== 'feed' || userId !== undefined || !hasBalancedFeed(identity)) return undefined;
  const eventId = identity.event.id;
  const [look, visible] = await Promise.all([
    readLook(args, eventId, { mayBegin: false }),
    args.context.app.feeds.photoIds(eventId, identity.actor),
  ]);
  return inOrder(visible, feedRank(look));
}
