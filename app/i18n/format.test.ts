import { describe, expect, it } from 'vitest';
import { formatDay, formatDayRange, formatTime } from './format';

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
});
