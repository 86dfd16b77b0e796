import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, Stripe, StripeElementLocale } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useEffect, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/icon';
import { SubmitButton } from '../ui/submit';
import { Preparing } from './preparing';
import type { Purchase } from './use-purchase';

// Disables tracking: by default the script reports how users move in the page.
loadStripe.setLoadParameters({ advancedFraudSignals: false });

const REFUSAL_ID = 'payment-refusal';
const SCRIPT_ORIGIN = 'https://js.stripe.com/';

/** Stripe's script, loaded once per page. */
let loaded: Promise<Stripe | null> | null = null;

/**
 * Loads the script once.
 * @returns null if it fails; then another try may succeed
 */
function loadOnce(publishableKey: string): Promise<Stripe | null> {
  window.addEventListener('error', removeFailedScript, { capture: true });
  loaded ??= loadStripe(publishableKey)
    .catch(() => {
      loaded = null;
      return null;
    })
    .finally(() => window.removeEventListener('error', removeFailedScript, { capture: true }));
  return loaded;
}

/**
 * The loader tries twice, and the second time waits forever for a failed script that is still in the page.
 * This listener removes it first.
 */
function removeFailedScript({ target }: Event): void {
  const isStripe = target instanceof HTMLScriptElement && target.src.startsWith(SCRIPT_ORIGIN);
  if (isStripe) target.remove();
}

interface PaymentFormProps {
  publishableKey: string;
  clientSecret: string;
  /** The URL that payment methods which leave the site return to. */
  returnUrl: string;
  /** In euros, in the reader's language. */
  amount: string;
  purchase: Purchase;
}

/** Stripe's fields in our design and the page's language. What is typed into them never reaches us. */
export default function PaymentForm(form: PaymentFormProps) {
  const { i18n } = useTranslation();
  const { publishableKey, clientSecret, purchase } = form;
  const [stripe] = useState(() => loadOnce(publishableKey));
  const { giveUp } = purchase;
  useEffect(() => {
    let isHere = true;
    void stripe.then((loaded) => {
      if (!loaded && isHere) giveUp();
    });
    return () => {
      isHere = false;
    };
    // Runs once per script, however often the dialog renders.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [stripe]);
  return (
    <Elements
      stripe={stripe}
      options={{
        clientSecret,
        locale: i18n.language as StripeElementLocale,
        appearance: appearance(),
      }}
    >
      <Fields {...form} />
    </Elements>
  );
}

function Fields({ returnUrl, amount, purchase }: PaymentFormProps) {
  const { t } = useTranslation('shop');
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setReady] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function pay(event: FormEvent) {
    event.preventDefault();
    if (!stripe || !elements || isBusy) return;
    setBusy(true);
    setRefusal(undefined);
    try {
      const { error, paymentIntent } = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: returnUrl },
        redirect: 'if_required',
      });
      if (error) {
        // A field shows its own error.
        if (error.type === 'validation_error') return;
        setRefusal(error.message);
        purchase.fail(error.message);
      } else if (paymentIntent.status === 'succeeded') {
        purchase.succeed();
      } else {
        purchase.wait(paymentIntent.status);
      }
    } catch {
      purchase.fail();
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className="grid gap-4" onSubmit={pay}>
      {!isReady && <Preparing />}
      <PaymentElement
        options={{ layout: 'tabs', paymentMethodOrder: ['card', 'paypal'] }}
        onReady={() => setReady(true)}
        onLoadError={() => purchase.giveUp()}
      />
      {refusal !== undefined && (
        <p className="field-error" id={REFUSAL_ID}>
          <Icon name="alert" />
          {refusal}
        </p>
      )}
      <p className="hint">{t('pay.hint')}</p>
      <SubmitButton
        className="big w-full"
        aria-describedby={refusal === undefined ? undefined : REFUSAL_ID}
        pending={isBusy}
        disabled={!isReady || !stripe}
        label={
          <>
            <Icon name="lock" />
            {t('pay.submit', { amount })}
          </>
        }
        busyLabel={t('processing')}
      />
    </form>
  );
}

/** Our design tokens in Stripe's format, for the current color scheme. */
function appearance(): Appearance {
  const style = window.getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    theme: 'flat',
    variables: {
      colorPrimary: token('color-primary'),
      colorBackground: token('color-paper'),
      colorText: token('color-ink'),
      colorTextSecondary: token('color-ink-soft'),
      colorDanger: token('color-danger'),
      fontFamily: token('font-sans'),
      fontSizeBase: '16px',
      borderRadius: token('radius-control'),
    },
    rules: {
      '.Input': { border: `1px solid ${token('color-edge')}` },
      '.Tab': { border: `1px solid ${token('color-edge')}` },
      '.Input:focus': { outline: `3px solid ${token('color-focus')}`, boxShadow: 'none' },
    },
  };
}
