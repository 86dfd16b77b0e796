import { useTranslation } from 'react-i18next';
import type { PaymentsView } from './payments-views';
import { Cell, Heading, LeadCell, Row, Table } from './table';
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
        <Table
          head={
            <>
              <Heading>{t('payments.totals.month')}</Heading>
              <Heading>{t('payments.plan')}</Heading>
              <Heading className="text-right">{t('payments.totals.count')}</Heading>
              <Heading className="text-right">{t('payments.amount')}</Heading>
              <Heading className="text-right">{t('payments.refunded')}</Heading>
            </>
          }
        >
          {months.map((total) => (
            <Row key={`${total.key} ${total.plan}`}>
              <LeadCell>{total.month}</LeadCell>
              <Cell label={t('payments.plan')}>{t(`shop:names.${total.plan}`)}</Cell>
              <Cell label={t('payments.totals.count')} className="text-right tabular-nums">
                {total.count}
              </Cell>
              <Cell label={t('payments.amount')} className="text-right tabular-nums">
                {total.amount}
              </Cell>
              <Cell label={t('payments.refunded')} className="text-right tabular-nums">
                {total.refunded}
              </Cell>
            </Row>
          ))}
        </Table>
      )}
    </section>
  );
}
