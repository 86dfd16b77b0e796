import { addDays, addMonths, type Day } from './day';

/** Photos and selfies go one month after the end date (rule `retention.month`). */
export const RETENTION_MONTHS = 1;
/** The organizer is warned so many days before. */
export const WARNING_DAYS = 7;

/** The last day on which an event's photos and selfies are kept. */
export function lastKeptDay(event: { endDate: Day }): Day {
  return addMonths(event.endDate, RETENTION_MONTHS);
}

/** Whether an event's photos and selfies have to go. */
export function isOverdue(event: { endDate: Day }, today: Day): boolean {
  return today > lastKeptDay(event);
}

/** Whether it is time to warn the organizer, and not too late. */
export function isWarningDue(event: { endDate: Day }, today: Day): boolean {
  return !isOverdue(event, today) && today >= addDays(lastKeptDay(event), -WARNING_DAYS);
}
