import { useRef, type FormEvent } from 'react';
import { addDays, daysBetween } from '~/models/day';
import type { Span } from '~/models/payment/plan';

/**
 * Moves the last day of a form along with the first, so that the event keeps its length. The day of the party moves
 * along, too, unless its field is empty.
 * @param span the initial values of the fields `startDate` and `endDate`
 * @param onChange called with the current values, even if the last day is before the first
 * @returns the form's change handler
 */
export function useFollowingEnd(span: Span, onChange?: (span: Span) => void) {
  const last = useRef(span);
  const lastStart = useRef(span.startDate);
  return ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
    const field = (name: string) => currentTarget.elements.namedItem(name) as HTMLInputElement;
    const [start, end, party] = [field('startDate'), field('endDate'), field('partyDate')];
    if ((target !== start && target !== end) || !start.value) return;
    if (target === start) {
      const length = daysBetween(last.current.startDate, last.current.endDate);
      end.value = addDays(start.value, Math.max(0, length));
      const moved = daysBetween(lastStart.current, start.value);
      if (party.value) party.value = addDays(party.value, moved);
      lastStart.current = start.value;
    }
    if (!end.value) return;
    const now = { startDate: start.value, endDate: end.value };
    if (now.endDate >= now.startDate) last.current = now;
    onChange?.(now);
  };
}
