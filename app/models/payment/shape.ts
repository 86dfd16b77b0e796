import { z } from 'zod';
import { PAID_PLANS } from './plan';

/** A started payment, with the data the browser needs to pay it. */
export const begunPaymentShape = z
  .object({
    key: z.string(),
    plan: z.enum(PAID_PLANS.map(({ id }) => id)),
    paymentIntentId: z.string(),
    clientSecret: z.string(),
  })
  .meta({ id: 'Payment' });
export type BegunPayment = z.infer<typeof begunPaymentShape>;

/** What happened to Stripe's notice. */
export const noticeShape = z.object({ received: z.literal(true), known: z.boolean() });
