import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PaymentPill } from '~/components/shop/payment-pill';
import type { PaymentRowView } from './payments-views';
import { Cell, LeadCell, Row } from './table';
import { TestPill } from './test-pill';

/** One payment: date, subject, amount, status, payer, and its id at Stripe. */
export function PaymentRow({ payment }: { payment: PaymentRowView }) {
  const { t } = useTranslation(['admin', 'shop']);
  return (
    <Row>
      <Cell label={t('payments.date')}>
        <div className="wrap-normal">
          <p className="tabular-nums">{payment.date}</p>
          <p className="text-xs text-ink-soft tabular-nums">#{payment.id}</p>
        </div>
      </Cell>
      <LeadCell>
        <div>
          <bdi>{payment.eventName}</bdi>{' '}
          <span className="font-normal text-ink-soft tabular-nums">#{payment.eventNumber}</span>{' '}
          {!payment.hasEvent && (
            <span className="font-normal text-ink-soft">{t('payments.event_deleted')}</span>
          )}
        </div>
      </LeadCell>
      <Cell label={t('payments.plan')} className="wrap-normal">
        {t(`shop:names.${payment.plan}`)}
      </Cell>
      <Cell label={t('payments.amount')} className="text-right">
        <div>
          <p className="whitespace-nowrap tabular-nums">{payment.amount}</p>
          {payment.refunded && (
            <p className="text-xs text-ink-soft tabular-nums">
              {t('payments.refunded_of', { amount: payment.refunded })}
            </p>
          )}
        </div>
      </Cell>
      <Cell label={t('payments.state')}>
        <State payment={payment} />
      </Cell>
      <Cell label={t('payments.payer')}>
        <Payer payer={payment.payer} />
      </Cell>
      <Cell label={t('payments.stripe')}>
        <AtStripe payment={payment} />
      </Cell>
    </Row>
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

/** The payment's id at Stripe, for looking it up there, and its payer's receipt. */
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
