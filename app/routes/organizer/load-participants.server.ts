import type { LoaderFunctionArgs } from '@remix-run/node';
import type { ParticipantsView } from '~/components/event/event-views';
import type { Identity } from '~/http/guards.server';
import { countParticipants } from '~/models/event.server';
import { readId } from '~/models/id';
import { listFirstParticipants, readMemberPage, type ListedMember } from '~/models/members.server';
import { countTurnedAway } from '~/models/turned-away.server';
import { selfieUrl } from '~/models/user.server';
import { organizerPaths } from '~/organizer-paths';

/** How many the dashboard shows. */
const FIRST = 5;

/**
 * A page of everybody in the event, its organizer first, or of those whose name holds what is searched
 * for.
 */
export async function loadParticipants(
  args: LoaderFunctionArgs,
  { event }: Identity,
  { search }: { search: string },
) {
  const { db } = args.context.app;
  const [count, turnedAway, { members, found, next, after }] = await Promise.all([
    countParticipants(db, { eventId: event.id }),
    countTurnedAway(db, { eventId: event.id }),
    readMemberPage(db, { eventId: event.id, search, after: readAfter(args.request) }),
  ]);
  return {
    participants: { count, max: event.maxUsers, turnedAway, people: peopleOf(args, members) },
    found,
    self: organizerPaths.participants({ q: search, after }),
    start: after === undefined ? null : organizerPaths.participants({ q: search }),
    more: next === null ? null : organizerPaths.participants({ q: search, after: next }),
  };
}

/** The first few participants, for the dashboard. */
export async function loadDashboardParticipants(
  args: LoaderFunctionArgs,
  { event }: Identity,
): Promise<ParticipantsView> {
  const { db } = args.context.app;
  const [count, turnedAway, first] = await Promise.all([
    countParticipants(db, { eventId: event.id }),
    countTurnedAway(db, { eventId: event.id }),
    listFirstParticipants(db, { eventId: event.id, limit: FIRST }),
  ]);
  return { count, max: event.maxUsers, turnedAway, people: peopleOf(args, first) };
}

/** The participant after whom the page begins; what is no id begins at the start. */
function readAfter(request: Request): number | undefined {
  return readId(new URL(request.url).searchParams.get('after'));
}

function peopleOf({ context: { app } }: LoaderFunctionArgs, members: ListedMember[]) {
  return members.map((member) => ({
    id: member.id,
    name: member.name,
    selfieUrl: selfieUrl(member, app.storage),
    isOrganizer: member.isOrganizer,
  }));
}
