import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListPage } from '~/models/admin-list';
import { PAYMENT_SHOWS, type AdminPayment, type PaymentQuery } from '~/models/admin-payments';
import type { PaidPlanId } from '~/models/plan';
import { paths, type PaymentsAddress } from '~/paths';
import { DownloadLink } from '~/components/shell/download-link';
import { PaymentPill } from '~/components/shop/payment-pill';
import { Note } from '../ui/note';
import { Pill } from '../ui/pill';
import { listAddress, ListCount, ListSearch, NoRows, Pager, SortHeading } from './list-controls';

/** A payment as a row draws it, its date and amounts written in the reader's language. */
export interface PaymentRowView extends Pick<
  AdminPayment,
  | 'id'
  | 'eventNumber'
  | 'eventName'
  | 'hasEvent'
  | 'plan'
  | 'status'
  | 'isTest'
  | 'paymentIntentId'
  | 'receiptUrl'
  | 'payer'
> {
  date: string;
  amount: string;
  /** Null where nothing was given back. */
  refunded: string | null;
}

/** A month's total of one plan, likewise. */
export interface MonthTotalView {
  /** Its name; `key` is the month as the calendar numbers it. */
  month: string;
  key: string;
  plan: PaidPlanId;
  count: string;
  amount: string;
  refunded: string;
}

export interface PaymentsView {
  list: ListPage<PaymentRowView>;
  query: PaymentQuery;
  refundDueCount: number;
  totals: { isTest: boolean; months: MonthTotalView[] };
  /** With which of Stripe's keys the server runs; null while payments are not set up. */
  keys: 'live' | 'test' | null;
}

/** The address's own words for what the table of payments shows. */
export function paymentsAddress({ show, ...query }: PaymentQuery): PaymentsAddress {
  return { ...listAddress(query), show: show === 'all' ? undefined : show };
}

/** All payments, what they come to by month and plan, and which of them ask for something. */
export function PaymentsScreen({ view }: { view: PaymentsView }) {
  const { t } = useTranslation('admin');
  const { list, query, keys } = view;
  const table = tableOf(query);
  const sorts = [
    ['created', t('payments.date')],
    ['amount', t('payments.amount')],
    ['event', t('payments.event')],
  ] as const;
  return (
    <div className="grid gap-4">
      {keys === 'test' && <Note title={t('payments.test_mode')} />}
      {keys === null && (
        <Note title={t('payments.not_set_up')}>{t('payments.not_set_up_text')}</Note>
      )}
      <section className="card grid gap-4">
        <div className="flex items-center justify-between gap-3">
          <h2>{t('payments.title')}</h2>
          <ListCount list={list} />
        </div>
        <Shows view={view} />
        <ListSearch {...table} label={t('payments.search')} sorts={sorts}>
          {query.show !== 'all' && <input type="hidden" name="show" value={query.show} />}
        </ListSearch>
        {list.rows.length === 0 ? (
          <NoRows {...table} icon="tag" title={t(`payments.empty.${query.show}`)} />
        ) : (
          <PaymentsTable view={view} />
        )}
        <Pager {...table} list={list} />
        {list.total > 0 && (
          <div className="flex flex-wrap items-start gap-3">
            <DownloadLink
              to={paths.paymentsCsv(paymentsAddress({ ...query, page: 1 }))}
              icon="file"
              className="quiet"
            >
              {t('payments.csv')}
            </DownloadLink>
          </div>
        )}
      </section>
      <Totals totals={view.totals} />
    </div>
  );
}

/** What the controls of the table need; its addresses keep which payments are shown. */
function tableOf(query: PaymentQuery) {
  const { show } = paymentsAddress(query);
  return {
    address: (address: PaymentsAddress = {}) => paths.adminPayments({ ...address, show }),
    query,
  };
}

/** Which payments are listed, as links; how many wait for their money back stands beside. */
function Shows({ view: { query, refundDueCount } }: { view: PaymentsView }) {
  const { t } = useTranslation('admin');
  return (
    <nav
      className="segments w-full grid-flow-row grid-cols-2 laptop:w-fit laptop:grid-cols-4"
      aria-label={t('payments.show')}
    >
      {PAYMENT_SHOWS.map((show) => (
        <Link
          key={show}
          className="px-1.5 text-center whitespace-normal laptop:px-3"
          to={paths.adminPayments(paymentsAddress({ ...query, show, page: 1 }))}
          aria-current={show === query.show ? 'page' : undefined}
        >
          {t(`payments.shows.${show}`)}
          {show === 'refund_due' && refundDueCount > 0 && (
            <span className="count">{refundDueCount}</span>
          )}
        </Link>
      ))}
    </nav>
  );
}

function PaymentsTable({ view: { list, query } }: { view: PaymentsView }) {
  const { t } = useTranslation('admin');
  const table = tableOf(query);
  return (
    <div className="scroll">
      <table className="fold">
        <thead>
          <tr>
            <SortHeading {...table} sort="created">
              {t('payments.date')}
            </SortHeading>
            <SortHeading {...table} sort="event">
              {t('payments.event')}
            </SortHeading>
            <th scope="col">{t('payments.plan')}</th>
            <SortHeading {...table} sort="amount" className="text-right">
              {t('payments.amount')}
            </SortHeading>
            <th scope="col">{t('payments.state')}</th>
            <th scope="col">{t('payments.payer')}</th>
            <th scope="col">{t('payments.stripe')}</th>
          </tr>
        </thead>
        <tbody>
          {list.rows.map((payment) => (
            <PaymentRow key={payment.id} payment={payment} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PaymentRow({ payment }: { payment: PaymentRowView }) {
  const { t } = useTranslation(['admin', 'shop']);
  return (
    <tr>
      <td data-l={t('payments.date')}>
        <div className="wrap-normal">
          <p className="tabular-nums">{payment.date}</p>
          <p className="text-xs text-ink-soft tabular-nums">#{payment.id}</p>
        </div>
      </td>
      <td className="lead">
        <div>
          <bdi>{payment.eventName}</bdi>{' '}
          <span className="font-normal text-ink-soft tabular-nums">#{payment.eventNumber}</span>{' '}
          {!payment.hasEvent && (
            <span className="font-normal text-ink-soft">{t('payments.event_deleted')}</span>
          )}
        </div>
      </td>
      <td data-l={t('payments.plan')} className="wrap-normal">
        {t(`shop:names.${payment.plan}`)}
      </td>
      <td data-l={t('payments.amount')} className="text-right">
        <div>
          <p className="whitespace-nowrap tabular-nums">{payment.amount}</p>
          {payment.refunded && (
            <p className="text-xs text-ink-soft tabular-nums">
              {t('payments.refunded_of', { amount: payment.refunded })}
            </p>
          )}
        </div>
      </td>
      <td data-l={t('payments.state')}>
        <State payment={payment} />
      </td>
      <td data-l={t('payments.payer')}>
        <Payer payer={payment.payer} />
      </td>
      <td data-l={t('payments.stripe')}>
        <AtStripe payment={payment} />
      </td>
    </tr>
  );
}

function State({ payment: { status, isTest, hasEvent } }: { payment: PaymentRowView }) {
  const { t } = useTranslation('admin');
  return (
    <div className="laptop:min-w-40">
      <PaymentPill status={status} /> {isTest && <TestPill />}
      {status === 'refund_due' && (
        <p className="mt-1 text-sm">
          {t(hasEvent ? 'payments.mismatch_text' : 'payments.refund_due_text')}
        </p>
      )}
    </div>
  );
}

function TestPill() {
  const { t } = useTranslation('admin');
  return <Pill icon="gear">{t('payments.test')}</Pill>;
}

function Payer({ payer }: { payer: PaymentRowView['payer'] }) {
  const { t } = useTranslation('admin');
  if (!payer) return <span className="text-ink-soft">{t('payments.payer_deleted')}</span>;
  return (
    <div className="laptop:min-w-36">
      <p>
        {payer.name ? (
          <bdi>{payer.name}</bdi>
        ) : (
          <span className="text-ink-soft">{t('users.unnamed')}</span>
        )}{' '}
        <span className="text-ink-soft">#{payer.id}</span>
      </p>
      <p className="text-xs text-ink-soft">{payer.email}</p>
    </div>
  );
}

/** The payment's number at Stripe, to look it up there, and what its payer got from Stripe. */
function AtStripe({
  payment: { id, paymentIntentId, receiptUrl },
}: {
  payment: PaymentRowView;
}): ReactNode {
  const { t } = useTranslation('admin');
  return (
    <div className="laptop:min-w-28">
      {paymentIntentId ? (
        <code className="font-mono text-xs wrap-anywhere">{paymentIntentId}</code>
      ) : (
        <span className="text-ink-soft">{t('payments.no_stripe')}</span>
      )}
      {receiptUrl && (
        <p>
          <a
            className="link text-sm"
            href={receiptUrl}
            target="_blank"
            rel="noreferrer"
            aria-label={t('payments.receipt_of', { id })}
          >
            {t('payments.receipt')}
          </a>
        </p>
      )}
    </div>
  );
}

function Totals({ totals: { isTest, months } }: { totals: PaymentsView['totals'] }) {
  const { t } = useTranslation(['admin', 'shop']);
  return (
    <section className="card grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2>{t('payments.totals.title')}</h2>
        {isTest && <TestPill />}
      </div>
      {isTest && <p className="text-sm text-ink-soft">{t('payments.totals.test')}</p>}
      {months.length === 0 ? (
        <p className="text-ink-soft">{t('payments.totals.empty')}</p>
      ) : (
        <table className="fold">
          <thead>
            <tr>
              <th scope="col">{t('payments.totals.month')}</th>
              <th scope="col">{t('payments.plan')}</th>
              <th scope="col" className="text-right">
                {t('payments.totals.count')}
              </th>
              <th scope="col" className="text-right">
                {t('payments.amount')}
              </th>
              <th scope="col" className="text-right">
                {t('payments.refunded')}
              </th>
            </tr>
          </thead>
          <tbody>
            {months.map((total) => (
              <tr key={`${total.key} ${total.plan}`}>
                <td className="lead">{total.month}</td>
                <td data-l={t('payments.plan')}>{t(`shop:names.${total.plan}`)}</td>
                <td data-l={t('payments.totals.count')} className="text-right tabular-nums">
                  {total.count}
                </td>
                <td data-l={t('payments.amount')} className="text-right tabular-nums">
                  {total.amount}
                </td>
                <td data-l={t('payments.refunded')} className="text-right tabular-nums">
                  {total.refunded}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
