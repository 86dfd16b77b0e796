import {
  and,
  asc,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  notInArray,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, payments, users } from '~db/schema';
import { csvOf } from '~/services/csv.server';
import type { ListPage } from '../admin/list';
import { matches, plain, readListPage } from '../admin/list.server';
import type {
  AdminPayment,
  MonthTotal,
  PaymentQuery,
  PaymentShow,
  PaymentTotals,
} from './admin-list';
import { dateFormat } from '../date-format';
import { SETTLED_DISPUTES, statusOf, type PaymentStatus } from './rules';
import type { PaymentRow } from './provider.server';
import { PLAN_TABLE, type PaidPlanId } from './plan';

// All payments of the platform, for the administrator.

/** The number of calendar months that get totals. */
const MONTHS_MAX = 24;

/**
 * The event's name in its normalized form. For a deleted event only the payment's copy of the name is left,
 * and it is normalized here: accents go first, because some databases lowercase A to Z only.
 */
const eventKey = sql`coalesce(${events.nameKey}, replace(lower(${plain(sql`${payments.eventName}`)}), 'ß', 'ss'))`;

/**
 * The text that a search for payments looks through: its numbers, the event's number and name, the plan, the
 * payer.
 */
const SEARCHED = sql`'#' || ${payments.id} || ' ' || ${payments.key} || ' ' || coalesce(lower(${payments.paymentIntentId}), '') || ' #' || ${payments.eventNumber} || ' ' || ${eventKey} || ' ' || ${payments.plan} || ' ' || coalesce(${users.nameKey} || ' ' || ${users.emailKey}, '')`;

const date = sql`coalesce(${payments.paidAt}, ${payments.createdAt})`;

const ORDER: Record<PaymentQuery['sort'], SQL | (typeof payments)['amount']> = {
  created: date,
  amount: payments.amount,
  event: plain(eventKey),
};

/** Paid and not fully refunded. */
const isPaid = and(eq(payments.state, 'succeeded'), lt(payments.refundedAmount, payments.amount));

/** Paid without effect, so a refund is due. */
const isRefundDue = and(isPaid, isNull(payments.grantedAt));

const SHOWN: Record<PaymentShow, SQL | undefined> = {
  all: notInArray(payments.state, ['open', 'canceled']),
  refund_due: isRefundDue,
  open: inArray(payments.state, ['open', 'processing']),
  disputed: and(
    isPaid,
    isNotNull(payments.dispute),
    notInArray(payments.dispute, SETTLED_DISPUTES),
  ),
};

/** A page of payments, searched by number, event, plan and payer. */
export async function listPaymentsPage(
  db: Db,
  query: PaymentQuery,
): Promise<ListPage<AdminPayment>> {
  const list = await readListPage(
    query.page,
    db
      .select({ count: sql<number>`count(*)::int` })
      .from(payments)
      .leftJoin(events, eq(events.id, payments.eventId))
      .leftJoin(users, eq(users.id, payments.payerId))
      .where(areWanted(query)),
    (limit, offset) => selectPayments(db, query).limit(limit).offset(offset),
  );
  return { ...list, rows: list.rows.map(presentAdminPayment) };
}

/** Counts the payments that had no effect and are not refunded yet. */
export function countRefundDue(db: Db): Promise<number> {
  return db.$count(payments, isRefundDue);
}

/**
 * Totals by calendar month and plan, newest month first. Test payments are not sales. They are only shown
 * while there are no sales and the platform runs on test keys.
 */
export async function totalsByMonth(
  db: Db,
  { timeZone, isTestMode }: { timeZone: string; isTestMode: boolean },
): Promise<PaymentTotals> {
  const sales = await sumUp(db, { timeZone, isTest: false });
  if (sales.length > 0 || !isTestMode) return { isTest: false, months: sales };
  return { isTest: true, months: await sumUp(db, { timeZone, isTest: true }) };
}

/** The texts of the CSV file of payments, in the reader's language. */
export interface PaymentsCsvWords {
  headings: Record<PaymentsCsvColumn, string>;
  plan: (plan: PaidPlanId) => string;
  state: (status: PaymentStatus) => string;
  yes: string;
  no: string;
}

/** The columns of the CSV file, in order. */
export const PAYMENTS_CSV_COLUMNS = [
  'date',
  'payment',
  'event_number',
  'event',
  'plan',
  'amount',
  'refunded',
  'currency',
  'state',
  'test',
  'granted',
  'stripe',
] as const;
type PaymentsCsvColumn = (typeof PAYMENTS_CSV_COLUMNS)[number];

/**
 * All payments that a query lists, from all pages, as CSV (rule `files.csv`).
 * @param params.timeZone the time zone of the dates in the file
 */
export async function paymentsCsv(
  db: Db,
  query: PaymentQuery,
  {
    words,
    timeZone,
    decimalMark,
  }: { words: PaymentsCsvWords; timeZone: string; decimalMark: '.' | ',' },
): Promise<string> {
  const rows = await selectPayments(db, query);
  const moment = dateFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone,
  });
  const euros = (cents: number) => (cents / 100).toFixed(2).replace('.', decimalMark);
  return csvOf(
    PAYMENTS_CSV_COLUMNS.map((column) => words.headings[column]),
    rows
      .map(presentAdminPayment)
      .map((payment) => [
        moment.format(payment.date),
        payment.id,
        payment.eventNumber,
        payment.eventName,
        words.plan(payment.plan),
        euros(payment.amount),
        euros(payment.refundedAmount),
        'EUR',
        words.state(payment.status),
        payment.isTest ? words.yes : words.no,
        payment.grantedAt ? moment.format(payment.grantedAt) : '',
        payment.paymentIntentId ?? '',
      ]),
    decimalMark,
  );
}

function selectPayments(db: Db, query: PaymentQuery) {
  const direction = query.isDescending ? desc : asc;
  return db
    .select({
      payment: payments,
      payer: { id: users.id, name: users.name, email: users.email },
    })
    .from(payments)
    .leftJoin(events, eq(events.id, payments.eventId))
    .leftJoin(users, eq(users.id, payments.payerId))
    .where(areWanted(query))
    .orderBy(direction(ORDER[query.sort]), direction(payments.id));
}

function areWanted({ show, search }: PaymentQuery): SQL | undefined {
  return and(SHOWN[show], matches(search, SEARCHED));
}

function presentAdminPayment({
  payment,
  payer,
}: {
  payment: PaymentRow;
  payer: AdminPayment['payer'];
}): AdminPayment {
  return {
    id: payment.id,
    date: payment.paidAt ?? payment.createdAt,
    eventNumber: payment.eventNumber,
    eventName: payment.eventName,
    hasEvent: payment.eventId !== null,
    plan: payment.plan,
    amount: payment.amount,
    refundedAmount: payment.refundedAmount,
    status: statusOf(payment),
    isTest: payment.isTest,
    grantedAt: payment.grantedAt,
    paymentIntentId: payment.paymentIntentId,
    receiptUrl: payment.receiptUrl,
    payer,
  };
}

/** Within a month, plans are sorted by price. */
async function sumUp(
  db: Db,
  { timeZone, isTest }: { timeZone: string; isTest: boolean },
): Promise<MonthTotal[]> {
  const paid = db.$with('paid').as(
    db
      .select({
        month: sql<string>`to_char(${date} at time zone ${timeZone}::text, 'YYYY-MM')`.as('month'),
        plan: payments.plan,
        amount: payments.amount,
        refundedAmount: payments.refundedAmount,
      })
      .from(payments)
      .where(and(eq(payments.state, 'succeeded'), eq(payments.isTest, isTest))),
  );
  const totals = await db
    .with(paid)
    .select({
      month: paid.month,
      plan: paid.plan,
      count: sql<number>`count(*)::int`,
      amount: sql<number>`sum(${paid.amount})::float8`,
      refundedAmount: sql<number>`sum(${paid.refundedAmount})::float8`,
    })
    .from(paid)
    .groupBy(paid.month, paid.plan)
    .orderBy(desc(paid.month))
    .limit(MONTHS_MAX * PLAN_TABLE.length);
  const months = [...new Set(totals.map(({ month }) => month))].slice(0, MONTHS_MAX);
  return months.flatMap((month) =>
    PLAN_TABLE.flatMap(({ id }) =>
      totals.filter((total) => total.month === month && total.plan === id),
    ),
  );
}
