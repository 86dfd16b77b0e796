import { assertSameEvent, defineEndpoint, parseId, method } from '~/http/api.server';
import { withPaymentLimit } from '~/http/payment.server';
import { getEvent, presentEvent } from '~/models/event.server';
import { upgradeCallSchema } from '~/models/payment.schema';
import { confirmUpgrade } from '~/models/payment-settlement.server';

/**
 * `/api/events/{eventId}/upgrade-plan`: gives the event a plan that was paid for, as Stripe itself
 * says.
 */
const endpoint = defineEndpoint({
  POST: method({
    who: 'organizer',
    failed: 'upgrade_failed',
    body: upgradeCallSchema,
    handler: async ({ args, app, identity, params, body }) => {
      const eventId = parseId(params.eventId);
      assertSameEvent(identity, eventId);
      await withPaymentLimit(args, identity, () =>
        confirmUpgrade(app, { ...body, actor: identity.actor }),
      );
      return presentEvent(app, await getEvent(app.db, { eventId }));
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
