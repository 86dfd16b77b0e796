import { expect, test } from 'vitest';
import { DRAWN_DAYS, withFollowingEnd } from './following-end';

const DRAWN = '2026-11-14 2026-11-21';

test.each([
  ['the last day follows the first', DRAWN, '2026-12-24', '2026-11-21', '2026-12-31'],
  ['also backwards', DRAWN, '2026-11-10', '2026-11-21', '2026-11-17'],
  ['unless it was touched', DRAWN, '2026-12-24', '2026-12-25', '2026-12-25'],
  ['or the first one was not', DRAWN, '2026-11-14', '2026-11-21', '2026-11-21'],
  ['or scripts move it', undefined, '2026-12-24', '2026-11-21', '2026-11-21'],
  ['what is no day stays', DRAWN, 'soon', '2026-11-21', '2026-11-21'],
  ['nonsense is passed over', 'x y', '2026-12-24', 'y', 'y'],
])('%s', (_what, drawn, startDate, endDate, follows) => {
  const fields = { startDate, endDate, ...(drawn && { [DRAWN_DAYS]: drawn }) };
  const form = new Map(Object.entries(fields));
  expect(withFollowingEnd(form).get('endDate')).toBe(follows);
  expect(form.get('endDate')).toBe(endDate);
});

test.each([
  ['the day of the party follows the first day, too', '2026-11-15', '2026-12-24', '2026-12-25'],
  ['unless it was touched', '2026-11-16', '2026-12-24', '2026-11-16'],
  ['or the first day was not', '2026-11-15', '2026-11-14', '2026-11-15'],
  ['an empty one stays empty', '', '2026-12-24', ''],
])('%s', (_what, partyDate, startDate, follows) => {
  const drawn = `${DRAWN} 2026-11-15`;
  const fields = { startDate, endDate: '2026-11-21', partyDate, [DRAWN_DAYS]: drawn };
  expect(withFollowingEnd(new Map(Object.entries(fields))).get('partyDate')).toBe(follows);
});
