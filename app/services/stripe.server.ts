import type Stripe from 'stripe';

const CURRENCY = 'eur';
/** How long one call may take, in ms, and how often it is tried again. */
const TIMEOUT_MS = 10_000;
const RETRIES = 2;
/** How old a signed notice may be, in seconds: what is older is a replay. */
const SIGNATURE_TOLERANCE_S = 300;

/** What is to be paid, and what for. */
export interface Order {
  /** Our own number of the payment: the idempotency key, so that no order is made twice. */
  key: string;
  /** In cents of a euro. */
  amount: number;
  /** What the payer reads, in their language. */
  description: string;
  /** Where the receipt goes. */
  email: string;
  /** The payment's own words at Stripe: what was ordered, compared again before anything is given. */
  metadata: { payment: string; event: string; plan: string; payer: string };
}

/** A payment as Stripe knows it now. */
export interface PaymentFact {
  paymentIntentId: string;
  state: 'open' | 'processing' | 'succeeded' | 'canceled';
  /** Whether the last try came to nothing. */
  hasFailed: boolean;
  amount: number;
  /** What has arrived, in cents. */
  amountReceived: number;
  currency: string;
  isTest: boolean;
  metadata: Record<string, string>;
  clientSecret: string | null;
  receiptUrl: string | null;
  refundedAmount: number;
  /** Stripe's word for the state of a dispute; null when there is none. */
  dispute: string | null;
}

/** A page of Stripe's own to pay on. */
export interface HostedPage {
  checkoutId: string;
  /** Null once it is closed. */
  url: string | null;
  state: 'open' | 'complete' | 'expired';
  /** Null until somebody pays. */
  paymentIntentId: string | null;
}

/** What a signed notice is about; null where it is about none of our payments. */
export interface Notice {
  id: string;
  type: string;
  isTest: boolean;
  paymentIntentId: string | null;
  checkoutId: string | null;
}

/** The card payment provider could not be reached, or did not do as it was asked. */
export class PaymentProviderError extends Error {
  override readonly name = 'PaymentProviderError';
}

/** The card payment provider. What throws, throws PaymentProviderError. */
export interface PaymentProvider {
  /** Whether the keys are test keys: then nobody pays anything. */
  isTest: boolean;
  /** What a browser needs to speak to the provider itself; null leaves the provider's own page. */
  publishableKey: string | null;
  /** Whether notices can be told from forged ones. */
  takesNotices: boolean;
  /** Makes the payment of an order; the same order gives the same payment. */
  createIntent(order: Order): Promise<{ paymentIntentId: string; clientSecret: string }>;
  /** Makes a page of the provider's own to pay an order on. */
  createHostedPage(
    order: Order,
    page: { language: string; successUrl: string; cancelUrl: string },
  ): Promise<HostedPage>;
  readIntent(paymentIntentId: string): Promise<PaymentFact>;
  readHostedPage(checkoutId: string): Promise<HostedPage>;
  /** Reads a notice, if it is really Stripe's and fresh; null otherwise. */
  readNotice(body: Buffer, signature: string): Promise<Notice | null>;
}

/** What is needed to speak to Stripe. */
interface Access {
  secretKey: string;
  publishableKey: string | null;
  webhookSecret?: string;
  /** Another address than Stripe's own, for tests. */
  apiBase?: string;
}

/**
 * Speaks to Stripe; null while payments are not set up. The library is loaded with the first payment: it
 * would be some megabytes of a server that sells nothing.
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
            // The price is the price: not converted into the payer's own money.
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
        // A wrong signature, an old one, or no event at all: whoever sent it is not told which.
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

/** The library's errors hold what was sent, keys and addresses among it: only their words go on. */
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

/** Whatever the payer still has to do leaves a payment open. */
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
    // Charges, refunds and disputes name the payment they belong to.
    paymentIntentId: about.object === 'payment_intent' ? about.id : idOf(about.payment_intent),
    checkoutId: isPage ? about.id : null,
  };
}

function idOf(given: unknown): string | null {
  if (typeof given === 'string') return given;
  const id = (given as { id?: unknown } | null | undefined)?.id;
  return typeof id === 'string' ? id : null;
}
