import { dateFormat } from './date-format';

/**
 * A calendar day as `YYYY-MM-DD`. Events start and end with whole days in EVENT_TIME_ZONE (rule
 * `event.days`). It is not an instant, because an instant falls on different days in different time zones.
 */
export type Day = string;

const DAY_MS = 86_400_000;
/** From 1970 to 2999: PostgreSQL has no year 0, and adding a plan's months never goes past the year 9999. */
const ERA = /^(19[789]\d|2\d{3})-\d{2}-\d{2}$/;

/** The day an instant falls on in a time zone. */
export function dayOf(instant: Date, timeZone: string): Day {
  // The Swedish locale writes ISO days.
  return dateFormat('sv-SE', { timeZone }).format(instant);
}

/** The day `days` after another, or before it if negative. */
export function addDays(day: Day, days: number): Day {
  return toDay(new Date(toUtc(day).getTime() + days * DAY_MS));
}

/** The same day `months` later. If a shorter month lacks that day, its last day. */
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
 * Parses a day from a form or a request. It accepts a day, or an ISO instant, which stands for the day it
 * falls on in `timeZone`, because clients of the API send instants. Returns null for anything else.
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
