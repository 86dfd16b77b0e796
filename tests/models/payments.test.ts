import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { events, payments, users } from '~db/schema';
import { statusOf } from '~/models/payment/rules';
import { getPayment, listOwnPayments, listUnfinished } from '~/models/payment/write.server';
import { refreshPayment } from '~/models/payment/settlement.server';
import { PAID_PLANS } from '~/models/payment/plan';
import { singleRow } from '~/models/row.server';
import { createTestPayment, createTestUser } from '../factories';
import { withDatabases } from '../setup/databases';
import { startStripeServer } from '../setup/stripe-server';
import { FREE, HOUR_MS, MINUTE_MS, NOW, PAGES, UPGRADED, withShop } from './paying';

const DAY_MS = 24 * HOUR_MS;
const ROUNDS = 20;
const DOWN = { code: 'service_unavailable', status: 503, retryAfter: 30 };
/** How often one call is tried. */
const TRIES = 3;

withDatabases('payments', (getDb, kind) => {
  const shop = withShop(getDb, kind);
  const { newBuyer, depsOf } = shop;
  /** Calls that created something at Stripe. */
  const made = () => shop.stripe.requests.filter(({ method }) => method === 'POST');

  describe('starting', () => {
    test.each(PAID_PLANS)('$id costs its price, whoever asks', async ({ id: plan, price }) => {
      const { event, organizer, begin, payments: rows } = await newBuyer({ name: 'Été à 20 €' });
      const begun = await begin(plan);
      const { key, ...row } = singleRow(await rows());
      expect(begun).toEqual({
        key,
        plan,
        paymentIntentId: row.paymentIntentId,
        clientSecret: expect.stringContaining(`${row.paymentIntentId}_secret_`),
      });
      expect(row).toMatchObject({
        eventId: event.id,
        eventNumber: event.id,
        eventName: event.name,
        payerId: organizer.id,
        plan,
        amount: price,
        place: 'dialog',
        isTest: true,
        state: 'open',
        grantedAt: null,
        createdAt: NOW,
      });
      const title = plan.replace(/^./, (letter) => letter.toUpperCase());
      expect(made()).toEqual([
        {
          method: 'POST',
          path: '/v1/payment_intents',
          idempotencyKey: key,
          params: {
            amount: String(price),
            currency: 'eur',
            automatic_payment_methods: { enabled: 'true' },
            description: `Snapodium ${title}: Été à 20 €`,
            receipt_email: organizer.email,
            metadata: {
              payment: key,
              event: String(event.id),
              plan,
              payer: String(organizer.id),
            },
          },
        },
      ]);
    });

    test.each(['free', 'gold', '', 'BASIC', '__proto__'])('no plan is sold as %j', async (plan) => {
      const { begin, beginPage, payments: rows } = await newBuyer();
      await expect(begin(plan)).rejects.toMatchObject({ code: 'invalid_plan', status: 400 });
      await expect(beginPage(plan)).rejects.toMatchObject({ code: 'invalid_plan' });
      expect([await rows(), shop.stripe.requests]).toEqual([[], []]);
    });

    test('nothing starts while payments are not set up', async () => {
      const { begin, beginPage, confirm, payments: rows } = await newBuyer();
      const closed = depsOf({ payments: null });
      const refused = { code: 'payments_not_set_up', status: 503 };
      await expect(begin('basic', closed)).rejects.toMatchObject(refused);
      await expect(beginPage('basic', closed)).rejects.toMatchObject(refused);
      await expect(confirm('basic', undefined, closed)).rejects.toMatchObject(refused);
      expect(await rows()).toEqual([]);
    });

    test('nobody pays for another event, or for a deleted one', async () => {
      const { event, begin, payments: rows } = await newBuyer();
      const stranger = await newBuyer();
      const refused = { code: 'no_event_found', status: 404 };
      stranger.actor.eventId = event.id;
      await expect(stranger.begin('basic')).rejects.toMatchObject(refused);
      await getDb().delete(events).where(eq(events.id, event.id));
      await expect(begin('basic')).rejects.toMatchObject(refused);
      expect([await rows(), shop.stripe.requests]).toEqual([[], []]);
    });

    test('pressing the button twice at once starts one payment, even on two servers', async () => {
      const { stripe } = shop;
      const [one, other] = shop.servers();
      for (let round = 1; round <= ROUNDS; round += 1) {
        const { begin, payments: rows } = await newBuyer();
        const [first, second] = await Promise.all([begin('basic', one), begin('basic', other)]);
        expect(first).toEqual(second);
        expect(await rows()).toMatchObject([{ paymentIntentId: first.paymentIntentId }]);
        expect(stripe.intents.size).toBe(round);
      }
    });

    test('a payment that waits for its payer is continued', async () => {
      const { begin, payments: rows } = await newBuyer();
      const first = await begin('basic');
      shop.stripe.decline(first.paymentIntentId);
      shop.wait(59 * MINUTE_MS);
      expect(await begin('basic')).toEqual(first);
      shop.stripe.requireAction(first.paymentIntentId);
      expect(await begin('basic')).toEqual(first);
      expect(await begin('standard')).not.toMatchObject({ key: first.key });
      expect(await rows()).toHaveLength(2);
    });

    test('an order that was left for an hour is replaced, and so is a canceled one', async () => {
      const { begin, payments: rows } = await newBuyer();
      const first = await begin('basic');
      shop.wait(HOUR_MS + 1);
      const second = await begin('basic');
      expect(second.paymentIntentId).not.toBe(first.paymentIntentId);
      shop.stripe.cancel(second.paymentIntentId);
      const third = await begin('basic');
      expect(third.paymentIntentId).not.toBe(second.paymentIntentId);
      expect((await rows()).map(({ state }) => state)).toEqual(['open', 'canceled', 'open']);
    });

    test('a new organizer of the event starts their own payment', async () => {
      const { event, begin, actor, payments: rows } = await newBuyer();
      const first = await begin('basic');
      const successor = await createTestUser(getDb(), event.id);
      actor.userId = successor.id;
      const second = await begin('basic');
      expect(second.paymentIntentId).not.toBe(first.paymentIntentId);
      expect(shop.stripe.intents.get(second.paymentIntentId)?.receipt_email).toBe(successor.email);
      expect(await rows()).toHaveLength(2);
    });

    test('a buyer who has paid and presses again gets the plan, and does not pay twice', async () => {
      const { begin, pay, confirm, has, payments: rows } = await newBuyer();
      const paymentIntentId = await pay('basic');
      const settled = { code: 'payment_settled', status: 409 };
      await expect(begin('basic')).rejects.toMatchObject(settled);
      expect(await has()).toEqual(UPGRADED.basic);
      expect(await rows()).toMatchObject([{ paymentIntentId, toldAt: null, grantedAt: NOW }]);
      await confirm('basic');
      expect(await has()).toEqual(UPGRADED.basic);
      // Then they may buy another one.
      expect((await begin('basic')).paymentIntentId).not.toBe(paymentIntentId);
    });

    test('while a payment is being processed no other one of the plan starts, for days', async () => {
      const { begin, beginPage, has } = await newBuyer();
      const { paymentIntentId } = await begin('basic');
      shop.stripe.process(paymentIntentId);
      const waits = { code: 'payment_processing', status: 409 };
      await expect(begin('basic')).rejects.toMatchObject(waits);
      shop.wait(6 * DAY_MS);
      await expect(begin('basic')).rejects.toMatchObject(waits);
      await expect(beginPage('basic')).rejects.toMatchObject(waits);
      await begin('standard');
      expect(await has()).toEqual(FREE);
      shop.stripe.succeed(paymentIntentId);
      await expect(begin('basic')).rejects.toMatchObject({ code: 'payment_settled' });
    });
  });

  describe('while Stripe is down', () => {
    test.each(['reset', 500] as const)('(%s) nothing is left half done', async (status) => {
      const { begin, pay, confirm, has, payments: rows } = await newBuyer();
      const { stripe, log } = shop;
      stripe.fail({ status, times: TRIES });
      await expect(begin('basic')).rejects.toMatchObject(DOWN);
      expect(await rows()).toMatchObject([{ state: 'open', paymentIntentId: null }]);
      expect(log.warn).toHaveBeenCalledExactlyOnceWith(
        { reason: expect.stringMatching(/^Stripe\w+Error/) },
        'the payment provider does not answer as it should',
      );

      const paymentIntentId = await pay('basic');
      expect(await rows()).toMatchObject([{ state: 'open', paymentIntentId }]);
      const before = await rows();
      stripe.fail({ status, times: TRIES });
      await expect(confirm('basic')).rejects.toMatchObject(DOWN);
      stripe.fail({ status, times: TRIES });
      const noticed = shop.notify(paymentIntentId, 'payment_intent.succeeded');
      await expect(noticed).rejects.toMatchObject(DOWN);
      stripe.fail({ status, times: TRIES });
      await expect(shop.reconcile()).rejects.toMatchObject(DOWN);
      expect([await rows(), await has()]).toEqual([before, FREE]);

      await confirm('basic');
      expect(await has()).toEqual(UPGRADED.basic);
    });

    test('one or two lost calls are repeated, and nobody notices', async () => {
      const { begin, confirm, has } = await newBuyer();
      shop.stripe.fail({ status: 'reset', times: TRIES - 1, isDone: true });
      const { paymentIntentId } = await begin('basic');
      shop.stripe.succeed(paymentIntentId);
      shop.stripe.fail({ status: 500, times: 1 });
      await confirm('basic');
      expect([await has(), shop.stripe.intents.size]).toEqual([UPGRADED.basic, 1]);
    });

    test('a payment whose answer is lost is found again', async () => {
      const { begin, confirm, has, payments: rows } = await newBuyer();
      const { stripe } = shop;
      stripe.fail({ status: 'reset', times: TRIES, isDone: true });
      await expect(begin('basic')).rejects.toMatchObject(DOWN);
      const [intent] = stripe.intents.values();
      const begun = await begin('basic');
      expect(begun.paymentIntentId).toBe(intent?.id);
      expect(stripe.intents.size).toBe(1);
      expect(await rows()).toMatchObject([{ paymentIntentId: intent?.id }]);
      stripe.succeed(begun.paymentIntentId);
      await confirm('basic');
      expect(await has()).toEqual(UPGRADED.basic);
    });

    test('a webhook call finds a payment whose answer is lost', async () => {
      const { begin, has, payments: rows } = await newBuyer();
      const { stripe } = shop;
      stripe.fail({ status: 'reset', times: TRIES, isDone: true });
      await expect(begin('basic')).rejects.toMatchObject(DOWN);
      const [intent] = stripe.intents.values();
      const paymentIntentId = intent?.id ?? '';
      stripe.succeed(paymentIntentId);
      expect(await shop.notify(paymentIntentId, 'payment_intent.succeeded')).toBe(true);
      expect(await rows()).toMatchObject([{ paymentIntentId, state: 'succeeded' }]);
      expect(await has()).toEqual(UPGRADED.basic);
    });

    test('an order that never got its id is not continued for long', async () => {
      const { begin, payments: rows } = await newBuyer();
      shop.stripe.fail({ status: 500, times: TRIES });
      await expect(begin('basic')).rejects.toMatchObject(DOWN);
      shop.wait(MINUTE_MS + 1);
      const { key } = await begin('basic');
      expect((await rows()).map((row) => row.key === key)).toEqual([false, true]);
    });

    test('the log contains no key and no address', async () => {
      const { organizer, begin } = await newBuyer();
      const secretKey = 'sk_test_another_one';
      const deps = depsOf({ payments: shop.provider({ secretKey }) });
      const error = await begin('basic', deps).catch((reason: unknown) => reason);
      expect(error).toMatchObject(DOWN);
      const told = [shop.log.warn.mock.calls, (error as Error).cause].map((one) =>
        one instanceof Error ? `${one.stack} ${JSON.stringify(one)}` : JSON.stringify(one),
      );
      expect(told.join()).toContain('StripeAuthenticationError');
      for (const secret of [secretKey, secretKey.slice(-4), organizer.email]) {
        expect(told.join()).not.toContain(secret);
      }
    });
  });

  describe('on Stripe’s own page', () => {
    /** The page that was started, as Stripe has it. */
    const page = () => {
      const [session, ...more] = shop.stripe.sessions.values();
      if (!session || more.length > 0) throw new Error('one page');
      return session;
    };
    const refresh = async (key: string, eventId: number) =>
      refreshPayment(depsOf(), await getPayment(depsOf(), { key, eventId }));

    test('the price and the return URL are ours', async () => {
      const { event, organizer, beginPage, payments: rows } = await newBuyer();
      const url = await beginPage('standard');
      const { key, ...row } = singleRow(await rows());
      expect(url).toBe(`https://checkout.stripe.com/c/pay/${page().id}`);
      expect(row).toMatchObject({ place: 'hosted', checkoutId: page().id, paymentIntentId: null });
      const metadata = {
        payment: key,
        event: String(event.id),
        plan: 'standard',
        payer: String(organizer.id),
      };
      expect(page()).toMatchObject({
        amount_total: 900,
        currency: 'eur',
        adaptive_pricing: { enabled: false },
        customer_email: organizer.email,
        client_reference_id: key,
        locale: 'fr',
        metadata,
        success_url: PAGES.successUrl(key),
        cancel_url: PAGES.cancelUrl,
      });
      const intent = shop.stripe.payCheckout(page().id).payment_intent;
      expect(shop.stripe.intents.get(String(intent))?.metadata).toEqual(metadata);
    });

    test('an open page is continued, whatever the language of the second request', async () => {
      const { beginPage, begin, payments: rows } = await newBuyer();
      const url = await beginPage('basic');
      const elsewhere = { ...PAGES, language: 'de', cancelUrl: 'https://photos.example/' };
      expect(await beginPage('basic', depsOf(), elsewhere)).toBe(url);
      expect(made()).toHaveLength(1);
      // The dialog uses its own payment.
      await begin('basic');
      expect((await rows()).map(({ place }) => place)).toEqual(['hosted', 'dialog']);
    });

    test('a form sent twice at once leads to one page, even on two servers', async () => {
      const [one, other] = shop.servers();
      for (let round = 1; round <= ROUNDS; round += 1) {
        const { beginPage, payments: rows } = await newBuyer();
        const urls = await Promise.all([beginPage('basic', one), beginPage('basic', other)]);
        expect(urls[0]).toBe(urls[1]);
        expect(await rows()).toHaveLength(1);
        expect(shop.stripe.sessions.size).toBe(round);
      }
    });

    test('what is paid there is granted where it redirects to', async () => {
      const { event, beginPage, confirm, has, payments: rows } = await newBuyer();
      await beginPage('basic');
      const { key } = singleRow(await rows());
      expect(await refresh(key, event.id)).toMatchObject({ state: 'open', paymentIntentId: null });
      shop.stripe.payCheckout(page().id);
      const paid = await refresh(key, event.id);
      expect(paid).toMatchObject({
        state: 'succeeded',
        paymentIntentId: page().payment_intent,
        grantedAt: NOW,
        receiptUrl: expect.stringContaining('https://pay.stripe.com/receipts/'),
      });
      expect(await has()).toEqual(UPGRADED.basic);
      await confirm('basic');
      expect(await has()).toEqual(UPGRADED.basic);
    });

    test('what is paid there is granted by either webhook call, once', async () => {
      const [one, other] = shop.servers();
      for (let round = 1; round <= ROUNDS; round += 1) {
        const { beginPage, has, payments: rows } = await newBuyer();
        await beginPage('basic');
        const { checkoutId } = singleRow(await rows());
        const session = shop.stripe.payCheckout(String(checkoutId));
        const intent = String(session.payment_intent);
        await Promise.all([
          shop.follow(shop.stripe.event('checkout.session.completed', session), one),
          shop.notify(intent, 'payment_intent.succeeded', other),
          shop.notify(intent, 'payment_intent.created', one),
        ]);
        expect(await rows()).toMatchObject([{ state: 'succeeded', paymentIntentId: intent }]);
        expect(await has()).toEqual(UPGRADED.basic);
      }
    });

    test('a buyer who has paid there and presses again does not pay twice', async () => {
      const { beginPage, begin, has } = await newBuyer();
      await beginPage('basic');
      shop.stripe.payCheckout(page().id);
      await expect(begin('basic')).rejects.toMatchObject({ code: 'payment_settled' });
      expect(await has()).toEqual(UPGRADED.basic);
    });

    test('a debit that takes days says so meanwhile', async () => {
      const { event, beginPage, has, payments: rows } = await newBuyer();
      await beginPage('basic');
      shop.stripe.payCheckout(page().id, { delayed: true });
      await expect(beginPage('basic')).rejects.toMatchObject({ code: 'payment_processing' });
      expect(await rows()).toMatchObject([{ state: 'processing', isDelayed: true }]);
      shop.stripe.succeed(String(page().payment_intent));
      await refresh(singleRow(await rows()).key, event.id);
      expect(await has()).toEqual(UPGRADED.basic);
    });

    test('a page that expired is canceled, and another one started', async () => {
      const { beginPage, has, payments: rows } = await newBuyer();
      const url = await beginPage('basic');
      const expired = shop.stripe.expireCheckout(page().id);
      const event = shop.stripe.event('checkout.session.expired', expired);
      expect(await shop.follow(event)).toBe(true);
      expect(await rows()).toMatchObject([{ state: 'canceled' }]);
      const again = await beginPage('basic');
      expect(again).not.toBe(url);
      // The second one expires unnoticed.
      const [, second] = await rows();
      shop.stripe.expireCheckout(String(second?.checkoutId));
      expect([again, url]).not.toContain(await beginPage('basic'));
      const states = (await rows()).map(({ state }) => state);
      expect(states).toEqual(['canceled', 'canceled', 'open']);
      expect(await has()).toEqual(FREE);
    });

    test('a page whose answer is lost is found again', async () => {
      const { beginPage } = await newBuyer();
      shop.stripe.fail({ status: 'reset', times: TRIES, isDone: true });
      await expect(beginPage('basic')).rejects.toMatchObject(DOWN);
      expect(await beginPage('basic')).toBe(page().url);
    });
  });

  describe('the hourly check of unfinished payments', () => {
    test('covers those of three days, oldest first', async () => {
      const { event } = await newBuyer();
      const ago = (ms: number) => ({ createdAt: new Date(NOW.getTime() - ms) });
      const add = async (fields: Parameters<typeof createTestPayment>[2]) =>
        (await createTestPayment(getDb(), event, fields)).id;
      const old = await add({ ...ago(3 * DAY_MS), state: 'processing' });
      const late = await add(ago(0));
      await add(ago(3 * DAY_MS + 1));
      await add({ ...ago(HOUR_MS), state: 'succeeded' });
      await add({ ...ago(HOUR_MS), state: 'canceled' });
      expect((await listUnfinished(depsOf())).map(({ id }) => id)).toEqual([old, late]);
    });

    test('grants what a lost webhook call missed, and tells nobody twice', async () => {
      const [inDialog, onPage, waiting] = [await newBuyer(), await newBuyer(), await newBuyer()];
      await inDialog.pay('basic');
      await onPage.beginPage('standard');
      const [session] = shop.stripe.sessions.values();
      shop.stripe.payCheckout(session?.id ?? '');
      await waiting.begin('premium');
      expect(await shop.reconcile()).toEqual({ asked: 3, granted: 2 });
      expect(await inDialog.has()).toEqual(UPGRADED.basic);
      expect(await onPage.has()).toEqual(UPGRADED.standard);
      expect(await waiting.has()).toEqual(FREE);
      expect(await shop.reconcile()).toEqual({ asked: 1, granted: 0 });
      expect(await inDialog.has()).toEqual(UPGRADED.basic);
    });

    test('ignores an order that never got an id', async () => {
      const { begin, payments: rows } = await newBuyer();
      shop.stripe.fail({ status: 500, times: TRIES });
      await expect(begin('basic')).rejects.toMatchObject(DOWN);
      const before = await rows();
      const asked = shop.stripe.requests.length;
      await shop.reconcile();
      expect([await rows(), shop.stripe.requests.length]).toEqual([before, asked]);
    });

    test('ends at the first one that Stripe does not answer for, and starts again', async () => {
      const buyers = [await newBuyer(), await newBuyer(), await newBuyer()];
      for (const { pay } of buyers) await pay('basic');
      const before = shop.stripe.requests.length;
      // The second one fails at every try.
      const { requests } = shop.stripe;
      let isFirst = true;
      const mayContinue = async () => {
        if (!isFirst) shop.stripe.fail({ status: 500, times: TRIES });
        isFirst = false;
        return true;
      };
      await expect(shop.reconcile(depsOf(), mayContinue)).rejects.toMatchObject(DOWN);
      expect(requests.length - before).toBe(1 + TRIES);
      const plans = () => Promise.all(buyers.map(async ({ has }) => (await has()).plan));
      expect(await plans()).toEqual(['basic', 'free', 'free']);
      expect(await shop.reconcile()).toEqual({ asked: 2, granted: 2 });
      expect(await plans()).toEqual(['basic', 'basic', 'basic']);
    });

    test('ends when it is told to', async () => {
      const { pay, has } = await newBuyer();
      await pay('basic');
      expect(await shop.reconcile(depsOf(), async () => false)).toEqual({ asked: 0, granted: 0 });
      expect(await has()).toEqual(FREE);
    });

    test('does nothing while payments are not set up', async () => {
      const { pay, has } = await newBuyer();
      await pay('basic');
      const asked = shop.stripe.requests.length;
      const counts = await shop.reconcile(depsOf({ payments: null }));
      expect([counts, shop.stripe.requests.length]).toEqual([{ asked: 0, granted: 0 }, asked]);
      expect(await has()).toEqual(FREE);
    });
  });

  describe('after the test keys are replaced by live ones', () => {
    test('what was started with the old ones blocks nobody', async () => {
      const [tried, other] = [await newBuyer(), await newBuyer()];
      const { paymentIntentId } = await tried.begin('basic');
      shop.stripe.process(paymentIntentId);
      await expect(tried.begin('basic')).rejects.toMatchObject({ code: 'payment_processing' });
      const live = await startStripeServer({ secretKey: 'sk_live_of_the_tests' });
      try {
        const deps = depsOf({ payments: shop.provider({}, live) });
        for (const { begin, confirm, has } of [tried, other]) {
          const begun = await begin('basic', deps);
          live.succeed(begun.paymentIntentId);
          if (other.has === has) await confirm('basic', undefined, deps);
        }
        expect(await other.has()).toEqual(UPGRADED.basic);
        expect(await tried.has()).toEqual(FREE);
        expect(await shop.reconcile(deps)).toMatchObject({ granted: 1 });
        expect(await tried.has()).toEqual(UPGRADED.basic);
        await tried.confirm('basic', undefined, deps);
        await expect(tried.confirm('basic', undefined, deps)).rejects.toMatchObject({
          code: 'payment_failed',
        });
        expect((await tried.payments()).map(({ isTest }) => isTest)).toEqual([true, false]);
      } finally {
        await live.stop();
      }
    });
  });

  describe('a buyer’s own payments', () => {
    test('are those with a result, newest first', async () => {
      const { event, organizer } = await newBuyer();
      const add = (fields: Parameters<typeof createTestPayment>[2]) =>
        createTestPayment(getDb(), event, { payerId: organizer.id, ...fields });
      const grantedAt = NOW;
      const state = 'succeeded';
      const paid = await add({ state, grantedAt, receiptUrl: 'https://pay.stripe.com/receipts/1' });
      await add({ state: 'open' });
      await add({ state: 'canceled' });
      await add({ state: 'processing', plan: 'standard', amount: 900 });
      // One that was being processed and did not arrive.
      await add({ state: 'canceled', isDelayed: true });
      await add({ state });
      await add({ state, grantedAt, refundedAmount: 300 });
      await add({ state, payerId: (await createTestUser(getDb(), event.id)).id });
      await add({ state, payerId: null });
      const own = await listOwnPayments(depsOf(), { userId: organizer.id });
      const statuses = ['refunded', 'refund_due', 'canceled', 'processing', 'paid'];
      expect(own.map(({ status }) => status)).toEqual(statuses);
      expect(own.at(-1)).toEqual({
        key: paid.key,
        plan: 'basic',
        amount: 300,
        status: statusOf(paid),
        isTest: true,
        receiptUrl: 'https://pay.stripe.com/receipts/1',
        createdAt: paid.createdAt,
      });
    });

    test('outlive their event and their payer', async () => {
      const { event, organizer, pay, confirm, payments: rows } = await newBuyer();
      await pay('basic');
      await confirm('basic');
      await getDb().delete(users).where(eq(users.id, organizer.id));
      await getDb().delete(events).where(eq(events.id, event.id));
      expect(await rows()).toMatchObject([
        { eventId: null, payerId: null, eventName: event.name, state: 'succeeded', grantedAt: NOW },
      ]);
    });

    test('are found by their key, in their own event', async () => {
      const [{ event, begin }, elsewhere] = [await newBuyer(), await newBuyer()];
      const { key } = await begin('basic');
      expect(await getPayment(depsOf(), { key, eventId: event.id })).toMatchObject({ key });
      const missing = { code: 'page_not_found', status: 404 };
      const eventId = elsewhere.event.id;
      await expect(getPayment(depsOf(), { key, eventId })).rejects.toMatchObject(missing);
      const none = getPayment(depsOf(), { key: '', eventId: event.id });
      await expect(none).rejects.toMatchObject(missing);
      await getDb().update(payments).set({ eventId: null }).where(eq(payments.key, key));
      const gone = getPayment(depsOf(), { key, eventId: event.id });
      await expect(gone).rejects.toMatchObject(missing);
    });
  });
});
