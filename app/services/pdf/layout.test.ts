import { expect, test } from 'vitest';
import { usualPaper } from './layout';

test.each([
  ['en-US,en;q=0.9', 'letter'],
  ['es-MX', 'letter'],
  ['fr-CA,fr;q=0.5', 'letter'],
  ['en-GB,en-US;q=0.9', 'a4'],
  ['de,en-US;q=0.7,en;q=0.3', 'a4'],
  ['zh-Hant-TW', 'a4'],
  ['en', 'a4'],
  ['*', 'a4'],
  ['', 'a4'],
  [null, 'a4'],
])('the usual paper of a browser that accepts %j is %s', (accepted, paper) => {
  expect(usualPaper(accepted)).toBe(paper);
});
