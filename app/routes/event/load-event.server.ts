import type { LoaderFunctionArgs } from '@remix-run/node';
import type { EventLine, Voting } from '~/components/event/event-views';
import type { Identity } from '~/http/guards.server';
import { daysRemaining } from '~/models/event/rules';
import { listStarredIds } from '~/models/photo/star.server';
import { startLine } from './contest-line.server';

/** The line under a screen's title. */
export async function loadEventLine(
  args: LoaderFunctionArgs,
  { event }: Identity,
): Promise<EventLine> {
  const { app } = args.context;
  return {
    name: event.name,
    photoCount: await app.feeds.countPhotos(event.id),
    daysLeft: daysRemaining(event, app.today()),
    starts: await startLine(args, event, 'server:event.line.starts'),
  };
}

/** The photos the user has starred, and whether stars can be given. */
export async function loadVoting(
  { context: { app } }: LoaderFunctionArgs,
  identity: Identity,
): Promise<Voting> {
  const { user } = identity;
  return votingOf(identity, user ? await listStarredIds(app.db, { userId: user.id }) : []);
}

/** Whether stars can be given, with the given starred photos. */
export function votingOf({ event, user, isExpired }: Identity, starredIds: number[]): Voting {
  return { isEnabled: event.votingEnabled && !isExpired, isVisitor: !user, starredIds };
}
