import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PaymentPill } from '~/components/shop/payment-pill';
import type { PaymentRowView } from './payments-views';
import { TestPill } from './test-pill';

/** One payment: when, for what, how much, how it stands, by whom, and where Stripe has it. */
export function PaymentRow({ payment }: { payment: PaymentRowView }) {
  const { t } = useTranslation(['admin', 'shop']);
  return (
    <tr>
      <td data-l={t('payments.date')}>
        <div className="wrap-normal">
          <p className="num">{payment.date}</p>
          <p className="tiny soft num">#{payment.id}</p>
        </div>
      </td>
      <td className="lead">
        <div>
          <bdi>{payment.eventName}</bdi>{' '}
          <span className="soft font-normal num">#{payment.eventNumber}</span>{' '}
          {!payment.hasEvent && (
            <span className="soft font-normal">{t('payments.event_deleted')}</span>
          )}
        </div>
      </td>
      <td data-l={t('payments.plan')} className="wrap-normal">
        {t(`shop:names.${payment.plan}`)}
      </td>
      <td data-l={t('payments.amount')} className="end">
        <div>
          <p className="num whitespace-nowrap">{payment.amount}</p>
          {payment.refunded && (
            <p className="tiny soft num">
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
        <p className="small mt-1">
          {t(hasEvent ? 'payments.mismatch_text' : 'payments.refund_due_text')}
        </p>
      )}
    </div>
  );
}

function Payer({ payer }: { payer: PaymentRowView['payer'] }) {
  const { t } = useTranslation('admin');
  if (!payer) return <span className="soft">{t('payments.payer_deleted')}</span>;
  return (
    <div className="laptop:min-w-36">
      <p>
        {payer.name ? <bdi>{payer.name}</bdi> : <span className="soft">{t('users.unnamed')}</span>}{' '}
        <span className="soft">#{payer.id}</span>
      </p>
      <p className="tiny soft">{payer.email}</p>
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
        <span className="soft">{t('payments.no_stripe')}</span>
      )}
      {receiptUrl && (
        <p>
          <a
            className="link small"
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
