import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serve } from './setup/file-server';
import { startStripeServer, type StripeServer } from './setup/stripe-server';

let server: StripeServer;
beforeEach(async () => {
  server = await startStripeServer();
});
afterEach(() => server.stop());

function client(key = server.secretKey, config: Stripe.StripeConfig = {}, at = server): Stripe {
  const { hostname, port } = new URL(at.origin);
  return new Stripe(key, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 2,
    timeout: 5000,
    ...config,
  });
}

const order = {
  amount: 900,
  currency: 'eur',
  automatic_payment_methods: { enabled: true },
  metadata: { plan: 'basic', payment: 'k1' },
  description: 'Basic',
  receipt_email: 'payer@example.com',
} satisfies Stripe.PaymentIntentCreateParams;

const page = {
  mode: 'payment',
  line_items: [
    {
      price_data: { currency: 'eur', unit_amount: 300, product_data: { name: 'Basic' } },
      quantity: 2,
    },
  ],
  metadata: { payment: 'k2' },
  payment_intent_data: { metadata: { payment: 'k2' }, receipt_email: 'payer@example.com' },
  success_url: 'https://example.com/shop?session={CHECKOUT_SESSION_ID}',
  cancel_url: 'https://example.com/shop',
  locale: 'fr',
  customer_email: 'payer@example.com',
  client_reference_id: 'k2',
  adaptive_pricing: { enabled: false },
} satisfies Stripe.Checkout.SessionCreateParams;

/** A request from a browser. */
function post(path: string, body: Record<string, string>, headers: Record<string, string> = {}) {
  const url = `${server.origin}/v1/${path}`;
  return fetch(url, { method: 'POST', headers, body: new URLSearchParams(body) });
}

/** The error that a call fails with. */
async function errorOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await call.then(
    () => 'none',
    (reason: unknown) => reason,
  );
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error(`not what Stripe says: ${String(error)}`);
}

describe('a payment', () => {
  it('is created as requested, and waits for its payer', async () => {
    const intent = await client().paymentIntents.create(order);
    expect(intent).toMatchObject({
      id: expect.stringMatching(/^pi_\w{24}$/),
      amount: 900,
      currency: 'eur',
      description: 'Basic',
      metadata: order.metadata,
      receipt_email: 'payer@example.com',
      status: 'requires_payment_method',
      latest_charge: null,
      livemode: false,
    });
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_\\w+$`));
    expect(intent.lastResponse.requestId).toMatch(/^req_/);
    expect(intent.lastResponse.apiVersion).toBe(Stripe.API_VERSION);
    expect(server.requests).toEqual([
      {
        method: 'POST',
        path: '/v1/payment_intents',
        params: { ...order, amount: '900', automatic_payment_methods: { enabled: 'true' } },
        idempotencyKey: intent.lastResponse.idempotencyKey,
      },
    ]);
  });

  it('is live with a live key', async () => {
    const live = await startStripeServer({ secretKey: 'rk_live_of_the_tests' });
    const intent = await client(live.secretKey, {}, live).paymentIntents.create(order);
    expect(intent.livemode).toBe(true);
    expect(live.event('payment_intent.created', intent).livemode).toBe(true);
    await live.stop();
  });

  it('returns its charge as an id, or expanded', async () => {
    const stripe = client();
    const { id } = await stripe.paymentIntents.create(order);
    server.succeed(id);
    const short = await stripe.paymentIntents.retrieve(id);
    expect(short).toMatchObject({ status: 'succeeded', amount_received: 900 });
    expect(short.latest_charge).toMatch(/^ch_/);
    const long = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    expect(long.latest_charge).toMatchObject({
      id: short.latest_charge,
      status: 'succeeded',
      payment_intent: id,
      receipt_url: expect.stringContaining('https://pay.stripe.com/receipts/'),
    });
    const error = await errorOf(stripe.paymentIntents.retrieve(id, { expand: ['currency'] }));
    expect(error.message).toBe('This property cannot be expanded (currency).');
  });

  it('may be declined and succeed afterwards', async () => {
    const stripe = client();
    const { id } = await stripe.paymentIntents.create(order);
    server.decline(id);
    const options = { expand: ['latest_charge'] };
    expect(await stripe.paymentIntents.retrieve(id, options)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { type: 'card_error', code: 'card_declined' },
      latest_charge: { status: 'failed', paid: false },
    });
    expect(server.requireAction(id)).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk' },
    });
    expect(server.succeed(id)).toMatchObject({ status: 'succeeded', last_payment_error: null });
    expect(() => server.decline(id)).toThrow('succeeded already');
  });

  it('may take days', async () => {
    const stripe = client();
    const { id } = await stripe.paymentIntents.create(order);
    const { latest_charge } = server.process(id);
    expect(server.charges.get(String(latest_charge))).toMatchObject({ status: 'pending' });
    expect(server.succeed(id)).toMatchObject({ status: 'succeeded', latest_charge });
    expect(server.charges.get(String(latest_charge))).toMatchObject({
      status: 'succeeded',
      payment_method_details: { type: 'sepa_debit' },
    });
  });

  it('can be cancelled until it succeeds', async () => {
    const stripe = client();
    const [first, second] = [
      await stripe.paymentIntents.create(order),
      await stripe.paymentIntents.create(order),
    ];
    const params = { cancellation_reason: 'abandoned' } as const;
    expect(await stripe.paymentIntents.cancel(first.id, params)).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'abandoned',
      canceled_at: expect.any(Number),
    });
    server.succeed(second.id);
    expect(await errorOf(stripe.paymentIntents.cancel(second.id))).toMatchObject({
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
      payment_intent: { id: second.id, status: 'succeeded' },
    });
  });

  it('that is refunded or disputed says so', async () => {
    const stripe = client();
    const { id } = await stripe.paymentIntents.create(order);
    const charge = async () =>
      (await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })).latest_charge;
    expect(() => server.refund(id)).toThrow('not paid');
    server.succeed(id);
    server.refund(id, 400);
    expect(await charge()).toMatchObject({ amount_refunded: 400, refunded: false });
    expect(() => server.refund(id, 501)).toThrow('less left');
    server.refund(id);
    expect(await charge()).toMatchObject({ amount_refunded: 900, refunded: true });

    const list = () => stripe.disputes.list({ payment_intent: id });
    expect(await list()).toMatchObject({ data: [], has_more: false });
    const { id: disputeId } = server.dispute(id, 'needs_response');
    server.dispute(id, 'lost');
    expect((await list()).data).toMatchObject([
      { id: disputeId, status: 'lost', amount: 900, payment_intent: id },
    ]);
    expect(await charge()).toMatchObject({ disputed: true });
    const other = await stripe.paymentIntents.create(order);
    expect((await stripe.disputes.list({ payment_intent: other.id })).data).toEqual([]);
  });

  it('can be changed by hand', async () => {
    const stripe = client();
    const { id } = await stripe.paymentIntents.create(order);
    server.change(id, { amount: 1, metadata: {} });
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ amount: 1, metadata: {} });
    expect(server.intents.get(id)?.amount).toBe(1);
  });
});

describe("a page of Stripe's own", () => {
  it('has no payment until it is paid', async () => {
    const stripe = client();
    const made = await stripe.checkout.sessions.create(page);
    expect(made).toMatchObject({
      id: expect.stringMatching(/^cs_test_/),
      url: `https://checkout.stripe.com/c/pay/${made.id}`,
      amount_total: 600,
      currency: 'eur',
      payment_intent: null,
      payment_status: 'unpaid',
      status: 'open',
      metadata: { payment: 'k2' },
      client_reference_id: 'k2',
      adaptive_pricing: { enabled: false },
      locale: 'fr',
    });
    server.payCheckout(made.id);
    const options = { expand: ['payment_intent.latest_charge'] };
    expect(await stripe.checkout.sessions.retrieve(made.id, options)).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      customer_details: { email: 'payer@example.com' },
      payment_intent: {
        status: 'succeeded',
        amount: 600,
        metadata: { payment: 'k2' },
        receipt_email: 'payer@example.com',
        latest_charge: { status: 'succeeded' },
      },
    });
    expect(() => server.expireCheckout(made.id)).toThrow('complete already');
  });

  it('is complete, but not paid, while a debit is being processed', async () => {
    const stripe = client();
    const { id } = await stripe.checkout.sessions.create(page);
    const { payment_intent } = server.payCheckout(id, { delayed: true });
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
    });
    const intentId = String(payment_intent);
    expect(await stripe.paymentIntents.retrieve(intentId)).toMatchObject({ status: 'processing' });
    expect((await errorOf(stripe.paymentIntents.cancel(intentId))).statusCode).toBe(400);
    server.succeed(intentId);
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ payment_status: 'paid' });
  });

  it('may expire', async () => {
    const stripe = client();
    const { id } = await stripe.checkout.sessions.create(page);
    server.expireCheckout(id);
    const session = await stripe.checkout.sessions.retrieve(id);
    expect(session).toMatchObject({ status: 'expired', url: null, payment_intent: null });
    expect(() => server.payCheckout(id)).toThrow('expired already');
  });
});

describe('an idempotency key', () => {
  const again = { idempotencyKey: 'k1' };

  it('returns the first answer again', async () => {
    const stripe = client();
    const first = await stripe.paymentIntents.create(order, again);
    server.succeed(first.id);
    const second = await stripe.paymentIntents.create(order, again);
    expect(second).toEqual(first);
    expect(first.lastResponse.headers).not.toHaveProperty('idempotent-replayed');
    expect(second.lastResponse.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'original-request': first.lastResponse.requestId,
    });
    expect(server.intents.size).toBe(1);
  });

  it('is for one request only', async () => {
    const stripe = client();
    const { id } = await stripe.paymentIntents.create(order, again);
    const others = [
      stripe.paymentIntents.create({ ...order, amount: 901 }, again),
      stripe.paymentIntents.cancel(id, {}, again),
    ];
    for (const other of others) {
      const error = await errorOf(other);
      expect(error).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
      expect(error).toMatchObject({ statusCode: 400, rawType: 'idempotency_error' });
    }
    expect(server.intents.size).toBe(1);
  });

  it('is not used up by an invalid request', async () => {
    const stripe = client();
    await errorOf(stripe.paymentIntents.create({ ...order, amount: 49 }, again));
    await stripe.paymentIntents.create(order, again);
    expect(server.intents.size).toBe(1);
  });
});

describe('a refusal', () => {
  it.each(['sk_test_another', 'pk_test_of_the_tests'])('of the key %s', async (key) => {
    const error = await errorOf(client(key).paymentIntents.create(order));
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    expect(error).toMatchObject({ statusCode: 401, rawType: 'invalid_request_error' });
    expect(error.requestId).toMatch(/^req_/);
    expect(server.intents.size).toBe(0);
  });

  it.each<[string, Record<string, unknown>, object]>([
    ['no amount', { amount: undefined }, { code: 'parameter_missing', param: 'amount' }],
    ['too little', { amount: 49 }, { code: 'amount_too_small', param: 'amount' }],
    ['half a cent', { amount: 90.5 }, { code: 'parameter_invalid_integer', param: 'amount' }],
    ['less than nothing', { amount: -900 }, { code: 'parameter_invalid_integer' }],
    ['no money', { currency: 'abc' }, { param: 'currency' }],
    ['no address', { receipt_email: 'payer' }, { code: 'email_invalid', param: 'receipt_email' }],
    ['nothing', { description: '' }, { code: 'parameter_invalid_empty', param: 'description' }],
    ['more', { plan: 'basic' }, { code: 'parameter_unknown', param: 'plan' }],
    [
      'more inside',
      { automatic_payment_methods: { enabled: true, plan: 'basic' } },
      { code: 'parameter_unknown', param: 'automatic_payment_methods[plan]' },
    ],
    ['a long note', { metadata: { plan: 'b'.repeat(501) } }, { param: 'metadata[plan]' }],
  ])('of a payment with %s', async (_name, more, expected) => {
    const error = await errorOf(client().paymentIntents.create({ ...order, ...more }));
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    expect(error).toMatchObject({ statusCode: 400, ...expected });
    expect(server.intents.size).toBe(0);
  });

  const [item] = page.line_items;
  it.each<[string, Record<string, unknown>, object]>([
    [
      'nothing on it',
      { line_items: undefined },
      { code: 'parameter_missing', param: 'line_items' },
    ],
    [
      'no price',
      { line_items: [{ quantity: 1 }] },
      { code: 'parameter_missing', param: 'line_items[0][price_data]' },
    ],
    [
      'no number',
      { line_items: [{ price_data: item?.price_data }] },
      { code: 'parameter_missing', param: 'line_items[0][quantity]' },
    ],
    [
      'too little',
      { line_items: [{ ...item, price_data: { ...item?.price_data, unit_amount: 20 } }] },
      { code: 'amount_too_small' },
    ],
    ['no way back', { success_url: undefined }, { code: 'parameter_missing' }],
    ['a way to nowhere', { success_url: '/shop' }, { code: 'url_invalid', param: 'success_url' }],
    ['a strange language', { locale: 'xx' }, { param: 'locale' }],
    ['little time', { expires_at: Math.floor(Date.now() / 1000) + 60 }, { param: 'expires_at' }],
    ['another mode', { mode: 'subscription' }, { param: 'mode' }],
    ['more', { plan: 'basic' }, { code: 'parameter_unknown', param: 'plan' }],
  ])('of a page with %s', async (_name, more, expected) => {
    const error = await errorOf(client().checkout.sessions.create({ ...page, ...more }));
    expect(error).toMatchObject({ statusCode: 400, rawType: 'invalid_request_error', ...expected });
    expect(server.sessions.size).toBe(0);
  });

  it('of an unknown object', async () => {
    const stripe = client();
    const missing = { rawType: 'invalid_request_error', code: 'resource_missing' };
    const found = { statusCode: 404, ...missing };
    expect(await errorOf(stripe.paymentIntents.retrieve('pi_1'))).toMatchObject(found);
    expect(await errorOf(stripe.paymentIntents.cancel('pi_1'))).toMatchObject(found);
    expect(await errorOf(stripe.checkout.sessions.retrieve('cs_1'))).toMatchObject(found);
    const list = stripe.disputes.list({ payment_intent: 'pi_1' });
    expect(await errorOf(list)).toMatchObject({ statusCode: 400, ...missing });
    const error = await errorOf(stripe.balance.retrieve());
    expect(error).toMatchObject({ statusCode: 404, rawType: 'invalid_request_error' });
    expect(error.message).toContain('Unrecognized request URL (GET: /v1/balance)');
  });
});

describe('a browser', () => {
  const publishable = { Authorization: 'Bearer pk_test_of_the_tests' };

  async function newIntent() {
    const { id, client_secret } = await client().paymentIntents.create(order);
    return { id, client_secret: String(client_secret) };
  }

  it.each([
    ['card_ok', 'succeeded'],
    ['card_3ds', 'requires_action'],
    ['delayed', 'processing'],
  ])('pays with %s: %s', async (payment_method, status) => {
    const { id, client_secret } = await newIntent();
    const answer = await post(
      `payment_intents/${id}/confirm`,
      { client_secret, payment_method },
      publishable,
    );
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const told = await answer.json();
    expect(told).toMatchObject({ id, status });
    expect(told).not.toHaveProperty('metadata');
    expect(await client().paymentIntents.retrieve(id)).toMatchObject({ status });
  });

  it('is told that a card is declined, and uses another', async () => {
    const { id, client_secret } = await newIntent();
    const pay = (payment_method: string) =>
      post(`payment_intents/${id}/confirm`, { client_secret, payment_method });
    const declined = await pay('card_declined');
    expect(declined.status).toBe(402);
    expect(declined.headers.get('access-control-allow-origin')).toBe('*');
    expect(await declined.json()).toMatchObject({
      error: {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'generic_decline',
        payment_intent: { id, status: 'requires_payment_method' },
      },
    });
    expect((await pay('card_ok')).status).toBe(200);
    const again = await pay('card_ok');
    expect(again.status).toBe(400);
    expect(await again.json()).toMatchObject({
      error: { code: 'payment_intent_unexpected_state', payment_intent: { status: 'succeeded' } },
    });
  });

  it('authenticates its owner to the bank', async () => {
    const { id, client_secret } = await newIntent();
    const early = await post(`payment_intents/${id}/authenticate`, { client_secret });
    expect(early.status).toBe(400);
    await post(`payment_intents/${id}/confirm`, { client_secret, payment_method: 'card_3ds' });
    const answer = await post(`payment_intents/${id}/authenticate`, { client_secret });
    expect(await answer.json()).toMatchObject({ id, status: 'succeeded', next_action: null });
  });

  it('needs the secret of the payment, and gets nothing else', async () => {
    const { id, client_secret } = await newIntent();
    const path = `payment_intents/${id}/confirm`;
    const payment_method = 'card_ok';
    const wrong = await post(path, { client_secret: `${client_secret}x`, payment_method });
    expect(wrong.status).toBe(400);
    expect((await post(path, { payment_method })).status).toBe(400);
    const stranger = { Authorization: 'Bearer sk_test_another' };
    expect((await post(path, { client_secret, payment_method }, stranger)).status).toBe(401);
    const read = await fetch(`${server.origin}/v1/payment_intents/${id}`, { headers: publishable });
    expect(read.status).toBe(401);
    expect(server.intents.get(id)?.status).toBe('requires_payment_method');
  });

  it('may check its status in advance', async () => {
    const url = `${server.origin}/v1/payment_intents/pi_1/confirm`;
    const answer = await fetch(url, { method: 'OPTIONS' });
    expect(answer.ok).toBe(true);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-headers')).toContain('Authorization');
    expect(server.requests).toEqual([]);
  });
});

describe('an event', () => {
  /** Delivers an event to a server, and returns the received request. */
  async function delivered(options?: Parameters<StripeServer['deliver']>[2]) {
    const { id } = await client().paymentIntents.create(order);
    const event = server.event('payment_intent.succeeded', server.succeed(id));
    let body = '';
    let signature = '';
    const receiver = await serve(async (request, response) => {
      signature = String(request.headers['stripe-signature']);
      body = await text(request);
      response.writeHead(202).end();
    });
    const answer = await server.deliver(`${receiver.origin}/hook`, event, options);
    await receiver.stop();
    expect(answer.status).toBe(202);
    return { id, event, body, signature };
  }

  const open = ({ body, signature }: { body: string; signature: string }) =>
    client().webhooks.constructEvent(body, signature, server.webhookSecret);

  it('is accepted as genuine, and contains the state at that time', async () => {
    const sent = await delivered();
    const event = open(sent);
    server.refund(sent.id);
    expect(event).toEqual(sent.event);
    expect(event).toMatchObject({
      id: expect.stringMatching(/^evt_/),
      type: 'payment_intent.succeeded',
      api_version: Stripe.API_VERSION,
      livemode: false,
      data: { object: { id: sent.id, status: 'succeeded', metadata: order.metadata } },
    });
  });

  it('that was changed is not', async () => {
    const sent = await delivered({ alter: (payload) => payload.replaceAll('900', '100') });
    expect(sent.body).toContain('"amount": 100');
    expect(() => open(sent)).toThrow('No signatures found matching');
  });

  it('that was signed with another secret is not', async () => {
    const sent = await delivered({ secret: 'whsec_of_somebody' });
    expect(() => open(sent)).toThrow('No signatures found matching');
  });

  it('is at most five minutes old', async () => {
    const moment = Math.floor(Date.now() / 1000);
    const fresh = await delivered({ timestamp: moment - 290 });
    expect(open(fresh)).toEqual(fresh.event);
    const old = await delivered({ timestamp: moment - 301 });
    expect(() => open(old)).toThrow('Timestamp outside the tolerance zone');
  });

  it('may be about a refund or a dispute', async () => {
    const { id } = await client().paymentIntents.create(order);
    server.succeed(id);
    const events = [
      server.event('charge.refunded', server.refund(id, 300)),
      server.event('charge.dispute.created', server.dispute(id, 'needs_response')),
    ];
    server.refund(id);
    server.dispute(id, 'won');
    expect(events).toMatchObject([
      { type: 'charge.refunded', data: { object: { payment_intent: id, amount_refunded: 300 } } },
      { data: { object: { object: 'dispute', payment_intent: id, status: 'needs_response' } } },
    ]);
  });
});

describe('a failure', () => {
  it('that passes is not noticed', async () => {
    server.fail({ times: 2, status: 500 });
    await client().paymentIntents.create(order);
    expect(server.requests).toHaveLength(3);
    expect(new Set(server.requests.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    expect(server.intents.size).toBe(1);
  });

  it('that lasts is reported', async () => {
    server.fail({ times: 3, status: 503 });
    const error = await errorOf(client().paymentIntents.create(order));
    expect(error).toBeInstanceOf(Stripe.errors.StripeAPIError);
    expect(error).toMatchObject({ statusCode: 503, rawType: 'api_error' });
    expect(server.intents.size).toBe(0);
    await client().paymentIntents.create(order);
  });

  it('may be a rate limit', async () => {
    server.fail({ status: 429 });
    const error = await errorOf(client().paymentIntents.create(order));
    expect(error).toBeInstanceOf(Stripe.errors.StripeRateLimitError);
    expect(error).toMatchObject({ statusCode: 429, code: 'rate_limit' });
  });

  it.each(['hang', 'reset'] as const)('may be no answer: %s', async (status) => {
    const stripe = client(undefined, { maxNetworkRetries: 0, timeout: 1500 });
    // The client retries a broken connection once, whatever its settings.
    server.fail({ times: status === 'hang' ? 1 : 2, status });
    const error = await errorOf(stripe.paymentIntents.create(order));
    expect(error).toBeInstanceOf(Stripe.errors.StripeConnectionError);
    expect(server.intents.size).toBe(0);
    await stripe.paymentIntents.create(order);
    expect(server.intents.size).toBe(1);
  });

  it.each(['hang', 'reset'] as const)('may lose the answer only: %s', async (status) => {
    server.fail({ status, isDone: true });
    const intent = await client(undefined, { timeout: 1500 }).paymentIntents.create(order);
    expect(intent.lastResponse.headers).toHaveProperty('idempotent-replayed', 'true');
    expect(server.requests).toHaveLength(2);
    expect([...server.intents.keys()]).toEqual([intent.id]);
  });
});
