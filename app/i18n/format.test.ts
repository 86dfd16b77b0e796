import { describe, expect, it } from 'vitest';
import {
  formatAdded,
  formatAmount,
  formatBytes,
  formatDay,
  formatDayAndMonth,
  formatDayInFigures,
  formatDays,
  formatMoment,
  formatReported,
  formatSaidDay,
  formatSaidShort,
  formatShortDay,
  formatTime,
  viewDays,
} from './format';
import { instanceFor } from './i18n.server';
import type { Language } from './languages';
import type { Translate } from './translate';

const late = new Date('2026-11-20T21:41:00Z');

describe('sizes', () => {
  it('are written in the largest unit that fits', () => {
    expect(formatBytes(0, 'en')).toBe('0 bytes');
    expect(formatBytes(999, 'en')).toBe('999 bytes');
    expect(formatBytes(318_440_000, 'en')).toBe('318.4 MB');
    expect(formatBytes(1_440_000_000, 'de')).toBe('1,4\u00a0GB');
    expect(formatBytes(7_000_000, 'fr')).toMatch(/^7\sMo$/);
  });
});

describe('dates and times', () => {
  it('writes a time of day in the zone of the event', () => {
    expect(formatTime(late, 'en', 'Europe/Paris')).toMatch(/^10:41\spm$/);
    expect(formatTime(late, 'fr', 'Europe/Paris')).toBe('22\u00a0h\u00a041');
    expect(formatTime(late, 'de', 'America/New_York')).toBe('16:41');
  });

  it('writes noon and midnight in the language’s convention', () => {
    const noon = new Date('2026-11-20T12:05:00Z');
    const midnight = new Date('2026-11-20T00:05:00Z');
    expect(formatTime(noon, 'en', 'UTC')).toMatch(/^12:05\spm$/);
    expect(formatTime(midnight, 'en', 'UTC')).toMatch(/^12:05\sam$/);
    expect(formatTime(midnight, 'de', 'UTC')).toBe('0:05');
  });

  it('writes days independently of the machine’s time zone', () => {
    expect(formatDay('2026-11-28', 'en')).toBe('28 November 2026');
    expect(formatDay('2026-11-28', 'fr')).toBe('28 novembre 2026');
  });

  it('writes the first of a month as 1er in French, and no other day', () => {
    expect(formatDay('2026-12-01', 'fr')).toBe('1er décembre 2026');
    expect(formatShortDay('2026-12-01', 'fr')).toBe('1er déc. 2026');
    expect(formatDayAndMonth('2026-12-11', 'fr')).toBe('11 décembre');
    expect(formatDayAndMonth('2026-12-21', 'fr')).toBe('21 décembre');
    expect(formatDays('2026-12-01', '2026-12-07', 'fr')).toBe('1er–7 décembre 2026');
    expect(formatDays('2026-11-24', '2026-12-01', 'fr')).toMatch(
      /^24 novembre\s–\s1er décembre 2026$/,
    );
    expect(formatDayInFigures('2026-12-01', 'fr')).toBe('01/12');
    expect(formatDay('2026-12-01', 'es')).toBe('1 de diciembre de 2026');
  });

  it.each([
    [
      'fr',
      '2026-11-14',
      '2026-11-26',
      '14 nov. → 26 nov. 2026',
      'du 14 novembre au 26 novembre 2026',
    ],
    [
      'en',
      '2026-12-30',
      '2027-01-06',
      '30 Dec 2026 → 6 Jan 2027',
      'from 30 December 2026 to 6 January 2027',
    ],
    [
      'fr',
      '2026-11-24',
      '2026-12-01',
      '24 nov. → 1er déc. 2026',
      'du 24 novembre au 1er décembre 2026',
    ],
    ['de', '2026-11-14', '2026-11-14', '14. Nov. 2026', ''],
  ] as const)(
    '%s: %s to %s is shown as %s',
    async (language, startDate, endDate, drawn, spoken) => {
      const t = (await instanceFor(language)).t as Translate;
      const days = viewDays(t, { startDate, endDate }, { language });
      expect([days.drawn.join(''), days.spoken]).toEqual([drawn, spoken]);
    },
  );

  it.each([
    ['en', '2026-11-14', '2026-11-26'],
    ['fr', '2026-11-28', '2026-12-05'],
    ['fr', '2026-12-01', '2026-12-07'],
    ['de', '2026-12-30', '2027-01-06'],
    ['es', '2026-11-14', '2026-11-14'],
  ] as const)('%s: the long range from %s to %s is the language’s own', async (...args) => {
    const [language, startDate, endDate] = args;
    const t = (await instanceFor(language)).t as Translate;
    const { drawn } = viewDays(t, { startDate, endDate }, { language, style: 'long' });
    expect(drawn.join('')).toBe(formatDays(startDate, endDate, language));
    expect(drawn.filter(Boolean)).toHaveLength(startDate === endDate ? 1 : 3);
  });

  it('writes a moment short, with the day in the event’s time zone', () => {
    const afterMidnight = new Date('2026-11-20T23:05:00Z');
    expect(formatMoment(afterMidnight, 'en', 'Europe/Paris')).toBe(
      '21\u00a0Nov\u00a02026, 12:05\u00a0am',
    );
    expect(formatMoment(late, 'fr', 'Europe/Paris')).toBe(
      '20\u00a0nov.\u00a02026, 22\u00a0h\u00a041',
    );
  });

  it('says who reported a photo and when, relative to now', async () => {
    const t = (await instanceFor('en')).t as Translate;
    const reportedAt = (now: string) =>
      formatReported(t, 'Tom', late, {
        now: new Date(now),
        language: 'en',
        timeZone: 'Europe/Paris',
      });
    expect(reportedAt('2026-11-20T22:59:00Z')).toMatch(/^Reported by Tom, today at 10:41\spm$/);
    expect(reportedAt('2026-11-20T23:01:00Z')).toMatch(/^Reported by Tom, yesterday at 10:41/);
    expect(reportedAt('2026-11-22T12:00:00Z')).toMatch(/Tom, on 20 November 2026 at 10:41/);
  });
});

describe('moments relative to now', () => {
  const timeZone = 'Europe/Paris';
  /** The texts for a moment, given the current time. */
  async function written(now: string, language: Language = 'en') {
    const t = (await instanceFor(language)).t as Translate;
    const here = { now: new Date(now), language, timeZone };
    return [formatAdded, formatSaidDay, formatSaidShort].map((format) =>
      format(t, late, here).replaceAll('\u202f', ' '),
    );
  }

  it('are today until midnight in the event’s time zone', async () => {
    expect(await written('2026-11-20T22:59:00Z')).toEqual([
      'Today at 10:41 pm',
      'Today',
      '10:41 pm',
    ]);
    expect(await written('2026-11-20T23:00:00Z')).toEqual([
      'Yesterday at 10:41 pm',
      'Yesterday',
      'Yesterday',
    ]);
  });

  it('have a date from the day after next', async () => {
    expect(await written('2026-11-22T00:00:00Z')).toEqual([
      'On 20 November 2026 at 10:41 pm',
      'Friday 20 November',
      '20 Nov',
    ]);
    expect((await written('2026-11-22T00:00:00Z', 'fr'))[1]).toBe('vendredi 20 novembre');
    expect((await written('2027-01-01T00:00:00Z'))[1]).toBe('Friday, 20 November 2026');
  });
});

describe('amounts', () => {
  it.each([
    ['en', '€3.00', '€2,900.05'],
    ['nl', '€\u00a03,00', '€\u00a02.900,05'],
    ['fr', '3,00\u00a0€', '2\u202f900,05\u00a0€'],
    ['de', '3,00\u00a0€', '2.900,05\u00a0€'],
    ['es', '3,00\u00a0€', '2900,05\u00a0€'],
  ] as const)(
    'have two decimals, and the currency sign in its place in %s',
    (language, small, large) => {
      expect([300, 290_005].map((cents) => formatAmount(cents, language))).toEqual([small, large]);
    },
  );
});
