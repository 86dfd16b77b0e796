import { describe, expect, test } from 'vitest';
import { dayOf, type Day } from '../day';
import { DEFAULT_EVENT_DAYS, DEFAULT_MAX_USERS, PLANS } from '../event/rules';
import { findPaidPlan, PAID_PLANS, PLAN_TABLE, upgraded, type PaidPlanId } from './plan';

test('prices and effects match rule `plans.table`', () => {
  expect(PLAN_TABLE.map(({ id }) => id)).toEqual(PLANS);
  expect(PLAN_TABLE).toEqual([
    { id: 'free', price: 0, participants: 10, validity: { days: 7 } },
    { id: 'basic', price: 300, participants: 50, validity: { months: 1 } },
    { id: 'standard', price: 900, participants: 250, validity: { months: 3 } },
    { id: 'premium', price: 2900, participants: 1000, validity: { months: 6 } },
  ]);
  const [free] = PLAN_TABLE;
  expect([free.participants, free.validity.days]).toEqual([DEFAULT_MAX_USERS, DEFAULT_EVENT_DAYS]);
});

test('all plans but the free one are sold', () => {
  expect(PAID_PLANS.map(({ id }) => id)).toEqual(['basic', 'standard', 'premium']);
  expect(findPaidPlan('premium')?.price).toBe(2900);
});

test.each(['free', 'BASIC', ' basic', 'gold', '', 'constructor', '__proto__', null, undefined, 1])(
  'no plan is sold as %j',
  (id) => {
    expect(findPaidPlan(id)).toBeUndefined();
  },
);

describe('an event after a plan is paid', () => {
  const TODAY: Day = '2026-06-15';
  const FREE = { plan: 'free' as const, maxUsers: 10, endDate: '2026-06-22', paidUntil: null };

  /** Pays for a plan. */
  function pay(id: PaidPlanId, event: Partial<Parameters<typeof upgraded>[0]> = {}, today = TODAY) {
    const plan = findPaidPlan(id);
    if (!plan) throw new Error(`${id} is not sold`);
    return upgraded({ ...FREE, ...event }, plan, today);
  }
  const endAfter = (id: PaidPlanId, endDate: Day, today = TODAY) =>
    pay(id, { endDate }, today).endDate;

  test.each([
    ['basic', 60, '2026-07-22'],
    ['standard', 260, '2026-09-22'],
    ['premium', 1010, '2026-12-22'],
  ] as const)('%s adds to a running event', (plan, maxUsers, endDate) => {
    expect(pay(plan)).toEqual({ plan, maxUsers, endDate, paidUntil: endDate });
  });

  test('counts from the last day that is paid for, if the event was shortened', () => {
    const shortened = { endDate: '2026-06-20', paidUntil: '2026-09-22' };
    expect(pay('basic', shortened)).toMatchObject({
      endDate: '2026-10-22',
      paidUntil: '2026-10-22',
    });
    const longPast = { endDate: '2026-06-01', paidUntil: '2026-06-02' };
    expect(pay('basic', longPast)).toMatchObject({ endDate: '2026-07-15' });
  });

  test.each([
    ['basic', '2026-07-15'],
    ['standard', '2026-09-15'],
    ['premium', '2026-12-15'],
  ] as const)('on the last day and after it, %s counts from today', (plan, endDate) => {
    expect(endAfter(plan, TODAY)).toBe(endDate);
    expect(endAfter(plan, '2026-06-14')).toBe(endDate);
    expect(endAfter(plan, '2019-12-31')).toBe(endDate);
    expect(endAfter(plan, '2026-06-16')).toBe(endDate.replace('-15', '-16'));
  });

  test.each([
    ['basic', '2027-01-31', '2027-02-28'],
    ['basic', '2028-01-31', '2028-02-29'],
    ['basic', '2028-02-29', '2028-03-29'],
    ['basic', '2027-03-31', '2027-04-30'],
    ['basic', '2026-12-31', '2027-01-31'],
    ['standard', '2026-11-30', '2027-02-28'],
    ['standard', '2026-12-31', '2027-03-31'],
    ['premium', '2026-08-31', '2027-02-28'],
    ['premium', '2027-08-31', '2028-02-29'],
  ] as const)(
    '%s after %s ends on %s, because months differ in length',
    (plan, endDate, expected) => {
      expect(endAfter(plan, endDate)).toBe(expected);
    },
  );

  test('a day that was shortened to a month’s end stays shortened', () => {
    const once = pay('basic', { endDate: '2027-01-31' });
    expect(pay('basic', once).endDate).toBe('2027-03-28');
  });

  // In Paris the clock changes on 29 March and 25 October 2026: those days have 23 and 25 hours.
  test.each([
    ['2026-03-28', '2026-04-28'],
    ['2026-03-29', '2026-04-29'],
    ['2026-03-30', '2026-04-30'],
    ['2026-10-24', '2026-11-24'],
    ['2026-10-25', '2026-11-25'],
    ['2026-10-26', '2026-11-26'],
  ])('one month after %s is %s, regardless of clock changes', (endDate, expected) => {
    expect(endAfter('basic', endDate, '2026-01-01')).toBe(expected);
    expect(endAfter('basic', '2026-01-01', endDate)).toBe(expected);
  });

  test.each([
    // The night in which summer time begins: 23:30 in Paris is 22:30 UTC before it, and 21:30 UTC after it.
    ['2026-03-28T22:30:00Z', '2026-04-28'],
    ['2026-03-28T23:30:00Z', '2026-04-29'],
    ['2026-03-29T21:30:00Z', '2026-04-29'],
    ['2026-03-29T22:30:00Z', '2026-04-30'],
    // The night in which summer time ends.
    ['2026-10-24T21:30:00Z', '2026-11-24'],
    ['2026-10-24T22:30:00Z', '2026-11-25'],
    ['2026-10-25T22:30:00Z', '2026-11-25'],
    ['2026-10-25T23:30:00Z', '2026-11-26'],
  ])('an ended event that is paid for at %s runs until %s', (instant, expected) => {
    const today = dayOf(new Date(instant), 'Europe/Paris');
    expect(endAfter('basic', '2026-01-01', today)).toBe(expected);
  });

  test.each([
    ['free', 'basic', 'basic'],
    ['basic', 'basic', 'basic'],
    ['basic', 'premium', 'premium'],
    ['standard', 'basic', 'standard'],
    ['premium', 'basic', 'premium'],
    ['premium', 'standard', 'premium'],
  ] as const)(
    'with %s, buying %s makes the plan %s and adds up the places',
    (plan, bought, named) => {
      const after = pay(bought, { plan, maxUsers: 10 });
      expect(after.plan).toBe(named);
      expect(after.maxUsers).toBe(10 + (findPaidPlan(bought)?.participants ?? 0));
    },
  );

  test('the same plan twice adds twice, in any order with other plans', () => {
    const all = (plans: PaidPlanId[]) =>
      plans.reduce<ReturnType<typeof upgraded>>((event, plan) => pay(plan, event), FREE);
    expect(all(['basic', 'basic'])).toEqual({
      plan: 'basic',
      maxUsers: 110,
      endDate: '2026-08-22',
      paidUntil: '2026-08-22',
    });
    const expected = {
      plan: 'premium',
      maxUsers: 1310,
      endDate: '2027-04-22',
      paidUntil: '2027-04-22',
    };
    expect(all(['basic', 'standard', 'premium'])).toEqual(expected);
    expect(all(['premium', 'basic', 'standard'])).toEqual(expected);
  });

  test.each([
    [2_147_483_647, 'basic', 2_147_483_647],
    [2_147_483_597, 'basic', 2_147_483_647],
    [2_147_483_596, 'basic', 2_147_483_646],
    [2_147_483_000, 'premium', 2_147_483_647],
  ] as const)('%i places plus %s stay within the column’s range', (maxUsers, plan, expected) => {
    expect(pay(plan, { maxUsers }).maxUsers).toBe(expected);
  });

  test('the last possible day leads to a day that the column can store', () => {
    expect(endAfter('premium', '2999-12-31')).toBe('3000-06-30');
  });

  test('the event passed in is not changed', () => {
    const event = Object.freeze({ ...FREE });
    pay('basic', event);
    expect(event).toEqual(FREE);
  });
});
