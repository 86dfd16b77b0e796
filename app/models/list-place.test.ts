import { expect, test } from 'vitest';
import { readPlace, writePlace } from './list-place';

test('a position survives a round trip through a URL', () => {
  const place = { createdAt: new Date('2026-06-15T10:00:00.123Z'), id: 57 };
  expect(readPlace(writePlace(place))).toEqual(place);
  for (const text of ['', '57', '-57', '1-', '1-2-3', 'x-1', '1-9999999999', '999999999999999-1']) {
    expect(readPlace(text)).toBeNull();
  }
  expect(readPlace(null)).toBeNull();
});
