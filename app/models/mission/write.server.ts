import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { makePgArray } from 'drizzle-orm/pg-core';
import type { Db } from '~db/client.server';
import { insertRows } from '~db/many.server';
import { events, missionCards, missions, type MissionRow } from '~db/schema';
import { assertCan, assertRunning, type Person } from '../access';
import { DomainError } from '../errors';
import { getLockedEvent } from '../event/update.server';
import { bigintId } from '../id.server';
import { singleRow } from '../row.server';
import { dealDueCards } from './deal.server';
import { FLASH_MINUTES, flashEnd, type Flash } from './flash';
import { MISSIONS_MAX, SET_SIZE, type MissionSet } from './rules';
import { listMissions } from './read.server';

// Changes to an event's missions (rules `missions.…`). Each locks the event, so that they come one after the other.

/**
 * Adds an own mission as the last one.
 * @param params.text a cleaned one
 * @throws DomainError not_an_organizer, access_denied for another event, event_not_found, event_closed,
 *   list_too_long
 */
export async function addMission(
  db: Db,
  { actor, eventId, text }: { actor: Person; eventId: number; text: string },
): Promise<MissionRow[]> {
  assertCan(actor, 'event.manage', { eventId });
  return db.transaction(async (tx) => {
    const rows = await lockMissions(tx, { actor, eventId });
    assertRoom(rows.length + 1);
    await tx.insert(missions).values({ eventId, text, position: nextPosition(rows) });
    await dealDueCards(tx, { eventId });
    return listMissions(tx, { eventId });
  });
}

/**
 * Switches a ready set on or off (rule `missions.sets`). Switching it on adds its missing missions as the last
 * ones. Switching it off deletes none of them, but no new card gets one.
 * @throws DomainError what `addMission` throws
 */
export async function switchSet(
  db: Db,
  params: { actor: Person; eventId: number; set: MissionSet; isOn: boolean },
): Promise<MissionRow[]> {
  const { actor, eventId, set, isOn } = params;
  assertCan(actor, 'event.manage', { eventId });
  return db.transaction(async (tx) => {
    const rows = await lockMissions(tx, { actor, eventId });
    const known = new Set(rows.flatMap((row) => (row.set === set ? (row.number ?? []) : [])));
    const numbers = Array.from({ length: SET_SIZE }, (_, number) => number);
    const missing = isOn ? numbers.filter((number) => !known.has(number)) : [];
    assertRoom(rows.length + missing.length);
    const isOfSet = and(eq(missions.eventId, eventId), eq(missions.set, set));
    await tx.update(missions).set({ isEnabled: isOn }).where(isOfSet);
    const first = nextPosition(rows);
    const added = missing.map((number, index) => ({
      eventId,
      set,
      number,
      position: first + index,
    }));
    await insertRows(tx, missions, added);
    await dealDueCards(tx, { eventId });
    return listMissions(tx, { eventId });
  });
}

/**
 * Changes a mission's words, its place, or whether new cards may have it. Photos and cards that have it keep it.
 * @param params.position from 1; beyond the end, the mission becomes the last one
 * @returns all missions of the event, in their new order
 * @throws DomainError page_not_found, and what `addMission` throws but list_too_long
 */
export async function changeMission(
  db: Db,
  params: {
    actor: Person;
    missionId: number;
    text?: string;
    isEnabled?: boolean;
    position?: number;
  },
): Promise<MissionRow[]> {
  const { actor, missionId, text, isEnabled, position } = params;
  return db.transaction(async (tx) => {
    const { rows, mission } = await lockMission(tx, { actor, missionId });
    const { id, eventId } = mission;
    if (text !== undefined || isEnabled !== undefined) {
      await tx.update(missions).set({ text, isEnabled }).where(eq(missions.id, id));
      await dealDueCards(tx, { eventId });
    }
    if (position !== undefined) {
      const order = rows.map((row) => row.id).filter((other) => other !== id);
      order.splice(position - 1, 0, id);
      await tx
        .update(missions)
        .set({ position: sql`array_position(${makePgArray(order)}::int[], ${missions.id})` })
        .where(eq(missions.eventId, eventId));
    }
    return listMissions(tx, { eventId });
  });
}

/**
 * Removes a mission. Its photos stay, with their stars but without a mission. A member who holds its card gets another
 * one. If it is the flash mission that runs, that ends (rule `missions.removal`).
 * @throws DomainError page_not_found, and what `addMission` throws but list_too_long
 */
export async function removeMission(
  db: Db,
  { actor, missionId }: { actor: Person; missionId: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { mission } = await lockMission(tx, { actor, missionId });
    const isOpen = and(
      eq(missionCards.missionId, mission.id),
      isNull(missionCards.doneAt),
      isNull(missionCards.swappedAt),
    );
    await tx.delete(missionCards).where(isOpen);
    const isFlash = and(eq(events.id, mission.eventId), eq(events.flashMissionId, mission.id));
    await tx.update(events).set({ flashMissionId: null }).where(isFlash);
    await tx.delete(missions).where(eq(missions.id, mission.id));
    await dealDueCards(tx, { eventId: mission.eventId });
  });
}

/** What a flash mission asks for: one of the event's missions, or the organizer's words, cleaned. */
export type FlashMission = { missionId: number } | { text: string };

/**
 * Sends a flash mission to everybody (rule `missions.flash`). Words become an own mission that no card has, unless an
 * own mission has them. The write itself checks whether the ten minutes since the last one are over.
 * @throws DomainError page_not_found for no mission of the event, flash_too_soon, and what `addMission` throws
 */
export async function sendFlash(
  db: Db,
  { actor, eventId, asked }: { actor: Person; eventId: number; asked: FlashMission },
): Promise<Flash & { mission: MissionRow }> {
  assertCan(actor, 'event.manage', { eventId });
  return db.transaction(async (tx) => {
    const rows = await lockMissions(tx, { actor, eventId });
    const mission =
      'text' in asked
        ? (rows.find(({ text }) => text === asked.text) ??
          (await addFlashMission(tx, { eventId, rows, text: asked.text })))
        : rows.find(({ id }) => id === asked.missionId);
    if (!mission) throw new DomainError('page_not_found');
    const isOver = or(
      isNull(events.flashedAt),
      lte(events.flashedAt, sql`now() - make_interval(mins => ${FLASH_MINUTES})`),
    );
    const [sent] = await tx
      .update(events)
      .set({ flashMissionId: mission.id, flashedAt: sql`now()` })
      .where(and(eq(events.id, eventId), isOver))
      .returning({ startedAt: events.flashedAt });
    if (!sent?.startedAt) throw new DomainError('flash_too_soon');
    const { startedAt } = sent;
    return { mission, missionId: mission.id, startedAt, endsAt: flashEnd(startedAt) };
  });
}

async function addFlashMission(
  tx: Db,
  { eventId, rows, text }: { eventId: number; rows: readonly MissionRow[]; text: string },
): Promise<MissionRow> {
  assertRoom(rows.length + 1);
  const row = { eventId, text, position: nextPosition(rows), isEnabled: false };
  return singleRow(await tx.insert(missions).values(row).returning());
}

/** Gives a new event the missions of another one (rule `event.again`). The caller has checked the permission. */
export async function copyMissions(
  tx: Db,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const rows = await listMissions(tx, { eventId: from });
  const copies = rows.map(({ set, number, text, isEnabled, position }) => ({
    ...{ eventId: to, set, number, text, isEnabled, position },
  }));
  if (copies.length === 0) return;
  await insertRows(tx, missions, copies);
  await dealDueCards(tx, { eventId: to });
}

async function lockMission(tx: Db, { actor, missionId }: { actor: Person; missionId: number }) {
  const [found] = await tx
    .select({ eventId: missions.eventId })
    .from(missions)
    .where(eq(missions.id, bigintId(missionId)));
  if (!found) throw new DomainError('page_not_found');
  const { eventId } = found;
  assertCan(actor, 'event.manage', { eventId });
  const rows = await lockMissions(tx, { actor, eventId });
  const mission = rows.find(({ id }) => id === missionId);
  if (!mission) throw new DomainError('page_not_found');
  return { rows, mission };
}

async function lockMissions(
  tx: Db,
  { actor, eventId }: { actor: Person; eventId: number },
): Promise<MissionRow[]> {
  const event = await getLockedEvent(tx, eventId);
  assertRunning(actor, event, 'everybody');
  return listMissions(tx, { eventId });
}

function assertRoom(count: number): void {
  if (count > MISSIONS_MAX) throw new DomainError('list_too_long');
}

const nextPosition = (rows: readonly MissionRow[]) => (rows.at(-1)?.position ?? 0) + 1;
