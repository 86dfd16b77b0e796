import { expect, test } from 'vitest';
import { canWriteTo } from './message';

const people = {
  organizer: { id: 1, eventId: 10, isOrganizer: true },
  guest: { id: 2, eventId: 10, isOrganizer: false },
  other: { id: 3, eventId: 10, isOrganizer: false },
  stranger: { id: 4, eventId: 20, isOrganizer: true },
};

test('organizer and participants of one event write to each other, and nobody else does', () => {
  const pairs = Object.entries(people).flatMap(([from, sender]) =>
    Object.entries(people)
      .filter(([, recipient]) => canWriteTo(sender, recipient))
      .map(([to]) => `${from} → ${to}`),
  );
  expect(pairs).toEqual([
    'organizer → guest',
    'organizer → other',
    'guest → organizer',
    'other → organizer',
  ]);
});
