import type { LoaderFunctionArgs } from '@remix-run/node';
import type { EventLine, Voting } from '~/components/event/event-views';
import type { Identity } from '~/http/guards.server';
import { daysRemaining } from '~/models/event/rules';
import { listStarredIds } from '~/models/photo/star.server';
import type { UserRow } from '~/models/user/read.server';
import { startLine } from './contest-line.server';
import { sayVoting } from './load-voting.server';

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
export async function loadVoting(args: LoaderFunctionArgs, identity: Identity): Promise<Voting> {
  const { user } = identity;
  const { db } = args.context.app;
  return votingOf(args, identity, user ? await listStarredIds(db, { userId: user.id }) : []);
}

/** Whether stars can be given, with the given starred photos. */
export async function votingOf(
  args: LoaderFunctionArgs,
  { event, user, isExpired }: Identity,
  starredIds: number[],
): Promise<Voting> {
  const voting = { isVisitor: !user, starredIds };
  if (isExpired) return { isEnabled: false, ...voting };
  const why = (await sayVoting(args, event)).refusal;
  return { isEnabled: !why, why, ...voting };
}

/** How many photos a member has; none if that cannot be read, so that the frame is drawn anyway. */
export async function countOwnPhotos(
  { context }: LoaderFunctionArgs,
  { id, eventId }: UserRow,
): Promise<number> {
  try {
    return await context.app.feeds.countOwn(eventId, id);
  } catch (error) {
    context.logFailure(error);
    return 0;
  }
}
