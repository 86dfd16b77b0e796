import { expect, test } from 'vitest';
import { isDiskLow } from './platform';

const GB = 1_000_000_000;

test('a disk is almost full below a gigabyte, and below a tenth', () => {
  expect(isDiskLow({ free: GB, total: 5 * GB })).toBe(false);
  expect(isDiskLow({ free: GB - 1, total: 5 * GB })).toBe(true);
  expect(isDiskLow({ free: 10 * GB, total: 100 * GB })).toBe(false);
  expect(isDiskLow({ free: 10 * GB - 1, total: 100 * GB })).toBe(true);
});
