import { addDays, daysBetween, parseDay } from './day';

/** The field that says which days a form was drawn with. */
export const DRAWN_DAYS = 'drawnDays';

/**
 * A form's fields, with the last day moved along with the first where nobody has touched it: the event lasts
 * as long as the form was drawn with (rule `event.following-end`).
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
