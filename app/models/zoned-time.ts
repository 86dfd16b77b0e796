import { dateFormat } from './date-format';
import { parseDay } from './day';

/** A time as a field of type `datetime-local` holds it: `YYYY-MM-DDTHH:mm`, without a time zone. */
export type LocalTime = string;

const PATTERN = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d(?:\.\d{1,3})?)?$/;

/** The time that clocks in a time zone show at an instant, to the minute. */
export function localTimeOf(instant: Date, timeZone: string): LocalTime {
  // The Swedish locale writes ISO days.
  const format = dateFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return format.format(instant).replace(' ', 'T');
}

/**
 * The instant at which clocks in a time zone show a time; seconds are ignored. When clocks are set forward, a
 * time that they skip means an hour later; when they are set back, one of the two instants.
 * @returns null for anything that is not such a time between 1970 and 2999
 */
export function instantOf(time: LocalTime, timeZone: string): Date | null {
  const [, day = '', hour, minute] = PATTERN.exec(time) ?? [];
  if (parseDay(day, timeZone) === null) return null;
  const shown = Date.parse(`${day}T${hour}:${minute}:00Z`);
  // The offset at the wanted instant is not known before it; a second step corrects the first guess.
  const guess = shown - offsetAt(shown, timeZone);
  return new Date(shown - offsetAt(guess, timeZone));
}

/** How far the clocks of a time zone are ahead of UTC, in ms, at an instant in ms. */
function offsetAt(instant: number, timeZone: string): number {
  const minute = Math.floor(instant / 60_000) * 60_000;
  return Date.parse(`${localTimeOf(new Date(minute), timeZone)}:00Z`) - minute;
}
