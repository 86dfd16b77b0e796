import type Stripe from 'stripe';
import {
  newCharge,
  newDispute,
  newId,
  newIntent,
  newSession,
  now,
  type PaidWith,
} from './stripe-objects';

/** The planned result of a payment on Stripe's own page. */
type IntentData = Omit<Parameters<typeof newIntent>[1], 'amount' | 'currency'>;

/**
 * The content of a Stripe account, and what payers and banks do to it. Each action returns the changed object
 * in its new state; an action that is impossible at Stripe throws.
 */
export interface StripeAccount {
  /** Payments, checkout pages, charges and disputes, by their ids. */
  readonly intents: Map<string, Stripe.PaymentIntent>;
  readonly sessions: Map<string, Stripe.Checkout.Session>;
  readonly charges: Map<string, Stripe.Charge>;
  readonly disputes: Map<string, Stripe.Dispute>;
  /** The money has arrived, also for a payment that was being processed or waited for its payer. */
  succeed(intentId: string): Stripe.PaymentIntent;
  /** The bank declines. The payer may try again. */
  decline(intentId: string): Stripe.PaymentIntent;
  /** The bank requires authentication first. */
  requireAction(intentId: string): Stripe.PaymentIntent;
  /** A debit that takes days is being processed. */
  process(intentId: string): Stripe.PaymentIntent;
  cancel(intentId: string, reason?: Stripe.PaymentIntent.CancellationReason): Stripe.PaymentIntent;
  /** Refunds a part, or everything that is left. */
  refund(intentId: string, amount?: number): Stripe.Charge;
  /** A dispute at the bank, or its new status. */
  dispute(intentId: string, status: Stripe.Dispute.Status): Stripe.Dispute;
  /** Somebody pays on Stripe's page, at once or with a debit that takes days. */
  payCheckout(sessionId: string, options?: { delayed?: boolean }): Stripe.Checkout.Session;
  expireCheckout(sessionId: string): Stripe.Checkout.Session;
  /** Changes a payment as nobody but Stripe could. */
  change(intentId: string, partial: Partial<Stripe.PaymentIntent>): Stripe.PaymentIntent;
}

/** Further operations for the calls of a client. */
interface Orders {
  createIntent(order: Parameters<typeof newIntent>[1]): Stripe.PaymentIntent;
  createSession(order: Parameters<typeof newSession>[1], data: IntentData): Stripe.Checkout.Session;
  /** Any object by its id. */
  find(id: string): object | undefined;
  /** The page on which a payment was made; undefined if it was made elsewhere. */
  sessionOf(intentId: string): Stripe.Checkout.Session | undefined;
}

/** Opens an empty account. */
export function openStripeAccount(isLive: boolean): StripeAccount & Orders {
  const intents = new Map<string, Stripe.PaymentIntent>();
  const sessions = new Map<string, Stripe.Checkout.Session>();
  const charges = new Map<string, Stripe.Charge>();
  const disputes = new Map<string, Stripe.Dispute>();
  const intentData = new Map<string, IntentData>();

  const add = <T extends { id: string }>(map: Map<string, T>, object: T): T => {
    map.set(object.id, object);
    return object;
  };

  /** A payment that can still end in either way. */
  function unfinished(intentId: string): Stripe.PaymentIntent {
    const intent = get(intents, intentId);
    if (['succeeded', 'canceled'].includes(intent.status)) {
      throw new Error(`${intentId} is ${intent.status} already`);
    }
    return intent;
  }

  function latestCharge(intent: Stripe.PaymentIntent): Stripe.Charge | undefined {
    return charges.get(String(intent.latest_charge));
  }

  /** Records a charge, or how the current one has ended. */
  function attempt(
    intent: Stripe.PaymentIntent,
    status: 'succeeded' | 'pending' | 'failed',
    paidWith: PaidWith = 'card',
  ): Stripe.Charge {
    const last = latestCharge(intent);
    if (last?.status !== 'pending') return add(charges, newCharge(intent, status, paidWith));
    const { id, created, payment_method } = last;
    return Object.assign(last, newCharge(intent, status, 'sepa_debit'), {
      id,
      created,
      payment_method,
    });
  }

  const account: StripeAccount & Orders = {
    intents,
    sessions,
    charges,
    disputes,
    succeed: (intentId) => {
      const intent = unfinished(intentId);
      const charge = attempt(intent, 'succeeded');
      const session = account.sessionOf(intentId);
      if (session) session.payment_status = 'paid';
      return changed(intent, {
        amount_received: intent.amount,
        last_payment_error: null,
        latest_charge: charge.id,
        next_action: null,
        payment_method: charge.payment_method,
        status: 'succeeded',
      });
    },
    decline: (intentId) => {
      const intent = unfinished(intentId);
      const charge = attempt(intent, 'failed');
      return changed(intent, {
        last_payment_error: {
          charge: charge.id,
          code: 'card_declined',
          decline_code: 'generic_decline',
          doc_url: 'https://docs.stripe.com/error-codes/card-declined',
          message: 'Your card was declined.',
          type: 'card_error',
        },
        latest_charge: charge.id,
        next_action: null,
        payment_method: null,
        status: 'requires_payment_method',
      });
    },
    requireAction: (intentId) =>
      changed(unfinished(intentId), {
        last_payment_error: null,
        next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
        payment_method: newId('pm'),
        status: 'requires_action',
      }),
    process: (intentId) => {
      const intent = unfinished(intentId);
      const charge = attempt(intent, 'pending', 'sepa_debit');
      return changed(intent, {
        last_payment_error: null,
        latest_charge: charge.id,
        next_action: null,
        payment_method: charge.payment_method,
        status: 'processing',
      });
    },
    cancel: (intentId, reason) =>
      changed(unfinished(intentId), {
        canceled_at: now(),
        cancellation_reason: reason ?? null,
        next_action: null,
        status: 'canceled',
      }),
    refund: (intentId, amount) => {
      const charge = paidCharge(intentId);
      const refunded = charge.amount_refunded + (amount ?? charge.amount - charge.amount_refunded);
      if (refunded > charge.amount) throw new Error(`${intentId} has less left to give back`);
      return changed(charge, {
        amount_refunded: refunded,
        refunded: refunded === charge.amount,
      });
    },
    dispute: (intentId, status) => {
      const charge = paidCharge(intentId);
      charge.disputed = true;
      const known = [...disputes.values()].find(({ charge: id }) => id === charge.id);
      return changed(known ?? add(disputes, newDispute(charge, status)), { status });
    },
    payCheckout: (sessionId, { delayed = false } = {}) => {
      const session = openSession(sessionId);
      const intent = account.createIntent({
        amount: session.amount_total ?? 0,
        currency: session.currency ?? 'eur',
        ...intentData.get(sessionId),
      });
      const email = session.customer_email ?? 'payer@example.com';
      changed(session, {
        customer_details: {
          address: null,
          business_name: null,
          email,
          individual_name: null,
          name: 'Paula Payer',
          phone: null,
          tax_exempt: 'none',
          tax_ids: [],
        },
        payment_intent: intent.id,
        status: 'complete',
        url: null,
      });
      account[delayed ? 'process' : 'succeed'](intent.id);
      return structuredClone(session);
    },
    expireCheckout: (sessionId) =>
      changed(openSession(sessionId), { status: 'expired', url: null }),
    change: (intentId, partial) => changed(get(intents, intentId), partial),
    createIntent: (order) => structuredClone(add(intents, newIntent(isLive, order))),
    createSession: (order, data) => {
      const session = add(sessions, newSession(isLive, order));
      intentData.set(session.id, data);
      return structuredClone(session);
    },
    find: (id) => [intents, sessions, charges, disputes].map((map) => map.get(id)).find(Boolean),
    sessionOf: (intentId) =>
      [...sessions.values()].find((session) => session.payment_intent === intentId),
  };
  return account;

  function paidCharge(intentId: string): Stripe.Charge {
    const charge = latestCharge(get(intents, intentId));
    if (charge?.status !== 'succeeded') throw new Error(`${intentId} is not paid`);
    return charge;
  }

  function openSession(sessionId: string): Stripe.Checkout.Session {
    const session = get(sessions, sessionId);
    if (session.status !== 'open') throw new Error(`${sessionId} is ${session.status} already`);
    return session;
  }
}

function get<T>(map: Map<string, T>, id: string): T {
  const object = map.get(id);
  if (!object) throw new Error(`There is no ${id}`);
  return object;
}

/** Changes a stored object, and returns its new state. */
function changed<T extends object>(object: T, partial: Partial<T>): T {
  return structuredClone(Object.assign(object, partial));
}
