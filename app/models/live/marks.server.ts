import { eq, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { flagReports, photos, users } from '~db/schema';
import { can, type Person } from '../access';
import type { ChangeKind, Marks } from './rules';
import type { Day } from '../day';
import { DomainError } from '../errors';
import { isDuelRunning } from '../duel/rules';
import { daysRemaining, isExpired } from '../event/rules';
import { runningFlash } from '../mission/flash';
import { countStars, listStarredIds } from '../photo/star.server';
import { hasStarNews } from '../photo/star-news.server';
import type { ListedPhoto } from '../photo/read.server';
import { votingState } from '../photo/voting';
import { areStandingsHidden, hasRevealBegun, isRevealed } from '../event/standings';
import type { FeedAnswers } from '../photo/feed-answers.server';
import type { EventRow } from '../event/read.server';
import { markOf } from './mark.server';
import { readUnread } from '../message/read.server';
import { countTurnedAway } from '../event/turned-away.server';
import { readTableNews } from '../table/first.server';
import { readRemoteMark } from '../wall/read.server';
import type { UserRow } from '../user/read.server';

/** The reader of the marks; `user` is null for a visitor. */
interface Reader {
  actor: Person;
  user: UserRow | null;
  event: EventRow;
}

interface MarkDeps {
  db: Db;
  now(): Date;
  feeds: FeedAnswers;
  today(): Day;
}

/**
 * Reads the marks of what a reader sees. They are computed from the data, so all servers return the same
 * ones, and they change even if two photos swap places.
 * @throws DomainError authentication_required if a visitor asks for a kind that only members have,
 *   not_an_organizer for a kind that only organizers see
 */
export async function readMarks(
  deps: MarkDeps,
  reader: Reader,
  kinds: readonly ChangeKind[],
): Promise<Marks> {
  const pairs = kinds.map(async (kind) => [kind, await MARKS[kind](deps, reader)] as const);
  return Object.fromEntries(await Promise.all(pairs));
}

/**
 * The mark of an event. It also changes every day with the number of days left, when voting opens or closes at
 * its time, when standings are hidden or shown again at theirs, when a duel or a flash mission ends, and when the
 * reveal begins and ends.
 */
export function markEvent(
  { now, today }: Pick<MarkDeps, 'now' | 'today'>,
  { event }: Pick<Reader, 'event'>,
) {
  return markOf([
    // The code is left out so that the mark does not help to guess it.
    { ...event, code: null, warnedForEnd: null, goingAnnouncedOn: null },
    daysRemaining(event, today()),
    votingState(event, now()),
    areStandingsHidden(event, now()),
    hasRevealBegun(event, now()),
    isRevealed(event, now()),
    isDuelRunning(event, now()),
    runningFlash(event, { now: now(), today: today() }) !== null,
  ]);
}

/** The mark of the user's own row; a constant for visitors. */
export function markUser(user: UserRow | null): string {
  if (!user) return 'visitor';
  const { id, name, email, selfieKey, isOrganizer, coOrganizerSince, passwordDoubtedAt } = user;
  const role = [isOrganizer, coOrganizerSince !== null];
  return markOf([id, name, email, selfieKey, role, passwordDoubtedAt]);
}

/** The mark of the first table whose bulbs are all lit; a constant for readers who may not see the lights. */
export function markTables(told: readonly unknown[] | undefined): string {
  return told ? markOf(told) : 'none';
}

/** The mark of the stars that fell on the user's photos, once the user was told. */
export const NO_STAR_NEWS = '';

const HIDDEN_RANKING = 'hidden';

const shownOf = (row: ListedPhoto) => [
  row.id,
  row.favoriteCount,
  row.userName,
  row.userSelfieKey,
  row.imageStorage,
  row.caption,
];

type ReadMark = (deps: MarkDeps, reader: Reader) => string | Promise<string>;

const MARKS: Record<ChangeKind, ReadMark> = {
  event: markEvent,
  user: (_deps, { user }) => markUser(user),
  photos: ({ feeds }, { event, actor }) => feeds.photosMark(event.id, actor),
  ranking: async ({ feeds }, { event, actor }) => {
    // Must not change with a star (rule `standings.hidden`).
    if (!can(actor, 'stars.count', { eventId: event.id })) return HIDDEN_RANKING;
    // The winners of missions are shown below the podium, and need not be among the first ten.
    const [rows, winners] = await Promise.all([feeds.ranking(actor), feeds.winners(actor)]);
    return markOf([
      rows.map((row) => [row.place, ...shownOf(row)]),
      winners.map((row) => [row.mission.id, row.mission.text, ...shownOf(row)]),
    ]);
  },
  stars: async ({ db }, reader) =>
    String(await countStars(db, { eventId: organizersEvent(reader) })),
  favorites: async ({ db }, reader) =>
    markOf(await listStarredIds(db, { userId: memberOf(reader) })),
  people: async ({ db }, reader) => {
    const eventId = organizersEvent(reader);
    const [row] = await db
      .select({ mark: sql<string>`md5(string_agg(${PERSON}, ',' order by ${users.id}))` })
      .from(users)
      .where(eq(users.eventId, eventId));
    return `${row?.mark ?? ''} ${await countTurnedAway(db, { eventId })}`;
  },
  reports: async ({ db }, reader) => {
    const eventId = organizersEvent(reader);
    const [row] = await db
      .select({
        mark: sql<string | null>`md5(string_agg(${REPORT}, ',' order by ${flagReports.id}))`,
      })
      .from(flagReports)
      .innerJoin(photos, eq(photos.id, flagReports.photoId))
      .where(eq(flagReports.eventId, eventId));
    return row?.mark ?? '';
  },
  messages: async ({ db }, reader) => (await readUnread(db, { userId: memberOf(reader) })).mark,
  fallen: async ({ db, now, today }, reader) => {
    const userId = memberOf(reader);
    if (isExpired(reader.event, today())) return NO_STAR_NEWS;
    return (await hasStarNews(db, { userId, now: now() })) ? 'due' : NO_STAR_NEWS;
  },
  wall: async ({ db, now }, reader) =>
    markOf(await readRemoteMark(db, { eventId: organizersEvent(reader), now: now() })),
  tables: async (deps, reader) => {
    memberOf(reader);
    return markTables((await readTableNews(deps, reader))?.told);
  },
};

const PERSON = sql`concat_ws('/', ${users.id}, ${users.name}, ${users.selfieKey}, ${users.isOrganizer}, ${users.coOrganizerSince} is null)`;
const REPORT = sql`concat_ws('/', ${flagReports.id}, ${flagReports.status}, ${flagReports.reportedById},
  ${photos.hiddenAt}, ${photos.caption})`;

function memberOf({ user }: Reader): number {
  if (!user) throw new DomainError('authentication_required');
  return user.id;
}

function organizersEvent({ actor, event }: Reader): number {
  if (actor.role !== 'organizer') throw new DomainError('not_an_organizer');
  return event.id;
}
