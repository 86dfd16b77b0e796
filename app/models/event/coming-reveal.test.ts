import { expect, test } from 'vitest';
import { comingReveal } from './coming-reveal';

const CLOSES = new Date('2026-06-15T21:00:00.000Z');
const COUNTED = new Date('2026-06-15T21:02:00.000Z');
const BEGINS = new Date('2026-06-15T21:30:00.000Z');
const near = (instant: Date, seconds: number) => new Date(instant.getTime() + seconds * 1000);

const open = {
  standings: 'open' as const,
  votingEnabled: true,
  votingOpensAt: null,
  votingClosesAt: CLOSES,
  votingClosedAt: null,
  revealedAt: null,
};
const counted = { ...open, votingClosedAt: COUNTED };
const AWAITED = { startsAt: null, endsAt: null };
const SET = { startsAt: BEGINS.getTime(), endsAt: near(BEGINS, 36).getTime() };

test.each([
  ['while stars count', { ...open, standings: 'hidden' as const }, near(CLOSES, -1), null],
  ['closed with hidden standings', { ...open, standings: 'hidden' as const }, CLOSES, AWAITED],
  ['closed with open standings, not counted', open, CLOSES, null],
  ['just counted', counted, COUNTED, AWAITED],
  ['within the hour', counted, near(COUNTED, 3599), AWAITED],
  ['an hour later', counted, near(COUNTED, 3600), null],
  [
    'an hour later, still hidden',
    { ...counted, standings: 'hidden' as const },
    near(COUNTED, 3600),
    AWAITED,
  ],
  ['set', { ...counted, revealedAt: BEGINS }, COUNTED, SET],
  ['set before the closing', { ...open, revealedAt: BEGINS }, near(CLOSES, -1), SET],
  ['on', { ...counted, revealedAt: BEGINS }, near(BEGINS, 35), SET],
  ['over', { ...counted, revealedAt: BEGINS }, near(BEGINS, 36), null],
] as const)('%s', (_, event, now, coming) => {
  expect(comingReveal(event, now)).toEqual(coming);
});
