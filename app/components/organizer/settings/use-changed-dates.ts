import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '~/models/day';
import type { Span } from '~/models/payment/plan';
import { describeDates, type EventDates } from './event-dates';
import { useFollowingEnd } from './use-following-end';

/**
 * The line about the dates: the server's text until a date is changed here.
 * @param span the initial values of the fields
 */
export function useChangedDates(dates: EventDates, span: Span, today: Day) {
  const { t, i18n } = useTranslation(['common', 'create']);
  const [changed, setChanged] = useState<EventDates | null>(null);
  const onChange = useFollowingEnd(span, (now) =>
    setChanged(
      describeDates(t, i18n.language, {
        ...now,
        today,
        endsEarly: t('create:ends_early'),
      }),
    ),
  );
  return [changed ?? dates, onChange] as const;
}
