import { useTranslation } from 'react-i18next';
import { SortHeading } from './list-controls';
import { PaymentRow } from './payment-row';
import { Heading, Table } from './table';
import { listControlsOf, type PaymentsView } from './payments-views';

/** A page of the payments, with sortable columns. */
export function PaymentsTable({ view: { list, query } }: { view: PaymentsView }) {
  const { t } = useTranslation('admin');
  const controls = listControlsOf(query);
  return (
    <div className="relative overflow-x-auto">
      <Table
        head={
          <>
            <SortHeading {...controls} sort="created">
              {t('payments.date')}
            </SortHeading>
            <SortHeading {...controls} sort="event">
              {t('payments.event')}
            </SortHeading>
            <Heading>{t('payments.plan')}</Heading>
            <SortHeading {...controls} sort="amount" className="text-right">
              {t('payments.amount')}
            </SortHeading>
            <Heading>{t('payments.state')}</Heading>
            <Heading>{t('payments.payer')}</Heading>
            <Heading>{t('payments.stripe')}</Heading>
          </>
        }
      >
        {list.rows.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} />
        ))}
      </Table>
    </div>
  );
}
