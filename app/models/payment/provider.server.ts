import { PaymentProviderError, type PaymentProvider } from '~/services/stripe.server';
import type { Db } from '~db/client.server';
import type { payments } from '~db/schema';
import type { Day } from '../day';
import { DomainError } from '../errors';
import type { PaidPlanId } from './plan';

export type PaymentRow = typeof payments.$inferSelect;

/** What payments need from the application. */
export interface PaymentDeps {
  db: Db;
  /** Null if payments are not set up. */
  payments: PaymentProvider | null;
  now(): Date;
  today(): Day;
  log: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
  };
  /** Writes the message to an organizer whose payment was delayed. */
  paymentWords: PaymentWords;
}

/**
 * Writes the message to an organizer who had to wait for a payment, in the language they used last; null if
 * that is unknown.
 * @param news.extent what the event has now; null if the payment failed
 */
export type PaymentWords = (news: {
  language: string | null;
  eventName: string;
  plan: PaidPlanId;
  extent: { endDate: Day; maxUsers: number } | null;
}) => string;

/** The states of unfinished payments. */
export const UNFINISHED = ['open', 'processing'] as const;

/** Whether a payment may still succeed. */
export function isUnfinished({ state }: PaymentRow): boolean {
  return state === 'open' || state === 'processing';
}

/**
 * Returns the payment provider.
 * @throws DomainError payments_not_set_up
 */
export function providerOf({ payments: provider }: PaymentDeps): PaymentProvider {
  if (!provider) throw new DomainError('payments_not_set_up');
  return provider;
}

/**
 * Sends the provider a request.
 * @throws DomainError service_unavailable when it does not answer properly
 */
export async function callProvider<T>(deps: PaymentDeps, question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    deps.log.warn({ reason: error.message }, 'the payment provider does not answer as it should');
    throw new DomainError('service_unavailable', { retryAfter: 30, cause: error });
  }
}
