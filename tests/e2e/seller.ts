import { copyFirstStart } from '../setup/first-start';
import { startServer, type TestServer } from '../setup/server';
import type { StripeServer } from '../setup/stripe-server';

const PUBLISHABLE_KEY = 'pk_test_of_the_tests';

/** Starts a separate server whose payments go to the tests' Stripe. */
export async function startSeller(stripe: StripeServer): Promise<TestServer> {
  return startServer({
    dataDir: await copyFirstStart(),
    env: {
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_BASE: stripe.origin,
    },
  });
}
