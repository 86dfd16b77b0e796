import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { LoadFailed } from '~/components/admin/load-failed';
import { PaymentsScreen } from '~/components/admin/payments-screen';
import type {
  MonthTotalView,
  PaymentRowView,
  PaymentsView,
} from '~/components/admin/payments-views';
import { requireAdmin } from '~/http/admin.server';
import { formatAmount, formatMoment, formatNumber } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import type { Language } from '~/i18n/languages';
import { readPaymentQuery, type AdminPayment, type MonthTotal } from '~/models/payment/admin-list';
import { dateFormat } from '~/models/date-format';
import {
  countRefundDue,
  listPaymentsPage,
  totalsByMonth,
} from '~/models/payment/admin-list.server';
import { pageMeta } from '~/http/page-meta';
import type { AdminHandle } from './panel';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle: AdminHandle = { tab: 'payments', i18n: ['admin', 'shop'] };
/** The payments that the URL's query asks for, and their totals. */
export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const { db, env, payments } = args.context.app;
  const query = readPaymentQuery(new URL(args.request.url).searchParams);
  const timeZone = env.EVENT_TIME_ZONE;
  const [t, language, list, refundDueCount, totals] = await Promise.all([
    translator(args.request),
    languageOf(args.request),
    listPaymentsPage(db, query),
    countRefundDue(db),
    totalsByMonth(db, { timeZone, isTestMode: payments?.isTest ?? false }),
  ]);
  const here = { language, timeZone };
  const view: PaymentsView = {
    list: { ...list, rows: list.rows.map((payment) => viewOf(payment, here)) },
    query: { ...query, page: list.page },
    refundDueCount,
    totals: { ...totals, months: totals.months.map((total) => viewOfTotal(total, language)) },
    keys: payments && (payments.isTest ? 'test' : 'live'),
  };
  return { title: t('admin:payments.title'), view };
}

function viewOf(
  payment: AdminPayment,
  { language, timeZone }: { language: Language; timeZone: string },
): PaymentRowView {
  const { id, eventNumber, eventName, hasEvent, plan, status, isTest, payer } = payment;
  const { paymentIntentId, receiptUrl, date, amount, refundedAmount } = payment;
  return {
    ...{ id, eventNumber, eventName, hasEvent, plan, status, isTest, payer },
    ...{ paymentIntentId, receiptUrl },
    date: formatMoment(date, language, timeZone),
    amount: formatAmount(amount, language),
    refunded: refundedAmount > 0 ? formatAmount(refundedAmount, language) : null,
  };
}

function viewOfTotal(total: MonthTotal, language: Language): MonthTotalView {
  // Any day in the month will do, because a month has no time zone.
  const month = new Date(`${total.month}-15T12:00:00Z`);
  const format = dateFormat(language, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return {
    key: total.month,
    month: format.format(month),
    plan: total.plan,
    count: formatNumber(total.count, language),
    amount: formatAmount(total.amount, language),
    refunded: formatAmount(total.refundedAmount, language),
  };
}

export const meta = pageMeta;

export default function Payments() {
  const { view } = useLoaderData<typeof loader>();
  return <PaymentsScreen view={view} />;
}

export function ErrorBoundary() {
  return <LoadFailed section="payments" />;
}
