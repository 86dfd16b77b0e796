import { expect, test } from 'vitest';
import { isMorningAfter, morningOf } from './morning-time';

// When the mail on the morning after is sent (rule `mails.morning`).

const PARIS = 'Europe/Paris';
const ends = (endDate: string, endedAt: string | null = null) => ({
  endDate,
  endedAt: endedAt === null ? null : new Date(endedAt),
});

test.each([
  ['its last day is over', ends('2026-06-14'), PARIS, '2026-06-15T08:00Z'],
  ['in winter', ends('2026-12-31'), PARIS, '2027-01-01T09:00Z'],
  ['on the day when clocks are set back', ends('2026-10-24'), PARIS, '2026-10-25T09:00Z'],
  ['in another zone', ends('2026-06-14'), 'America/Los_Angeles', '2026-06-15T17:00Z'],
  [
    'ended at two in the night',
    ends('2026-06-20', '2026-06-14T00:00Z'),
    PARIS,
    '2026-06-14T08:00Z',
  ],
  ['ended in the evening', ends('2026-06-20', '2026-06-13T21:00Z'), PARIS, '2026-06-14T08:00Z'],
  ['ended at half past nine', ends('2026-06-20', '2026-06-14T07:30Z'), PARIS, '2026-06-15T08:00Z'],
  ['ended after its last day', ends('2026-06-14', '2026-06-18T12:00Z'), PARIS, '2026-06-15T08:00Z'],
])('an event has its morning at ten: %s', (_when, event, timeZone, at) => {
  expect(morningOf(event, timeZone)).toEqual(new Date(at));
});

test('mails are sent from ten on, for a day', () => {
  const event = ends('2026-06-14');
  const isAt = (now: string) => isMorningAfter(event, { now: new Date(now), timeZone: PARIS });
  expect(isAt('2026-06-15T07:59:59Z')).toBe(false);
  expect(isAt('2026-06-15T08:00Z')).toBe(true);
  expect(isAt('2026-06-16T07:59:59Z')).toBe(true);
  expect(isAt('2026-06-16T08:00Z')).toBe(false);
});
