import { addDays, daysBetween, parseDay } from '../day';

/** The hidden field with the days that the form was rendered with. */
export const DRAWN_DAYS = 'drawnDays';

/**
 * Moves the last day along with the first one if the user has not touched it, so that the event keeps the
 * length that the form was rendered with (rule `event.following-end`).
 */
export function withFollowingEnd(form: ReadonlyMap<string, string>): Map<string, string> {
  const moved = new Map(form);
  const [start = '', end = ''] = (form.get(DRAWN_DAYS) ?? '').split(' ');
  const startDate = form.get('startDate')?.trim() ?? '';
  const isMoved = startDate !== start && form.get('endDate') === end;
  if (isMoved && [start, end, startDate].every((day) => parseDay(day, 'UTC') === day)) {
    moved.set('endDate', addDays(startDate, Math.max(0, daysBetween(start, end))));
  }
  return moved;
}
