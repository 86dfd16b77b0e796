import { describe, expect, test } from 'vitest';
import {
  areStandingsHidden,
  chosenStandings,
  nextStandingsTurn,
  REVEAL_MS,
  type StandingsRule,
} from './standings';

const CLOSES = new Date('2026-06-15T21:00:00.000Z');
const FALLS = new Date('2026-06-15T20:00:00.000Z');
const REVEALED = new Date('2026-06-15T21:30:00.000Z');
const OPENED = new Date('2026-06-15T21:30:36.000Z');
const near = (instant: Date, ms: number) => new Date(instant.getTime() + ms);
const rule = (cells: Partial<StandingsRule> = {}): StandingsRule => ({
  standings: null,
  votingClosesAt: null,
  revealedAt: null,
  ...cells,
});
const curtain = rule({ votingClosesAt: CLOSES });
const hidden = rule({ standings: 'hidden' });

test('without a choice there is a curtain as soon as a closing time is set', () => {
  expect(chosenStandings(rule())).toBe('open');
  expect(chosenStandings(curtain)).toBe('curtain');
  expect(chosenStandings({ ...curtain, standings: 'open' })).toBe('open');
});

describe('whether standings are hidden, and when that changes by itself (rule `standings.hidden`)', () => {
  test.each([
    ['open', rule(), CLOSES, false, null],
    ['open by choice, with a closing', { ...curtain, standings: 'open' }, CLOSES, false, null],
    ['before the last hour', curtain, near(FALLS, -1), false, FALLS],
    ['from the last hour on', curtain, FALLS, true, null],
    ['after the closing', curtain, near(CLOSES, 1), true, null],
    ['a curtain without a closing', rule({ standings: 'curtain' }), CLOSES, false, null],
    ['hidden from the start', hidden, near(FALLS, -1e9), true, null],
    ['before a set reveal', { ...hidden, revealedAt: REVEALED }, near(REVEALED, -1), true, OPENED],
    ['during the reveal', { ...hidden, revealedAt: REVEALED }, near(OPENED, -1), true, OPENED],
    ['revealed', { ...hidden, revealedAt: REVEALED }, OPENED, false, null],
    [
      'revealed before the curtain falls',
      { ...curtain, revealedAt: near(FALLS, -2 * REVEAL_MS) },
      near(FALLS, -1),
      false,
      null,
    ],
    [
      'revealed, in the last hour',
      { ...curtain, revealedAt: REVEALED },
      near(OPENED, 1),
      false,
      null,
    ],
  ] as const)('%s', (_, event, now, isHidden, turn) => {
    expect([areStandingsHidden(event, now), nextStandingsTurn(event, now)]).toEqual([
      isHidden,
      turn,
    ]);
  });
});
