import { and, asc, eq, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, beforeEach, inject, vi } from 'vitest';
import { connectDatabase, type DatabaseConnection, type Db } from '~db/client.server';
import { events, messages, payments } from '~db/schema';
import { paymentMessage } from '~/i18n/platform-texts.server';
import { reconciliationPlan } from '~/jobs/reconciliation.server';
import type { Person } from '~/models/access';
import { ensureAdministrator } from '~/models/admin/account.server';
import { dayOf } from '~/models/day';
import { beginHostedPayment, beginPayment } from '~/models/payment/write.server';
import { confirmUpgrade, handleWebhook } from '~/models/payment/settlement.server';
import type { PaymentDeps, PaymentRow } from '~/models/payment/provider.server';
import { singleRow } from '~/models/row.server';
import { ADMIN_USER_ID } from '~/models/user/rules';
import { createPaymentProvider, type PaymentProvider } from '~/services/stripe.server';
import { createTestEvent, TODAY } from '../factories';
import { trustedClock } from '../setup/fakes';
import { startStripeServer, type StripeServer } from '../setup/stripe-server';

/** The moment at which the tests start, on a day of the factories' events. */
export const NOW = new Date('2026-06-15T10:00:00Z');
export const MINUTE_MS = 60 * 1000;
export const HOUR_MS = 60 * MINUTE_MS;

export type Notices = Parameters<StripeServer['event']>[0];

/** An organizer who buys plans for their own event. */
export type Buyer = Awaited<ReturnType<ReturnType<typeof withShop>['newBuyer']>>;

/**
 * Sets up payments for the tests of a file: a Stripe account for each test, a clock that stands still, and
 * two servers, which on PostgreSQL have their own connections.
 */
export function withShop(getDb: () => Db, kind: DatabaseConnection['kind']) {
  const log = { info: vi.fn(), warn: vi.fn() };
  let stripe: StripeServer;
  let client: PaymentProvider;
  let now = NOW;
  let second: DatabaseConnection | undefined;

  beforeAll(async () => {
    const administrator = { email: 'admin@example.com', username: 'admin', password: 'secret' };
    await ensureAdministrator(getDb(), { ...administrator, today: TODAY });
    if (kind === 'postgres') second = await connectDatabase(await sameDatabase(getDb()));
  });
  afterAll(() => second?.close());
  beforeEach(async () => {
    await getDb().delete(payments);
    stripe = await startStripeServer();
    client = provider();
    now = NOW;
    log.info.mockClear();
    log.warn.mockClear();
  });
  afterEach(() => stripe.stop());

  /** Talks to the test's account, as the product does. */
  function provider(changes: { secretKey?: string } = {}, at = stripe): PaymentProvider {
    const made = createPaymentProvider({
      secretKey: at.secretKey,
      publishableKey: null,
      webhookSecret: at.webhookSecret,
      apiBase: at.origin,
      ...changes,
    });
    if (!made) throw new Error('there is a key');
    return made;
  }

  /** The dependencies of payments. */
  const depsOf = (changes: Partial<PaymentDeps> = {}): PaymentDeps => ({
    db: getDb(),
    payments: client,
    now: () => now,
    today: () => dayOf(now, 'Europe/Paris'),
    log,
    paymentWords: paymentMessage,
    ...changes,
  });

  /** Delivers an event as Stripe and the webhook do. */
  async function follow(event: Stripe.Event, deps = depsOf()): Promise<boolean> {
    const body = JSON.stringify(event);
    const notice = await client.readNotice(Buffer.from(body), stripe.sign(body));
    if (!notice) throw new Error('a notice that nobody believes');
    return handleWebhook(deps, notice);
  }

  /** Lets Stripe report the state of a payment. */
  function notify(paymentIntentId: string, type: Notices, deps = depsOf()): Promise<boolean> {
    return follow(stripe.event(type, intentOf(paymentIntentId) as never), deps);
  }

  const intentOf = (id: string) => {
    const intent = stripe.intents.get(id);
    if (!intent) throw new Error(`there is no ${id}`);
    return intent;
  };

  /** One run of the job. */
  function reconcile(deps = depsOf(), mayContinue = async () => true) {
    return reconciliationPlan({ ...deps, log: log as never, clock: trustedClock }).work({
      mayContinue,
    });
  }

  /** What the platform has written to somebody. */
  async function messagesTo({ id }: { id: number }): Promise<string[]> {
    const isTheirs = eq(messages.toUserId, id);
    const isOurs = eq(messages.fromUserId, ADMIN_USER_ID);
    const found = await getDb().select().from(messages).where(and(isTheirs, isOurs));
    return found.map(({ message }) => message);
  }

  async function newBuyer(fields: Parameters<typeof createTestEvent>[1] = {}) {
    const { event, organizer } = await createTestEvent(getDb(), fields);
    const isEvent = eq(events.id, event.id);
    const actor: Person = {
      userId: organizer.id,
      eventId: event.id,
      role: 'organizer',
      today: TODAY,
    };
    const begin = (plan: string, deps = depsOf()) => beginPayment(deps, { actor, plan });
    return {
      event,
      organizer,
      actor,
      begin,
      /**
       * Starts a payment on Stripe's own page.
       * @returns its URL
       */
      beginPage: (plan: string, deps = depsOf(), pages = PAGES) =>
        beginHostedPayment(deps, { actor, plan }, pages),
      /**
       * Starts a payment and pays it, without a notification.
       * @returns the payment's id at Stripe
       */
      async pay(plan: string) {
        const { paymentIntentId } = await begin(plan);
        stripe.succeed(paymentIntentId);
        return paymentIntentId;
      },
      confirm: (plan: string, paymentIntentId?: string, deps = depsOf()) =>
        confirmUpgrade(deps, { actor, plan, paymentIntentId }),
      /** What the event's plan gives it. */
      async has() {
        const { plan, maxUsers, endDate } = events;
        const found = await getDb().select({ plan, maxUsers, endDate }).from(events).where(isEvent);
        return singleRow(found);
      },
      payments: (): Promise<PaymentRow[]> =>
        getDb()
          .select()
          .from(payments)
          .where(eq(payments.eventNumber, event.id))
          .orderBy(asc(payments.id)),
      /** What the platform has written to the organizer. */
      messages: () => messagesTo(organizer),
    };
  }

  return {
    get stripe() {
      return stripe;
    },
    log,
    provider,
    depsOf,
    /** Two servers with one database. */
    servers: (): [PaymentDeps, PaymentDeps] => [depsOf(), depsOf({ db: second?.db ?? getDb() })],
    wait: (ms: number) => (now = new Date(now.getTime() + ms)),
    follow,
    notify,
    reconcile,
    messagesTo,
    newBuyer,
  };
}

/** Where Stripe's page redirects. */
export const PAGES = {
  language: 'fr',
  successUrl: (key: string) => `https://photos.example/shop/return?payment=${key}`,
  cancelUrl: 'https://photos.example/shop',
};

/** What the factories' events have at first. */
export const FREE = { plan: 'free', maxUsers: 10, endDate: '2026-06-21' };
/** What they have after each plan. */
export const UPGRADED = {
  basic: { plan: 'basic', maxUsers: 60, endDate: '2026-07-21' },
  standard: { plan: 'standard', maxUsers: 260, endDate: '2026-09-21' },
  premium: { plan: 'premium', maxUsers: 1010, endDate: '2026-12-21' },
};

async function sameDatabase(db: Db): Promise<{ url: string; dataDir: string }> {
  const { rows } = (await db.execute(sql`select current_database() as name`)) as unknown as {
    rows: { name: string }[];
  };
  const { name } = singleRow(rows);
  return { url: inject('postgresUrl') + name, dataDir: '' };
}
