import { describe, expect, it } from 'vitest';
import { dayOf } from '../day';
import { isOverdue, isWarningDue, lastRetentionDay } from './retention';

describe('the retention period of photos', () => {
  it.each([
    ['2026-06-15', '2026-07-15'],
    ['2026-01-31', '2026-02-28'],
    ['2028-01-30', '2028-02-29'],
    ['2026-12-31', '2027-01-31'],
  ])('an event that ended on %s keeps its photos until %s', (endDate, last) => {
    expect(lastRetentionDay({ endDate, endedAt: null })).toBe(last);
    expect(isOverdue({ endDate, endedAt: null }, last)).toBe(false);
  });

  it('the warning is due in the last seven days, including the last one', () => {
    const event = { endDate: '2026-06-15', endedAt: null };
    expect(isWarningDue(event, '2026-07-07')).toBe(false);
    expect(isWarningDue(event, '2026-07-08')).toBe(true);
    expect(isWarningDue(event, '2026-07-15')).toBe(true);
    expect(isWarningDue(event, '2026-07-16')).toBe(false);
  });

  // Paris has summer time from 29 March to 25 October 2026.
  it.each([
    ['2026-02-28', '2026-03-28T22:59:59.999Z', '2026-03-28T23:00:00.000Z'],
    ['2026-03-01', '2026-04-01T21:59:59.999Z', '2026-04-01T22:00:00.000Z'],
    ['2026-09-24', '2026-10-24T21:59:59.999Z', '2026-10-24T22:00:00.000Z'],
    ['2026-09-25', '2026-10-25T22:59:59.999Z', '2026-10-25T23:00:00.000Z'],
  ])('ends at midnight in Paris, regardless of clock changes: %s', (endDate, before, after) => {
    const at = (instant: string) => dayOf(new Date(instant), 'Europe/Paris');
    expect(isOverdue({ endDate, endedAt: null }, at(before))).toBe(false);
    expect(isOverdue({ endDate, endedAt: null }, at(after))).toBe(true);
  });
});
