import type { LoaderFunctionArgs } from '@remix-run/node';
import type { BanView } from '~/components/organizer/people/banned-people';
import type { ParticipantsPage } from '~/components/organizer/people/participants-screen';
import type { Identity } from '~/http/guards.server';
import { formatShortDay } from '~/i18n/format';
import { languageOf } from '~/i18n/i18n.server';
import { dayOf } from '~/models/day';
import { countPendingRemovals, countRecent } from '~/models/photo/clear-up.server';
import { countParticipants } from '~/models/event/read.server';
import { countGuests } from '~/models/user/guest-list.server';
import { listBans } from '~/models/user/bans.server';
import {
  MANY_PEOPLE,
  readMemberPlace,
  readMemberSort,
  writeMemberPlace,
  type MemberPlace,
  type MemberSort,
} from '~/models/user/members';
import { listInitials, readMemberPage, type ListedMember } from '~/models/user/members.server';
import { countTurnedAway } from '~/models/event/turned-away.server';
import { loadCoOrganizers } from './co-organizer-forms.server';
import { selfieUrl } from '~/models/user/read.server';
import { organizerPaths } from '~/organizer-paths';

/** The query of the list of participants (rule `participants.list`). */
interface ParticipantsQuery {
  search: string;
  sort: MemberSort;
  withoutPhoto: boolean;
}

/** Reads the query; invalid values mean all participants, in order of joining. */
export function readParticipantsQuery(query: URLSearchParams): ParticipantsQuery {
  return {
    search: query.get('q')?.trim() ?? '',
    sort: readMemberSort(query.get('sort')),
    withoutPhoto: query.get('without') === 'photo',
  };
}

/** The page of participants that the query asks for. */
export async function loadParticipants(
  args: LoaderFunctionArgs,
  { actor, event, isExpired }: Identity,
  query: ParticipantsQuery,
): Promise<ParticipantsPage> {
  const { app } = args.context;
  const { db } = app;
  const place = readMemberPlace(new URL(args.request.url).searchParams.get('after')) ?? undefined;
  const now = app.now();
  const [
    count,
    turnedAway,
    keptOut,
    coOrganizers,
    recentCount,
    goingCount,
    { members, found, next, after, withoutPhoto },
    initials,
    { notHere },
  ] = await Promise.all([
    countParticipants(db, { eventId: event.id }),
    countTurnedAway(db, { eventId: event.id }),
    banViews(args, { actor, eventId: event.id }),
    loadCoOrganizers(args, { actor, eventId: event.id }),
    countRecent(db, { eventId: event.id, now }),
    countPendingRemovals(db, { eventId: event.id }),
    readMemberPage(db, { eventId: event.id, ...query, after: place }),
    listInitials(db, { eventId: event.id }),
    countGuests(db, { eventId: event.id, now }),
  ]);
  const address = (at?: MemberPlace) =>
    organizerPaths.participants({
      q: query.search,
      sort: query.sort === 'joined' ? undefined : query.sort,
      without: query.withoutPhoto ? 'photo' : undefined,
      after: at && writeMemberPlace(at),
    });
  const people = members.map((member) => ({
    ...personOf(args, member),
    counts: { photos: member.photoCount, stars: member.starCount },
    isGoing: member.removeAt !== null,
    // Trust that was given stays in the menu, so that it can be taken back once nothing waits any more.
    isTrusted: event.approvalRequired || member.isTrusted ? member.isTrusted : undefined,
  }));
  return {
    participants: { count, max: event.maxUsers, turnedAway, people },
    keptOut,
    coOrganizers,
    recentCount,
    goingCount,
    ...query,
    found,
    withoutPhotoCount: withoutPhoto,
    notHereCount: isExpired ? null : notHere,
    // Without a filter, because there each letter has its place in the list.
    initials: count > MANY_PEOPLE && found === null ? initials : [],
    self: address(after),
    start: after === undefined ? null : address(),
    more: next === null ? null : address(next),
  };
}

async function banViews(
  args: LoaderFunctionArgs,
  asked: Parameters<typeof listBans>[1],
): Promise<BanView[]> {
  const { db, env } = args.context.app;
  const language = await languageOf(args.request);
  return (await listBans(db, asked)).map(({ createdAt, ...person }) => ({
    ...person,
    since: formatShortDay(dayOf(createdAt, env.EVENT_TIME_ZONE), language),
  }));
}

function personOf({ context: { app } }: LoaderFunctionArgs, member: ListedMember) {
  return {
    id: member.id,
    name: member.name,
    selfieUrl: selfieUrl(member, app.storage),
    isOrganizer: member.isOrganizer,
    isCoOrganizer: member.coOrganizerSince !== null,
  };
}
