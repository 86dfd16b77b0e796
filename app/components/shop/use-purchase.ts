import { useFetcher, useNavigate } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { BegunPayment } from '~/models/payment/shape';
import type { PaidPlanId } from '~/models/payment/plan';
import { paths } from '~/paths';
import { toast } from '~/components/shell/toast';
import type { ShopAnswer, ShopView } from './shop-views';

/** The current purchase and its actions. */
export interface Purchase {
  /** Null while nothing is being bought. */
  plan: PaidPlanId | null;
  /** Null until Stripe has created the payment. */
  payment: BegunPayment | null;
  choose(plan: PaidPlanId, event: FormEvent): void;
  /** The payer closes the dialog; the started payment stays open. */
  close(): void;
  /** Stripe has received the money. */
  succeed(): void;
  /** Stripe has not received the money yet; `status` is Stripe's. */
  wait(status: string): void;
  /** The payer may try again in the same dialog. */
  fail(reason?: string): void;
  /** The payment's form could not be loaded. */
  giveUp(): void;
}

/**
 * Buying with scripts: choosing a plan starts a payment and opens its dialog. Without scripts the form posts.
 */
export function usePurchase(shop: ShopView): Purchase {
  const { t } = useTranslation('shop');
  const navigate = useNavigate();
  const [plan, setPlan] = useState<PaidPlanId | null>(null);
  const [payment, setPayment] = useState<BegunPayment | null>(null);

  const close = useCallback(() => {
    setPlan(null);
    setPayment(null);
  }, []);
  const begin = useAnswer((answer) => {
    if (!answer.ok) close();
    if (answer.toast) toast(answer.toast);
    const begun = answer.ok ? answer.begun : undefined;
    if (!begun) return;
    // If the dialog was closed during the request, it stays closed.
    setPlan((chosen) => {
      if (chosen === begun.plan) setPayment(begun);
      return chosen;
    });
  });
  const upgrade = useAnswer((answer) => {
    if (answer.toast) toast(answer.toast);
    else if (!answer.ok) {
      toast({ tone: 'bad', title: t('toast.upgrade_failed'), text: t('toast.upgrade_lost') });
    }
  });

  const start = useCallback(
    (chosen: PaidPlanId) => {
      setPlan(chosen);
      begin({ intent: 'begin', plan: chosen });
    },
    [begin],
  );
  useAskedPlan(shop, start);

  return {
    plan,
    payment,
    choose(chosen, event) {
      if (shop.publishableKey === null) return;
      event.preventDefault();
      const from = shop.from ?? undefined;
      if (isShopDocument()) start(chosen);
      else window.location.assign(paths.shop({ from, plan: chosen }));
    },
    close,
    succeed() {
      toast({ tone: 'ok', title: t('toast.success'), text: t('toast.success_text') });
      if (payment) {
        const { plan, paymentIntentId } = payment;
        upgrade({ intent: 'upgrade', plan, paymentIntentId });
      }
      close();
    },
    wait(status) {
      const word = status === 'processing' ? t('toast.status_processing') : t('toast.status_other');
      const text = t('toast.status_text', { status: word });
      toast({ tone: 'ok', title: t('toast.status'), text, isForNext: payment !== null });
      if (payment) {
        navigate(paths.shopReturn({ payment: payment.key, from: shop.from ?? undefined }));
      }
      close();
    },
    fail(reason) {
      const text = reason ?? t('toast.failed_text');
      toast({ tone: 'bad', title: t('toast.failed'), text });
    },
    giveUp() {
      close();
      toast({ tone: 'bad', title: t('toast.setup_failed'), text: t('toast.setup_lost') });
    },
  };
}

/** Sends a request to the shop's action, and handles each answer once. */
function useAnswer(onAnswer: (answer: ShopAnswer) => void) {
  const { submit, data } = useFetcher<ShopAnswer>();
  const listener = useRef(onAnswer);
  useEffect(() => {
    listener.current = onAnswer;
  });
  useEffect(() => {
    if (data) listener.current(data);
  }, [data]);
  return useCallback(
    (values: Record<string, string>) => submit(values, { method: 'post', action: paths.shop() }),
    [submit],
  );
}

/** A URL may ask for a payment immediately. */
function useAskedPlan(
  { asked, publishableKey, from }: ShopView,
  start: (plan: PaidPlanId) => void,
) {
  const navigate = useNavigate();
  const isStarted = useRef(false);
  useEffect(() => {
    if (!asked || publishableKey === null || isStarted.current) return;
    isStarted.current = true;
    start(asked);
    // A reload does not start the payment again.
    navigate(paths.shop({ from: from ?? undefined }), { replace: true });
  }, [asked, publishableKey, from, start, navigate]);
}

/**
 * Whether the document was loaded as the shop: only then its policy allows the payment's script. Coming from
 * another screen, the document has that screen's policy and must be reloaded.
 */
function isShopDocument(): boolean {
  const [document] = window.performance.getEntriesByType('navigation');
  return document !== undefined && new URL(document.name).pathname === paths.shop();
}
