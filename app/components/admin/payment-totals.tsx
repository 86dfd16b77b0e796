import { useTranslation } from 'react-i18next';
import type { PaymentsView } from './payments-views';
import { TestPill } from './test-pill';

/** The totals of payments, by month and plan. */
export function PaymentTotals({ totals: { isTest, months } }: { totals: PaymentsView['totals'] }) {
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
