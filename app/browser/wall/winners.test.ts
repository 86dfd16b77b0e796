import { expect, test } from 'vitest';
import { createWinners } from './winners';

// Rule `screens.wall-winners`.

const WINNERS = ['Ceiling', 'Shoes'].map((mission, index) => ({
  mission,
  photoIds: [index],
  stars: 2,
}));

test('the podium stands for 20 s, then each mission for 10 s, and all again', () => {
  const winners = createWinners();
  const shown = [0, 10_000, 20_000, 25_000, 30_000, 40_000].map(
    (now) => winners.turnTo(WINNERS, { now, isPaused: false }).winner?.mission,
  );
  expect(shown).toEqual([undefined, undefined, 'Ceiling', 'Ceiling', 'Shoes', undefined]);
  expect(winners.turnTo(WINNERS, { now: 45_000, isPaused: false }).changesIn).toBe(15_000);
});

test('a pause keeps what is shown; without winners nothing turns', () => {
  const winners = createWinners();
  winners.turnTo(WINNERS, { now: 0, isPaused: false });
  expect(winners.turnTo(WINNERS, { now: 20_000, isPaused: false }).winner?.mission).toBe('Ceiling');
  const paused = winners.turnTo(WINNERS, { now: 90_000, isPaused: true });
  expect([paused.winner?.mission, paused.changesIn]).toEqual(['Ceiling', null]);
  const none = winners.turnTo([], { now: 95_000, isPaused: false });
  expect([none.winner, none.changesIn]).toEqual([undefined, null]);
});

test('another programme begins anew with the podium', () => {
  const winners = createWinners();
  winners.turnTo(WINNERS, { now: 0, isPaused: false });
  winners.turnTo(WINNERS, { now: 20_000, isPaused: false });
  winners.leave();
  expect(winners.turnTo(WINNERS, { now: 21_000, isPaused: false }).winner).toBeUndefined();
});
