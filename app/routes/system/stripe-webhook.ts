import { defineEndpoint, method } from '~/http/api.server';
import { DomainError } from '~/models/errors';
import { followNotice, providerOf } from '~/models/payment-settlement.server';

/**
 * `/webhooks/stripe`: Stripe's signed notices. What they say is a hint: the payment is read again at
 * Stripe. An answer that is no success makes Stripe send the notice again, for three days.
 */
const call = defineEndpoint({
  POST: method({
    who: 'anyone',
    handler: async ({ args: { request }, app }) => {
      const provider = providerOf(app);
      if (!provider.takesNotices) throw new DomainError('payments_not_set_up');
      // The signature is over these very bytes.
      const body = Buffer.from(await request.arrayBuffer());
      const notice = await provider.readNotice(body, request.headers.get('Stripe-Signature') ?? '');
      if (!notice) throw new DomainError('signature_invalid');
      return { received: true, known: await followNotice(app, notice) };
    },
  }),
});

export const loader = call.loader;
export const action = call.action;
