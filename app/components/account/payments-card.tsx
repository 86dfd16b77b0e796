import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { PaymentPill } from '~/components/shop/payment-pill';
import { Pill } from '../ui/pill';
import type { PaymentView } from './account-views';

/** The user's payments for their event, with Stripe's receipts. */
export function PaymentsCard({ payments }: { payments: PaymentView[] }) {
  const { t } = useTranslation('account');
  return (
    <section className="card grid gap-4">
      <h2 className="m-0">{t('payments.title')}</h2>
      {payments.length === 0 ? (
        <p className="text-ink-soft">{t('payments.none')}</p>
      ) : (
        <ul className="grid gap-3.5">
          {payments.map((payment) => (
            <PaymentItem key={payment.key} payment={payment} />
          ))}
        </ul>
      )}
      <Link className="link text-sm" to={paths.shop({ from: paths.settings() })}>
        {t('payments.shop')}
      </Link>
    </section>
  );
}

const CLASSES_LINE = 'flex flex-wrap items-center gap-x-2 gap-y-1';

function PaymentItem({ payment }: { payment: PaymentView }) {
  const { t } = useTranslation(['account', 'shop']);
  return (
    <li className="border-line not-first:border-t not-first:pt-3.5">
      <p className={`${CLASSES_LINE} justify-between`}>
        <strong>{t(`shop:names.${payment.plan}`)}</strong>
        <span className="tabular-nums">{payment.amount}</span>
      </p>
      <p className={`${CLASSES_LINE} justify-between text-sm text-ink-soft`}>
        <span className="tabular-nums">{payment.day}</span>
        {payment.receiptUrl && (
          <a className="link" href={payment.receiptUrl} target="_blank" rel="noreferrer">
            {t('shop:return.receipt')}
          </a>
        )}
      </p>
      <p className={`${CLASSES_LINE} mt-1.5`}>
        <PaymentPill status={payment.status} />
        {payment.isTest && <Pill icon="info">{t('shop:test')}</Pill>}
      </p>
    </li>
  );
}
