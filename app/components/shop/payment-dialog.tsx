import { lazy, Suspense, useEffect, useRef, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { PLAN_TABLE } from '~/models/payment/plan';
import { paths } from '~/paths';
import { Icon } from '../ui/icon';
import { Preparing } from './preparing';
import type { ShopView } from './shop-views';
import type { Purchase } from './use-purchase';

const PaymentForm = lazy(() => import('./payment-form'));

const TITLE_ID = 'payment-title';

/**
 * The payment dialog: what is bought, and Stripe's fields. It is not a `<dialog>` element, because that would
 * cover the frame for the bank's authentication, which Stripe adds to the page.
 */
export function PaymentDialog({ shop, purchase }: { shop: ShopView; purchase: Purchase }) {
  const { t } = useTranslation('shop');
  const layer = useRef<HTMLDivElement>(null);
  const { payment, close } = purchase;
  const plan = PLAN_TABLE.find(({ id }) => id === purchase.plan);
  useModalLayer(layer, close);
  if (!plan || plan.id === 'free') return null;

  const { participants, validity } = plan;
  return createPortal(
    <div className="modal layer on-night" ref={layer}>
      <div className="scrim" onMouseDown={close} aria-hidden="true" />
      <div
        className="dialog grid gap-4"
        role="dialog"
        aria-modal="true"
        aria-labelledby={TITLE_ID}
        tabIndex={-1}
        data-takes-focus
      >
        <div className="dialog-head">
          <h2 id={TITLE_ID}>{t('pay.title', { plan: t(`names.${plan.id}`) })}</h2>
          <button className="icon-button" type="button" aria-label={t('pay.close')} onClick={close}>
            <Icon name="close" />
          </button>
        </div>
        <dl className="summary">
          <div>
            <dt>{t('pay.event')}</dt>
            <dd>
              <bdi>{shop.eventName}</bdi>
            </dd>
          </div>
          <div>
            <dt>{t('pay.get')}</dt>
            <dd>
              {t('more_participants', { count: participants })},{' '}
              {t('more_months', { count: validity.months })}
            </dd>
          </div>
          <div>
            <dt>{t('pay.then')}</dt>
            <dd>{t('pay.extent', { ...shop.after[plan.id] })}</dd>
          </div>
        </dl>
        {payment && shop.publishableKey ? (
          <Suspense fallback={<Preparing />}>
            <PaymentForm
              publishableKey={shop.publishableKey}
              clientSecret={payment.clientSecret}
              returnUrl={
                shop.origin +
                paths.shopReturn({ payment: payment.key, from: shop.from ?? undefined })
              }
              amount={shop.prices[plan.id]}
              purchase={purchase}
            />
          </Suspense>
        ) : (
          <Preparing />
        )}
      </div>
    </div>,
    document.body,
  );
}

/**
 * Makes the page behind the layer inert while it is open, moves the focus into the layer, and back
 * afterwards. Elements that Stripe adds later stay usable, and so do toasts.
 */
function useModalLayer(layer: RefObject<HTMLElement>, close: () => void): void {
  useEffect(() => {
    const opener = document.activeElement;
    const behind = [...document.body.children].filter(
      (element): element is HTMLElement =>
        element instanceof HTMLElement && element !== layer.current && !element.inert,
    );
    behind.forEach((element) => (element.inert = true));
    layer.current?.querySelector<HTMLElement>('[data-takes-focus]')?.focus();
    return () => {
      behind.forEach((element) => (element.inert = false));
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, [layer]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [close]);
}
