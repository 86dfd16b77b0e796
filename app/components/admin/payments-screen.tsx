import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { PAYMENT_SHOWS } from '~/models/payment/admin-list';
import { adminPaths } from '~/admin-paths';
import { DownloadLink } from '~/components/shell/download-link';
import { Note } from '../ui/note';
import { ListCount, ListSearch, NoRows, Pager } from './list-controls';
import { PaymentTotals } from './payment-totals';
import { PaymentsTable } from './payments-table';
import { paymentsAddress, listControlsOf, type PaymentsView } from './payments-views';

/** All payments, their totals by month and plan, and those that need attention. */
export function PaymentsScreen({ view }: { view: PaymentsView }) {
  const { t } = useTranslation('admin');
  const { list, query, keys } = view;
  const controls = listControlsOf(query);
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
        <ListSearch {...controls} label={t('payments.search')} sorts={sorts}>
          {query.show !== 'all' && <input type="hidden" name="show" value={query.show} />}
        </ListSearch>
        {list.rows.length === 0 ? (
          <NoRows {...controls} icon="tag" title={t(`payments.empty.${query.show}`)} />
        ) : (
          <PaymentsTable view={view} />
        )}
        <Pager {...controls} list={list} />
        {list.total > 0 && (
          <div className="flex flex-wrap items-start gap-3">
            <DownloadLink
              to={adminPaths.paymentsCsv(paymentsAddress({ ...query, page: 1 }))}
              icon="file"
              className="quiet"
            >
              {t('payments.csv')}
            </DownloadLink>
          </div>
        )}
      </section>
      <PaymentTotals totals={view.totals} />
    </div>
  );
}

/** The filters of payments as links, with the number of due refunds. */
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
          to={adminPaths.payments(paymentsAddress({ ...query, show, page: 1 }))}
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
