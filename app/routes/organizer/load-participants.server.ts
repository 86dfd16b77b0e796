import type { LoaderFunctionArgs } from '@remix-run/node';
import type { ParticipantsView } from '~/components/event/event-views';
import type { Identity } from '~/http/guards.server';
import { listEventMembers } from '~/models/event.server';
import { nameMatches } from '~/models/user';
import { selfieUrl } from '~/models/user.server';

/** How many the dashboard shows. */
const FIRST = 5;

/** Everybody in the event, its organizer first, or those whose name holds what is searched for. */
export async function loadParticipants(
  args: LoaderFunctionArgs,
  identity: Identity,
  { search }: { search: string },
): Promise<ParticipantsView> {
  return viewOf(args, identity, (members) =>
    members.filter(({ name }) => nameMatches(name, search)),
  );
}

/** The first few participants, for the dashboard. */
export async function loadDashboardParticipants(
  args: LoaderFunctionArgs,
  identity: Identity,
): Promise<ParticipantsView> {
  return viewOf(args, identity, (members) =>
    members.filter(({ isOrganizer }) => !isOrganizer).slice(0, FIRST),
  );
}

type Members = Awaited<ReturnType<typeof listEventMembers>>;

async function viewOf(
  { context: { app } }: LoaderFunctionArgs,
  { event }: Identity,
  choose: (members: Members) => Members,
): Promise<ParticipantsView> {
  const members = await listEventMembers(app.db, { eventId: event.id });
  return {
    count: members.filter(({ isOrganizer }) => !isOrganizer).length,
    max: event.maxUsers,
    people: choose(members).map((member) => ({
      id: member.id,
      name: member.name,
      selfieUrl: selfieUrl(member, app.storage),
      isOrganizer: member.isOrganizer,
    })),
  };
}
