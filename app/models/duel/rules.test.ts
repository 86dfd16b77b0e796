import { describe, expect, test } from 'vitest';
import { isDuelRunning, winnerOf } from './rules';

const tally = (...votes: number[]) =>
  votes.map((count, index) => ({ photoId: index + 1, votes: count }));

describe('a duel', () => {
  test.each([
    [[3, 2], 1],
    [[2, 3], 2],
    [[0, 0, 1], 3],
    [[2, 2], null],
    [[0, 0], null],
    [[3, 3, 1], null],
    [[5], null],
    [[], null],
  ])('with the taps %j is won by %j', (votes, winner) => {
    expect(winnerOf(tally(...votes))).toBe(winner);
  });

  test('runs until its end, which does not count', () => {
    const duelEndsAt = new Date('2026-06-15T20:00:00Z');
    expect(isDuelRunning({ duelEndsAt }, new Date(duelEndsAt.getTime() - 1))).toBe(true);
    expect(isDuelRunning({ duelEndsAt }, duelEndsAt)).toBe(false);
    expect(isDuelRunning({ duelEndsAt: null }, duelEndsAt)).toBe(false);
  });
});
