import { useTranslation } from 'react-i18next';
import { SortHeading } from './list-controls';
import { PaymentRow } from './payment-row';
import { listControlsOf, type PaymentsView } from './payments-views';

/** A page of the payments, with sortable columns. */
export function PaymentsTable({ view: { list, query } }: { view: PaymentsView }) {
  const { t } = useTranslation('admin');
  const controls = listControlsOf(query);
  return (
    <div className="scroll">
      <table className="fold">
        <thead>
          <tr>
            <SortHeading {...controls} sort="created">
              {t('payments.date')}
            </SortHeading>
            <SortHeading {...controls} sort="event">
              {t('payments.event')}
            </SortHeading>
            <th scope="col">{t('payments.plan')}</th>
            <SortHeading {...controls} sort="amount" className="text-right">
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
