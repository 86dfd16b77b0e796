import type Stripe from 'stripe';
import type { openStripeAccount } from './stripe-account';
import {
  authenticateParams,
  cancelParams,
  check,
  confirmParams,
  disputesParams,
  LEAST_AMOUNT,
  listParams,
  newIntentParams,
  newSessionParams,
  readParams,
  Refusal,
  wrong,
  type Params,
} from './stripe-params';

/** A call that Stripe knows. */
interface Call {
  method: 'GET' | 'POST';
  /** A parenthesis is the id of the object. */
  path: RegExp;
  /** For browsers, which have no secret key. */
  isPublic?: boolean;
  answer(params: Params, id: string): object;
}

/** Finds the handler of a request; undefined if Stripe has no such URL. */
export type FindCall = (
  method: string,
  path: string,
) => { isPublic: boolean; answer(params: Params): object } | undefined;

/** All calls about an account's payments, checkout pages and disputes. */
export function stripeCalls(account: ReturnType<typeof openStripeAccount>): FindCall {
  const calls: Call[] = [
    {
      method: 'POST',
      path: /^\/v1\/payment_intents$/,
      answer: (params) => {
        const asked = check(newIntentParams, params);
        const { amount, currency, description, metadata, receipt_email, expand } = asked;
        const intent = account.createIntent({
          amount,
          currency,
          description,
          metadata,
          receiptEmail: receipt_email,
          isAutomatic: asked.automatic_payment_methods?.enabled,
        });
        return expanded(intent, expand);
      },
    },
    {
      method: 'GET',
      path: /^\/v1\/payment_intents$/,
      answer: (params) => {
        const { limit = 10, expand } = check(listParams, params);
        const list = {
          object: 'list',
          data: [...account.intents.values()].reverse().slice(0, limit),
          has_more: account.intents.size > limit,
          url: '/v1/payment_intents',
        } satisfies Stripe.ApiList<Stripe.PaymentIntent>;
        return expanded(list, expand);
      },
    },
    {
      method: 'GET',
      path: /^\/v1\/payment_intents\/(\w+)$/,
      answer: (params, id) => expanded(intentOf(id), check(readParams, params).expand),
    },
    {
      method: 'POST',
      path: /^\/v1\/payment_intents\/(\w+)\/cancel$/,
      answer: (params, id) => {
        const { cancellation_reason, expand } = check(cancelParams, params);
        const intent = intentOf(id);
        if (account.sessionOf(id)) {
          throw wrong(
            'You cannot cancel the PaymentIntent of a Checkout Session. Expire it instead.',
          );
        }
        if (['succeeded', 'canceled', 'processing'].includes(intent.status)) {
          throw unexpected(intent, 'cancel', intent);
        }
        return expanded(account.cancel(id, cancellation_reason), expand);
      },
    },
    {
      method: 'POST',
      path: /^\/v1\/payment_intents\/(\w+)\/confirm$/,
      isPublic: true,
      answer: (params, id) => {
        const { client_secret, payment_method } = check(confirmParams, params);
        const intent = intentWith(client_secret, id);
        if (!['requires_payment_method', 'requires_action'].includes(intent.status)) {
          throw unexpected(intent, 'confirm', publicPart(intent));
        }
        if (payment_method === 'card_3ds') return publicPart(account.requireAction(id));
        if (payment_method === 'delayed') return publicPart(account.process(id));
        if (payment_method === 'card_ok') return publicPart(account.succeed(id));
        const declined = account.decline(id);
        throw new Refusal(402, {
          type: 'card_error',
          code: 'card_declined',
          decline_code: 'generic_decline',
          message: 'Your card was declined.',
          charge: String(declined.latest_charge),
          payment_intent: publicPart(declined),
        });
      },
    },
    {
      method: 'POST',
      path: /^\/v1\/payment_intents\/(\w+)\/authenticate$/,
      isPublic: true,
      answer: (params, id) => {
        const intent = intentWith(check(authenticateParams, params).client_secret, id);
        if (intent.status !== 'requires_action') {
          throw unexpected(intent, 'authenticate', publicPart(intent));
        }
        return publicPart(account.succeed(id));
      },
    },
    {
      method: 'POST',
      path: /^\/v1\/checkout\/sessions$/,
      answer: (params) => {
        const asked = check(newSessionParams, params);
        const [first, ...others] = asked.line_items.map(({ price_data }) => price_data.currency);
        if (!first)
          throw wrong('Missing required param: line_items.', 'parameter_missing', 'line_items');
        if (others.some((currency) => currency !== first)) {
          throw wrong('All prices on a Checkout Session must have the same currency.');
        }
        const prices = asked.line_items.map(
          ({ price_data, quantity }) => price_data.unit_amount * quantity,
        );
        const amount = prices.reduce((sum, price) => sum + price, 0);
        if (amount < LEAST_AMOUNT) {
          const message = "The Checkout Session's total amount must be at least 50 cents.";
          throw wrong(message, 'amount_too_small');
        }
        const data = asked.payment_intent_data;
        const session = account.createSession(
          {
            amount,
            currency: first,
            successUrl: asked.success_url,
            cancelUrl: asked.cancel_url,
            locale: asked.locale,
            customerEmail: asked.customer_email,
            reference: asked.client_reference_id,
            metadata: asked.metadata,
            isPricedLocally: asked.adaptive_pricing?.enabled,
            expiresAt: asked.expires_at,
          },
          {
            description: data?.description,
            metadata: data?.metadata,
            receiptEmail: data?.receipt_email,
          },
        );
        return expanded(session, asked.expand);
      },
    },
    {
      method: 'GET',
      path: /^\/v1\/checkout\/sessions\/(\w+)$/,
      answer: (params, id) => {
        const session = account.sessions.get(id) ?? missing('checkout.session', id, 'session');
        return expanded(session, check(readParams, params).expand);
      },
    },
    {
      method: 'GET',
      path: /^\/v1\/disputes$/,
      answer: (params) => {
        const { payment_intent, charge, limit = 10, expand } = check(disputesParams, params);
        if (payment_intent && !account.intents.has(payment_intent)) {
          missing('payment_intent', payment_intent, 'payment_intent', 400);
        }
        const found = [...account.disputes.values()].filter(
          (dispute) =>
            dispute.payment_intent === (payment_intent ?? dispute.payment_intent) &&
            dispute.charge === (charge ?? dispute.charge),
        );
        const list = {
          object: 'list',
          data: found.reverse().slice(0, limit),
          has_more: found.length > limit,
          url: '/v1/disputes',
        } satisfies Stripe.ApiList<Stripe.Dispute>;
        return expanded(list, expand);
      },
    },
  ];

  return (method, path) => {
    const call = calls.find((one) => one.method === method && one.path.test(path));
    const [, id = ''] = call?.path.exec(path) ?? [];
    return (
      call && {
        isPublic: call.isPublic ?? false,
        answer: (params) => call.answer(params, id),
      }
    );
  };

  function intentOf(id: string): Stripe.PaymentIntent {
    return account.intents.get(id) ?? missing('payment_intent', id, 'intent');
  }

  function intentWith(secret: string, id: string): Stripe.PaymentIntent {
    const intent = intentOf(id);
    if (intent.client_secret === secret) return intent;
    const message =
      'The client_secret provided does not match the client_secret associated with the PaymentIntent.';
    throw wrong(message, 'payment_intent_invalid_parameter', 'client_secret');
  }

  /** A copy with whole objects in place of their ids, as far as requested. */
  function expanded<T extends object>(object: T, paths: string[] = []): T {
    const copy = structuredClone(object);
    for (const path of paths) expandAt(copy, path.split('.'), path);
    return copy;
  }

  function expandAt(place: object, [name = '', ...rest]: string[], path: string): void {
    if (Array.isArray(place)) {
      for (const one of place) expandAt(one, [name, ...rest], path);
      return;
    }
    const holder = place as Record<string, unknown>;
    const value = holder[name];
    if (value === null) return;
    const whole = typeof value === 'string' ? account.find(value) : rest.length > 0 && value;
    if (typeof whole !== 'object') throw wrong(`This property cannot be expanded (${path}).`);
    holder[name] = structuredClone(whole);
    if (rest.length > 0) expandAt(holder[name] as object, rest, path);
  }
}

/** Stripe answers 404 to an unknown id in a URL, 400 to one in a parameter. */
function missing(kind: string, id: string, param: string, status: 400 | 404 = 404): never {
  const message = `No such ${kind}: '${id}'`;
  throw new Refusal(status, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message,
    param,
  });
}

function unexpected(intent: Stripe.PaymentIntent, verb: string, told: object): Refusal {
  return new Refusal(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`,
    payment_intent: structuredClone(told),
  });
}

/** What a browser may see of a payment: neither its metadata nor its charges. */
function publicPart(intent: Stripe.PaymentIntent) {
  return {
    id: intent.id,
    object: intent.object,
    amount: intent.amount,
    automatic_payment_methods: intent.automatic_payment_methods,
    canceled_at: intent.canceled_at,
    cancellation_reason: intent.cancellation_reason,
    capture_method: intent.capture_method,
    client_secret: intent.client_secret,
    confirmation_method: intent.confirmation_method,
    created: intent.created,
    currency: intent.currency,
    description: intent.description,
    last_payment_error: intent.last_payment_error,
    livemode: intent.livemode,
    next_action: intent.next_action,
    payment_method: intent.payment_method,
    payment_method_types: intent.payment_method_types,
    processing: intent.processing,
    receipt_email: intent.receipt_email,
    setup_future_usage: intent.setup_future_usage,
    shipping: intent.shipping,
    source: intent.source,
    status: intent.status,
  } satisfies Partial<Stripe.PaymentIntent>;
}
