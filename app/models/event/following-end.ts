import { addDays, daysBetween, parseDay } from '../day';

/** The hidden field with the days that the form was rendered with. */
export const DRAWN_DAYS = 'drawnDays';

/**
 * Moves the last day and the day of the party along with the first one if the user has not touched them, so
 * that the event keeps the days that the form was rendered with (rule `event.following-end`).
 */
export function withFollowingEnd(form: ReadonlyMap<string, string>): Map<string, string> {
  const moved = new Map(form);
  const [start = '', end = '', party = ''] = (form.get(DRAWN_DAYS) ?? '').split(' ');
  const startDate = form.get('startDate')?.trim() ?? '';
  if (startDate === start || !isDay(startDate) || !isDay(start)) return moved;
  if (form.get('endDate') === end && isDay(end)) {
    moved.set('endDate', addDays(startDate, Math.max(0, daysBetween(start, end))));
  }
  if (form.get('partyDate') === party && isDay(party)) {
    moved.set('partyDate', addDays(startDate, daysBetween(start, party)));
  }
  return moved;
}

const isDay = (text: string) => parseDay(text, 'UTC') === text;
