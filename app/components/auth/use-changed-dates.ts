import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays, daysBetween, type Day } from '~/models/day';
import type { Span } from '~/models/plan';
import { describeDates, type EventDates } from './event-dates';

/**
 * The line about the dates: the server's words until a date is changed here. The last day follows the first, so
 * that the event lasts as long as before; one that is set before the first leaves the line as it is.
 * @param span what the fields hold at first
 */
export function useChangedDates(dates: EventDates, span: Span, today: Day) {
  const { t, i18n } = useTranslation(['common', 'create']);
  const [changed, setChanged] = useState<EventDates | null>(null);
  const last = useRef(span);
  const onChange = (event: FormEvent<HTMLFormElement>) => {
    const { target, currentTarget } = event;
    const field = (name: string) => currentTarget.elements.namedItem(name) as HTMLInputElement;
    const [start, end] = [field('startDate'), field('endDate')];
    if ((target !== start && target !== end) || !start.value) return;
    if (target === start) {
      const length = daysBetween(last.current.startDate, last.current.endDate);
      end.value = addDays(start.value, Math.max(0, length));
    }
    if (end.value < start.value) return;
    last.current = { startDate: start.value, endDate: end.value };
    setChanged(describeDates(t, i18n.language, { ...last.current, today }));
  };
  return [changed ?? dates, onChange] as const;
}
