import { and, eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { wallDecisions, walls } from '~db/schema';
import { assertCan, assertRunning, type Person } from '../access';
import { DomainError } from '../errors';
import { getLockedEvent } from '../event/update.server';
import { getPhoto } from '../photo/read.server';
import { hasTables } from '../table/read.server';
import { readWall, type WallSettings } from './read.server';
import { programmeAt } from './reveal';
import type { WallDecision } from './rules';
import type { WallChange } from './schema';

/**
 * Changes what an event's screens show, and decides about photos on them (rules `wall.programmes`, `wall.delay`,
 * `wall.skip`).
 * @throws DomainError not_an_organizer, access_denied for another event, event_not_found, photo_not_found,
 *   invalid_request for the tables of an event without any
 */
export async function changeWall(
  db: Db,
  params: { actor: Person; eventId: number; change: WallChange; now: Date },
): Promise<WallSettings> {
  const { actor, eventId, change, now } = params;
  assertCan(actor, 'event.manage', { eventId });
  return db.transaction(async (tx) => {
    const event = await getLockedEvent(tx, eventId);
    assertRunning(actor, event);
    const { skip, unskip, letThrough } = change;
    const decide = (photoId: number, decision: WallDecision | null) =>
      decideAbout(tx, { actor, eventId, photoId, decision, now });
    if (skip !== undefined) await decide(skip, 'skipped');
    if (unskip !== undefined) await decide(unskip, null);
    if (letThrough !== undefined) await decide(letThrough, 'let-through');
    const before = await readWall(tx, { eventId });
    if (change.programme === 'tables' && !(await hasTables(tx, { eventId }))) {
      throw new DomainError('invalid_request', { field: 'programme' });
    }
    const settings = settingsAfter(before, change, now);
    if (settings !== before) {
      await tx
        .insert(walls)
        .values({ ...settings, eventId })
        .onConflictDoUpdate({ target: walls.eventId, set: settings });
    }
    return { ...settings, programme: programmeAt(event, settings, now) };
  });
}

/** The settings after a change; the same object if it changes none. */
function settingsAfter(before: WallSettings, change: WallChange, now: Date): WallSettings {
  const { programme, paused, next, pace, delay } = change;
  const changed = { ...before };
  if (programme !== undefined) {
    changed.programme = programme;
    changed.chosenAt = now;
  }
  if (paused !== undefined) changed.isPaused = paused;
  if (next) changed.nextCount = before.nextCount + 1;
  if (pace !== undefined) changed.pace = pace;
  if (delay !== undefined) changed.delay = delay;
  if (delay === null && before.delay !== null) {
    changed.letThroughUntil = new Date(now.getTime() - before.delay * 1000);
  }
  const isSame = (Object.keys(changed) as (keyof WallSettings)[]).every(
    (key) => changed[key] === before[key],
  );
  return isSame ? before : changed;
}

async function decideAbout(
  tx: Db,
  about: {
    actor: Person;
    eventId: number;
    photoId: number;
    decision: WallDecision | null;
    now: Date;
  },
): Promise<void> {
  const { actor, eventId, decision, now } = about;
  const { id: photoId } = await getPhoto(tx, { ...about, reader: actor });
  if (decision === null) {
    const isSkipped = eq(wallDecisions.decision, 'skipped');
    await tx.delete(wallDecisions).where(and(eq(wallDecisions.photoId, photoId), isSkipped));
    return;
  }
  const row = { photoId, eventId, decision, decidedAt: now };
  await tx
    .insert(wallDecisions)
    .values(row)
    .onConflictDoUpdate({ target: wallDecisions.photoId, set: { decision, decidedAt: now } });
}
