import { addDays, addMonths, type Day } from './day';

/** Pictures and messages go one month after the end date (rule `retention.month`). */
export const RETENTION_MONTHS = 1;
/** The organizer is warned so many days before. */
export const WARNING_DAYS = 7;

/** The last day on which an event's pictures and messages are kept. */
export function lastKeptDay(event: { endDate: Day }): Day {
  return addMonths(lastDayOf(event), RETENTION_MONTHS);
}

/** The day from which they are kept. */
function lastDayOf({ endDate }: { endDate: Day }): Day {
  return endDate;
}

/** The last day on which an event itself is kept, whose organizer is warned of that on a day. */
export function dayToGo(
  event: { endDate: Day },
  { keepMonths, announcedOn }: { keepMonths: number; announcedOn: Day },
): Day {
  const [regular, warned] = [
    addMonths(lastDayOf(event), keepMonths),
    addDays(announcedOn, WARNING_DAYS),
  ];
  return regular > warned ? regular : warned;
}

/** Whether an event's pictures and messages have to go. */
export function isOverdue(event: { endDate: Day }, today: Day): boolean {
  return today > lastKeptDay(event);
}

/** Whether it is time to warn the organizer, and not too late. */
export function isWarningDue(event: { endDate: Day }, today: Day): boolean {
  return !isOverdue(event, today) && today >= addDays(lastKeptDay(event), -WARNING_DAYS);
}
