import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events, payments } from '~db/schema';
import { PAGE_SIZE } from '~/models/admin/list';
import { readPaymentQuery } from '~/models/payment/admin-list';
import {
  countRefundDue,
  listPaymentsPage,
  PAYMENTS_CSV_COLUMNS,
  paymentsCsv,
  totalsByMonth,
  type PaymentsCsvWords,
} from '~/models/payment/admin-list.server';
import type { EventRow } from '~/models/event/read.server';
import type { PaymentRow } from '~/models/payment/provider.server';
import { parseCsv } from '../csv';
import { createTestEvent, createTestPayment, createTestUser, unique } from '../factories';
import { withDatabases } from '../setup/databases';

const timeZone = 'Europe/Paris';
const PAID_AT = new Date('2026-06-15T10:00:00Z');
/** The fields of a payment that is paid and whose plan is granted. */
const PAID = { state: 'succeeded', paidAt: PAID_AT, grantedAt: PAID_AT } as const;

withDatabases('the administrator’s payments', (getDb) => {
  const read = (address: string) => readPaymentQuery(new URLSearchParams(address));
  const list = (address: string) => listPaymentsPage(getDb(), read(address));
  const idsOf = async (address: string) => (await list(address)).rows.map(({ id }) => id);

  /** An event, and a way to pay for it with live keys. */
  async function party(name = `Ball ${unique()}`) {
    const { event, organizer } = await createTestEvent(getDb(), { name });
    const pay = (fields: Partial<PaymentRow> = {}) =>
      createTestPayment(getDb(), event, {
        ...{ ...PAID, isTest: false, payerId: organizer.id },
        ...fields,
      });
    return { event, organizer, pay };
  }

  /** Deletes the event. Its payments and their event's number stay. */
  const remove = ({ id }: EventRow) => getDb().delete(events).where(eq(events.id, id));

  test('each word of a search matches a number, the event, the plan or the payer', async () => {
    const word = unique();
    const { event, organizer, pay } = await party(`FÊTE à la Straße ${word}`);
    const paymentIntentId = `pi_3AbC${word}`;
    const payment = await pay({ plan: 'premium', amount: 2900, paymentIntentId });
    const found = [
      `#${payment.id}`,
      payment.key,
      paymentIntentId,
      `#${event.id}`,
      `fete ${word}`,
      `FÊTE STRASSE ${word}`,
      `premium ${word}`,
    ];
    const payer = [organizer.name, organizer.email].map((text) => `${text} ${word}`);
    for (const search of [...found, ...payer]) {
      const ids = await idsOf(new URLSearchParams({ q: search }).toString());
      expect([search, ids.includes(payment.id)]).toEqual([search, true]);
    }
    for (const search of [`basic ${word}`, `f_te ${word}`, `${word} \\`, `nobody ${word}`]) {
      expect([search, await idsOf(`q=${search}`)]).toEqual([search, []]);
    }

    await remove(event);
    for (const search of found) {
      const ids = await idsOf(new URLSearchParams({ q: search }).toString());
      expect([search, ids.includes(payment.id)]).toEqual([search, true]);
    }
    for (const search of payer) expect([search, await idsOf(`q=${search}`)]).toEqual([search, []]);
  });

  test('a row shows what was paid, by whom, and whether the event still exists', async () => {
    const { event, organizer, pay } = await party();
    const refunded = await pay({ refundedAmount: 100, receiptUrl: 'https://example.com/r' });
    expect((await list(`q=${event.id}`)).rows).toEqual([
      {
        id: refunded.id,
        date: PAID_AT,
        eventNumber: event.id,
        eventName: event.name,
        hasEvent: true,
        plan: 'basic',
        amount: 300,
        refundedAmount: 100,
        status: 'partly_refunded',
        isTest: false,
        grantedAt: PAID_AT,
        paymentIntentId: refunded.paymentIntentId,
        receiptUrl: 'https://example.com/r',
        payer: { id: organizer.id, name: organizer.name, email: organizer.email },
      },
    ]);
    await remove(event);
    expect((await list(`q=${event.id}`)).rows).toMatchObject([{ hasEvent: false, payer: null }]);
  });

  test('abandoned orders are not listed, and the filter selects among the others', async () => {
    const { event, pay } = await party();
    const none = { paidAt: null, grantedAt: null };
    const made = {
      open: await pay({ ...none, state: 'open' }),
      processing: await pay({ ...none, state: 'processing' }),
      canceled: await pay({ ...none, state: 'canceled' }),
      paid: await pay(),
      won: await pay({ dispute: 'won' }),
      disputed: await pay({ dispute: 'needs_response' }),
      lost: await pay({ dispute: 'lost', refundedAmount: 300 }),
      due: await pay({ grantedAt: null }),
      partlyDue: await pay({ grantedAt: null, refundedAmount: 299, isTest: true }),
      givenBack: await pay({ grantedAt: null, refundedAmount: 300 }),
    };
    const shown = async (show: string) => {
      const ids = await idsOf(`q=${event.id}&sort=created&show=${show}`);
      return Object.entries(made)
        .filter(([, { id }]) => ids.includes(id))
        .map(([name]) => name);
    };
    const settled = ['paid', 'won', 'disputed', 'lost', 'due', 'partlyDue', 'givenBack'];
    expect(await shown('all')).toEqual(['processing', ...settled]);
    expect(await shown('nonsense')).toEqual(await shown('all'));
    expect(await shown('open')).toEqual(['open', 'processing']);
    expect(await shown('refund_due')).toEqual(['due', 'partlyDue']);
    expect(await shown('disputed')).toEqual(['disputed']);
    const statuses = (await list(`q=${event.id}&show=refund_due`)).rows.map(({ status }) => status);
    expect(statuses).toEqual(['refund_due', 'refund_due']);
    const { rows } = await list(`q=${event.id}&show=disputed`);
    expect(rows).toMatchObject([{ status: 'disputed' }]);
  });

  test('payments to be refunded are counted until everything is refunded', async () => {
    const { pay } = await party();
    const before = await countRefundDue(getDb());
    const due = await pay({ grantedAt: null });
    await pay();
    await pay({ state: 'processing', paidAt: null, grantedAt: null });
    expect(await countRefundDue(getDb())).toBe(before + 1);
    const refund = (refundedAmount: number) =>
      getDb().update(payments).set({ refundedAmount }).where(eq(payments.id, due.id));
    await refund(299);
    expect(await countRefundDue(getDb())).toBe(before + 1);
    await refund(300);
    expect(await countRefundDue(getDb())).toBe(before);
  });

  test('payments are sorted in every order, the newest first by default', async () => {
    const word = unique();
    const [a, b, c] = [
      await party(`Á ${word}`),
      await party(`b ${word}`),
      await party(`C ${word}`),
    ];
    const day = (number: number) => new Date(Date.UTC(2026, 5, number));
    const left = { state: 'processing', paidAt: null, grantedAt: null } as const;
    const ofA = await a.pay({ paidAt: day(3), amount: 900, plan: 'standard' });
    const ofB = await b.pay({ ...left, createdAt: day(2) });
    const ofC = await c.pay({ createdAt: day(1), paidAt: day(4), amount: 2900, plan: 'premium' });
    await remove(a.event);
    const order = async (sort: string) =>
      (await idsOf(`q=${word}&sort=${sort}`)).map((id) => {
        if (id === ofA.id) return 'A';
        return id === ofB.id ? 'B' : 'C';
      });
    for (const [sort, expected] of [
      ['created', 'BAC'],
      ['amount', 'BAC'],
      ['event', 'ABC'],
    ] as const) {
      expect([sort, await order(sort)]).toEqual([sort, [...expected]]);
      expect([sort, await order(`-${sort}`)]).toEqual([sort, [...expected].toReversed()]);
    }
    expect(await idsOf(`q=${word}`)).toEqual([ofC.id, ofA.id, ofB.id]);
    expect(await order('nonsense')).toEqual(['C', 'A', 'B']);
  });

  test('payments are split into pages, and a page number that is too high shows the last one', async () => {
    const { event, pay } = await party();
    const made: number[] = [];
    for (let number = 0; number <= PAGE_SIZE; number++) made.unshift((await pay()).id);
    const page = (number: number) => list(`q=${event.id}&page=${number}`);
    const first = await page(1);
    expect(first).toMatchObject({ total: PAGE_SIZE + 1, pages: 2, page: 1 });
    const last = await page(9);
    expect(last).toMatchObject({ total: PAGE_SIZE + 1, pages: 2, page: 2 });
    expect([...first.rows, ...last.rows].map(({ id }) => id)).toEqual(made);
  });

  test('the file contains all pages, in the number format of its language', async () => {
    const { event, pay } = await party('=1+1; "Ball", été');
    const made: PaymentRow[] = [];
    for (let number = 0; number < PAGE_SIZE; number++) made.push(await pay({ isTest: true }));
    const border = new Date('2026-06-30T22:30:00Z');
    const last = await pay({
      ...{ plan: 'premium', amount: 123456, refundedAmount: 5, paymentIntentId: null },
      ...{ paidAt: border, grantedAt: null },
    });
    const words: PaymentsCsvWords = {
      headings: Object.fromEntries(
        PAYMENTS_CSV_COLUMNS.map((column) => [column, `(${column})`]),
      ) as PaymentsCsvWords['headings'],
      plan: (plan) => plan.toUpperCase(),
      state: (status) => `(${status})`,
      yes: 'oui',
      no: 'non',
    };
    const query = read(`q=${event.id}&page=2&sort=amount`);
    const csv = (decimalMark: '.' | ',') =>
      paymentsCsv(getDb(), query, { words, timeZone, decimalMark });

    const rows = parseCsv((await csv('.')).slice(1));
    expect(rows[0]).toEqual(PAYMENTS_CSV_COLUMNS.map((column) => `(${column})`));
    const number = String(event.id);
    const name = '\'=1+1; "Ball", été';
    const rest = ['EUR', '(paid)', 'oui', '2026-06-15 12:00:00'];
    const ofTest = ['BASIC', '3.00', '0.00', ...rest];
    expect(rows.slice(1)).toEqual([
      ...made.map(({ id, paymentIntentId }) => [
        ...['2026-06-15 12:00:00', String(id), number, name, ...ofTest, paymentIntentId],
      ]),
      [
        ...['2026-07-01 00:30:00', String(last.id), number, name, 'PREMIUM', '1234.56', '0.05'],
        ...['EUR', '(refund_due)', 'non', '', ''],
      ],
    ]);

    const lines = (await csv(',')).split('\r\n');
    expect(lines.length).toBe(rows.length + 1);
    expect(lines[0]).toBe(`\uFEFF${rows[0]?.join(';')}`);
    expect(lines.at(-2)).toBe(
      `2026-07-01 00:30:00;${last.id};${number};"'=1+1; ""Ball"", été";PREMIUM;1234,56;0,05;EUR;(refund_due);non;;`,
    );
    const disputed = { ...query, show: 'disputed' } as const;
    const heads = await paymentsCsv(getDb(), disputed, { words, timeZone, decimalMark: '.' });
    expect(parseCsv(heads.slice(1))).toEqual([rows[0]]);
  });
});

withDatabases('monthly totals', (getDb) => {
  const totals = (isTestMode: boolean) => totalsByMonth(getDb(), { timeZone, isTestMode });

  test('sales are summed up by month and plan, newest first; tests only if there are no sales', async () => {
    const { event } = await createTestEvent(getDb());
    const guest = await createTestUser(getDb(), event.id);
    const pay = (fields: Partial<PaymentRow>) =>
      createTestPayment(getDb(), event, { ...PAID, payerId: guest.id, ...fields });
    expect(await totals(true)).toEqual({ isTest: true, months: [] });
    expect(await totals(false)).toEqual({ isTest: false, months: [] });

    await pay({ refundedAmount: 100 });
    await pay({ isTest: false, state: 'processing', paidAt: null, grantedAt: null });
    await pay({ isTest: false, state: 'canceled', paidAt: null, grantedAt: null });
    const june = { month: '2026-06', plan: 'basic', count: 1, amount: 300, refundedAmount: 100 };
    expect(await totals(true)).toEqual({ isTest: true, months: [june] });
    expect(await totals(false)).toEqual({ isTest: false, months: [] });

    const live = (fields: Partial<PaymentRow>) => pay({ isTest: false, ...fields });
    // Half an hour into July in Paris, and the minute before July.
    await live({ paidAt: new Date('2026-06-30T22:30:00Z') });
    await live({ paidAt: new Date('2026-06-30T21:59:00Z') });
    await live({ refundedAmount: 300, grantedAt: null });
    await live({ plan: 'premium', amount: 2900, refundedAmount: 1 });
    await live({ plan: 'standard', amount: 900 });
    const months = [
      { month: '2026-07', plan: 'basic', count: 1, amount: 300, refundedAmount: 0 },
      { month: '2026-06', plan: 'basic', count: 2, amount: 600, refundedAmount: 300 },
      { month: '2026-06', plan: 'standard', count: 1, amount: 900, refundedAmount: 0 },
      { month: '2026-06', plan: 'premium', count: 1, amount: 2900, refundedAmount: 1 },
    ];
    expect(await totals(true)).toEqual({ isTest: false, months });
    expect(await totals(false)).toEqual({ isTest: false, months });
    expect(
      (await totalsByMonth(getDb(), { timeZone: 'UTC', isTestMode: false })).months[0],
    ).toEqual({ month: '2026-06', plan: 'basic', count: 3, amount: 900, refundedAmount: 300 });

    // Deleting an event does not delete its payments.
    await getDb().delete(events).where(eq(events.id, event.id));
    for (let month = 0; month < 30; month++) {
      const paidAt = new Date(Date.UTC(2023, month, 10));
      await createTestPayment(getDb(), event, {
        ...{ ...PAID, isTest: false, eventId: null, paidAt },
      });
    }
    const all = (await totals(false)).months;
    expect(all.slice(0, months.length)).toEqual(months);
    const named = [...new Set(all.map(({ month }) => month))];
    expect(named).toHaveLength(24);
    expect(named.slice(1, 4)).toEqual(['2026-06', '2025-06', '2025-05']);
    expect(named.at(-1)).toBe('2023-09');
  });
});
