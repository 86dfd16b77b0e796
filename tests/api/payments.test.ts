import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { connectDatabase, type DatabaseConnection } from '~db/client.server';
import { events, jobs, payments } from '~db/schema';
import { LANGUAGES } from '~/i18n/languages';
import { PAYMENT_STATUSES, type PaymentStatus } from '~/models/payment/rules';
import type { BegunPayment } from '~/models/payment/shape';
import type { PaymentRow } from '~/models/payment/provider.server';
import { singleRow } from '~/models/row.server';
import { createTestPayment } from '../factories';
import { Client, type Answer } from '../setup/client';
import { createPostgresDatabase } from '../setup/databases';
import { attributesOf } from '../setup/html';
import type { TestServer } from '../setup/server';
import { startStripeServer, type StripeServer } from '../setup/stripe-server';
import { fieldsIn, open, type Page } from './pages';
import { createParty, day, ENDED, expectStatus, join, visit, type Party } from './party';
import { startApart } from './servers';

const PUBLISHABLE_KEY = 'pk_test_of_the_tests';
const ROUNDS = 20;
/** How often one call to Stripe is tried. */
const TRIES = 3;

let stripe: StripeServer;
/** Two servers with one database, at the most detailed log level. */
let servers: [TestServer, TestServer];
let database: DatabaseConnection;
let origin: string;

/** What a server needs to be paid through the tests' Stripe. */
const stripeEnv = () => ({
  STRIPE_SECRET_KEY: stripe.secretKey,
  STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
  STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  STRIPE_API_BASE: stripe.origin,
});

beforeAll(async () => {
  stripe = await startStripeServer();
  const url = await createPostgresDatabase();
  const env = { DATABASE_URL: url, LOG_LEVEL: 'trace', ...stripeEnv() };
  servers = await Promise.all([startApart(env), startApart(env)]);
  database = await connectDatabase({ url, dataDir: '' });
  [{ origin }] = servers;
});
afterAll(async () => {
  await database.close();
  for (const server of servers) {
    await server.stop();
    await server.clean();
  }
  await stripe.stop();
});

const begin = ({ event, organizer }: Party, planId: unknown, more: object = {}) =>
  organizer.client.post<BegunPayment>('/api/create-payment-intent', {
    planId,
    eventId: event.id,
    ...more,
  });

/**
 * Starts a payment and pays it, without a notification.
 * @returns its id at Stripe
 */
async function pay(party: Party, planId = 'basic'): Promise<string> {
  const { paymentIntentId } = expectStatus(await begin(party, planId), 200).json;
  stripe.succeed(paymentIntentId);
  return paymentIntentId;
}

const upgrade = ({ event, organizer }: Party, body: object, client = organizer.client) =>
  client.post<Party['event'] & { message: string }>(`/api/events/${event.id}/upgrade-plan`, body);

const intentOf = (id: string) => {
  const intent = stripe.intents.get(id);
  if (!intent) throw new Error(`there is no ${id}`);
  return intent;
};
const success = (id: string) => stripe.event('payment_intent.succeeded', intentOf(id));

type Delivery = NonNullable<Parameters<StripeServer['deliver']>[2]>;
/** Lets Stripe notify the server. */
async function notify(
  event: ReturnType<StripeServer['event']>,
  options?: Delivery,
  to = origin,
): Promise<[status: number, json: unknown]> {
  const answer = await stripe.deliver(`${to}/webhooks/stripe`, event, options);
  return [answer.status, await answer.json()];
}

/** What an event's plan gives it. */
async function extentOf({ event }: Party, { db } = database) {
  const { plan, maxUsers, endDate } = events;
  const isEvent = eq(events.id, event.id);
  return singleRow(await db.select({ plan, maxUsers, endDate }).from(events).where(isEvent));
}
const paymentsOf = ({ event }: Party, { db } = database): Promise<PaymentRow[]> =>
  db.select().from(payments).where(eq(payments.eventNumber, event.id)).orderBy(payments.id);

async function expectFree(party: Party): Promise<void> {
  expect(await extentOf(party)).toMatchObject({ plan: 'free', maxUsers: 10 });
}

async function expectBasic(party: Party): Promise<void> {
  const endDate = addMonth(party.event.endDate.slice(0, 10));
  expect(await extentOf(party)).toEqual({ plan: 'basic', maxUsers: 60, endDate });
}

/** A month later, counted by hand: the last day of a shorter month if the day does not exist. */
function addMonth(from: string): string {
  const [year = 0, month = 0, date = 0] = from.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(date, last))).toISOString().slice(0, 10);
}

const refusal = (status: number, message: string) => ({ status, json: { message } });

describe('POST /api/create-payment-intent', () => {
  test('is for organizers, and for their own event', async () => {
    const [party, other] = [await createParty(origin), await createParty(origin)];
    const body = { planId: 'basic', eventId: party.event.id };
    const ask = (client: Client) => client.post('/api/create-payment-intent', body);
    const authenticate = refusal(401, 'Authentication required');
    expect(await ask(new Client(origin))).toMatchObject(authenticate);
    expect(await ask(await visit(party))).toMatchObject(authenticate);
    const participant = await join(party);
    expect(await ask(participant.client)).toMatchObject(refusal(403, 'Not an organizer'));
    expect((await ask(other.organizer.client)).status).toBe(403);
    expect(await paymentsOf(party)).toEqual([]);
  });

  test.each([
    'free',
    'gold',
    'BASIC',
    '',
    'b'.repeat(41),
    '__proto__',
    1,
    true,
    null,
    undefined,
    [],
    ['basic'],
    {},
    { id: 'basic' },
  ])('sells no plan by the name of %j', async (planId) => {
    const party = await createParty(origin);
    expect(await begin(party, planId)).toMatchObject(refusal(400, 'Invalid plan'));
    expect(await paymentsOf(party)).toEqual([]);
  });

  test.each(['x', 0, -1, 1.5, null, [1], '1e9'])('knows no event %j', async (eventId) => {
    const party = await createParty(origin);
    const answer = await begin(party, 'basic', { eventId });
    expect(answer).toMatchObject(refusal(404, 'No event found'));
  });

  test('uses the plan’s price, whatever price is sent', async () => {
    const party = await createParty(origin);
    const lies = { amount: 1, price: 1, currency: 'usd', metadata: { plan: 'premium' } };
    const answer = expectStatus(await begin(party, 'basic', lies), 200);
    const { paymentIntentId, clientSecret, key } = answer.json;
    const intent = intentOf(paymentIntentId);
    expect(answer.json).toEqual({
      key,
      plan: 'basic',
      paymentIntentId,
      clientSecret: intent.client_secret,
    });
    expect(clientSecret).toContain('_secret_');
    expect(intent).toMatchObject({ amount: 300, currency: 'eur' });
    expect(intent.metadata).toEqual({
      payment: key,
      event: String(party.event.id),
      plan: 'basic',
      payer: String(party.organizer.user.id),
    });
    expect(await paymentsOf(party)).toMatchObject([{ key, amount: 300, plan: 'basic' }]);
  });

  test('means the caller’s own event if none is named, and returns the same payment twice', async () => {
    const party = await createParty(origin);
    const answers = [
      await begin(party, 'premium', { eventId: undefined }),
      await begin(party, 'premium'),
      await begin(party, ' premium ', { eventId: String(party.event.id) }),
    ];
    const [first] = answers;
    for (const { status, json } of answers) expect([status, json]).toEqual([200, first?.json]);
    expect(await paymentsOf(party)).toHaveLength(1);
  });

  test('says why none starts: it is paid, it is being processed, Stripe is down', async () => {
    const party = await createParty(origin);
    await pay(party);
    const settled = refusal(409, 'This plan has just been paid for');
    expect(await begin(party, 'basic')).toMatchObject(settled);
    await expectBasic(party);
    const { paymentIntentId } = (await begin(party, 'standard')).json;
    stripe.process(paymentIntentId);
    const message = 'A payment for this plan is still being processed';
    expect(await begin(party, 'standard')).toMatchObject(refusal(409, message));
    stripe.fail({ status: 500, times: TRIES });
    const answer = await begin(party, 'premium');
    expect(answer).toMatchObject(
      refusal(503, 'We’ll be right back. Please try again in a few minutes.'),
    );
    expect(answer.headers.get('Retry-After')).toBe('30');
    expectStatus(await begin(party, 'premium'), 200);
  });

  test('is limited per organizer', async () => {
    const party = await createParty(origin);
    expectStatus(await begin(party, 'basic'), 200);
    for (let asked = 1; asked < 120; asked += 7) {
      const some = Array.from({ length: Math.min(7, 120 - asked) }, () => begin(party, 'basic'));
      for (const answer of await Promise.all(some)) expectStatus(answer, 200);
    }
    const answer = await begin(party, 'basic');
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    expectStatus(await begin(await createParty(origin), 'basic'), 200);
  });
});

describe('POST /api/events/{eventId}/upgrade-plan', () => {
  test('grants no plan without a payment of one’s own for it', async () => {
    const [party, other] = [await createParty(origin), await createParty(origin)];
    const failed = refusal(402, 'Payment Failed');
    expect(await upgrade(party, { plan: 'premium' })).toMatchObject(failed);
    const { paymentIntentId } = (await begin(party, 'premium')).json;
    expect(await upgrade(party, { plan: 'premium' })).toMatchObject(failed);
    expect(await upgrade(party, { plan: 'premium', paymentIntentId })).toMatchObject(failed);
    const cheap = await pay(party, 'basic');
    expect(await upgrade(party, { plan: 'premium', paymentIntentId: cheap })).toMatchObject(failed);
    const theirs = await pay(other, 'premium');
    expect(await upgrade(party, { plan: 'premium', paymentIntentId: theirs })).toMatchObject(
      failed,
    );
    const made = 'pi_000000000000000000000000';
    expect(await upgrade(party, { plan: 'premium', paymentIntentId: made })).toMatchObject(failed);
    await expectFree(party);
    await expectFree(other);
  });

  test('grants what was paid, once, and reports it once', async () => {
    const party = await createParty(origin);
    const paymentIntentId = await pay(party);
    const answer = expectStatus(await upgrade(party, { plan: 'basic' }), 200);
    expect(answer.json).toMatchObject({ id: party.event.id, plan: 'basic', maxUsers: 60 });
    expect(await upgrade(party, { plan: 'basic' })).toMatchObject(refusal(402, 'Payment Failed'));
    for (let again = 0; again < 2; again += 1) {
      expectStatus(await upgrade(party, { plan: 'basic', paymentIntentId }), 200);
    }
    await expectBasic(party);
  });

  test('is for organizers, and for their own event', async () => {
    const [party, other] = [await createParty(origin), await createParty(origin)];
    await pay(party);
    const ask = async (client: Client) => (await upgrade(party, { plan: 'basic' }, client)).status;
    expect(await ask(new Client(origin))).toBe(401);
    expect(await ask(await visit(party))).toBe(401);
    expect(await ask((await join(party)).client)).toBe(403);
    expect(await ask(other.organizer.client)).toBe(403);
    await expectFree(party);
  });

  test.each([{}, { plan: 'free' }, { plan: 'gold' }, { plan: 1 }, { plan: ['basic'] }])(
    'knows no plan in %j',
    async (body) => {
      const party = await createParty(origin);
      expect(await upgrade(party, body)).toMatchObject(refusal(400, 'Invalid plan'));
    },
  );

  test('is limited per organizer, even if nothing is granted', async () => {
    const party = await createParty(origin);
    expectStatus(await begin(party, 'basic'), 200);
    for (let asked = 1; asked < 120; asked += 7) {
      const some = Array.from({ length: Math.min(7, 120 - asked) }, () =>
        upgrade(party, { plan: 'basic' }),
      );
      for (const answer of await Promise.all(some)) expectStatus(answer, 402);
    }
    const before = stripe.requests.length;
    expectStatus(await upgrade(party, { plan: 'basic' }), 429);
    expectStatus(await party.organizer.client.submit('/shop', { plan: 'basic' }), 302);
    expect(stripe.requests).toHaveLength(before);
  });

  test('opens an ended event again', async () => {
    const party = await createParty(origin, ENDED);
    const guest = await join(await createParty(origin));
    await pay(party, 'basic');
    expectStatus(await upgrade(party, { plan: 'basic' }), 200);
    expect((await extentOf(party)).endDate).toBe(addMonth(day()));
    expectStatus(await guest.client.post('/api/visitor-access', party.names), 200);
  });
});

describe('failures that no rule has refused', () => {
  /** Makes a statement on the rows of one event fail. */
  async function failOn(table: 'events' | 'payments', statement: string, when: string) {
    const name = `trap_on_${table}`;
    const run = (work: string) => database.db.execute(sql.raw(work));
    await run(`create function ${name}() returns trigger language plpgsql as
      $$ begin raise exception 'on purpose'; end $$`);
    await run(`create trigger ${name} before ${statement} on ${table} for each row
      when (${when}) execute function ${name}()`);
    onTestFinished(async () => {
      await run(`drop trigger ${name} on ${table}`);
      await run(`drop function ${name}()`);
    });
  }
  /** The answer to the shop's script. */
  const say = async ({ organizer }: Party, fields: Record<string, string>) =>
    (await organizer.client.speak('en').submit('/shop.data', fields)).text;

  test('is reported for a payment that cannot be started', async () => {
    const party = await createParty(origin);
    await failOn('payments', 'insert', `new.event_number = ${party.event.id}`);
    const said = await say(party, { intent: 'begin', plan: 'basic' });
    expect(said).toMatch(/"Setup Failed".*"Failed to create payment intent"/);
  });

  test('is reported for a plan that cannot be granted; it is granted once it can', async () => {
    const party = await createParty(origin);
    const paymentIntentId = await pay(party);
    const give = () => say(party, { intent: 'upgrade', plan: 'basic', paymentIntentId });
    await failOn('events', 'update', `new.id = ${party.event.id}`);
    expect(await give()).toMatch(/"Upgrade failed".*"There was a problem upgrading your plan"/);
    await expectFree(party);
    await database.db.execute(sql.raw('alter table events disable trigger trap_on_events'));
    await give();
    await expectBasic(party);
  });
});

describe('POST /webhooks/stripe', () => {
  const known = [200, { received: true, known: true }];
  const unknown = [200, { received: true, known: false }];
  const refused = [400, { message: 'Invalid signature' }];

  test('grants what was paid, however often Stripe reports it', async () => {
    const party = await createParty(origin);
    const event = success(await pay(party));
    await expectFree(party);
    expect(await notify(event)).toEqual(known);
    await expectBasic(party);
    expect(await notify(event)).toEqual(known);
    expect(await Promise.all(Array.from({ length: 5 }, () => notify(event)))).toContainEqual(known);
    await expectBasic(party);
  });

  const minutes = (count: number) => Math.floor(Date.now() / 1000) + count * 60;
  test.each<[string, () => Delivery]>([
    ['another secret', () => ({ secret: 'whsec_of_somebody' })],
    ['no secret', () => ({ secret: '' })],
    ['the publishable key', () => ({ secret: PUBLISHABLE_KEY })],
    ['more than five minutes ago', () => ({ timestamp: minutes(-5.1) })],
    ['years ago', () => ({ timestamp: 0 })],
    ['before a letter was added', () => ({ alter: (body) => `${body} ` })],
    ['before another payment was named', () => ({ alter: (body) => body.replace(/pi_/g, 'pi_x') })],
    ['before all of it went', () => ({ alter: () => '' })],
  ])('believes nobody who signed with %s', async (_name, options) => {
    const party = await createParty(origin);
    const event = success(await pay(party));
    const asked = stripe.requests.length;
    expect(await notify(event, options())).toEqual(refused);
    expect(stripe.requests).toHaveLength(asked);
    await expectFree(party);
    expect(await notify(event, { timestamp: minutes(-4.9) })).toEqual(known);
    await expectBasic(party);
  });

  test.each([
    ['none', null],
    ['an empty one', ''],
    ['words', 'signed'],
    ['a time alone', `t=${minutes(0)}`],
    ['an empty signature', `t=${minutes(0)},v1=`],
    ['a signature of the wrong kind', `t=${minutes(0)},v0=${'0'.repeat(64)}`],
    ['zeroes', `t=${minutes(0)},v1=${'0'.repeat(64)}`],
    ['a thousand signatures', `t=${minutes(0)}${`,v1=${'0'.repeat(7)}`.repeat(1000)}`],
  ])('rejects a signature that is %s', async (_name, signature) => {
    const party = await createParty(origin);
    const body = JSON.stringify(success(await pay(party)));
    const headers = signature === null ? undefined : { 'Stripe-Signature': signature };
    const options = { body, headers: { 'Content-Type': 'application/json', ...headers } };
    const answer = await new Client(origin).request('POST', '/webhooks/stripe', options);
    expect([answer.status, answer.json]).toEqual(refused);
    await expectFree(party);
  });

  test.each(['{', '', 'null', '[]', '{}', '"x"', '{"object":"event","data":{}}', '{"data":null}'])(
    'ignores %j, though it is signed',
    async (body) => {
      const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': stripe.sign(body) };
      const options = { body, headers };
      const answer = await new Client(origin).request('POST', '/webhooks/stripe', options);
      expect([answer.status, answer.json]).toEqual(refused);
    },
  );

  test('says so of a payment that is not ours', async () => {
    const party = await createParty(origin);
    const id = await pay(party);
    const customer = { id: 'cus_1', object: 'customer', name: 'A' } as never;
    expect(await notify(stripe.event('customer.created', customer))).toEqual(unknown);
    const odd = { ...success(id), type: 'payment_intent.dissolved' } as never;
    const nothing = { ...(odd as object), data: { object: { object: 'moon', id: 'm_1' } } };
    expect(await notify(nothing as never)).toEqual(unknown);
    stripe.change(id, { metadata: { payment: 'another shop’s' } });
    expect(await notify(success(id))).toEqual(unknown);
    await expectFree(party);
    // An unknown type of event is still about a payment of ours.
    const { key } = singleRow(await paymentsOf(party));
    const event = String(party.event.id);
    stripe.change(id, { metadata: { payment: key, event, plan: 'basic' } });
    expect(await notify(odd)).toEqual(known);
    await expectBasic(party);
  });

  test('grants nothing on a call of the other mode', async () => {
    const party = await createParty(origin);
    const id = await pay(party);
    expect(await notify({ ...success(id), livemode: true })).toEqual(unknown);
    await expectFree(party);
  });

  test('grants nothing for what was changed at Stripe', async () => {
    const party = await createParty(origin);
    const id = await pay(party);
    stripe.change(id, { currency: 'usd' });
    expect(await notify(success(id))).toEqual(known);
    await expectFree(party);
    expect(await paymentsOf(party)).toMatchObject([{ state: 'succeeded', grantedAt: null }]);
  });

  test('makes Stripe repeat the call while Stripe cannot be asked', async () => {
    const party = await createParty(origin);
    const event = success(await pay(party));
    stripe.fail({ status: 500, times: TRIES });
    const unavailable = [
      503,
      { message: 'We’ll be right back. Please try again in a few minutes.' },
    ];
    expect(await notify(event)).toEqual(unavailable);
    await expectFree(party);
    expect(await notify(event)).toEqual(known);
    await expectBasic(party);
  });

  test('is not a page, and accepts nothing from a browser of another site', async () => {
    const party = await createParty(origin);
    const body = JSON.stringify(success(await pay(party)));
    const client = new Client(origin);
    expect((await client.get('/webhooks/stripe')).status).toBe(405);
    const headers = { 'Stripe-Signature': stripe.sign(body), Origin: 'https://evil.example' };
    const answer = await client.request('POST', '/webhooks/stripe', { body, headers });
    expect(answer.status).toBe(403);
    await expectFree(party);
  });
});

test('webhook calls and the payer at two servers at once: each payment granted once, reported once', async () => {
  const [, second] = servers;
  const party = await createParty(origin);
  const there = new Client(second.origin);
  there.cookies.take(party.organizer.client.cookies.header()?.split('; ') ?? []);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const [basic, standard] = [await pay(party, 'basic'), await pay(party, 'standard')];
    const [answer, ...noticed] = await Promise.all([
      upgrade(party, { plan: 'basic' }, there),
      notify(success(basic)),
      notify(success(standard), {}, second.origin),
      notify(success(basic), {}, second.origin),
      notify(success(standard)),
    ]);
    for (const [status] of noticed) expect(status).toBe(200);
    expect(expectStatus(answer, 200).json.maxUsers).toBeGreaterThanOrEqual(round * 300 - 240);
    expect((await extentOf(party)).maxUsers).toBe(10 + round * 300);
  }
  const rows = await paymentsOf(party);
  expect(rows).toHaveLength(2 * ROUNDS);
  for (const { plan, grantedAt, toldAt } of rows) {
    expect([grantedAt !== null, toldAt !== null]).toEqual([true, plan === 'basic']);
  }
  expect((await upgrade(party, { plan: 'basic' })).status).toBe(402);
});

describe('a server that is killed', () => {
  test.each(['while it asks Stripe', 'while it writes it down'])(
    '%s has granted nothing, and does so when it is back',
    async (moment) => {
      const env = { DATABASE_URL: await createPostgresDatabase(), ...stripeEnv() };
      const first = await startApart(env);
      const connection = await connectDatabase({ url: env.DATABASE_URL, dataDir: '' });
      let running = first;
      try {
        const party = await createParty(first.origin);
        const id = await pay(party);
        const deliver = () => notify(success(id), {}, first.origin).catch(() => 'nobody answers');
        const kill = () => first.stop('SIGKILL');
        if (moment === 'while it asks Stripe') await killWhileAsking(deliver, kill);
        else await killWhileWriting(connection, party, deliver, kill);
        const has = await extentOf(party, connection);
        expect(has).toMatchObject({ plan: 'free', maxUsers: 10 });
        expect(await paymentsOf(party, connection)).toMatchObject([
          { state: 'open', grantedAt: null },
        ]);

        // An hour later.
        const isJob = eq(jobs.name, 'reconciliation');
        await connection.db
          .update(jobs)
          .set({ dueAt: new Date(0) })
          .where(isJob);
        running = await startApart(env, first);
        const granted = async () => (await extentOf(party, connection)).maxUsers;
        await expect.poll(granted).toBe(60);
        expectStatus(await upgrade(party, { plan: 'basic' }), 200);
        expect(await notify(success(id), {}, running.origin)).toMatchObject([200, { known: true }]);
        expect(await granted()).toBe(60);
      } finally {
        await connection.close();
        await running.stop('SIGKILL');
        await first.clean();
      }
    },
  );

  type Step = () => Promise<unknown>;
  async function killWhileAsking(deliver: Step, kill: Step): Promise<void> {
    const asked = stripe.requests.length;
    stripe.fail({ status: 'hang' });
    const delivered = deliver();
    const isAsked = () => stripe.requests.length > asked;
    await expect.poll(isAsked).toBe(true);
    await kill();
    expect(await delivered).toBe('nobody answers');
  }

  /** Locks the event's row until the server, which knows that it was paid, is gone. */
  async function killWhileWriting(
    { db }: DatabaseConnection,
    { event }: Party,
    deliver: Step,
    kill: Step,
  ): Promise<void> {
    const waiting = async () => {
      const found = await db.execute(sql`
        select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      return (found as unknown as { rows: unknown[] }).rows.length;
    };
    await db.transaction(async (tx) => {
      await tx.select().from(events).where(eq(events.id, event.id)).for('update');
      const delivered = deliver();
      await expect.poll(waiting).toBe(1);
      await kill();
      expect(await delivered).toBe('nobody answers');
    });
    await expect.poll(waiting).toBe(0);
  }
});

describe('without scripts', () => {
  const RETURN = /^\/shop\/return\?payment=[\w-]+/;

  /**
   * Sends the form of a plan.
   * @returns where it redirects, and the page at Stripe
   */
  async function order(client: Client, plan: string, query = '') {
    const { document } = await open(client.speak('en'), `/shop${query}`);
    const form = document.querySelector(`[value="${plan}"]`)?.closest('form');
    if (!form) throw new Error(`no form for ${plan}`);
    expect(form.getAttribute('action')).toBe('/shop');
    const answer = expectStatus(await client.submit('/shop', fieldsIn(form)), 303);
    const location = answer.headers.get('Location') ?? '';
    const id = /^https:\/\/checkout\.stripe\.com\/c\/pay\/(cs_test_\w+)$/.exec(location)?.[1];
    const session = stripe.sessions.get(id ?? '');
    if (!session) throw new Error(`it leads to ${location}`);
    const back = (session.success_url ?? '').replace(origin, '');
    return { location, session, back };
  }
  const refreshOf = ({ document }: Page) =>
    attributesOf(document, 'meta[http-equiv=refresh]', 'content')[0];

  test('a buyer pays on Stripe’s page and comes back to what was bought', async () => {
    const party = await createParty(origin);
    const { client, user } = party.organizer;
    const { session, back } = await order(client, 'basic', '?from=%2Ftop');
    expect(session).toMatchObject({
      amount_total: 300,
      locale: 'en',
      customer_email: user.email,
      cancel_url: `${origin}/shop?from=%2Ftop`,
    });
    expect(back).toMatch(RETURN);

    const waiting = await open(client, back);
    expect(waiting.text).toContain('The payment is not finished');
    expect(refreshOf(waiting)).toMatch(/^5;url=\/shop\/return\?.*look=1$/);
    expect(waiting.html).toContain('href="/shop?from=%2Ftop"');

    stripe.payCheckout(session.id);
    const paid = await open(client, back);
    expect(paid.status).toBe(200);
    expect(paid.text).toContain('Payment Successful');
    expect(paid.text).toContain(`${party.event.name}: 60 places · photos until`);
    expect(paid.text).toContain('Test mode');
    expect(paid.html).toContain('href="https://pay.stripe.com/receipts/');
    expect(paid.html).toContain('href="/top"');
    expect(refreshOf(paid)).toBeUndefined();
    await expectBasic(party);
    // A reload buys nothing, and what was reported here is not reported again.
    await open(client, back);
    await expectBasic(party);
    expect((await upgrade(party, { plan: 'basic' })).status).toBe(402);
    expect((await open(client, '/shop')).text).toContain('Your event has 60 places · photos until');
  });

  test('a payment that takes time is checked again, but not for ever', async () => {
    const party = await createParty(origin);
    const { client } = party.organizer;
    const { session, back } = await order(client, 'standard');
    const { payment_intent } = stripe.payCheckout(session.id, { delayed: true });
    let path = back;
    for (let look = 1; look <= 24; look += 1) {
      const page = await open(client, path);
      expect(page.text).toContain('The payment is being processed');
      expect(page.text).toContain('This page refreshes automatically.');
      [, path = ''] = /^5;url=(.*)$/.exec(refreshOf(page) ?? '') ?? [];
      expect(path).toMatch(new RegExp(`^/shop/return\\?.*look=${look}$`));
    }
    const last = await open(client, path);
    expect([refreshOf(last), last.status]).toEqual([undefined, 200]);
    expect(last.text).not.toContain('looks again by itself');
    expect(last.text).toContain('Check again');
    stripe.succeed(String(payment_intent));
    expect((await open(client, path)).text).toContain('Payment Successful');
    expect((await extentOf(party)).plan).toBe('standard');
    const inbox = await client.get<{ fromName: string; message: string }[]>('/api/messages');
    expect(inbox.json).toMatchObject([{ fromName: 'Snapodium' }]);
    expect(inbox.json[0]?.message).toContain('Standard');
  });

  test('an open page is found again; a paid one is not paid twice', async () => {
    const party = await createParty(origin);
    const { client } = party.organizer;
    const { location, session } = await order(client, 'basic');
    expect((await order(client, 'basic')).location).toBe(location);
    stripe.payCheckout(session.id);
    const answer = await client.submit('/shop', { plan: 'basic' });
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/shop']);
    expect((await open(client, '/shop')).text).toContain('Payment Successful');
    await expectBasic(party);
  });

  test('a page that expired, or a payment that was canceled, says so', async () => {
    const party = await createParty(origin);
    const { client } = party.organizer;
    const { session, back } = await order(client, 'basic');
    stripe.expireCheckout(session.id);
    const page = await open(client, back);
    expect(page.text).toContain('The payment was canceled');
    expect(refreshOf(page)).toBeUndefined();
    expect((await order(client, 'basic')).session.id).not.toBe(session.id);
  });

  test('while Stripe is down the shop says why, and the return page stays', async () => {
    const party = await createParty(origin);
    const { client } = party.organizer;
    stripe.fail({ status: 'reset', times: TRIES });
    const answer = await client.speak('en').submit('/shop', { plan: 'basic' });
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/shop']);
    const told = await open(client, '/shop');
    expect(told.text).toContain(
      'Setup Failed We’ll be right back. Please try again in a few minutes.',
    );
    const { back, session } = await order(client, 'basic');
    stripe.payCheckout(session.id);
    stripe.fail({ status: 500, times: TRIES });
    const page = await open(client, back);
    expect([page.status, page.text]).toEqual([
      200,
      expect.stringContaining('We can’t reach the payment provider'),
    ]);
    expect(refreshOf(page)).toBeDefined();
    await expectFree(party);
    expect((await open(client, back)).text).toContain('Payment Successful');
  });

  test.each(['', 'free', 'gold'])('there is nothing to pay for the plan “%s”', async (plan) => {
    const { organizer } = await createParty(origin);
    const answer = await organizer.client.speak('en').submit('/shop', { plan });
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/shop']);
    expect((await open(organizer.client, '/shop')).text).toContain('Setup Failed Invalid plan');
  });

  test('no form grants what was not paid', async () => {
    const party = await createParty(origin);
    const { client } = party.organizer;
    const { paymentIntentId } = (await begin(party, 'premium')).json;
    const words: Record<string, string>[] = [{}, { paymentIntentId }, { paymentIntentId: 'pi_1' }];
    for (const more of words) {
      const forged = { intent: 'upgrade', plan: 'premium', ...more };
      expect((await client.submit('/shop', forged)).status).toBe(402);
    }
    await expectFree(party);
    stripe.succeed(paymentIntentId);
    const paid = { intent: 'upgrade', plan: 'premium', paymentIntentId };
    expectStatus(await client.submit('/shop', paid), 200);
    expect((await extentOf(party)).plan).toBe('premium');
  });

  test('the return page belongs to its own event, and its organizer', async () => {
    const [party, other] = [await createParty(origin), await createParty(origin)];
    const { back, session } = await order(party.organizer.client, 'basic');
    stripe.payCheckout(session.id);
    const ask = async (client: Client, path = back): Promise<Answer> => client.get(path);
    expect((await ask(other.organizer.client)).status).toBe(404);
    const leadsTo = async (client: Client) => (await ask(client)).headers.get('Location');
    expect(await leadsTo(new Client(origin))).toBe('/auth');
    expect(await leadsTo(await visit(party))).toBe('/');
    expect(await leadsTo((await join(party)).client)).toBe('/');
    await expectFree(party);
    for (const path of ['/shop/return', '/shop/return?payment=', `${back}x`]) {
      expect([path, (await ask(party.organizer.client, path)).status]).toEqual([path, 404]);
    }
  });

  test.each(['//evil.example', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)'])(
    'no return leads to %s',
    async (from) => {
      const { organizer } = await createParty(origin);
      const query = `?from=${encodeURIComponent(from)}`;
      const { session, back } = await order(organizer.client, 'basic', query);
      expect(`${session.cancel_url} ${session.success_url}`).not.toMatch(/evil|javascript/);
      // A form that no page contains.
      expectStatus(await organizer.client.submit('/shop', { plan: 'standard', from }), 303);
      const last = [...stripe.sessions.values()].at(-1);
      expect(`${last?.cancel_url} ${last?.success_url}`).not.toMatch(/evil|javascript/);
      const { html } = await open(organizer.client, `${back}&from=${encodeURIComponent(from)}`);
      expect(html).not.toMatch(/href="[^"]*(evil|javascript)/);
    },
  );
});

describe('where payments are not set up', () => {
  const { origin: closed } = inject('pgliteServer');

  test('the shop says so, and nothing is sold', async () => {
    const party = await createParty(closed);
    const { client } = party.organizer;
    const page = await open(client.speak('en'), '/shop');
    expect(page.text).toContain('The shop is not open yet You can’t buy plans here yet');
    expect(page.text).not.toContain('Test mode');
    expect(page.html).toContain('disabled');
    const { status, json } = await begin(party, 'basic');
    expect([status, json]).toEqual([503, { message: 'Payments are not set up' }]);
    expect((await upgrade(party, { plan: 'basic' })).status).toBe(503);
    const answer = await client.submit('/shop', { plan: 'basic' });
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/shop']);
    const told = await open(client, '/shop');
    expect(told.text).toContain('Setup Failed Payments are not set up');
    expect((await client.get('/shop/return?payment=none')).status).toBe(404);
    const { json: event } = await client.get<Party['event']>(`/api/events/${party.event.id}`);
    expect(event).toMatchObject({ plan: 'free', maxUsers: 10 });
  });

  test('no webhook call is accepted', async () => {
    const intent = await begin(await createParty(origin), 'basic');
    const event = success(intent.json.paymentIntentId);
    const closedAnswer = [503, { message: 'Payments are not set up' }];
    expect(await notify(event, {}, closed)).toEqual(closedAnswer);
    expect(await notify(event, { secret: '' }, closed)).toEqual(closedAnswer);
  });

  test('everything else works as before', async () => {
    const party = await createParty(closed);
    const guest = await join(party);
    for (const path of ['/', '/feed', '/top', '/settings', '/event/invite']) {
      expect([path, (await party.organizer.client.get(path)).status]).toEqual([path, 200]);
    }
    expect((await guest.client.get('/feed')).status).toBe(200);
    expect((await fetch(`${closed}/healthz`)).status).toBe(200);
  });
});

test('with the secret key alone buyers pay on Stripe’s page, and no webhook call is believed', async () => {
  const { STRIPE_SECRET_KEY, STRIPE_API_BASE } = stripeEnv();
  const server = await startApart({ STRIPE_SECRET_KEY, STRIPE_API_BASE });
  try {
    expect(server.output()).toContain('STRIPE_WEBHOOK_SECRET is not set');
    const party = await createParty(server.origin);
    const { client } = party.organizer;
    const shop = await open(client.speak('en'), '/shop');
    expect(shop.text).toContain('Test mode');
    expect(shop.html).not.toContain('pk_test');
    const answer = expectStatus(await client.submit('/shop', { plan: 'basic' }), 303);
    const [, id = ''] = /\/(cs_test_\w+)$/.exec(answer.headers.get('Location') ?? '') ?? [];
    const session = stripe.payCheckout(id);
    const notice = stripe.event('checkout.session.completed', session);
    for (const secret of [stripe.webhookSecret, '', 'undefined']) {
      expect((await notify(notice, { secret }, server.origin))[0]).toBe(503);
    }
    const back = (session.success_url ?? '').replace(server.origin, '');
    expect((await open(client, back)).text).toContain('Payment Successful');
  } finally {
    await server.stop();
    await server.clean();
  }
});

describe('the Content-Security-Policy of a page', () => {
  const policyOf = async (client: Client, path: string) => {
    const policy = (await client.get(path)).headers.get('Content-Security-Policy') ?? '';
    return Object.fromEntries(
      policy.split(';').map((directive) => {
        const [name = '', ...sources] = directive.trim().split(' ');
        return [name, sources.filter((source) => !source.startsWith("'nonce-"))];
      }),
    );
  };
  const OWN = {
    'script-src': ["'self'"],
    'connect-src': ["'self'"],
    'frame-src': ["'none'"],
    'form-action': ["'self'"],
  };

  test('lets the shop load the payment’s form, and redirect to its page', async () => {
    const { organizer } = await createParty(origin);
    const policy = await policyOf(organizer.client, '/shop?plan=basic');
    expect(policy).toMatchObject({
      'script-src': ["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com'],
      'connect-src': ["'self'", 'https://api.stripe.com'],
      'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
      'form-action': ["'self'", 'https://checkout.stripe.com'],
      'default-src': ["'self'"],
      'object-src': ["'none'"],
      'frame-ancestors': ["'none'"],
    });
    expect(JSON.stringify(policy)).not.toContain('unsafe-eval');
    expect(policy['script-src']).not.toContain("'unsafe-inline'");
  });

  test.each(['/shop/return?payment=none', '/feed', '/', '/settings', '/shop/', '/SHOP'])(
    'lets %s load nothing from other sites',
    async (path) => {
      const { organizer } = await createParty(origin);
      const policy = await policyOf(organizer.client, path);
      expect(policy).toMatchObject(OWN);
      expect(JSON.stringify(policy)).not.toContain('stripe');
    },
  );
});

describe.each(LANGUAGES)('in %s', (language) => {
  /** What a missing text, or its placeholder, leaves on a page. */
  const MISSING =
    /\{\{|\}\}|\b(?:shop|errors|common|event|platform):|\b(?:return|pay|kept|names|labels|toast|test|closed|help|plans)[._][a-z_]+\b/;
  const speak = (party: Party) => party.organizer.client.speak(language);

  async function expectTexts(client: Client, path: string): Promise<string> {
    const { status, text } = await open(client, path);
    expect([path, status, MISSING.exec(text)?.[0]]).toEqual([path, 200, undefined]);
    return text;
  }

  const paid = { state: 'succeeded', paidAt: new Date(), grantedAt: new Date() } as const;
  const ROWS: Record<PaymentStatus, Partial<PaymentRow>> = {
    open: { state: 'open' },
    processing: { state: 'processing' },
    canceled: { state: 'canceled' },
    paid: { ...paid, receiptUrl: 'https://pay.stripe.com/receipts/1' },
    refund_due: { ...paid, grantedAt: null },
    partly_refunded: { ...paid, refundedAmount: 1 },
    refunded: { ...paid, refundedAmount: 300 },
    disputed: { ...paid, dispute: 'needs_response' },
  };

  test('every text of the return page exists, and each status has its own', async () => {
    const party = await createParty(origin);
    const texts = new Set<string>();
    for (const status of PAYMENT_STATUSES) {
      const fields = { ...ROWS[status], paymentIntentId: null };
      const { key } = await createTestPayment(database.db, party.event, fields);
      texts.add(await expectTexts(speak(party), `/shop/return?payment=${key}`));
    }
    expect(texts.size).toBe(PAYMENT_STATUSES.length);
    const { key } = await createTestPayment(database.db, party.event, { isTest: true });
    // Stripe does not know it.
    await expectTexts(speak(party), `/shop/return?payment=${key}&look=24`);
  });

  test('every text of the shop exists, open and closed, before and after the end', async () => {
    const party = await createParty(origin);
    const closed = await createParty(inject('pgliteServer').origin);
    const texts = [
      await expectTexts(speak(party), '/shop?from=%2Ffeed'),
      await expectTexts(speak(closed), '/shop'),
    ];
    expect(new Set(texts).size).toBe(texts.length);
    const isEvent = eq(events.id, party.event.id);
    const ends = [ENDED, { startDate: day(-90), endDate: day(-80) }];
    for (const dates of ends) {
      await database.db.update(events).set(dates).where(and(isEvent));
      // What is only read may be a second old (rule `session.rights`).
      await vi.waitFor(async () => {
        const text = await expectTexts(speak(party), '/shop');
        expect(texts).not.toContain(text);
        texts.push(text);
      }, 10_000);
    }
  });
});

// Last: everything that the servers have logged by now.
test('nothing secret is in the log or on a page, and nobody’s address', async () => {
  const party = await createParty(origin);
  const { client } = party.organizer;
  // What the log says most about: a payment that was changed, and Stripe being down.
  const id = await pay(party);
  stripe.change(id, { currency: 'usd' });
  expect((await notify(success(id)))[0]).toBe(200);
  stripe.fail({ status: 'reset', times: TRIES });
  expectStatus(await begin(party, 'premium'), 503);
  const pages = await Promise.all(
    ['/shop', '/shop.data', '/settings', '/'].map(async (path) => (await client.get(path)).text),
  );
  expect(pages[0]).toContain(PUBLISHABLE_KEY);
  const output = servers.map((server) => server.output()).join('\n');
  expect(output).toContain('"path":"/api/create-payment-intent"');
  expect(output).toContain('a payment granted nothing');
  expect(output).toContain('the payment provider does not answer as it should');

  const intents = [...stripe.intents.values()];
  expect(intents.length).toBeGreaterThan(0);
  const clientSecrets = intents.map(({ client_secret }) => client_secret ?? 'none');
  const addresses = [
    ...intents.map(({ receipt_email }) => receipt_email),
    ...[...stripe.sessions.values()].map(({ customer_email }) => customer_email),
  ].filter((address) => address !== null);
  const own = [stripe.secretKey, stripe.webhookSecret];
  for (const secret of [...own, ...clientSecrets, ...addresses]) {
    expect([secret, output.includes(secret)]).toEqual([secret, false]);
  }
  for (const secret of own) {
    expect(pages.some((page) => page.includes(secret))).toBe(false);
  }
  expect(output).not.toMatch(/_secret_|[sr]k_(test|live)_|whsec_/);
});
