import { describe, expect, test } from 'vitest';
import { changedTimes, withStoredSeconds } from './voting-times';

const timeZone = 'Europe/Paris';
const span = { startDate: '2026-06-15', endDate: '2026-06-20' };
const none = { votingOpensAt: null, votingClosesAt: null };
const at = (text: string) => new Date(text);
const OUTSIDE = { code: 'voting_time_outside' };

describe('the times to store (rule `voting.times`)', () => {
  const change = (times: object, before: object = {}, days = span) =>
    changedTimes({ ...span, ...none, ...before }, { timeZone, ...times }, days);

  test('what is not given stays, null is no limit', () => {
    const opens = at('2026-06-15T18:00:00Z');
    expect(change({ votingOpensAt: opens })).toEqual({ ...none, votingOpensAt: opens });
    expect(change({}, { votingOpensAt: opens })).toEqual({ ...none, votingOpensAt: opens });
    expect(change({ votingOpensAt: null }, { votingOpensAt: opens })).toEqual(none);
  });

  test.each(['votingOpensAt', 'votingClosesAt'])('%s is on one of the event’s days', (field) => {
    // Days of the event's zone, which is two hours ahead.
    for (const inside of ['2026-06-14T22:00:00Z', '2026-06-20T21:59:59.999Z']) {
      expect(change({ [field]: at(inside) })).toMatchObject({ [field]: at(inside) });
    }
    const outside = ['2026-06-14T21:59:59.999Z', '2026-06-20T22:00:00Z', '0001-01-01T00:00:00Z'];
    for (const text of [...outside, '9999-12-31T23:59:59Z', '+012026-06-16T00:00:00Z']) {
      const set = () => change({ [field]: at(text) });
      expect(set, text).toThrow(expect.objectContaining({ ...OUTSIDE, field }));
    }
  });

  test('a time that stays is checked once the days move', () => {
    const before = { votingClosesAt: at('2026-06-22T20:00:00Z') };
    expect(change(before, before)).toEqual({ ...none, ...before });
    const later = { ...span, startDate: '2026-06-16' };
    expect(() => change(before, before, later)).toThrow(expect.objectContaining(OUTSIDE));
  });

  test('the closing follows the opening, even a stored one', () => {
    const refusal = { code: 'voting_closes_first', field: 'votingClosesAt' };
    const [opens, closes] = [at('2026-06-15T18:00:00Z'), at('2026-06-15T18:00:00Z')];
    const both = { votingOpensAt: opens, votingClosesAt: closes };
    expect(() => change(both)).toThrow(expect.objectContaining(refusal));
    const set = () => change({ votingOpensAt: opens }, { votingClosesAt: closes });
    expect(set).toThrow(expect.objectContaining(refusal));
  });
});

describe('a form, which shows minutes', () => {
  test('keeps what it still shows: seconds, and the second of two equal hours', () => {
    // In Paris this is 2:30 for the second time; the form's 2:30 is read as the first.
    const second = at('2026-10-25T01:30:20Z');
    const form = at('2026-10-25T00:30:00Z');
    const before = { ...none, votingClosesAt: second };
    expect(
      withStoredSeconds(before, { timeZone, votingClosesAt: form, votingOpensAt: form }),
    ).toEqual({
      timeZone,
      votingClosesAt: second,
      votingOpensAt: form,
    });
    const changed = { timeZone, votingClosesAt: at('2026-10-25T00:31:00Z') };
    expect(withStoredSeconds(before, changed)).toEqual(changed);
    expect(withStoredSeconds(before, { timeZone, votingClosesAt: null })).toEqual({
      timeZone,
      votingClosesAt: null,
    });
  });
});
