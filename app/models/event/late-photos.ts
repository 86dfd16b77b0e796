import { addDays, type Day } from '../day';
import { DomainError } from '../errors';
import { isOverdue, lastDayOf } from './retention';
import { isExpired, type Ending } from './rules';

// Late photos: the album stays open for some days after the contest (rule `photos.late`).

/**
 * For how many days after the end late photos may come. Photos are kept for a month, so at least two weeks are left to
 * take them home.
 */
export const LATE_DAYS_MAX = 14;

/** The part of an event that decides whether it takes late photos. */
export interface Album extends Ending {
  /** The last day of late photos, as it was chosen; null for none. */
  photosUntil: Day | null;
  /** When the votes were counted; null while they are not. */
  votingClosedAt: Date | null;
}

function lastLateDay(event: Ending): Day {
  return addDays(lastDayOf(event), LATE_DAYS_MAX);
}

/**
 * The last day of late photos; null if there is none. A chosen day that the event itself has reached counts as none.
 * If the end was moved and the day is too far from it, the latest possible one counts.
 */
export function photosUntilOf(event: Omit<Album, 'votingClosedAt'>): Day | null {
  const { photosUntil } = event;
  if (photosUntil === null || isRunningOn(event, photosUntil)) return null;
  const last = lastLateDay(event);
  return photosUntil < last ? photosUntil : last;
}

/** The first and the last day that may be chosen: after the event, and not in the past. */
export function lateDays(event: Ending, today: Day): { min: Day; max: Day } {
  const next = addDays(event.endDate, 1);
  const isOver = event.endedAt !== null || next < today;
  return { min: isOver ? today : next, max: lastLateDay(event) };
}

/**
 * Requires that a day may be chosen (`lateDays`). A day that is already chosen stays.
 * @throws DomainError late_day_outside at `photosUntil`
 */
export function assertLateDay(before: Omit<Album, 'votingClosedAt'>, day: Day, today: Day): void {
  const { min, max } = lateDays(before, today);
  if (day === before.photosUntil || (min <= day && day <= max)) return;
  throw new DomainError('late_day_outside', { field: 'photosUntil' });
}

/** Whether late photos may come now, or once the event has ended. */
export function takesLatePhotos(event: Album, today: Day): boolean {
  const until = photosUntilOf(event);
  return until !== null && today <= until && !isOverdue(event, today);
}

/** Whether a photo that is added now is late: the contest is over, and late photos may come. */
export function isLateNow(event: Album, today: Day): boolean {
  const isOver = isExpired(event, today) || event.votingClosedAt !== null;
  return isOver && takesLatePhotos(event, today);
}

/** Whether the event runs, or will, on a day. One that was ended by hand does not. */
function isRunningOn({ endDate, endedAt }: Ending, day: Day): boolean {
  return endedAt === null && day <= endDate;
}
