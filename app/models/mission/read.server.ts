import { and, asc, count, eq, exists } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { isAmong } from '~db/many.server';
import { missions, photos, type MissionRow } from '~db/schema';
import type { Language } from '~/i18n/languages';
import { assertCan, can, type Person } from '../access';
import type { Day } from '../day';
import { DomainError } from '../errors';
import type { Ending } from '../event/rules';
import { bigintId } from '../id.server';
import { isSeenBy, isVisibleIn } from '../photo/scope.server';
import { runningFlash, type Flash, type Flashed } from './flash';
import { missionText } from './sets.server';
import type { MissionTag } from './rules';
import type { PublicMission } from './shape';

/** The missions of an event, in the organizer's order. */
export function listMissions(db: Db, { eventId }: { eventId: number }): Promise<MissionRow[]> {
  return db
    .select()
    .from(missions)
    .where(eq(missions.eventId, eventId))
    .orderBy(asc(missions.position), asc(missions.id));
}

/** How many missions new cards may have. */
export function countMissions(db: Db, { eventId }: { eventId: number }): Promise<number> {
  return db.$count(missions, and(eq(missions.eventId, eventId), eq(missions.isEnabled, true)));
}

/** The public fields of all missions of an event, in order. */
export function presentMissions(rows: readonly MissionRow[], language: Language): PublicMission[] {
  return rows.map((row, index) => ({
    id: row.id,
    text: missionText(row, language),
    set: row.set,
    enabled: row.isEnabled,
    position: index + 1,
  }));
}

/**
 * The missions that a reader may know (rule `missions.secret`): all for an organizer, those of photos they see and
 * the flash mission that runs for everybody else.
 * @throws DomainError access_denied for another event
 */
export async function readMissions(
  db: Db,
  params: { reader: Person; eventId: number; language: Language; flashId?: number },
): Promise<PublicMission[]> {
  const { reader, eventId, language } = params;
  if (!can(reader, 'event.manage', { eventId })) return listPlayedMissions(db, params);
  return presentMissions(await listMissions(db, { eventId }), language);
}

/**
 * The missions of the photos that a reader sees, in the organizer's order.
 * @param params.flashId a mission that is included even without a photo
 * @throws DomainError access_denied for another event
 */
export async function listPlayedMissions(
  db: Db,
  {
    reader,
    eventId,
    language,
    flashId,
  }: { reader: Person; eventId: number; language: Language; flashId?: number },
): Promise<PublicMission[]> {
  const known = await countMissionPhotos(db, { reader, eventId });
  const all = presentMissions(await listMissions(db, { eventId }), language);
  return all.filter(({ id }) => known.has(id) || id === flashId);
}

/**
 * How many photos of each mission a reader sees, by its id; a mission without one is missing.
 * @throws DomainError access_denied for another event
 */
export async function countMissionPhotos(
  db: Db,
  { reader, eventId }: { reader: Person; eventId: number },
): Promise<ReadonlyMap<number, number>> {
  assertCan(reader, 'event.read', { eventId });
  const rows = await db
    .select({ id: missions.id, photos: count() })
    .from(photos)
    .innerJoin(missions, eq(missions.id, photos.missionId))
    .where(isVisibleIn({ eventId, reader }))
    .groupBy(missions.id);
  return new Map(rows.map((row) => [row.id, row.photos]));
}

/** Matches the missions of which the reader sees a photo. */
function hasPhotoFor(db: Db, reader: Person) {
  const own = and(eq(photos.missionId, missions.id), isSeenBy(reader));
  return exists(db.select({ id: photos.id }).from(photos).where(own));
}

/**
 * A mission of which the reader sees a photo.
 * @throws DomainError page_not_found, also for a mission whose photos the reader does not see, or access_denied for one
 *   of another event
 */
export async function getPlayedMission(
  db: Db,
  { missionId, reader, language }: { missionId: number; reader: Person; language: Language },
): Promise<MissionTag> {
  const [mission] = await db
    .select()
    .from(missions)
    .where(and(eq(missions.id, bigintId(missionId)), hasPhotoFor(db, reader)));
  if (!mission) throw new DomainError('page_not_found');
  assertCan(reader, 'event.read', { eventId: mission.eventId });
  return { id: mission.id, text: missionText(mission, language) };
}

/** The flash mission that runs, in the reader's language; null without one (rule `missions.flash`). */
export async function readFlash(
  db: Db,
  event: Flashed & Ending,
  { language, ...clock }: { now: Date; today: Day; language: Language },
): Promise<(Flash & { text: string }) | null> {
  const flash = runningFlash(event, clock);
  if (!flash) return null;
  const [mission] = await db.select().from(missions).where(eq(missions.id, flash.missionId));
  return mission ? { ...flash, text: missionText(mission, language) } : null;
}

/**
 * Reads the missions of photos, in the reader's language.
 * @returns the mission of each photo; undefined for a photo without one
 */
export async function readTags(
  db: Db,
  {
    photos: tagged,
    language,
  }: { photos: readonly { missionId: number | null }[]; language: Language },
): Promise<(photo: { missionId: number | null }) => MissionTag | undefined> {
  const ids = new Set(tagged.flatMap(({ missionId }) => missionId ?? []));
  if (ids.size === 0) return () => undefined;
  const rows = await db
    .select()
    .from(missions)
    .where(isAmong(missions.id, [...ids]));
  const tags = new Map(
    rows.map((row) => [row.id, { id: row.id, text: missionText(row, language) }]),
  );
  return ({ missionId }) => (missionId === null ? undefined : tags.get(missionId));
}
