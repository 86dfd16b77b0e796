import { dateFormat } from './date-format';

/**
 * A calendar day as `YYYY-MM-DD`. Events begin and end with whole days in EVENT_TIME_ZONE (rule
 * `event.days`). It is no instant, because an instant falls on different days in different places.
 */
export type Day = string;

const DAY_MS = 86_400_000;
/** From 1970 to 2999: PostgreSQL has no year 0, and no plan's months lead past the year 9999. */
const ERA = /^(19[789]\d|2\d{3})-\d{2}-\d{2}$/;

/** The day an instant falls on in a time zone. */
export function dayOf(instant: Date, timeZone: string): Day {
  // The Swedish locale writes ISO days.
  return dateFormat('sv-SE', { timeZone }).format(instant);
}

/** The day `days` after (or, negative, before) another. */
export function addDays(day: Day, days: number): Day {
  return toDay(new Date(toUtc(day).getTime() + days * DAY_MS));
}

/** The same day `months` later; the last of a shorter month where that day does not exist. */
export function addMonths(day: Day, months: number): Day {
  const start = toUtc(day);
  const month = start.getUTCMonth() + months;
  const lastOfMonth = new Date(Date.UTC(start.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return toDay(
    new Date(Date.UTC(start.getUTCFullYear(), month, Math.min(start.getUTCDate(), lastOfMonth))),
  );
}

/** Whole days from one day to another; negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((toUtc(to).getTime() - toUtc(from).getTime()) / DAY_MS);
}

/**
 * Reads a day from what a form or a request sends: a day, or an ISO instant, which counts as the day
 * it falls on in `timeZone`: endpoints are sent instants. Null when it is neither.
 */
export function parseDay(value: string, timeZone: string): Day | null {
  const day = /^\d{4}-\d{2}-\d{2}T/.test(value) ? dayOfText(value, timeZone) : value;
  return day !== null && ERA.test(day) && isRealDay(day) ? day : null;
}

function dayOfText(value: string, timeZone: string): Day | null {
  const instant = new Date(value);
  return Number.isNaN(instant.getTime()) ? null : dayOf(instant, timeZone);
}

function isRealDay(day: Day): boolean {
  const instant = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && toDay(instant) === day;
}

function toUtc(day: Day): Date {
  return new Date(`${day}T00:00:00Z`);
}

function toDay(instant: Date): Day {
  return instant.toISOString().slice(0, 10);
}
