import { expect, it } from 'vitest';
import { presentShared, type SharedRow } from './shared-files';

const MINUTE = 60_000;
const NOW = 1_800_000_000_000;

const row = (name: string, { minutes = 0, isWhole = true } = {}): SharedRow => ({
  name,
  type: 'image/jpeg',
  bytes: isWhole ? new ArrayBuffer(3) : null,
  at: NOW - minutes * MINUTE,
});

it('returns the files of several shares in order, and the names of those beyond the limit', () => {
  const rows = [
    row('first.jpg', { minutes: 5 }),
    row('second.jpg'),
    row('large.jpg', { isWhole: false }),
    row('third.jpg'),
  ];
  const { files, names } = presentShared(rows, NOW);
  expect(files.map(({ name, size, type }) => [name, size, type])).toEqual([
    ['first.jpg', 3, 'image/jpeg'],
    ['second.jpg', 3, 'image/jpeg'],
    ['third.jpg', 3, 'image/jpeg'],
  ]);
  expect(names).toEqual(['large.jpg']);
});

it('returns neither a file nor its name after an hour', () => {
  const rows = [
    row('old.jpg', { minutes: 60 }),
    row('unkept.jpg', { minutes: 61, isWhole: false }),
    row('new.jpg', { minutes: 59 }),
  ];
  const { files, names } = presentShared(rows, NOW);
  expect([files.map(({ name }) => name), names]).toEqual([['new.jpg'], []]);
});
