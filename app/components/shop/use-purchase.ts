import { useFetcher, useNavigate } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { BegunPayment } from '~/models/payment';
import type { PaidPlanId } from '~/models/plan';
import { paths } from '~/paths';
import { useToast } from '~/components/shell/toaster';
import type { ShopReply, ShopView } from './shop-views';

/** What is being bought, and what can be done about it. */
export interface Purchase {
  /** Null while nothing is. */
  plan: PaidPlanId | null;
  /** Null until Stripe knows of the payment. */
  payment: BegunPayment | null;
  choose(plan: PaidPlanId, event: FormEvent): void;
  /** The payer goes away; what was begun waits. */
  close(): void;
  /** Stripe has the money. */
  succeed(): void;
  /** Stripe does not have it yet: `status` is its word. */
  wait(status: string): void;
  /** The payer may try again in the same dialog. */
  fail(reason?: string): void;
  /** The payment's form could not be loaded. */
  giveUp(): void;
}

/** Buying with scripts: choosing begins a payment and opens its dialog. Without, the form posts. */
export function usePurchase(shop: ShopView): Purchase {
  const { t } = useTranslation('shop');
  const toast = useToast();
  const navigate = useNavigate();
  const [plan, setPlan] = useState<PaidPlanId | null>(null);
  const [payment, setPayment] = useState<BegunPayment | null>(null);
  const tellRefusal = useRefusalToast();

  const close = useCallback(() => {
    setPlan(null);
    setPayment(null);
  }, []);
  const begin = useAnswer((answer) => {
    if ('begun' in answer) {
      // When the dialog was closed during the request, it stays closed.
      setPlan((chosen) => {
        if (chosen === answer.begun.plan) setPayment(answer.begun);
        return chosen;
      });
    } else if ('code' in answer) {
      close();
      tellRefusal(answer.code, 'setup');
    }
  });
  const upgrade = useAnswer((answer) => {
    if ('upgraded' in answer) toast({ tone: 'ok', title: t('toast.upgraded') });
    else if ('code' in answer) tellRefusal(answer.code, 'upgrade');
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
      toast({ tone: 'ok', title: t('toast.status'), text });
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

/** Sends something to the shop's action, and says once what it answers. */
function useAnswer(onAnswer: (answer: ShopReply) => void) {
  const { submit, data } = useFetcher<ShopReply>();
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

/** An address may ask for a payment at once. */
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
    // A reload does not ask again.
    navigate(paths.shop({ from: from ?? undefined }), { replace: true, preventScrollReset: true });
  }, [asked, publishableKey, from, start, navigate]);
}

/** What cannot be said better than in its own words. */
const OWN_WORDS = {
  authentication_required: 'authentication',
  not_an_organizer: 'organizer',
  no_event_found: 'event',
} as const;

type RefusalCode = Extract<ShopReply, { code: unknown }>['code'];
type Refused = 'setup' | 'upgrade';

const TITLES = { setup: 'shop:toast.setup_failed', upgrade: 'shop:toast.upgrade_failed' } as const;
const TEXTS = {
  setup: 'shop:toast.setup_refused',
  upgrade: 'shop:toast.upgrade_failed_text',
} as const;

/** Says why a payment did not begin, or why a plan was not given. */
function useRefusalToast() {
  const { t } = useTranslation(['shop', 'errors', 'event']);
  const toast = useToast();
  return (code: RefusalCode, what: Refused): void => {
    if (code === 'payment_settled') {
      const text = t('shop:toast.success_text');
      return toast({ tone: 'ok', title: t('shop:toast.success'), text });
    }
    const own = OWN_WORDS[code as keyof typeof OWN_WORDS];
    if (own) {
      const text = t(`shop:toast.${own}_text`);
      return toast({ tone: 'bad', title: t(`shop:toast.${own}`), text });
    }
    toast({ tone: 'bad', title: t(TITLES[what]), text: textOf(code, what) });
  };

  function textOf(code: RefusalCode, what: Refused): string {
    if (code === 'offline') return t('event:offline');
    return code === 'unknown' ? t(TEXTS[what]) : t(`errors:${code}`);
  }
}

/**
 * Whether the page was loaded as the shop: only then may it load the payment's script. Whoever came
 * here from another screen has that screen's rules, and loads the page once more.
 */
function isShopDocument(): boolean {
  const [document] = window.performance.getEntriesByType('navigation');
  return document !== undefined && new URL(document.name).pathname === paths.shop();
}
