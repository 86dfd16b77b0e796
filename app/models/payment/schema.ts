import { z } from 'zod';
import { wholeNumber } from '../fields.schema';

const plan = z.string({ error: 'invalid_plan' }).trim().max(40, 'invalid_plan');

/** `POST /api/create-payment-intent`. A price in the body is ignored: it comes from the plan. */
export const paymentCallSchema = z.object({
  planId: plan,
  eventId: wholeNumber('no_event_found').optional(),
});

/** `POST /api/events/{eventId}/upgrade-plan`. A client that has just paid can say which payment it was. */
export const upgradeCallSchema = z.object({
  plan,
  paymentIntentId: z.string({ error: 'invalid_request' }).max(255, 'invalid_request').optional(),
});
