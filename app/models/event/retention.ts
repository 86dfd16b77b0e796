import { addDays, addMonths, type Day } from '../day';
import { tenOn } from './morning-time';
import type { Ending, KeepingWarning } from './rules';

/** Pictures and messages are deleted one month after the end date (rule `retention.month`). */
export const RETENTION_MONTHS = 1;
/** The number of days before the deletion at which the organizer is warned. */
export const WARNING_DAYS = 7;

/** The last day of the retention period of an event's pictures and messages. */
export function lastRetentionDay(event: Ending): Day {
  return addMonths(lastDayOf(event), RETENTION_MONTHS);
}

/**
 * The day on which the retention period starts. An event that was ended before its first day has no calendar
 * day for its end, only an instant, which falls on different days in different time zones. The next day in
 * UTC is never too early.
 */
export function lastDayOf({ endDate, endedAt }: Ending): Day {
  const ended = endedAt && addDays(endedAt.toISOString().slice(0, 10), 1);
  return ended && ended < endDate ? ended : endDate;
}

/** The last day on which an event exists, if its organizer is warned of the deletion on `announcedOn`. */
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

/** Whether an event's pictures and messages must be deleted. */
export function isOverdue(event: Ending, today: Day): boolean {
  return today > lastRetentionDay(event);
}

/** Whether the warning is due: neither too early nor too late. */
export function isWarningDue(event: Ending, today: Day): boolean {
  return !isOverdue(event, today) && today >= addDays(lastRetentionDay(event), -WARNING_DAYS);
}

/**
 * The last day that a mail names if it warns of a deletion now (rule `retention.mail`): from ten o'clock a week before,
 * until that day. Null if it is not time, or if nothing will be deleted.
 * @param moment.timeZone EVENT_TIME_ZONE
 * @param moment.keepMonths EVENT_KEEP_MONTHS; 0 keeps events for ever
 */
export function dayToMail(
  warning: KeepingWarning,
  event: Ending & { goingAnnouncedOn?: Day | null },
  moment: { now: Date; today: Day; timeZone: string; keepMonths: number },
): Day | null {
  const { now, today, timeZone, keepMonths } = moment;
  const isTime = (since: Day) => now >= tenOn(since, timeZone);
  if (warning === 'photos') {
    const lastDay = lastRetentionDay(event);
    const isDue = isWarningDue(event, today) && isTime(addDays(lastDay, -WARNING_DAYS));
    return isDue ? lastDay : null;
  }
  const { goingAnnouncedOn: announcedOn = null } = event;
  if (keepMonths === 0 || announcedOn === null || !isTime(announcedOn)) return null;
  // An announcement from before an extension does not count.
  const firstDay = addDays(addMonths(lastDayOf(event), keepMonths), -WARNING_DAYS);
  const lastDay = dayToGo(event, { keepMonths, announcedOn });
  return announcedOn >= firstDay && today <= lastDay ? lastDay : null;
}
