import { assertSameEvent, endpoint, method } from '~/http/api.server';
import { withPaymentLimit } from '~/http/payment.server';
import { DomainError } from '~/models/errors';
import { getEvent, presentEvent } from '~/models/event/read.server';
import { confirmUpgrade, handleWebhook } from '~/models/payment/settlement.server';
import { providerOf } from '~/models/payment/provider.server';
import { upgradeCallSchema, paymentCallSchema } from '~/models/payment/schema';
import { beginPayment } from '~/models/payment/write.server';

export const payments = [
  /** `/api/events/{eventId}/upgrade-plan`: gives the event a plan that was paid for according to Stripe. */
  endpoint('/api/events/:eventId/upgrade-plan', {
    POST: method({
      who: 'organizer',
      params: ['eventId'],
      failed: 'upgrade_failed',
      body: upgradeCallSchema,
      handler: async ({ args, app, identity, params: { eventId }, body }) => {
        assertSameEvent(identity, eventId);
        await withPaymentLimit(args, identity, () =>
          confirmUpgrade(app, { ...body, actor: identity.actor }),
        );
        return presentEvent(app, await getEvent(app.db, { eventId }));
      },
    }),
  }),

  /** `/api/create-payment-intent`: starts a payment for a plan of the organizer's event. */
  endpoint('/api/create-payment-intent', {
    POST: method({
      who: 'organizer',
      body: paymentCallSchema,
      handler: async ({ args, app, identity, body }) => {
        assertSameEvent(identity, body.eventId ?? identity.event.id);
        const order = { actor: identity.actor, plan: body.planId };
        return withPaymentLimit(args, identity, () => beginPayment(app, order));
      },
    }),
  }),

  /**
   * Stripe's signed webhooks. Their content is only a hint: the payment is read again from Stripe. After an
   * error response Stripe sends the webhook again, for up to three days.
   */
  endpoint('/webhooks/stripe', {
    POST: method({
      who: 'anyone',
      handler: async ({ args: { request }, app }) => {
        const provider = providerOf(app);
        if (!provider.takesNotices) throw new DomainError('payments_not_set_up');
        // The signature covers exactly these bytes.
        const body = Buffer.from(await request.arrayBuffer());
        const signature = request.headers.get('Stripe-Signature') ?? '';
        const notice = await provider.readNotice(body, signature);
        if (!notice) throw new DomainError('signature_invalid');
        return { received: true, known: await handleWebhook(app, notice) };
      },
    }),
  }),
];
