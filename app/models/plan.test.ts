import { expect, test } from 'vitest';
import { PLANS } from './event';
import { PLAN_TABLE } from './plan';

test('prices and effects are those of §9', () => {
  expect(PLAN_TABLE.map(({ id }) => id)).toEqual(PLANS);
  expect(PLAN_TABLE).toEqual([
    { id: 'free', price: 0, participants: 10, validity: { days: 7 } },
    { id: 'basic', price: 300, participants: 50, validity: { months: 1 } },
    { id: 'standard', price: 900, participants: 250, validity: { months: 3 } },
    { id: 'premium', price: 2900, participants: 1000, validity: { months: 6 } },
  ]);
});
