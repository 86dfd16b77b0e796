import { expect, test } from 'vitest';
import { readMemberPlace, readMemberSort, writeMemberPlace } from './members';

test('a place is read as it was written; what is none is none', () => {
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

test('an unknown order is the one in which they joined', () => {
  expect(['stars', 'name', 'email', null].map(readMemberSort)).toEqual([
    'stars',
    'name',
    'joined',
    'joined',
  ]);
});
