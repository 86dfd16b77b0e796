import { withOrdinal } from '~/models/date-format';
import { daysBetween, type Day } from '~/models/day';

/** The days of an event, as text. */
export interface EventDates {
  /** 'Starts today, ends Saturday 28 November'. */
  span: string;
  /** 'The event lasts 7 days.', or that it would end before it starts. */
  length: string;
  /** The day of the party if one was chosen: 'Saturday 21 November'. */
  party: string | null;
}

/** Translates texts from the namespace `create`. */
type DateWords = (
  key: 'create:starts_today_ends' | 'create:starts_ends' | 'create:lasts',
  values: { start: string; end: string; count: number },
) => string;

/**
 * Describes an event's days to a reader of `language`.
 * @param params.endsEarly the text for a last day before the first
 */
export function describeDates(
  t: DateWords,
  language: string,
  {
    startDate,
    endDate,
    partyDate = null,
    today,
    endsEarly,
  }: { startDate: Day; endDate: Day; partyDate?: Day | null; today: Day; endsEarly: string },
): EventDates {
  const values = {
    start: formatDay(startDate, language, today),
    end: formatDay(endDate, language, today),
    count: Math.max(1, daysBetween(startDate, endDate)),
  };
  return {
    span:
      startDate === today ? t('create:starts_today_ends', values) : t('create:starts_ends', values),
    length: endDate < startDate ? endsEarly : t('create:lasts', values),
    party: partyDate && formatDay(partyDate, language, today),
  };
}

/**
 * A calendar day with its weekday, as in 'Saturday 28 November', and with the year if it is not the current
 * one.
 */
function formatDay(day: Day, language: string, today: Day): string {
  const locale = language === 'en' ? 'en-GB' : language;
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: day.slice(0, 4) === today.slice(0, 4) ? undefined : 'numeric',
    timeZone: 'UTC',
  });
  return withOrdinal(format.format(new Date(`${day}T00:00:00Z`)), language);
}
