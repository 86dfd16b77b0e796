import { describe, expect, it } from 'vitest';
import { formatDay, formatDayRange, formatMoment, formatReported, formatTime } from './format';
import { translator } from './i18n.server';

const late = new Date('2026-11-20T21:41:00Z');

describe('dates and times', () => {
  it('writes a time of day in the zone of the event', () => {
    expect(formatTime(late, 'en', 'Europe/Paris')).toMatch(/^10:41\spm$/);
    expect(formatTime(late, 'fr', 'Europe/Paris')).toBe('22\u00a0h\u00a041');
    expect(formatTime(late, 'de', 'America/New_York')).toBe('16:41');
  });

  it('writes days whatever the zone of the machine', () => {
    expect(formatDay('2026-11-28', 'en')).toBe('28 November 2026');
    expect(formatDay('2026-11-28', 'fr')).toBe('28 novembre 2026');
  });

  it('names the year once in a range of one year', () => {
    expect(formatDayRange('2026-11-14', '2026-11-26', 'fr')).toBe('14 nov. → 26 nov. 2026');
    expect(formatDayRange('2026-12-30', '2027-01-06', 'en')).toBe('30 Dec 2026 → 6 Jan 2027');
  });

  it('writes a moment short, on the day of the event’s zone', () => {
    const afterMidnight = new Date('2026-11-20T23:05:00Z');
    expect(formatMoment(afterMidnight, 'en', 'Europe/Paris')).toBe(
      '21\u00a0Nov\u00a02026, 12:05\u00a0am',
    );
    expect(formatMoment(late, 'fr', 'Europe/Paris')).toBe(
      '20\u00a0nov.\u00a02026, 22\u00a0h\u00a041',
    );
  });

  it('says who reported a photo and when, relative to now', async () => {
    const request = new Request('http://x/', { headers: { Cookie: 'preferred_language=en' } });
    const t = await translator(request);
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
