import { createHmac } from 'node:crypto';
import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { favorites, missions, photos, users, wallDecisions, type MissionRow } from '~db/schema';
import { createEventCache, onEventChanged } from '../event/cache.server';
import { areStandingsHidden, nextStandingsTurn } from '../event/standings';
import { listMissionWinners, type MissionWinner } from '../mission/winners.server';
import { isCountedStar } from '../photo/scope.server';
import { podiumOf } from '../photo/star';
import { listTopPhotos, type RankedPhoto } from '../photo/star.server';
import { nextTurn } from '../photo/voting';
import type { EventWall } from './read.server';
import { isRevealKnown, programmeAt, revealTurns, wallRevealAt } from './reveal';
import {
  showsFrom,
  STAR_DELAY_MS,
  STAR_MAX_AGE_MS,
  type Showing,
  type WallDecision,
  type WallPlace,
  type WallReveal,
  type WallState,
} from './rules';

/** A photo that everybody sees, and what was decided about it. */
export interface Candidate {
  id: number;
  imageKey: string;
  width: number;
  height: number;
  caption: string | null;
  mission: MissionRow | null;
  userName: string;
  createdAt: Date;
  decision: WallDecision | null;
  decidedAt: Date | null;
  isFirst: boolean;
}

interface GivenStar {
  id: string;
  photoId: number;
  at: number;
}

/** A photo on the wall, and since when. */
export type Shown = Candidate & { from: number };

/** A photo on the podium of the reveal, and whether it is on the wall otherwise. */
interface RevealedCandidate {
  photo: Candidate;
  isShown: boolean;
  stars: number;
  /** Whether a duel gave it the first place. */
  afterDuel?: true;
}

/** What a wall shows at one moment. */
export interface Show extends Pick<WallState, 'podium' | 'stars'> {
  photos: Shown[];
  /** The photos that won their missions; none while the standings are hidden. */
  winners: MissionWinner[];
  /** The reveal while a wall is told of it (rule `wall.reveal`). */
  reveal: WallReveal<RevealedCandidate> | null;
  /** Photos that come later by themselves, soonest first; or that wait for an organizer, earliest first. */
  waiting: (Candidate & { from: number | null })[];
  /** Photos that an organizer took off, the last one first. */
  skipped: Candidate[];
  /** When it changes by itself, in ms since 1970; null if it does not. */
  changesAt: number | null;
}

/** The shows of all walls, computed once for all screens of an event. */
export interface WallShows {
  /** What an event's wall shows at a moment. */
  at(wall: EventWall, now: Date): Promise<Show>;
  /**
   * Takes a notification from the database: the id of a changed event, and `stars` behind it where only stars
   * were given or taken back; null when some notifications may have been missed.
   */
  receive(payload: string | null): void;
  /** Invalidates the cached values of an event, or of all events for null. */
  forget(eventId: number | null): void;
}

const MAX_BYTES = 16 * 1024 * 1024;
const MAX_AGE_MS = 30_000;
const PHOTO_BYTES = 500;
const STAR_BYTES = 100;

/**
 * Creates the cache. The database notifies all servers when an event's photos, stars or decisions change. Stars are
 * cached apart and not read while the standings are hidden, so that no answer's time tells of one (rule
 * `standings.hidden`).
 */
export function createWallShows({
  db,
  env: {
    SESSION_SECRET: [secret],
  },
}: {
  db: Db;
  env: { SESSION_SECRET: readonly [string, ...string[]] };
}): WallShows {
  const counted = createEventCache({ maxBytes: MAX_BYTES / 4, maxAgeMs: MAX_AGE_MS });
  const cache = createEventCache({ maxBytes: MAX_BYTES, maxAgeMs: MAX_AGE_MS });

  function readCandidates(eventId: number): Promise<Candidate[]> {
    const make = () => listCandidates(db, eventId);
    return cache.read(eventId, 'photos', make, ({ length }) => (length + 1) * PHOTO_BYTES);
  }

  function readCounted(eventId: number, now: Date): Promise<Counted> {
    const make = async () => {
      const [stars, ranking, winners] = await Promise.all([
        listStars(db, { eventId, now, secret }),
        listTopPhotos(db, { eventId }),
        listMissionWinners(db, { eventId }),
      ]);
      return { stars, places: placesOf(ranking), winners };
    };
    const bytesOf = ({ stars, winners }: Counted) =>
      (stars.length + 10) * STAR_BYTES + winners.length * PHOTO_BYTES;
    return counted.read(eventId, 'stars', make, bytesOf);
  }

  return {
    async at(wall, now) {
      const { id } = wall.event;
      const isHidden = areStandingsHidden(wall.event, now) && !isRevealKnown(wall.event, now);
      const [candidates, counted] = await Promise.all([
        readCandidates(id),
        isHidden ? null : readCounted(id, now),
      ]);
      return showAt(candidates, counted, wall, now);
    },
    ...onEventChanged({ cache, counted }),
  };
}

interface Counted {
  stars: GivenStar[];
  places: WallPlace[];
  winners: MissionWinner[];
}

/** @param read null while a wall is told no stars at all */
function showAt(
  candidates: readonly Candidate[],
  read: Counted | null,
  { event, settings }: EventWall,
  at: Date,
): Show {
  const now = at.getTime();
  // While the reveal lasts, it alone tells stars.
  const counted = areStandingsHidden(event, at) ? null : read;
  const { shown, waiting, skipped } = sortOut(candidates, settings, now);
  const ids = new Set(shown.map(({ id }) => id));
  const isShown = ({ photoId }: { photoId: number }) => ids.has(photoId);
  const stars = counted?.stars.filter(isShown) ?? [];
  const turns = [nextTurn(event, at), nextStandingsTurn(event, at)];
  const coming = [
    ...waiting.map(({ from }) => from),
    ...stars.map((star) => star.at + STAR_DELAY_MS),
    ...turns.map((turn) => turn && turn.getTime()),
    ...revealTurns(event),
  ].filter((moment) => moment !== null && moment > now) as number[];
  return {
    photos: programmeAt(event, settings, at) === 'missions' ? ofMissions(shown) : shown,
    waiting,
    skipped,
    podium: counted && counted.places.filter(isShown),
    winners: counted ? counted.winners.filter(({ id }) => ids.has(id)) : [],
    reveal: wallRevealAt(event, read?.places ?? [], {
      now: at,
      photoOf(row) {
        const photo = candidates.find(({ id }) => id === row.photoId);
        const { stars: count, afterDuel } = row;
        return (
          photo && { photo, isShown: isShown(row), stars: count, ...(afterDuel && { afterDuel }) }
        );
      },
    }),
    stars: stars
      .filter((star) => star.at + STAR_DELAY_MS <= now && star.at + STAR_MAX_AGE_MS > now)
      .map(({ id, photoId }) => ({ id, photoId })),
    changesAt: coming.length > 0 ? Math.min(...coming) : null,
  };
}

/** The photos for missions; all, as long as none of them is. */
function ofMissions(shown: Shown[]): Shown[] {
  const played = shown.filter(({ mission }) => mission !== null);
  return played.length > 0 ? played : shown;
}

function sortOut(candidates: readonly Candidate[], settings: Showing, now: number) {
  const shown: Shown[] = [];
  const waiting: (Candidate & { from: number | null })[] = [];
  const skipped: Candidate[] = [];
  for (const photo of candidates) {
    const from = showsFrom(photo, settings);
    if (photo.decision === 'skipped') skipped.push(photo);
    else if (from !== null && from <= now) shown.push({ ...photo, from });
    else waiting.push({ ...photo, from });
  }
  shown.sort((one, other) => one.from - other.from || one.id - other.id);
  skipped.sort((one, other) => Number(other.decidedAt) - Number(one.decidedAt));
  return { shown, waiting, skipped };
}

/** The photos that everybody sees, earliest first. */
async function listCandidates(db: Db, eventId: number): Promise<Candidate[]> {
  const rows = await db
    .select({
      id: photos.id,
      userId: photos.userId,
      imageKey: photos.imageKey,
      width: photos.width,
      height: photos.height,
      caption: photos.caption,
      mission: missions,
      userName: users.name,
      createdAt: photos.createdAt,
      decision: wallDecisions.decision,
      decidedAt: wallDecisions.decidedAt,
    })
    .from(photos)
    .innerJoin(users, eq(users.id, photos.userId))
    .leftJoin(missions, eq(missions.id, photos.missionId))
    .leftJoin(wallDecisions, eq(wallDecisions.photoId, photos.id))
    .where(and(eq(photos.eventId, eventId), isNull(photos.hiddenAt)))
    .orderBy(asc(photos.createdAt), asc(photos.id));
  const owners = new Set<number>();
  return rows.map(({ userId, ...photo }) => {
    const isFirst = !owners.has(userId);
    owners.add(userId);
    return { ...photo, isFirst };
  });
}

/** The stars that fall soon, or fell a moment ago, earliest first. Their ids do not tell who gave them. */
async function listStars(
  db: Db,
  { eventId, now, secret }: { eventId: number; now: Date; secret: string },
): Promise<GivenStar[]> {
  const since = new Date(now.getTime() - STAR_MAX_AGE_MS);
  const rows = await db
    .select({ userId: favorites.userId, photoId: favorites.photoId, at: favorites.createdAt })
    .from(favorites)
    .innerJoin(photos, eq(photos.id, favorites.photoId))
    .where(and(eq(photos.eventId, eventId), gt(favorites.createdAt, since), isCountedStar))
    .orderBy(asc(favorites.createdAt), asc(favorites.photoId), asc(favorites.userId));
  return rows.map(({ userId, photoId, at }) => {
    const star = `wall star ${userId} ${photoId} ${at.getTime()}`;
    const id = createHmac('sha256', secret).update(star).digest('base64url').slice(0, 16);
    return { id, photoId, at: at.getTime() };
  });
}

/** The first three places of a ranking, and who shares them. */
function placesOf(ranking: readonly RankedPhoto[]): WallPlace[] {
  return podiumOf(ranking).map(({ id, place, favoriteCount, hasWonDuel }) => ({
    place,
    photoId: id,
    stars: favoriteCount,
    ...(hasWonDuel && { afterDuel: true }),
  }));
}
