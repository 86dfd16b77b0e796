import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { PaymentStatus } from '~/models/payment';
import { paths } from '~/paths';
import type { IconName } from '../ui/icon';
import { Pill } from '../ui/pill';
import type { PaymentView } from './account-views';

type Look = { tone?: 'ok' | 'warn' | 'bad'; icon: IconName };

const LOOKS: Record<PaymentStatus, Look> = {
  open: { icon: 'clock' },
  processing: { tone: 'warn', icon: 'clock' },
  paid: { tone: 'ok', icon: 'check' },
  refund_due: { tone: 'bad', icon: 'alert' },
  partly_refunded: { icon: 'arrow-left' },
  refunded: { icon: 'arrow-left' },
  disputed: { tone: 'warn', icon: 'alert' },
  canceled: { icon: 'close' },
};

/** What somebody has paid for their event, with Stripe's receipts. */
export function PaymentsCard({ payments }: { payments: PaymentView[] }) {
  const { t } = useTranslation('account');
  return (
    <section className="card stack">
      <h2 className="m-0">{t('payments.title')}</h2>
      {payments.length === 0 ? (
        <p className="soft">{t('payments.none')}</p>
      ) : (
        <ul className="receipts">
          {payments.map((payment) => (
            <PaymentItem key={payment.key} payment={payment} />
          ))}
        </ul>
      )}
      <Link className="link small" to={paths.shop({ from: paths.settings() })}>
        {t('payments.shop')}
      </Link>
    </section>
  );
}

function PaymentItem({ payment }: { payment: PaymentView }) {
  const { t } = useTranslation(['account', 'shop']);
  const { tone, icon } = LOOKS[payment.status];
  return (
    <li>
      <p>
        <strong>{t(`shop:names.${payment.plan}`)}</strong>
        <span className="num">
          {payment.amount}
          {'\u00a0€'}
        </span>
      </p>
      <p className="small soft">
        <span className="num">{payment.day}</span>
        {payment.receiptUrl && (
          <a className="link" href={payment.receiptUrl} target="_blank" rel="noreferrer">
            {t('shop:return.receipt')}
          </a>
        )}
      </p>
      <p>
        <Pill tone={tone} icon={icon}>
          {t(`payments.status.${payment.status}`)}
        </Pill>
        {payment.isTest && <Pill icon="info">{t('shop:test')}</Pill>}
      </p>
    </li>
  );
}
