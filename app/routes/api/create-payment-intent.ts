import { assertSameEvent, defineEndpoint, method } from '~/http/api.server';
import { withPaymentLimit } from '~/http/payment.server';
import { paymentCallSchema } from '~/models/payment.schema';
import { beginPayment } from '~/models/payment.server';

/** `/api/create-payment-intent`: begins a payment for a plan of the own event. */
const endpoint = defineEndpoint({
  POST: method({
    who: 'organizer',
    body: paymentCallSchema,
    handler: async ({ args, app, identity, body }) => {
      assertSameEvent(identity, body.eventId ?? identity.event.id);
      const order = { actor: identity.actor, plan: body.planId };
      return withPaymentLimit(args, identity, () => beginPayment(app, order));
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
