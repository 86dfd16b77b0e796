import { describe, expect, test } from 'vitest';
import { addDays, addMonths, dayOf, daysBetween, parseDay } from './day';

const PARIS = 'Europe/Paris';

describe('dayOf', () => {
  test.each([
    // Paris is one hour ahead of UTC in winter and two in summer.
    ['2026-01-15T22:59:59.999Z', '2026-01-15'],
    ['2026-01-15T23:00:00Z', '2026-01-16'],
    ['2026-07-15T21:59:59.999Z', '2026-07-15'],
    ['2026-07-15T22:00:00Z', '2026-07-16'],
    // The clock changes on 29 March and 25 October 2026.
    ['2026-03-28T22:59:59Z', '2026-03-28'],
    ['2026-03-28T23:00:00Z', '2026-03-29'],
    ['2026-03-29T21:59:59Z', '2026-03-29'],
    ['2026-03-29T22:00:00Z', '2026-03-30'],
    ['2026-10-24T21:59:59Z', '2026-10-24'],
    ['2026-10-24T22:00:00Z', '2026-10-25'],
    ['2026-10-25T22:59:59Z', '2026-10-25'],
    ['2026-10-25T23:00:00Z', '2026-10-26'],
    ['2026-12-31T23:00:00Z', '2027-01-01'],
  ])('in Paris %s is %s', (instant, day) => {
    expect(dayOf(new Date(instant), PARIS)).toBe(day);
  });

  test('depends on the time zone', () => {
    const instant = new Date('2026-06-15T11:00:00Z');
    expect(dayOf(instant, 'Pacific/Kiritimati')).toBe('2026-06-16');
    expect(dayOf(instant, 'Pacific/Pago_Pago')).toBe('2026-06-15');
  });
});

describe('addDays', () => {
  test.each([
    ['2026-06-15', 7, '2026-06-22'],
    ['2026-03-28', 2, '2026-03-30'],
    ['2026-10-24', 2, '2026-10-26'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-02-28', 1, '2026-03-01'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-03-01', -1, '2026-02-28'],
  ])('%s plus %i days is %s', (day, days, result) => {
    expect(addDays(day, days)).toBe(result);
  });
});

describe('addMonths', () => {
  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-01-31', 3, '2026-04-30'],
    ['2026-08-31', 6, '2027-02-28'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2028-02-29', 120, '2038-02-28'],
  ])('%s plus %i months is %s', (day, months, result) => {
    expect(addMonths(day, months)).toBe(result);
  });
});

test('daysBetween counts whole days, even across a clock change', () => {
  expect(daysBetween('2026-06-15', '2026-06-15')).toBe(0);
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
  expect(daysBetween('2026-10-26', '2026-10-24')).toBe(-2);
  expect(daysBetween('2026-01-01', '2027-01-01')).toBe(365);
});

describe('parseDay', () => {
  test.each([
    ['2026-06-15', '2026-06-15'],
    ['2026-06-15T22:30:00.000Z', '2026-06-16'],
    ['2026-06-15T23:30:00+02:00', '2026-06-15'],
    ['2026-02-29', null],
    ['2026-13-01', null],
    ['2026-06-15T99:00', null],
    ['15.06.2026', null],
    ['tomorrow', null],
    ['0000-01-01', null],
    ['1969-12-31', null],
    ['1970-01-01', '1970-01-01'],
    ['2999-12-31T23:30:00Z', null],
    ['0000-01-01T00:00:00Z', null],
    ['9999-12-31T23:59:59Z', null],
    ['', null],
  ])('reads %j as %j', (value, day) => {
    expect(parseDay(value, PARIS)).toBe(day);
  });
});
