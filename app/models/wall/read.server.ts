import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, users, wallDecisions, walls, wallScreens, type EventRow } from '~db/schema';
import { accessTo, type Wall } from '../access';
import type { Day } from '../day';
import { isItsOrganizer } from '../event/read.server';
import { hashToken } from '../session/token.server';
import { DEFAULT_WALL, type Showing, type WallProgramme } from './rules';

/** What an event's screens show. */
export interface WallSettings extends Showing {
  programme: WallProgramme;
  /** When that was chosen; null if nothing was. */
  chosenAt: Date | null;
  isPaused: boolean;
  nextCount: number;
  pace: number;
}

/** A screen that was found by its key. */
export interface Screen {
  id: number;
  key: string;
  seenAt: Date;
  event: EventRow;
  organizerLanguage: string | null;
  settings: WallSettings;
  /** As what it reads. */
  actor: Wall;
}

/** An event with its wall. */
export interface EventWall {
  event: EventRow;
  settings: WallSettings;
}

const DEFAULT_SETTINGS: WallSettings = {
  ...DEFAULT_WALL,
  chosenAt: null,
  letThroughUntil: null,
};

/** How long after its last question a screen counts as being on. A screen asks every 30 s. */
const ON_FOR_MS = 90_000;

/** What an event's screens show. */
export async function readWall(db: Db, { eventId }: { eventId: number }): Promise<WallSettings> {
  const [row] = await db.select().from(walls).where(eq(walls.eventId, eventId));
  return row ?? DEFAULT_SETTINGS;
}

/** An event with its wall; null if the event is gone. */
export async function findEventWall(
  db: Db,
  { eventId }: { eventId: number },
): Promise<EventWall | null> {
  const [found] = await db
    .select({ event: events, settings: walls })
    .from(events)
    .leftJoin(walls, eq(walls.eventId, events.id))
    .where(eq(events.id, eventId));
  return found ? { event: found.event, settings: found.settings ?? DEFAULT_SETTINGS } : null;
}

/**
 * Finds the screen with a key (rule `wall.key`). Null for an unknown or ended one, and while guests may not look
 * at the event.
 */
export async function findScreen(
  db: Db,
  { key, today }: { key: string; today: Day },
): Promise<Screen | null> {
  const [found] = await db
    .select({
      id: wallScreens.id,
      seenAt: wallScreens.seenAt,
      event: events,
      organizerLanguage: users.language,
      settings: walls,
    })
    .from(wallScreens)
    .innerJoin(events, eq(events.id, wallScreens.eventId))
    .leftJoin(walls, eq(walls.eventId, events.id))
    .leftJoin(users, isItsOrganizer)
    .where(eq(wallScreens.keyHash, hashToken(key)));
  if (!found || !isOpenToGuests(found.event, today)) return null;
  const actor: Wall = { role: 'wall', eventId: found.event.id };
  return { ...found, key, settings: found.settings ?? DEFAULT_SETTINGS, actor };
}

/** Whether guests may look at an event, so that a wall may show it. */
export function isOpenToGuests(event: EventRow, today: Day): boolean {
  const guest = { userId: null, eventId: event.id, role: 'participant', today } as const;
  return accessTo(guest, event) !== 'closed';
}

/** How many screens show an event's wall now. */
export function countScreens(
  db: Db,
  { eventId, now }: { eventId: number; now: Date },
): Promise<number> {
  const since = new Date(now.getTime() - ON_FOR_MS);
  return db.$count(
    wallScreens,
    and(eq(wallScreens.eventId, eventId), gt(wallScreens.seenAt, since)),
  );
}

/** What the remote of an event shows besides its photos. */
export async function readRemoteMark(
  db: Db,
  { eventId, now }: { eventId: number; now: Date },
): Promise<readonly unknown[]> {
  const [settings, screens, [decided]] = await Promise.all([
    readWall(db, { eventId }),
    countScreens(db, { eventId, now }),
    db
      .select({
        mark: sql<
          string | null
        >`md5(string_agg(${DECISION}, ',' order by ${wallDecisions.photoId}))`,
      })
      .from(wallDecisions)
      .where(eq(wallDecisions.eventId, eventId)),
  ]);
  return [settings, screens, decided?.mark];
}

const DECISION = sql`concat_ws('/', ${wallDecisions.photoId}, ${wallDecisions.decision})`;
