import { dateFormat, withOrdinal } from '~/models/date-format';
import { dayOf, daysBetween, type Day } from '~/models/day';
import { partyDateOf } from '~/models/event/party-date';
import type { translator } from './i18n.server';
import { LANGUAGE_FACTS, type Language } from './languages';

// Dates are formatted on the server, in EVENT_TIME_ZONE, and sent as text. Otherwise a browser with another
// time zone or other locale data would render a different text than the server.

/** A calendar day in words: “28 November 2026”. */
export function formatDay(day: Day, language: Language): string {
  return dayFormat(language, { day: 'numeric', month: 'long', year: 'numeric' }).format(toUtc(day));
}

/** A calendar day of this year, in words: “28 November”. */
export function formatDayAndMonth(day: Day, language: Language): string {
  return dayFormat(language, { day: 'numeric', month: 'long' }).format(toUtc(day));
}

/** A calendar day, short: “14 Nov 2026”. */
export function formatShortDay(day: Day, language: Language): string {
  return dayFormat(language, { day: 'numeric', month: 'short', year: 'numeric' }).format(
    toUtc(day),
  );
}

/** A calendar day of this year in figures: “28/11”, “28.11.”. */
export function formatDayInFigures(day: Day, language: Language): string {
  return dayFormat(language, { day: 'numeric', month: 'numeric' }).format(toUtc(day));
}

/** The day of the week of a calendar day: “Friday”, “vendredi”. */
export function formatWeekday(day: Day, language: Language): string {
  return dayFormat(language, { weekday: 'long' }).format(toUtc(day));
}

/** A calendar day with its day of the week: “Sunday 29 November”. */
export function formatDayOfWeek(day: Day, language: Language): string {
  const parts = { weekday: 'long', day: 'numeric', month: 'long' } as const;
  return dayFormat(language, parts).format(toUtc(day));
}

/** The first and last day of an event, for display and for screen readers. */
export interface DaysView {
  start: Day;
  end: Day;
  /** The first day, the separator, and the last day; only the day if both are the same. */
  drawn: [first: string, between: string, last: string] | [day: string];
  /** “from 14 November to 26 November 2026”; empty for a single day, which is read as displayed. */
  spoken: string;
}

/**
 * Formats the first and last day of an event.
 * @param style short: “14 Nov → 26 Nov 2026”; long: “14–26 November 2026”
 */
export function viewDays(
  t: Translator,
  { startDate: start, endDate: end }: { startDate: Day; endDate: Day },
  { language, style = 'short' }: { language: Language; style?: 'short' | 'long' },
): DaysView {
  if (start === end) {
    return viewPartyDate({ startDate: start, partyDate: null }, { language, style });
  }
  const spoken = { first: firstDay(start, end, language, 'long'), last: formatDay(end, language) };
  return {
    start,
    end,
    drawn:
      style === 'short'
        ? [firstDay(start, end, language, 'short'), ' → ', formatShortDay(end, language)]
        : longRange(start, end, language),
    spoken: t('server:auth.card.from_to', spoken),
  };
}

/**
 * Formats the day of an event's party (rule `event.party-date`), as the only one.
 * @param style as in `viewDays`
 */
export function viewPartyDate(
  event: { startDate: Day; partyDate: Day | null },
  { language, style = 'short' }: { language: Language; style?: 'short' | 'long' },
): DaysView {
  const day = partyDateOf(event);
  const drawn = style === 'short' ? formatShortDay(day, language) : formatDay(day, language);
  return { start: day, end: day, drawn: [drawn], spoken: '' };
}

/** The first day, without the year if it is the same as the last day's. */
function firstDay(start: Day, end: Day, language: Language, month: 'short' | 'long'): string {
  const year = start.slice(0, 4) === end.slice(0, 4) ? undefined : 'numeric';
  return dayFormat(language, { day: 'numeric', month, year }).format(toUtc(start));
}

function longRange(start: Day, end: Day, language: Language): [string, string, string] {
  const parts = dateFormat(LANGUAGE_FACTS[language].locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).formatRangeToParts(toUtc(start), toUtc(end));
  const from = parts.findLastIndex(({ source }) => source === 'startRange') + 1;
  const to = parts.findIndex(({ source }) => source === 'endRange');
  const textOf = (some: typeof parts) => some.map(({ value }) => value).join('');
  const [between, last] = [textOf(parts.slice(from, to)), formatDay(end, language)];
  // The rest is the first day as written in a range: “1er” has no month of its own.
  const first = formatDays(start, end, language).slice(0, -(between.length + last.length));
  return [first, between, last];
}

/** The first and last day of an event in words: “14–26 November 2026”. */
export function formatDays(start: Day, end: Day, language: Language): string {
  const format = dayFormat(language, { day: 'numeric', month: 'long', year: 'numeric' });
  return format.formatRange(toUtc(start), toUtc(end));
}

/** A time of day in the language's convention: “10:41 pm”, “22 h 41”. */
export function formatTime(instant: Date, language: Language, timeZone: string): string {
  const format = dateFormat(LANGUAGE_FACTS[language].locale, {
    hour: 'numeric',
    minute: '2-digit',
    // Not `hour12`: in a locale with days before months that would write noon as 0:00 pm.
    hourCycle: language === 'en' ? 'h12' : 'h23',
    timeZone,
  });
  if (language !== 'fr') return format.format(instant);
  const part = (type: string) => format.formatToParts(instant).find((p) => p.type === type)?.value;
  return `${part('hour')}\u00a0h\u00a0${part('minute')}`;
}

/** A day and a time of day, short: “18 Nov 2026, 9:10 pm”. A line can only break between the two. */
export function formatMoment(instant: Date, language: Language, timeZone: string): string {
  const format = dayFormat(language, { day: 'numeric', month: 'short', year: 'numeric' });
  const day = format.format(toUtc(dayOf(instant, timeZone)));
  const time = formatTime(instant, language, timeZone).replace(/\s/g, '\u00a0');
  return `${day.replace(/\s/g, '\u00a0')}, ${time}`;
}

/** Translates texts into the reader's language. */
export type Translator = Awaited<ReturnType<typeof translator>>;

/** The context for “today” and times of day. */
export interface Here {
  now: Date;
  language: Language;
  timeZone: string;
}

/** When a photo was added, relative to now: “Yesterday at 10:41 pm”. */
export function formatAdded(t: Translator, instant: Date, here: Here): string {
  return t(`server:event.added.${recency(instant, here)}`, dayAndTime(instant, here));
}

/** Who reported a photo and when: “Reported by Tom Girard, yesterday at 9:10 pm”. */
export function formatReported(t: Translator, name: string, instant: Date, here: Here): string {
  const values = { name, ...dayAndTime(instant, here) };
  return t(`flags:dashboard.reported_${recency(instant, here)}`, values);
}

/**
 * The day of a message: “Today”, “Yesterday”, “Monday 28 November”, with the year if it is not the current
 * one.
 */
export function formatSaidDay(t: Translator, instant: Date, here: Here): string {
  const { now, language, timeZone } = here;
  const when = recency(instant, here);
  if (when !== 'on') return t(`account:time.${when}_short`);
  const day = dayOf(instant, timeZone);
  const isThisYear = day.slice(0, 4) === dayOf(now, timeZone).slice(0, 4);
  const long = { weekday: 'long', day: 'numeric', month: 'long' } as const;
  const format = dayFormat(language, isThisYear ? long : { ...long, year: 'numeric' });
  return format.format(toUtc(day));
}

/** When a message was sent, for narrow places: “10:41 pm”, “Yesterday”, “28 Nov”. */
export function formatSaidShort(t: Translator, instant: Date, here: Here): string {
  const { language, timeZone } = here;
  const when = recency(instant, here);
  if (when === 'today') return formatTime(instant, language, timeZone);
  if (when === 'yesterday') return t('account:time.yesterday_short');
  const format = dayFormat(language, { day: 'numeric', month: 'short' });
  return format.format(toUtc(dayOf(instant, timeZone)));
}

function recency(instant: Date, { now, timeZone }: Here): 'today' | 'yesterday' | 'on' {
  const daysAgo = daysBetween(dayOf(instant, timeZone), dayOf(now, timeZone));
  if (daysAgo <= 0) return 'today';
  return daysAgo === 1 ? 'yesterday' : 'on';
}

function dayAndTime(instant: Date, { language, timeZone }: Here) {
  return {
    day: formatDay(dayOf(instant, timeZone), language),
    time: formatTime(instant, language, timeZone),
  };
}

/** An amount of euro cents in euros: “€3.00”, “€ 3,00”, “3,00 €”. It never breaks across lines. */
export function formatAmount(cents: number, language: Language): string {
  const format = new Intl.NumberFormat(LANGUAGE_FACTS[language].locale, {
    style: 'currency',
    currency: 'EUR',
  });
  return format.format(cents / 100);
}

/** A list of names: “Ann, Bob and Cy”. */
export function formatNames(names: string[], language: Language): string {
  return new Intl.ListFormat(LANGUAGE_FACTS[language].locale, { type: 'conjunction' }).format(
    names,
  );
}

/** A whole number with the language's thousands separators. */
export function formatNumber(value: number, language: Language): string {
  return new Intl.NumberFormat(LANGUAGE_FACTS[language].locale).format(value);
}

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A number of bytes in the unit that keeps it short: “12.4 MB”. */
export function formatBytes(bytes: number, language: Language): string {
  const power = bytes < 1000 ? 0 : Math.min(4, Math.floor(Math.log10(bytes) / 3));
  return new Intl.NumberFormat(LANGUAGE_FACTS[language].locale, {
    style: 'unit',
    unit: BYTE_UNITS[power],
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power < 2 ? 0 : 1,
  }).format(bytes / 1000 ** power);
}

function dayFormat(language: Language, options: Intl.DateTimeFormatOptions) {
  const format = dateFormat(LANGUAGE_FACTS[language].locale, { ...options, timeZone: 'UTC' });
  return {
    format: (day: Date) => withOrdinal(format.format(day), language),
    formatRange: (start: Date, end: Date) => withOrdinal(format.formatRange(start, end), language),
  };
}

function toUtc(day: Day): Date {
  return new Date(`${day}T00:00:00Z`);
}
