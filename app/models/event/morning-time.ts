import { addDays, dayOf, type Day } from '../day';
import { instantOf } from '../zoned-time';
import type { Ending } from './rules';

// When the mail on the morning after is sent (rule `mails.morning`).

const HOUR_MS = 60 * 60 * 1000;
/** A night ends at this hour: an organizer who ends an event at two means the day before. */
const NIGHT_ENDS = 5;
/** How long after ten the mail may still be sent, if the server was stopped or the mail server refused. */
const LATE_MS = 24 * HOUR_MS;

/** The day of an event's last night, in its zone. */
function lastNight({ endDate, endedAt }: Ending, timeZone: string): Day {
  const ended = endedAt && dayOf(new Date(endedAt.getTime() - NIGHT_ENDS * HOUR_MS), timeZone);
  return ended && ended < endDate ? ended : endDate;
}

/**
 * Ten o'clock on the morning after an event's last night.
 * @param timeZone EVENT_TIME_ZONE
 */
export function morningOf(event: Ending, timeZone: string): Date {
  return tenOn(addDays(lastNight(event, timeZone), 1), timeZone);
}

/** Ten o'clock on a day. */
export function tenOn(day: Day, timeZone: string): Date {
  return instantOf(`${day}T10:00`, timeZone) ?? new Date(`${day}T10:00Z`);
}

/** Whether the mails of an event may be sent now: from ten on the morning after, for a day. */
export function isMorningAfter(event: Ending, { now, timeZone }: { now: Date; timeZone: string }) {
  const since = now.getTime() - morningOf(event, timeZone).getTime();
  return since >= 0 && since < LATE_MS;
}

/** The first and last day on which an event whose mails may be sent now can have ended. */
export function endDaysOfMorning(now: Date, timeZone: string): { from: Day; until: Day } {
  const today = dayOf(now, timeZone);
  return { from: addDays(today, -3), until: addDays(today, -1) };
}
