import { expect, test } from 'vitest';
import { instantOf, localTimeOf } from './zoned-time';

test.each([
  ['2026-11-28T21:05', 'Europe/Paris', '2026-11-28T20:05:00.000Z'],
  ['2026-07-01T00:00', 'Europe/Paris', '2026-06-30T22:00:00.000Z'],
  ['2026-07-01T23:59:59', 'America/New_York', '2026-07-02T03:59:00.000Z'],
  ['2026-07-01T12:00', 'Asia/Kathmandu', '2026-07-01T06:15:00.000Z'],
  ['2028-02-29T12:00', 'Pacific/Auckland', '2028-02-28T23:00:00.000Z'],
  // The clocks go from 2:00 to 3:00.
  ['2026-03-29T01:59', 'Europe/Paris', '2026-03-29T00:59:00.000Z'],
  ['2026-03-29T02:30', 'Europe/Paris', '2026-03-29T01:30:00.000Z'],
  ['2026-03-29T03:00', 'Europe/Paris', '2026-03-29T01:00:00.000Z'],
  // The clocks go from 3:00 to 2:00.
  ['2026-10-25T01:59', 'Europe/Paris', '2026-10-24T23:59:00.000Z'],
  ['2026-10-25T02:30', 'Europe/Paris', '2026-10-25T01:30:00.000Z'],
  ['2026-10-25T03:00', 'Europe/Paris', '2026-10-25T02:00:00.000Z'],
])('%s in %s is %s', (time, zone, instant) => {
  expect(instantOf(time, zone)?.toISOString()).toBe(instant);
});

test('an instant becomes the time that the clocks show', () => {
  expect(localTimeOf(new Date('2026-11-28T23:05:59Z'), 'Europe/Paris')).toBe('2026-11-29T00:05');
  expect(localTimeOf(new Date('2026-07-01T04:00:00Z'), 'America/New_York')).toBe(
    '2026-07-01T00:00',
  );
});

test.each([
  '',
  'tomorrow',
  '2026-11-28',
  '2026-11-28 21:05',
  '2026-02-30T12:00',
  '2026-11-28T24:00',
  '2026-11-28T21:60',
  '2026-11-28T21:05Z',
  '2026-11-28T21:05+01:00',
  '3026-11-28T21:05',
  '0000-11-28T21:05',
  '2026-11-28T21:05\n',
])('%o is no time', (time) => {
  expect(instantOf(time, 'Europe/Paris')).toBeNull();
});
