import { describe, expect, test } from 'vitest';
import {
  arrivalOf,
  closingMark,
  countdownOf,
  isGivenInTime,
  isInOrder,
  nextTick,
  nextTurn,
  votingState,
  type VotingRule,
} from './voting';

const OPENS = new Date('2026-06-15T18:00:00.000Z');
const CLOSES = new Date('2026-06-15T21:00:00.000Z');
const near = (instant: Date, ms: number) => new Date(instant.getTime() + ms);
const rule = (times: Partial<VotingRule> = {}): VotingRule => ({
  votingClosedAt: null,
  votingEnabled: true,
  votingOpensAt: OPENS,
  votingClosesAt: CLOSES,
  ...times,
});
const always = rule({ votingOpensAt: null, votingClosesAt: null });

describe('whether stars count (rule `voting.times`)', () => {
  test.each([
    ['a millisecond before the opening', rule(), near(OPENS, -1), 'early', OPENS],
    ['at the opening', rule(), OPENS, 'open', CLOSES],
    ['a millisecond before the closing', rule(), near(CLOSES, -1), 'open', CLOSES],
    ['at the closing', rule(), CLOSES, 'closed', null],
    ['long after the closing', rule(), near(CLOSES, 1e10), 'closed', null],
    [
      'once counted, whatever the times',
      rule({ votingClosedAt: OPENS }),
      near(OPENS, 1),
      'closed',
      null,
    ],
    [
      'once counted and off',
      rule({ votingClosedAt: OPENS, votingEnabled: false }),
      OPENS,
      'closed',
      null,
    ],
    ['without an opening', rule({ votingOpensAt: null }), near(OPENS, -1e10), 'open', CLOSES],
    ['without a closing', rule({ votingClosesAt: null }), near(CLOSES, 1e10), 'open', null],
    ['without times', always, OPENS, 'open', null],
    ['switched off, between the times', rule({ votingEnabled: false }), OPENS, 'off', null],
    ['switched off, after the closing', rule({ votingEnabled: false }), CLOSES, 'off', null],
    ['switched off, without times', { ...always, votingEnabled: false }, OPENS, 'off', null],
  ] as const)('%s', (_, event, now, state, turn) => {
    expect([votingState(event, now), nextTurn(event, now)]).toEqual([state, turn]);
  });

  test('a closing follows its opening', () => {
    expect(isInOrder(rule())).toBe(true);
    expect(isInOrder(rule({ votingClosesAt: near(OPENS, 1) }))).toBe(true);
    expect(isInOrder(rule({ votingClosesAt: OPENS }))).toBe(false);
    expect(isInOrder(rule({ votingClosesAt: near(OPENS, -1) }))).toBe(false);
    expect(isInOrder(always)).toBe(true);
    expect(isInOrder(rule({ votingOpensAt: null }))).toBe(true);
    expect(isInOrder(rule({ votingClosesAt: null }))).toBe(true);
  });
});

describe('the last minutes (rule `voting.line`)', () => {
  test.each([
    [600_001, null],
    [600_000, 10],
    [300_001, 10],
    [300_000, 5],
    [60_000, 1],
    [1, 1],
    [0, null],
    [-1, null],
  ])('%i ms before the closing the mark is %s', (left, mark) => {
    expect(closingMark(left)).toBe(mark);
  });

  test.each([
    [600_000, 10, 0],
    [599_999, 10, 0],
    [599_000, 9, 59],
    [61_000, 1, 1],
    [1, 0, 1],
    [0, 0, 0],
    [-5, 0, 0],
  ])('%i ms are shown as %i:%i', (left, minutes, seconds) => {
    expect(countdownOf(left)).toEqual({ minutes, seconds });
  });

  test('a clock wakes when it shows something else, and every minute before', () => {
    expect([600_500, 600_001, 7_200_000].map((left) => nextTick(left))).toEqual([500, 1, 60_000]);
    expect([600_000, 599_999, 1_500, 1].map((left) => nextTick(left))).toEqual([1000, 999, 500, 1]);
  });
});

describe('a star that arrives after the closing (rule `voting.late-star`)', () => {
  const late = near(CLOSES, 60_000);
  const counted = rule({ votingClosedAt: near(CLOSES, 120_000) });

  test.each([
    ['in the last millisecond', rule(), near(CLOSES, -1), late, true, 'in-time'],
    ['at the opening', rule(), OPENS, late, true, 'in-time'],
    ['before the opening', rule(), near(OPENS, -1), late, false, undefined],
    ['at the closing', rule(), CLOSES, late, false, undefined],
    ['in the future', rule(), near(late, 1), late, false, undefined],
    ['in the distant past', rule(), new Date(0), late, false, undefined],
    ['in time, with voting off', rule({ votingEnabled: false }), OPENS, late, false, undefined],
    ['in time, after the count', counted, OPENS, near(CLOSES, 130_000), false, 'counted'],
    ['late, after the count', counted, CLOSES, near(CLOSES, 130_000), false, undefined],
    [
      'before voting was closed by hand',
      rule({ votingClosesAt: null, votingClosedAt: late }),
      near(late, -1),
      near(late, 1),
      false,
      'counted',
    ],
    [
      'after voting was closed by hand',
      rule({ votingClosesAt: null, votingClosedAt: late }),
      near(late, 1),
      near(late, 2),
      false,
      undefined,
    ],
  ] as const)('%s', (_, event, givenAt, now, isInTime, arrival) => {
    expect(isGivenInTime(event, givenAt, now)).toBe(isInTime);
    expect(arrivalOf(event, givenAt, now)).toBe(arrival);
  });

  test('one that arrives while voting is open is not late', () => {
    expect(arrivalOf(rule(), OPENS, near(CLOSES, -1))).toBeUndefined();
  });
});
