import type Stripe from 'stripe';

const CURRENCY = 'eur';
/** The time-out of one call in ms, and the number of retries. */
const TIMEOUT_MS = 10_000;
const RETRIES = 2;
const CHECK_MS = 5000;
/** The maximum age of a signed webhook in seconds; an older one is a replay. */
const SIGNATURE_TOLERANCE_S = 300;

/** What is to be paid, and for what. */
export interface Order {
  /** Our own id of the payment. It is the idempotency key, so that no order is created twice. */
  key: string;
  /** In euro cents. */
  amount: number;
  /** The text for the payer. */
  description: string;
  /** The address for the receipt. */
  email: string;
  /** The payment's metadata at Stripe: what was ordered. It is compared again before anything is granted. */
  metadata: { payment: string; event: string; plan: string; payer: string };
}

/** The current state of a payment at Stripe. */
export interface PaymentFact {
  paymentIntentId: string;
  state: 'open' | 'processing' | 'succeeded' | 'canceled';
  /** Whether the last attempt failed. */
  hasFailed: boolean;
  amount: number;
  /** The amount received, in cents. */
  amountReceived: number;
  currency: string;
  isTest: boolean;
  metadata: Record<string, string>;
  clientSecret: string | null;
  receiptUrl: string | null;
  refundedAmount: number;
  /** Stripe's state of a dispute; null if there is none. */
  dispute: string | null;
}

/** Stripe's own payment page. */
export interface HostedPage {
  checkoutId: string;
  /** Null once it is closed. */
  url: string | null;
  state: 'open' | 'complete' | 'expired';
  /** Null until a payment starts. */
  paymentIntentId: string | null;
}

/** The subject of a signed webhook; null ids if it is not about a payment of ours. */
export interface Notice {
  id: string;
  type: string;
  isTest: boolean;
  paymentIntentId: string | null;
  checkoutId: string | null;
}

/** The payment provider could not be reached, or did not answer as expected. */
export class PaymentProviderError extends Error {
  override readonly name = 'PaymentProviderError';
}

/** The payment provider. All its errors are PaymentProviderError. */
export interface PaymentProvider {
  /** Whether the keys are test keys, with which no real money is paid. */
  isTest: boolean;
  /**
   * The key with which a browser talks to the provider; null if only the provider's own page is available.
   */
  publishableKey: string | null;
  /** Whether webhooks can be verified. */
  takesNotices: boolean;
  /** Makes one call that changes nothing, once and with a short time-out. */
  check(): Promise<void>;
  /** Creates the payment of an order. The same order gives the same payment. */
  createIntent(order: Order): Promise<{ paymentIntentId: string; clientSecret: string }>;
  /** Creates the provider's own page for paying an order. */
  createHostedPage(
    order: Order,
    page: { language: string; successUrl: string; cancelUrl: string },
  ): Promise<HostedPage>;
  readIntent(paymentIntentId: string): Promise<PaymentFact>;
  readHostedPage(checkoutId: string): Promise<HostedPage>;
  /** Reads a webhook if its signature is valid and recent; null otherwise. */
  readNotice(body: Buffer, signature: string): Promise<Notice | null>;
}

/** The credentials for Stripe. */
interface Access {
  secretKey: string;
  publishableKey: string | null;
  webhookSecret?: string;
  /** An API address other than Stripe's own, for tests. */
  apiBase?: string;
}

/**
 * The client for Stripe; null if payments are not set up. The library is loaded with the first payment,
 * because it takes some megabytes that a server without sales does not need.
 */
export function createPaymentProvider(access: Access | null): PaymentProvider | null {
  if (!access) return null;
  let loading: Promise<Stripe> | undefined;
  const load = async () => {
    const { default: Library } = await import('stripe');
    return new Library(access.secretKey, {
      ...addressOf(access.apiBase),
      timeout: TIMEOUT_MS,
      maxNetworkRetries: RETRIES,
      telemetry: false,
    });
  };
  const connect = () => (loading ??= load());
  const asking = <T>(work: (stripe: Stripe) => Promise<T>) => withoutSecrets(connect, work);
  return {
    isTest: /^[rs]k_test_/.test(access.secretKey),
    publishableKey: access.publishableKey,
    takesNotices: access.webhookSecret !== undefined,
    check: () =>
      asking(async (stripe) => {
        const options = { timeout: CHECK_MS, maxNetworkRetries: 0 };
        await stripe.paymentIntents.list({ limit: 1 }, options);
      }),
    createIntent: (order) =>
      asking(async (stripe) => {
        const intent = await stripe.paymentIntents.create(
          {
            amount: order.amount,
            currency: CURRENCY,
            automatic_payment_methods: { enabled: true },
            description: order.description,
            receipt_email: order.email,
            metadata: order.metadata,
          },
          { idempotencyKey: order.key },
        );
        if (!intent.client_secret) throw new Error('a payment without a client secret');
        return { paymentIntentId: intent.id, clientSecret: intent.client_secret };
      }),
    createHostedPage: (order, page) =>
      asking(async (stripe) => {
        const session = await stripe.checkout.sessions.create(
          {
            mode: 'payment',
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: CURRENCY,
                  unit_amount: order.amount,
                  product_data: { name: order.description },
                },
              },
            ],
            // The price is not converted into the payer's currency.
            adaptive_pricing: { enabled: false },
            customer_email: order.email,
            client_reference_id: order.key,
            locale: page.language as Stripe.Checkout.SessionCreateParams.Locale,
            metadata: order.metadata,
            payment_intent_data: {
              description: order.description,
              receipt_email: order.email,
              metadata: order.metadata,
            },
            success_url: page.successUrl,
            cancel_url: page.cancelUrl,
          },
          { idempotencyKey: order.key },
        );
        return hostedPage(session);
      }),
    readIntent: (paymentIntentId) =>
      asking(async (stripe) => {
        const intent = await stripe.paymentIntents.retrieve(paymentIntentId, {
          expand: ['latest_charge'],
        });
        const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
        const disputes = charge?.disputed
          ? await stripe.disputes.list({ payment_intent: intent.id, limit: 1 })
          : null;
        return {
          paymentIntentId: intent.id,
          state: stateOf(intent.status),
          hasFailed: intent.status === 'canceled' || intent.last_payment_error !== null,
          amount: intent.amount,
          amountReceived: intent.amount_received,
          currency: intent.currency,
          isTest: !intent.livemode,
          metadata: intent.metadata,
          clientSecret: intent.client_secret,
          receiptUrl: charge?.receipt_url ?? null,
          refundedAmount: charge?.amount_refunded ?? 0,
          dispute: disputes?.data[0]?.status ?? null,
        };
      }),
    readHostedPage: (checkoutId) =>
      asking(async (stripe) => hostedPage(await stripe.checkout.sessions.retrieve(checkoutId))),
    async readNotice(body, signature) {
      if (!access.webhookSecret) return null;
      const stripe = await connect();
      try {
        return noticeOf(
          stripe.webhooks.constructEvent(
            body,
            signature,
            access.webhookSecret,
            SIGNATURE_TOLERANCE_S,
          ),
        );
      } catch {
        // A wrong or old signature, or an invalid body. The sender is not told which.
        return null;
      }
    },
  };
}

function addressOf(apiBase: string | undefined) {
  if (!apiBase) return {};
  const { protocol, hostname, port } = new URL(apiBase);
  const isHttp = protocol === 'http:';
  return {
    protocol: isHttp ? ('http' as const) : ('https' as const),
    host: hostname,
    port: port || (isHttp ? 80 : 443),
  };
}

/**
 * The library's errors contain the request, including keys and addresses, so only their codes are passed on.
 */
async function withoutSecrets<T>(
  connect: () => Promise<Stripe>,
  work: (stripe: Stripe) => Promise<T>,
): Promise<T> {
  const stripe = await connect();
  try {
    return await work(stripe);
  } catch (error) {
    const said = error instanceof stripe.errors.StripeError;
    const reason = said ? [error.type, error.code, error.requestId] : [(error as Error).message];
    throw new PaymentProviderError(reason.filter(Boolean).join(' '));
  }
}

const ENDS = ['processing', 'succeeded', 'canceled'] as const;

/** Any state in which the payer still has to act counts as open. */
function stateOf(status: Stripe.PaymentIntent.Status): PaymentFact['state'] {
  return ENDS.find((end) => end === status) ?? 'open';
}

function hostedPage(session: Stripe.Checkout.Session): HostedPage {
  return {
    checkoutId: session.id,
    url: session.url,
    state: (session.status ?? 'open') as HostedPage['state'],
    paymentIntentId: idOf(session.payment_intent),
  };
}

function noticeOf(event: Stripe.Event): Notice {
  const about = event.data.object as { object: string; id: string; payment_intent?: unknown };
  const isPage = about.object === 'checkout.session';
  return {
    id: event.id,
    type: event.type,
    isTest: !event.livemode,
    // Charges, refunds and disputes contain the id of their payment.
    paymentIntentId: about.object === 'payment_intent' ? about.id : idOf(about.payment_intent),
    checkoutId: isPage ? about.id : null,
  };
}

function idOf(given: unknown): string | null {
  if (typeof given === 'string') return given;
  const id = (given as { id?: unknown } | null | undefined)?.id;
  return typeof id === 'string' ? id : null;
}
