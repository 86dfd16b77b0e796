import { eq } from 'drizzle-orm';
import { payments } from '~db/schema';
import { Client } from '../../setup/client';
import { createParty } from '../party';
import { call, form, sent, type Rows } from './row';
import { once, organizer, shopkeeper, type Scene } from './scene';

// Plans and payments.

const BEGIN = '/api/create-payment-intent';
const begin = (who: typeof buyer) => call(who, 'POST', BEGIN, { planId: 'basic' });
const buy = (who: typeof buyer) => form(who, '/shop', { plan: 'basic' });
const buyer = once(async ({ shop }: Scene) => (await createParty(shop.origin)).organizer);
interface Begun {
  paymentIntentId: string;
}

/** An organizer whose payment is in this state at Stripe. */
const paying =
  (become: 'succeed' | 'process') =>
  async ({ shop }: Scene) => {
    const { organizer } = await createParty(shop.origin);
    const { json } = await organizer.client.post<Begun>(BEGIN, { planId: 'basic' });
    shop.stripe[become](json.paymentIntentId);
    return organizer;
  };
/** Another one each time, because the first question grants the plan. */
const paid = paying('succeed');
const processing = once(paying('process'));
/** An organizer whose payment page Stripe does not answer about. */
const unanswered = once(async ({ shop }: Scene) => {
  const { organizer } = await createParty(shop.origin);
  await organizer.client.post<Begun>(BEGIN, { planId: 'basic' });
  await shop.db
    .update(payments)
    .set({ paymentIntentId: 'pi_unknown' })
    .where(eq(payments.eventNumber, organizer.user.eventId ?? 0));
  return organizer;
});

export const SHOP: Rows = {
  invalid_plan: {
    call: call(shopkeeper, 'POST', BEGIN, { planId: 'huge' }),
    screen: form(shopkeeper, '/shop', { plan: 'huge' }),
  },
  no_event_found: {
    call: call(shopkeeper, 'POST', BEGIN, { planId: 'basic', eventId: 'none' }),
    screen: 'A form of the shop is about the event that its organizer is in.',
  },
  payment_failed: {
    call: call(
      buyer,
      'POST',
      async (scene) => `/api/events/${(await buyer(scene)).user.eventId}/upgrade-plan`,
      { plan: 'basic' },
    ),
    screen: 'Stripe’s page says it; the shop is returned to by a script or after a payment.',
  },
  payment_settled: {
    call: begin(paid),
    screen: { ...buy(paid), says: 'shop:toast.success_text' },
  },
  payment_processing: { call: begin(processing), screen: buy(processing) },
  payments_not_set_up: {
    call: call(organizer, 'POST', BEGIN, { planId: 'basic' }),
    screen: form(organizer, '/shop', { plan: 'basic' }),
  },
  service_unavailable: { call: begin(unanswered), screen: buy(unanswered) },
  signature_invalid: {
    call: sent(({ shop }) => new Client(shop.origin), 'POST', '/webhooks/stripe', {
      body: '{}',
      headers: { 'Content-Type': 'application/json', 'Stripe-Signature': 't=1,v1=no' },
    }),
    screen: 'Only Stripe signs what it sends.',
  },
};
