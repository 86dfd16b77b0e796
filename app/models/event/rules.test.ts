import { describe, expect, test } from 'vitest';
import { daysRemaining, isExpired, statusOf } from './rules';
import { isSameName, matchKey, nameKey } from './name';

describe('nameKey', () => {
  test.each([
    ['  Summer   Party ', 'summer party'],
    ['SUMMER\tPARTY', 'summer party'],
    ['Straße', 'STRASSE'],
    ['ÉTÉ', 'été'],
    // Composed and decomposed, full-width and plain.
    ['caf\u00e9', 'cafe\u0301'],
    ['ＰＡＲＴＹ', 'party'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
    ['a\0b', 'ab'],
  ])('the names %j and %j have the same key', (one, other) => {
    expect(nameKey(one)).toBe(nameKey(other));
  });

  test('different names have different keys', () => {
    expect(nameKey('Été')).not.toBe(nameKey('Ete'));
    expect(nameKey('Party 1')).not.toBe(nameKey('Party1'));
  });

  test('blank text has an empty key', () => {
    expect(nameKey(' \u00a0\t ')).toBe('');
  });
});

describe('names of events', () => {
  test.each([
    ['Noël', 'noel'],
    ['Cœur de Łódź', 'coeur de Lodz'],
    ['Straße', 'STRASSE'],
    ['Marie & Paul', 'Marie et Paul'],
    ['Marie + Paul', 'Marie und Paul'],
    ['Ana y Luis', 'Ana e Luis'],
    ['Anna en Bram', 'Anna and Bram'],
    ['Rock-n-roll', 'Rock n’ roll'],
    ['Party 1', 'Party1'],
    ['🎉 Party 🎉', 'Party'],
    ['Party👩🏽‍🚀', 'party'],
    ['ℹ️ Party™', 'Party'],
    ['1️⃣ Party', '1 party'],
    ['Par\u200bt\u00ady\u2060\u200d\u3164', 'party'],
    ['Crème brûlée', 'Cre\u0300me bru\u0302le\u0301e'],
    ['🎉 ', ' 🎉'],
    ['Et', 'ET!'],
  ])('%j and %j are the same name', (one, other) => {
    expect(matchKey(one)).toBe(matchKey(other));
    expect(isSameName(one, other)).toBe(true);
  });

  test.each([
    ['Party 1', 'Party 2'],
    ['🎉🎉🎉', '🎄🎄🎄'],
    ['???', '!!!'],
    ['And', 'Et'],
    // Marks that are vowels or mark voiced consonants.
    ['कि', 'कु'],
    ['はは', 'ばば'],
  ])('the names %j and %j have different keys', (one, other) => {
    expect(matchKey(one)).not.toBe(matchKey(other));
  });

  test('a key is its own key, and invisible text has an empty key', () => {
    for (const name of ['Salle E', 'e-t', 'Noël & Cœur', '🎉']) {
      expect(matchKey(matchKey(name))).toBe(matchKey(name));
    }
    expect(matchKey(' \u200b\u3164')).toBe('');
  });
});

test('an event expires on the day after its last day', () => {
  const event = { endDate: '2026-06-22', endedAt: null };
  const days = ['2026-06-15', '2026-06-22', '2026-06-23'];
  expect(days.map((today) => daysRemaining(event, today))).toEqual([7, 0, -1]);
  expect(days.map((today) => isExpired(event, today))).toEqual([false, false, true]);
});

test.each([
  ['2026-06-14', 0, 'soon'],
  ['2026-06-14', 5, 'soon'],
  ['2026-06-15', 4, 'running'],
  ['2026-06-15', 5, 'full'],
  ['2026-06-22', 6, 'full'],
  ['2026-06-22', 0, 'running'],
  ['2026-06-23', 0, 'ended'],
  ['2026-06-23', 5, 'ended'],
])('on %s with %i of 5 participants an event is %s', (today, participantCount, status) => {
  const event = { startDate: '2026-06-15', endDate: '2026-06-22', endedAt: null, maxUsers: 5 };
  expect(statusOf(event, { participantCount, today })).toBe(status);
});
