import { eq, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { events, payments, users } from '~db/schema';
import { ADMINISTRATOR } from '~/models/access';
import { deleteEvent } from '~/models/event/end.server';
import { DEMO_EVENT_ID } from '~/models/event/rules';
import { statusOf } from '~/models/payment/rules';
import { settle, markOrganizerTold } from '~/models/payment/settlement.server';
import { PAID_PLANS, type PaidPlanId } from '~/models/payment/plan';
import { singleRow } from '~/models/row.server';
import { ADMIN_USER_ID } from '~/models/user/rules';
import { createTestUser } from '../factories';
import { withDatabases } from '../setup/databases';
import { FREE, NOW, UPGRADED, withShop, type Buyer } from './paying';

const ROUNDS = 20;
const FAILED = { code: 'payment_failed', status: 402 };

withDatabases('a payment', (getDb, kind) => {
  const shop = withShop(getDb, kind);
  const { newBuyer, depsOf, notify, follow } = shop;

  /** The only payment of an event, and its state. */
  async function paymentOf({ payments: rows }: Buyer) {
    const payment = singleRow(await rows());
    return { ...payment, status: statusOf(payment) };
  }
  const succeeded = (id: string, deps = depsOf()) => notify(id, 'payment_intent.succeeded', deps);

  describe('is granted', () => {
    test.each(PAID_PLANS)('$id, exactly', async ({ id: plan }) => {
      const buyer = await newBuyer();
      const paymentIntentId = await buyer.pay(plan);
      expect(await buyer.has()).toEqual(FREE);
      await buyer.confirm(plan);
      expect(await buyer.has()).toEqual(UPGRADED[plan]);
      expect(await paymentOf(buyer)).toMatchObject({
        paymentIntentId,
        state: 'succeeded',
        isDelayed: false,
        refundedAmount: 0,
        dispute: null,
        receiptUrl: expect.stringContaining('https://pay.stripe.com/receipts/'),
        paidAt: NOW,
        grantedAt: NOW,
        toldAt: NOW,
        status: 'paid',
      });
      expect(shop.log.info).toHaveBeenCalledExactlyOnceWith(
        {
          payment: expect.any(String),
          state: 'succeeded',
          plan,
          event: buyer.event.id,
          isGranted: true,
        },
        'payment',
      );
    });

    test('after the end from today on, and the event opens again', async () => {
      const buyer = await newBuyer({ startDate: '2026-05-01', endDate: '2026-06-01' });
      await buyer.pay('basic');
      await buyer.confirm('basic');
      expect(await buyer.has()).toEqual({ ...UPGRADED.basic, endDate: '2026-07-15' });
    });

    test('a smaller plan adds, and the larger one’s name stays', async () => {
      const buyer = await newBuyer({ plan: 'premium', maxUsers: 1010 });
      await buyer.pay('basic');
      await buyer.confirm('basic');
      expect(await buyer.has()).toEqual({ ...UPGRADED.basic, plan: 'premium', maxUsers: 1060 });
    });

    test('two plans paid at once are both granted', async () => {
      const buyer = await newBuyer();
      const basic = await buyer.pay('basic');
      const standard = await buyer.pay('standard');
      const [one, other] = shop.servers();
      await Promise.all([succeeded(basic, one), succeeded(standard, other)]);
      expect(await buyer.has()).toEqual({
        plan: 'standard',
        maxUsers: 310,
        endDate: '2026-10-21',
      });
    });

    test('although a part of it was refunded meanwhile', async () => {
      const buyer = await newBuyer();
      const id = await buyer.pay('basic');
      shop.stripe.refund(id, 299);
      await buyer.confirm('basic');
      expect(await buyer.has()).toEqual(UPGRADED.basic);
      expect((await paymentOf(buyer)).status).toBe('partly_refunded');
    });

    test('after the bank has declined, and then accepted', async () => {
      const buyer = await newBuyer();
      const { paymentIntentId: id } = await buyer.begin('basic');
      shop.stripe.decline(id);
      expect(await notify(id, 'payment_intent.payment_failed')).toBe(true);
      await expect(buyer.confirm('basic')).rejects.toMatchObject(FAILED);
      shop.stripe.requireAction(id);
      await expect(buyer.confirm('basic')).rejects.toMatchObject(FAILED);
      expect(await paymentOf(buyer)).toMatchObject({ state: 'open' });
      // The form tells the buyer who is in front of it.
      expect(await buyer.messages()).toEqual([]);
      shop.stripe.succeed(id);
      await buyer.confirm('basic');
      expect(await buyer.has()).toEqual(UPGRADED.basic);
    });
  });

  describe('nothing is granted', () => {
    test('without a payment that succeeded', async () => {
      const buyer = await newBuyer();
      await expect(buyer.confirm('basic')).rejects.toMatchObject(FAILED);
      await expect(buyer.confirm('basic', 'pi_of_nobody')).rejects.toMatchObject(FAILED);
      await buyer.begin('basic');
      await expect(buyer.confirm('basic')).rejects.toMatchObject(FAILED);
      await expect(buyer.confirm('free')).rejects.toMatchObject({ code: 'invalid_plan' });
      expect([await buyer.has(), await buyer.messages()]).toEqual([FREE, []]);
    });

    test('for another plan than the one that was paid', async () => {
      const buyer = await newBuyer();
      const id = await buyer.pay('basic');
      await expect(buyer.confirm('premium')).rejects.toMatchObject(FAILED);
      await expect(buyer.confirm('premium', id)).rejects.toMatchObject(FAILED);
      expect(await buyer.has()).toEqual(FREE);
    });

    test('to another event than the one that was paid for', async () => {
      const [buyer, other] = [await newBuyer(), await newBuyer()];
      const id = await buyer.pay('basic');
      await expect(other.confirm('basic', id)).rejects.toMatchObject(FAILED);
      await other.begin('basic');
      await expect(other.confirm('basic', id)).rejects.toMatchObject(FAILED);
      await expect(other.confirm('basic')).rejects.toMatchObject(FAILED);
      await succeeded(id);
      await expect(other.confirm('basic', id)).rejects.toMatchObject(FAILED);
      expect([await buyer.has(), await other.has()]).toEqual([UPGRADED.basic, FREE]);
    });

    /** Changes the payment at Stripe, whose metadata are those of the order. */
    type Change = (intent: Stripe.PaymentIntent) => Partial<Stripe.PaymentIntent>;
    const metadata =
      (more: Stripe.Metadata): Change =>
      ({ metadata: known }) => ({ metadata: { ...known, ...more } });
    test.each<[string, Change]>([
      ['less money', () => ({ amount: 299, amount_received: 299 })],
      ['less than it says', () => ({ amount_received: 299 })],
      ['nothing at all', () => ({ amount_received: 0 })],
      ['more money', () => ({ amount: 2900, amount_received: 2900 })],
      ['other money', () => ({ currency: 'usd' })],
      ['money of the other mode', () => ({ livemode: true })],
      ['a larger plan', metadata({ plan: 'premium' })],
      ['another event', metadata({ event: '1' })],
      ['no payment of ours', () => ({ metadata: {} })],
      [
        'a payment without its name',
        ({ metadata: { event = '', plan = '' } }) => ({ metadata: { event, plan } }),
      ],
    ])('for %s', async (_name, change) => {
      const buyer = await newBuyer();
      const id = await buyer.pay('basic');
      const intent = shop.stripe.intents.get(id);
      if (!intent) throw new Error('it was made');
      shop.stripe.change(id, change(intent));
      await expect(buyer.confirm('basic')).rejects.toMatchObject(FAILED);
      expect(await succeeded(id)).toBe(true);
      await shop.reconcile();
      await expect(buyer.confirm('basic', id)).rejects.toMatchObject(FAILED);
      expect(await buyer.has()).toEqual(FREE);
      expect(await paymentOf(buyer)).toMatchObject({
        state: 'succeeded',
        paidAt: NOW,
        grantedAt: null,
        toldAt: null,
        status: 'refund_due',
      });
      const details = expect.objectContaining({ isGranted: false, state: 'succeeded' });
      expect(shop.log.warn).toHaveBeenCalledExactlyOnceWith(details, 'a payment granted nothing');
    });

    test('for a payment that has the name of another one', async () => {
      const [buyer, other] = [await newBuyer(), await newBuyer()];
      const id = await buyer.pay('basic');
      const { key } = await other.begin('basic');
      const event = String(other.event.id);
      shop.stripe.change(id, { metadata: { payment: key, event, plan: 'basic' } });
      expect(await succeeded(id)).toBe(false);
      await expect(buyer.confirm('basic')).rejects.toMatchObject(FAILED);
      await expect(other.confirm('basic')).rejects.toMatchObject(FAILED);
      expect([await buyer.has(), await other.has()]).toEqual([FREE, FREE]);
    });

    test('for money that was refunded before anybody was told', async () => {
      const buyer = await newBuyer();
      const id = await buyer.pay('basic');
      shop.stripe.refund(id);
      await expect(buyer.confirm('basic')).rejects.toMatchObject(FAILED);
      await succeeded(id);
      expect(await buyer.has()).toEqual(FREE);
      expect(await paymentOf(buyer)).toMatchObject({ grantedAt: null, status: 'refunded' });
    });

    test('for a payment that is not ours', async () => {
      const order = { key: 'a mug', amount: 300, description: 'A mug', email: 'a@example.com' };
      const metadata = { payment: 'a mug', event: '1', plan: 'basic', payer: '1' };
      const urls = { successUrl: 'https://a.example/', cancelUrl: 'https://a.example/' };
      const { createIntent, createHostedPage } = shop.provider();
      const { paymentIntentId: id } = await createIntent({ ...order, metadata });
      shop.stripe.succeed(id);
      expect(await succeeded(id)).toBe(false);
      shop.stripe.change(id, { metadata: {} });
      expect(await succeeded(id)).toBe(false);
      const page = { language: 'en', ...urls };
      const another = { ...order, key: 'another mug', metadata };
      const { checkoutId } = await createHostedPage(another, page);
      const expired = shop.stripe.expireCheckout(checkoutId);
      expect(await follow(shop.stripe.event('checkout.session.expired', expired))).toBe(false);
      expect(await getDb().select().from(payments)).toEqual([]);
    });

    test('on a webhook call of the other mode, and Stripe is not even asked', async () => {
      const buyer = await newBuyer();
      const id = await buyer.pay('basic');
      const intent = shop.stripe.intents.get(id) as Stripe.PaymentIntent;
      const asked = shop.stripe.requests.length;
      const notice = shop.stripe.event('payment_intent.succeeded', intent);
      expect(await follow({ ...notice, livemode: true })).toBe(false);
      expect([await buyer.has(), shop.stripe.requests.length]).toEqual([FREE, asked]);
    });

    test('on a webhook call that lies: the payment itself is read', async () => {
      const buyer = await newBuyer();
      const { paymentIntentId: id } = await buyer.begin('basic');
      const intent = shop.stripe.intents.get(id) as Stripe.PaymentIntent;
      const lie = { ...intent, status: 'succeeded' as const, amount_received: 300 };
      expect(await follow(shop.stripe.event('payment_intent.succeeded', lie))).toBe(true);
      expect(await buyer.has()).toEqual(FREE);
      expect(await paymentOf(buyer)).toMatchObject({ state: 'open', grantedAt: null });
    });
  });

  describe('is granted once', () => {
    test('by any server or webhook that reports it, and by many at once', async () => {
      const buyer = await newBuyer();
      const [one, other] = shop.servers();
      for (let round = 1; round <= ROUNDS; round += 1) {
        const id = await buyer.pay('basic');
        await Promise.all([
          succeeded(id, one),
          buyer.confirm('basic', undefined, other),
          shop.reconcile(one),
          succeeded(id, other),
        ]);
        expect((await buyer.has()).maxUsers).toBe(10 + round * 50);
      }
      expect(await buyer.has()).toEqual({ plan: 'basic', maxUsers: 1010, endDate: '2028-02-21' });
      const rows = await buyer.payments();
      expect(rows).toHaveLength(ROUNDS);
      expect(new Set(rows.map(({ state, grantedAt }) => `${state} ${grantedAt}`)).size).toBe(1);
      expect(shop.log.info).toHaveBeenCalledTimes(ROUNDS);
    });

    test('while new ones of the same plan are started all the time', async () => {
      const [one, other] = shop.servers();
      const codes = new Set<string>();
      for (let round = 1; round <= ROUNDS; round += 1) {
        const buyer = await newBuyer();
        const id = await buyer.pay('basic');
        const pressed = await Promise.allSettled([
          buyer.begin('basic', one),
          buyer.begin('basic', other),
          succeeded(id, one),
        ]);
        for (const outcome of pressed) {
          if (outcome.status === 'rejected') codes.add(outcome.reason.code);
        }
        expect(await buyer.has()).toEqual(UPGRADED.basic);
      }
      for (const code of codes) expect(code).toBe('payment_settled');
    });

    test('confirmed after the webhook call, it is reported once; by its id always', async () => {
      const buyer = await newBuyer();
      const id = await buyer.pay('basic');
      await succeeded(id);
      expect(await paymentOf(buyer)).toMatchObject({ grantedAt: NOW, toldAt: null });
      await buyer.confirm('basic');
      await expect(buyer.confirm('basic')).rejects.toMatchObject(FAILED);
      await buyer.confirm('basic', id);
      await buyer.confirm('basic', id);
      await expect(buyer.confirm('standard', id)).rejects.toMatchObject(FAILED);
      expect(await buyer.has()).toEqual(UPGRADED.basic);
    });

    test('if two confirm it at once, one is told', async () => {
      const [one, other] = shop.servers();
      for (let round = 1; round <= ROUNDS; round += 1) {
        const buyer = await newBuyer();
        await buyer.pay('basic');
        const outcomes = await Promise.allSettled([
          buyer.confirm('basic', undefined, one),
          buyer.confirm('basic', undefined, other),
        ]);
        const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
        expect(refused).toMatchObject([{ reason: FAILED }]);
        expect(await buyer.has()).toEqual(UPGRADED.basic);
      }
    });

    test('two payments of a plan are reported one after the other', async () => {
      const buyer = await newBuyer();
      for (let n = 0; n < 2; n += 1) await succeeded(await buyer.pay('basic'));
      await buyer.confirm('basic');
      await buyer.confirm('basic');
      await expect(buyer.confirm('basic')).rejects.toMatchObject(FAILED);
      expect((await buyer.has()).maxUsers).toBe(110);
    });

    test('a buyer who was told by the page they returned to is not told again', async () => {
      const buyer = await newBuyer();
      await succeeded(await buyer.pay('basic'));
      expect(
        await markOrganizerTold(depsOf(), {
          actor: buyer.actor,
          payment: singleRow(await buyer.payments()),
        }),
      ).toBe(true);
      expect(
        await markOrganizerTold(depsOf(), {
          actor: buyer.actor,
          payment: singleRow(await buyer.payments()),
        }),
      ).toBe(false);
      await expect(buyer.confirm('basic')).rejects.toMatchObject(FAILED);
    });
  });

  describe('for an event that is deleted', () => {
    test('grants nothing and has to be refunded', async () => {
      const buyer = await newBuyer();
      const id = await buyer.pay('basic');
      await deleteEvent(getDb(), { actor: ADMINISTRATOR, eventId: buyer.event.id });
      expect(await succeeded(id)).toBe(true);
      expect(await paymentOf(buyer)).toMatchObject({
        state: 'succeeded',
        eventId: null,
        eventNumber: buyer.event.id,
        payerId: null,
        paidAt: NOW,
        grantedAt: null,
        status: 'refund_due',
      });
      await expect(buyer.confirm('basic')).rejects.toMatchObject(FAILED);
      shop.stripe.refund(id);
      await notify(id, 'payment_intent.succeeded');
      expect((await paymentOf(buyer)).status).toBe('refunded');
    });

    test('keeps its last state, though nobody locks an event for it', async () => {
      const [one, other] = shop.servers();
      for (let round = 1; round <= ROUNDS; round += 1) {
        const buyer = await newBuyer();
        const { paymentIntentId: id } = await buyer.begin('basic');
        shop.stripe.process(id);
        const before = await shop.provider().readIntent(id);
        shop.stripe.succeed(id);
        const after = await shop.provider().readIntent(id);
        await deleteEvent(getDb(), { actor: ADMINISTRATOR, eventId: buyer.event.id });
        await Promise.all([settle(one, after), settle(other, before)]);
        expect(await paymentOf(buyer)).toMatchObject({ state: 'succeeded', paidAt: NOW });
      }
    });

    test('at the same moment, grants all or nothing', async () => {
      const [one, other] = shop.servers();
      for (let round = 1; round <= ROUNDS; round += 1) {
        const buyer = await newBuyer();
        const id = await buyer.pay('basic');
        const { id: eventId } = buyer.event;
        await Promise.all([
          succeeded(id, one),
          deleteEvent(other.db, { actor: ADMINISTRATOR, eventId }),
          succeeded(id, other),
        ]);
        expect(await getDb().$count(events, eq(events.id, eventId))).toBe(0);
        const { status, ...payment } = await paymentOf(buyer);
        expect(payment).toMatchObject({ state: 'succeeded', eventId: null, paidAt: NOW });
        expect(status).toBe(payment.grantedAt ? 'paid' : 'refund_due');
      }
    });
  });

  describe('later', () => {
    /** Pays with a debit that takes days. */
    async function payLate(buyer: Buyer, plan: PaidPlanId = 'standard'): Promise<string> {
      const { paymentIntentId } = await buyer.begin(plan);
      shop.stripe.process(paymentIntentId);
      await notify(paymentIntentId, 'payment_intent.processing');
      return paymentIntentId;
    }

    test.each([
      ['de', /^Danke! Deine Zahlung ist angekommen: „.*“ hat jetzt .* Standard mit 1\.260 Plätzen/],
      [
        'en',
        /^Thank you! Your payment has arrived\. .* Standard plan with 1,260 places .* 21 September 2026/,
      ],
      [
        'es',
        /^¡Gracias! Tu pago ha llegado: .* Standard, con 1\.?260 plazas, .* 21 de septiembre de 2026/,
      ],
      [
        'fr',
        /^Merci\s! Votre paiement est arrivé. .* Standard, avec 1\s260\splaces, .* 21 septembre 2026/,
      ],
      [
        'nl',
        /^Bedankt! Je betaling is binnen: .* Standard, met 1\.260 plaatsen, .* 21 september 2026/,
      ],
      [null, /^Merci\s! Votre paiement est arrivé/],
      ['xx', /^Merci\s! Votre paiement est arrivé/],
    ])('is reported by a message, once, in the language %s', async (language, words) => {
      const buyer = await newBuyer({ maxUsers: 1010, organizer: { language } });
      const id = await payLate(buyer);
      expect(await paymentOf(buyer)).toMatchObject({ state: 'processing', isDelayed: true });
      expect([(await buyer.has()).plan, await buyer.messages()]).toEqual(['free', []]);
      await expect(buyer.confirm('standard')).rejects.toMatchObject(FAILED);
      shop.stripe.succeed(id);
      const [one, other] = shop.servers();
      await Promise.all([succeeded(id, one), succeeded(id, other), shop.reconcile(one)]);
      await succeeded(id);
      await buyer.confirm('standard');
      expect(await buyer.messages()).toEqual([expect.stringMatching(words)]);
      expect(singleRow(await buyer.messages())).toContain(buyer.event.name);
      expect((await buyer.has()).maxUsers).toBe(1260);
    });

    test('is not reported to a buyer who did not wait', async () => {
      const buyer = await newBuyer();
      await succeeded(await buyer.pay('basic'));
      await buyer.confirm('basic');
      expect(await buyer.messages()).toEqual([]);
    });

    const setOrganizer = ({ id }: { id: number }, isOrganizer: boolean) =>
      getDb().update(users).set({ isOrganizer }).where(eq(users.id, id));

    test('is reported to the organizer that the event has by then', async () => {
      const buyer = await newBuyer();
      const id = await payLate(buyer);
      const successor = await createTestUser(getDb(), buyer.event.id);
      await setOrganizer(buyer.organizer, false);
      await setOrganizer(successor, true);
      shop.stripe.succeed(id);
      await succeeded(id);
      expect(await buyer.messages()).toEqual([]);
      expect(await shop.messagesTo(successor)).toHaveLength(1);
      expect(await buyer.has()).toEqual(UPGRADED.standard);
    });

    test('is not reported to an administrator, who would be writing to themselves', async () => {
      const buyer = await newBuyer();
      Object.assign(buyer.actor, { userId: ADMIN_USER_ID, eventId: DEMO_EVENT_ID });
      const isDemo = eq(events.id, DEMO_EVENT_ID);
      const read = async () => singleRow(await getDb().select().from(events).where(isDemo));
      const { maxUsers } = await read();
      const id = await payLate(buyer, 'basic');
      shop.stripe.succeed(id);
      expect(await succeeded(id)).toBe(true);
      expect((await read()).maxUsers).toBe(maxUsers + 50);
      expect(await shop.messagesTo({ id: ADMIN_USER_ID })).toEqual([]);
    });

    test.each([
      ['de', /^Die Zahlung für das Paket Standard von „.*“ hat nicht geklappt/],
      [
        'en',
        /^Your payment for the Standard plan for .* did not go through, and nothing was charged/,
      ],
      ['es', /^El pago del plan Standard para .* no se ha completado/],
      ['fr', /^Le paiement de l’offre Standard pour .* n’a pas abouti/],
      ['nl', /^De betaling voor het pakket Standard van .* is niet gelukt/],
      [null, /^Le paiement/],
    ])('may fail, which is reported once in the language %s', async (language, words) => {
      const buyer = await newBuyer({ organizer: { language } });
      const id = await payLate(buyer);
      shop.stripe.decline(id);
      const [one, other] = shop.servers();
      const failed = (deps = depsOf()) => notify(id, 'payment_intent.payment_failed', deps);
      await Promise.all([failed(one), failed(other), shop.reconcile(one)]);
      expect(await paymentOf(buyer)).toMatchObject({ state: 'open', isDelayed: true });
      expect(await buyer.messages()).toEqual([expect.stringMatching(words)]);
      expect(singleRow(await buyer.messages())).toContain(buyer.event.name);
      await failed();
      shop.stripe.cancel(id);
      await notify(id, 'payment_intent.canceled');
      expect(await paymentOf(buyer)).toMatchObject({ state: 'canceled', paidAt: null });
      expect(await buyer.has()).toEqual(FREE);
      expect(await buyer.messages()).toHaveLength(1);
    });

    test('may be canceled while it is being processed', async () => {
      const buyer = await newBuyer({ organizer: { language: 'en' } });
      const id = await payLate(buyer);
      shop.stripe.cancel(id);
      await notify(id, 'payment_intent.canceled');
      expect(await paymentOf(buyer)).toMatchObject({ state: 'canceled' });
      expect(await buyer.messages()).toEqual([expect.stringContaining('did not go through')]);
    });

    test('may fail first and arrive then: both are reported, and the plan is granted', async () => {
      const buyer = await newBuyer({ organizer: { language: 'en' } });
      const id = await payLate(buyer);
      shop.stripe.decline(id);
      await notify(id, 'payment_intent.payment_failed');
      shop.stripe.succeed(id);
      await succeeded(id);
      expect(await buyer.messages()).toEqual([
        expect.stringContaining('did not go through'),
        expect.stringContaining('has arrived'),
      ]);
      expect(await buyer.has()).toEqual(UPGRADED.standard);
    });

    test('is not reported as failed by an answer from before it was being processed', async () => {
      const buyer = await newBuyer();
      const { paymentIntentId: id } = await buyer.begin('standard');
      const stale = await shop.provider().readIntent(id);
      shop.stripe.process(id);
      await notify(id, 'payment_intent.processing');
      await settle(depsOf(), stale);
      expect(await buyer.messages()).toEqual([]);
    });

    test('is reported to nobody once the event is deleted', async () => {
      const buyer = await newBuyer();
      const id = await payLate(buyer);
      await deleteEvent(getDb(), { actor: ADMINISTRATOR, eventId: buyer.event.id });
      shop.stripe.decline(id);
      expect(await notify(id, 'payment_intent.payment_failed')).toBe(true);
      expect(await paymentOf(buyer)).toMatchObject({ state: 'open', eventId: null });
    });

    test('is not undone by two reports in the wrong order', async () => {
      const buyer = await newBuyer();
      const id = await payLate(buyer);
      const stale = await shop.provider().readIntent(id);
      expect(stale.state).toBe('processing');
      shop.stripe.succeed(id);
      await succeeded(id);
      const before = await paymentOf(buyer);
      await settle(depsOf(), stale);
      await settle(depsOf(), { ...stale, state: 'open' });
      await settle(depsOf(), { ...stale, state: 'canceled' });
      expect(await paymentOf(buyer)).toEqual(before);
      expect(await buyer.messages()).toHaveLength(1);
      await succeeded(id);
      expect(await buyer.has()).toEqual(UPGRADED.standard);
    });
  });

  describe('and is refunded', () => {
    test('in parts, is recorded and takes nothing away', async () => {
      const buyer = await newBuyer();
      const id = await buyer.pay('standard');
      await buyer.confirm('standard');
      const stale = await shop.provider().readIntent(id);
      await follow(shop.stripe.event('charge.refunded', shop.stripe.refund(id, 400)));
      expect(await paymentOf(buyer)).toMatchObject({
        refundedAmount: 400,
        status: 'partly_refunded',
      });
      await follow(shop.stripe.event('charge.refunded', shop.stripe.refund(id)));
      expect(await paymentOf(buyer)).toMatchObject({ refundedAmount: 900, status: 'refunded' });
      // What was read before the refund is recorded after it.
      await settle(depsOf(), stale);
      expect(await paymentOf(buyer)).toMatchObject({ refundedAmount: 900, status: 'refunded' });
      expect(await buyer.has()).toEqual(UPGRADED.standard);
    });

    test('through a dispute, is recorded and takes nothing away', async () => {
      const buyer = await newBuyer();
      const id = await buyer.pay('basic');
      await buyer.confirm('basic');
      const dispute = (status: Stripe.Dispute.Status, type: 'created' | 'updated' | 'closed') =>
        follow(shop.stripe.event(`charge.dispute.${type}`, shop.stripe.dispute(id, status)));
      const steps = [
        ['needs_response', 'created', 'disputed'],
        ['under_review', 'updated', 'disputed'],
        ['won', 'closed', 'paid'],
      ] as const;
      for (const [word, type, status] of steps) {
        expect(await dispute(word, type)).toBe(true);
        expect(await paymentOf(buyer)).toMatchObject({ dispute: word, status });
      }
      await dispute('lost', 'closed');
      expect(await paymentOf(buyer)).toMatchObject({ dispute: 'lost', status: 'disputed' });
      expect(await buyer.has()).toEqual(UPGRADED.basic);
    });
  });

  describe('and cannot be recorded', () => {
    /** Lets every change of a table fail until the returned function has run. */
    async function breakTable(table: 'events' | 'messages'): Promise<() => Promise<void>> {
      const on = sql.identifier(table);
      await getDb().execute(sql`
        create function break_it() returns trigger language plpgsql as $$
        begin
          raise exception 'broken';
        end $$`);
      await getDb().execute(sql`
        create trigger broken before insert or update on ${on} for each row
        execute function break_it()`);
      return async () => {
        await getDb().execute(sql`drop trigger broken on ${on}`);
        await getDb().execute(sql`drop function break_it()`);
      };
    }

    test.each(['events', 'messages'] as const)(
      'in %s, is granted by whoever reports it next',
      async (table) => {
        const buyer = await newBuyer();
        const { paymentIntentId: id } = await buyer.begin('basic');
        shop.stripe.process(id);
        await notify(id, 'payment_intent.processing');
        shop.stripe.succeed(id);
        const before = await paymentOf(buyer);
        const mend = await breakTable(table);
        await expect(succeeded(id)).rejects.toThrow();
        await expect(buyer.confirm('basic')).rejects.toThrow();
        await expect(shop.reconcile()).rejects.toThrow();
        expect([await paymentOf(buyer), await buyer.has()]).toEqual([before, FREE]);
        await mend();
        expect(await shop.reconcile()).toEqual({ asked: 1, granted: 1 });
        expect(await buyer.has()).toEqual(UPGRADED.basic);
        expect(await buyer.messages()).toHaveLength(1);
        await buyer.confirm('basic');
      },
    );
  });
});
