import type { Day } from '../day';
import { isExpired, type Ending } from '../event/rules';

/** How long a flash mission lasts, and the next one waits, in minutes (rule `missions.flash`). */
export const FLASH_MINUTES = 10;
const FLASH_MS = FLASH_MINUTES * 60_000;

/** The part of an event that describes its last flash mission. */
export interface Flashed {
  flashMissionId: number | null;
  flashedAt: Date | null;
}

/** A flash mission that runs. Its end does not count. */
export interface Flash {
  missionId: number;
  startedAt: Date;
  endsAt: Date;
}

/** The flash mission that runs at a given time; null without one, and once the event has ended. */
export function runningFlash(
  event: Flashed & Ending,
  { now, today }: { now: Date; today: Day },
): Flash | null {
  const { flashMissionId: missionId, flashedAt: startedAt } = event;
  if (missionId === null || startedAt === null || isExpired(event, today)) return null;
  const endsAt = flashEnd(startedAt);
  return now < endsAt ? { missionId, startedAt, endsAt } : null;
}

/** When the next flash mission may be sent; null if it may be sent now. */
export function nextFlashAt({ flashedAt }: Flashed, now: Date): Date | null {
  const next = flashedAt && flashEnd(flashedAt);
  return next && now < next ? next : null;
}

/** When a flash mission that began at a given time ends. */
export const flashEnd = (startedAt: Date) => new Date(startedAt.getTime() + FLASH_MS);
