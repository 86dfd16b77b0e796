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

/** What will become of a payment on Stripe's own page, once it is made. */
type IntentData = Omit<Parameters<typeof newIntent>[1], 'amount' | 'currency'>;

/**
 * What an account at Stripe holds, and what payers and banks do to it. All that is done returns what it
 * was done to, as it is then; what cannot happen at Stripe throws.
 */
export interface StripeAccount {
  /** Payments, pages to pay on, attempts to pay and complaints, by their numbers. */
  readonly intents: Map<string, Stripe.PaymentIntent>;
  readonly sessions: Map<string, Stripe.Checkout.Session>;
  readonly charges: Map<string, Stripe.Charge>;
  readonly disputes: Map<string, Stripe.Dispute>;
  /** The money is there; also of a payment that was under way or waited for its payer. */
  succeed(intentId: string): Stripe.PaymentIntent;
  /** The bank says no. The payer may try again. */
  decline(intentId: string): Stripe.PaymentIntent;
  /** The bank wants to see its customer first. */
  requireAction(intentId: string): Stripe.PaymentIntent;
  /** A debit that takes days is under way. */
  process(intentId: string): Stripe.PaymentIntent;
  cancel(intentId: string, reason?: Stripe.PaymentIntent.CancellationReason): Stripe.PaymentIntent;
  /** Gives back a part, or all that is left. */
  refund(intentId: string, amount?: number): Stripe.Charge;
  /** A complaint at the bank, or how it goes on. */
  dispute(intentId: string, status: Stripe.Dispute.Status): Stripe.Dispute;
  /** Somebody pays on Stripe's page, at once or with a debit that takes days. */
  payCheckout(sessionId: string, options?: { delayed?: boolean }): Stripe.Checkout.Session;
  expireCheckout(sessionId: string): Stripe.Checkout.Session;
  /** Makes a payment another than it was, as nobody but Stripe could. */
  change(intentId: string, partial: Partial<Stripe.PaymentIntent>): Stripe.PaymentIntent;
}

/** What the calls of a client do, besides. */
interface Orders {
  createIntent(order: Parameters<typeof newIntent>[1]): Stripe.PaymentIntent;
  createSession(order: Parameters<typeof newSession>[1], data: IntentData): Stripe.Checkout.Session;
  /** Anything by its number. */
  find(id: string): object | undefined;
  /** The page on which a payment was made; undefined when it was made elsewhere. */
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

  /** A payment that may still end in one way or the other. */
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

  /** Notes an attempt to pay, or how the one under way has ended. */
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

/** Changes an object where it lies, and returns it as it is now. */
function changed<T extends object>(object: T, partial: Partial<T>): T {
  return structuredClone(Object.assign(object, partial));
}
