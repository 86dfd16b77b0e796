import { describe, expect, test } from 'vitest';
import {
  closingMark,
  countdownOf,
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
