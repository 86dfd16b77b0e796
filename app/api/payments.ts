import { z } from 'zod';
import { eventShape } from '~/models/event/shape';
import { begunPaymentShape, noticeShape } from '~/models/payment/shape';
import { assertSameEvent, endpoint } from '~/http/api.server';
import { method } from '~/http/method.server';
import { withPaymentLimit } from '~/http/payment.server';
import { DomainError } from '~/models/errors';
import { getEvent, presentEvent } from '~/models/event/read.server';
import { confirmUpgrade, handleWebhook } from '~/models/payment/settlement.server';
import { providerOf } from '~/models/payment/provider.server';
import { upgradeCallSchema, paymentCallSchema } from '~/models/payment/schema';
import { beginPayment } from '~/models/payment/write.server';

/** What Stripe, or its absence, refuses. */
const PAYMENTS = [
  'invalid_plan',
  'payments_not_set_up',
  'service_unavailable',
  'too_many_attempts',
] as const;

export const payments = [
  endpoint('/api/events/:eventId/upgrade-plan', {
    POST: method({
      summary: 'Gives the event a plan that was paid for',
      details: 'Stripe says whether it was.',
      who: 'organizer',
      params: ['eventId'],
      failed: 'upgrade_failed',
      body: upgradeCallSchema,
      answer: eventShape,
      refusals: [...PAYMENTS, 'payment_failed', 'event_not_found'],
      handler: async ({ args, app, identity, params: { eventId }, body }) => {
        assertSameEvent(identity, eventId);
        await withPaymentLimit(args, identity, () =>
          confirmUpgrade(app, { ...body, actor: identity.actor }),
        );
        return presentEvent(app, await getEvent(app.db, { eventId }));
      },
    }),
  }),

  endpoint('/api/create-payment-intent', {
    POST: method({
      summary: 'Starts a payment for a plan',
      details: 'The price is the plan’s.',
      who: 'organizer',
      body: paymentCallSchema,
      answer: begunPaymentShape,
      refusals: [
        ...PAYMENTS,
        'access_denied',
        'no_event_found',
        'payment_settled',
        'payment_processing',
      ],
      handler: async ({ args, app, identity, body }) => {
        assertSameEvent(identity, body.eventId ?? identity.event.id);
        const order = { actor: identity.actor, plan: body.planId };
        return withPaymentLimit(args, identity, () => beginPayment(app, order));
      },
    }),
  }),

  endpoint('/webhooks/stripe', {
    POST: method({
      summary: 'Takes Stripe’s signed notices',
      details:
        'What they say is read again from Stripe. After a refusal Stripe sends them again, for up to three days.',
      who: 'anyone',
      reads: { 'application/json': z.looseObject({}) },
      answer: noticeShape,
      refusals: ['payments_not_set_up', 'signature_invalid', 'service_unavailable'],
      handler: async ({ args: { request }, app }) => {
        const provider = providerOf(app);
        if (!provider.takesNotices) throw new DomainError('payments_not_set_up');
        // The signature covers exactly these bytes.
        const body = Buffer.from(await request.arrayBuffer());
        const signature = request.headers.get('Stripe-Signature') ?? '';
        const notice = await provider.readNotice(body, signature);
        if (!notice) throw new DomainError('signature_invalid');
        return { received: true as const, known: await handleWebhook(app, notice) };
      },
    }),
  }),
];
