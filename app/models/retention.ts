import { addDays, addMonths, type Day } from './day';
import type { Ending } from './event';

/** Pictures and messages go one month after the end date (rule `retention.month`). */
export const RETENTION_MONTHS = 1;
/** The organizer is warned so many days before. */
export const WARNING_DAYS = 7;

/** The last day on which an event's pictures and messages are kept. */
export function lastKeptDay(event: Ending): Day {
  return addMonths(lastDayOf(event), RETENTION_MONTHS);
}

/**
 * The day from which they are kept. An event that was ended before its first day has none that tells it, and
 * days turn at another hour in another place: the next one in UTC is never too early.
 */
function lastDayOf({ endDate, endedAt }: Ending): Day {
  const ended = endedAt && addDays(endedAt.toISOString().slice(0, 10), 1);
  return ended && ended < endDate ? ended : endDate;
}

/** The last day on which an event itself is kept, whose organizer is warned of that on a day. */
export function dayToGo(
  event: Ending,
  { keepMonths, announcedOn }: { keepMonths: number; announcedOn: Day },
): Day {
  const [regular, warned] = [
    addMonths(lastDayOf(event), keepMonths),
    addDays(announcedOn, WARNING_DAYS),
  ];
  return regular > warned ? regular : warned;
}

/** Whether an event's pictures and messages have to go. */
export function isOverdue(event: Ending, today: Day): boolean {
  return today > lastKeptDay(event);
}

/** Whether it is time to warn the organizer, and not too late. */
export function isWarningDue(event: Ending, today: Day): boolean {
  return !isOverdue(event, today) && today >= addDays(lastKeptDay(event), -WARNING_DAYS);
}
