import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '~/models/day';
import { describeDates, type EventDates } from './event-dates';

/** The line about the dates: the server's words until a date is changed here. */
export function useChangedDates(dates: EventDates, today: Day) {
  const { t, i18n } = useTranslation(['common', 'create']);
  const [changed, setChanged] = useState<EventDates | null>(null);
  const onChange = (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    const startDate = String(form.get('startDate'));
    const endDate = String(form.get('endDate'));
    if (startDate && endDate >= startDate) {
      setChanged(describeDates(t, i18n.language, { startDate, endDate, today }));
    }
  };
  return [changed ?? dates, onChange] as const;
}
