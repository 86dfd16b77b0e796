import { expect, test } from 'vitest';
import { readMemberPlace, readMemberSort, writeMemberPlace } from './members';

test('a position survives a round trip, and anything else is null', () => {
  for (const place of [
    { id: 7, by: '' },
    { id: 7, by: '12' },
    { id: 123_456_789, by: 'Zoë B-Blum, 2nd' },
  ]) {
    expect(readMemberPlace(writeMemberPlace(place))).toEqual(place);
  }
  for (const text of [null, '', '-3', 'x-3', '7-', '1234567890']) {
    expect(readMemberPlace(text)).toBeNull();
  }
});

test('an unknown order falls back to the order of joining', () => {
  expect(['stars', 'name', 'email', null].map(readMemberSort)).toEqual([
    'stars',
    'name',
    'joined',
    'joined',
  ]);
});
