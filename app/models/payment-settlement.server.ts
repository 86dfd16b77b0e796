import { and, desc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, payments } from '~db/schema';
import {
  PaymentProviderError,
  type Notice,
  type PaymentFact,
  type PaymentProvider,
} from '~/services/stripe.server';
import { assertCan, type Person } from './access';
import type { Day } from './day';
import { DomainError } from './errors';
import { grantPlan } from './event-changes.server';
import type { EventRow } from './event.server';
import { writeForPlatform } from './message.server';
import { findPaidPlan, upgraded, type PaidPlanId } from './plan';

// What becomes of a payment. Whatever brings news of one (the payer's browser, a notice, the hourly
// job) is a hint: Stripe itself is asked what is true, and `settle` alone writes it down and grants.

export type PaymentRow = typeof payments.$inferSelect;

/** What payments need of the application. */
export interface PaymentDeps {
  db: Db;
  /** Null while payments are not set up. */
  payments: PaymentProvider | null;
  now(): Date;
  today(): Day;
  log: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
  };
  /** Words the message to an organizer whose payment took its time. */
  paymentWords: PaymentWords;
}

/**
 * The words of the message to an organizer who had to wait for a payment, in the language they used
 * last; null when nobody knows it.
 * @param news.extent what the event has now; null when the payment did not arrive
 */
export type PaymentWords = (news: {
  language: string | null;
  eventName: string;
  plan: PaidPlanId;
  extent: { endDate: Day; maxUsers: number } | null;
}) => string;

/** What is not over yet. */
export const UNFINISHED = ['open', 'processing'] as const;
/** Whether a payment may still come to something. */
export function isUnfinished({ state }: PaymentRow): boolean {
  return state === 'open' || state === 'processing';
}

/** One upgrade looks at so many payments at most. */
const CANDIDATES = 5;

/** The provider. @throws DomainError payments_not_set_up */
export function providerOf({ payments: provider }: PaymentDeps): PaymentProvider {
  if (!provider) throw new DomainError('payments_not_set_up');
  return provider;
}

/** Asks the provider. @throws DomainError service_unavailable when it cannot be asked */
export async function ask<T>(deps: PaymentDeps, question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    deps.log.warn({ reason: error.message }, 'the payment provider does not answer as it should');
    throw new DomainError('service_unavailable', { retryAfter: 30, cause: error });
  }
}

/**
 * Writes down what Stripe says of a payment, and grants it once: the payment's row, the event's
 * places, last day and plan change in one transaction. Money that came for something else, or for an
 * event that is gone, grants nothing.
 * @returns the payment as it stands now; null when it is none of ours
 */
export async function settle(deps: PaymentDeps, fact: PaymentFact): Promise<PaymentRow | null> {
  const key = fact.metadata.payment;
  const isThis = key
    ? and(
        eq(payments.key, key),
        or(isNull(payments.paymentIntentId), eq(payments.paymentIntentId, fact.paymentIntentId)),
      )
    : eq(payments.paymentIntentId, fact.paymentIntentId);
  return deps.db.transaction(async (tx) => {
    const [known] = await tx.select({ eventId: payments.eventId }).from(payments).where(isThis);
    if (!known) return null;
    // Locks the event before the payment, as a deletion does, which also changes the payment: in one
    // order neither waits for the other.
    const [event] = await tx
      .select()
      .from(events)
      .where(eq(events.id, known.eventId ?? 0))
      .for('update');
    // Locks the payment: a notice, the payer's browser and the hourly job settle it one by one, on
    // any server, so it is granted once.
    const [payment] = await tx.select().from(payments).where(isThis).for('update');
    if (!payment) return null;

    const now = deps.now();
    const isPaid = payment.state === 'succeeded' || fact.state === 'succeeded';
    const isGranted =
      payment.grantedAt === null && event !== undefined && isPaid && fits(payment, fact);
    // Answers of Stripe may be written in another order than they were given: an older one must not
    // turn a paid payment back into an open one.
    const changes = {
      paymentIntentId: fact.paymentIntentId,
      state: isPaid ? ('succeeded' as const) : fact.state,
      isDelayed: payment.isDelayed || fact.state === 'processing',
      refundedAmount: Math.max(payment.refundedAmount, fact.refundedAmount),
      dispute: fact.dispute ?? payment.dispute,
      receiptUrl: fact.receiptUrl ?? payment.receiptUrl,
      paidAt: payment.paidAt ?? (isPaid ? now : null),
      grantedAt: isGranted ? now : payment.grantedAt,
    };
    const [settled] = await tx
      .update(payments)
      .set(changes)
      .where(eq(payments.id, payment.id))
      .returning();
    if (isGranted) await grant(tx, deps, event, { ...payment, ...changes });
    // `hasFailed` tells a payment that failed from an older answer, which says “open” too.
    const isRefused = payment.state === 'processing' && !isPaid && fact.hasFailed;
    if (isRefused && changes.state !== 'processing' && event)
      await tellLater(tx, deps, event, { plan: payment.plan, extent: null });
    if (settled && settled.state !== payment.state) {
      const { state, plan, eventNumber } = settled;
      const isStray = isPaid && settled.grantedAt === null;
      const details = { payment: payment.key, state, plan, event: eventNumber, isGranted };
      deps.log[isStray ? 'warn' : 'info'](
        details,
        isStray ? 'a payment granted nothing' : 'payment',
      );
    }
    return settled ?? null;
  });
}

/** Whether Stripe's payment is the one that was ordered, whole, and not given back. */
function fits(payment: PaymentRow, fact: PaymentFact): boolean {
  const { metadata } = fact;
  return (
    metadata.payment === payment.key &&
    metadata.event === String(payment.eventNumber) &&
    metadata.plan === payment.plan &&
    fact.currency === 'eur' &&
    fact.amountReceived === payment.amount &&
    fact.refundedAmount < payment.amount &&
    fact.isTest === payment.isTest
  );
}

async function grant(tx: Db, deps: PaymentDeps, event: EventRow, payment: PaymentRow) {
  const plan = findPaidPlan(payment.plan);
  if (!plan) throw new Error(`no plan ${payment.plan}`);
  const extent = upgraded(event, plan, deps.today());
  await grantPlan(tx, { eventId: event.id, ...extent });
  // A payment that was granted at once was told in the shop; a delayed one by message.
  if (payment.isDelayed) await tellLater(tx, deps, event, { plan: plan.id, extent });
}

/** Writes the organizer a message, who may have left the shop before the payment was over. */
async function tellLater(
  tx: Db,
  deps: PaymentDeps,
  event: EventRow,
  news: Pick<Parameters<PaymentWords>[0], 'plan' | 'extent'>,
): Promise<void> {
  await writeForPlatform(tx, event, (language) =>
    deps.paymentWords({ language, eventName: event.name, ...news }),
  );
}

/**
 * Asks Stripe how a payment stands, and settles it.
 * @throws DomainError payments_not_set_up, service_unavailable
 */
export async function refreshPayment(deps: PaymentDeps, payment: PaymentRow): Promise<PaymentRow> {
  const provider = providerOf(deps);
  // Begun with keys of the other mode, which these know nothing of.
  if (payment.isTest !== provider.isTest) return payment;
  let { paymentIntentId } = payment;
  if (paymentIntentId === null && payment.checkoutId !== null) {
    const { checkoutId } = payment;
    const page = await ask(deps, () => provider.readHostedPage(checkoutId));
    if (page.state === 'expired') return cancel(deps.db, payment);
    ({ paymentIntentId } = page);
  }
  if (paymentIntentId === null) return payment;
  const id = paymentIntentId;
  const fact = await ask(deps, () => provider.readIntent(id));
  return (await settle(deps, fact)) ?? payment;
}

/** Marks a payment as canceled: Stripe has closed the page it could have been paid on. */
async function cancel(db: Db, payment: PaymentRow): Promise<PaymentRow> {
  const [canceled] = await db
    .update(payments)
    .set({ state: 'canceled' })
    .where(and(eq(payments.id, payment.id), eq(payments.state, 'open')))
    .returning();
  return canceled ?? payment;
}

/**
 * Follows a signed notice of Stripe's: whatever it says, the payment itself is read again.
 * @returns whether it was about one of our payments
 * @throws DomainError service_unavailable, so that Stripe sends it again
 */
export async function followNotice(deps: PaymentDeps, notice: Notice): Promise<boolean> {
  const provider = providerOf(deps);
  const { paymentIntentId, checkoutId } = notice;
  if (notice.isTest !== provider.isTest) return false;
  if (paymentIntentId !== null) {
    const fact = await ask(deps, () => provider.readIntent(paymentIntentId));
    return (await settle(deps, fact)) !== null;
  }
  if (checkoutId === null) return false;
  const [payment] = await deps.db
    .select()
    .from(payments)
    .where(eq(payments.checkoutId, checkoutId));
  if (payment) await refreshPayment(deps, payment);
  return payment !== undefined;
}

/**
 * The organizer's upgrade (`upgrade-plan`): nothing is granted on their word, only what Stripe says
 * was paid for this event and plan. A payment that a notice has granted already is told once.
 * @param params.paymentIntentId the one that was just paid, where the caller knows it
 * @throws DomainError not_an_organizer, invalid_plan, payment_failed, and what `refreshPayment` throws
 */
export async function confirmUpgrade(
  deps: PaymentDeps,
  { actor, plan, paymentIntentId }: { actor: Person; plan: string; paymentIntentId?: string },
): Promise<void> {
  assertCan(actor, 'event.upgrade', { eventId: actor.eventId });
  const paidPlan = findPaidPlan(plan);
  if (!paidPlan) throw new DomainError('invalid_plan');
  const isTheirs = and(
    eq(payments.eventId, actor.eventId),
    eq(payments.plan, paidPlan.id),
    paymentIntentId ? eq(payments.paymentIntentId, paymentIntentId) : undefined,
  );
  const isUntold = paymentIntentId ? isNotNull(payments.grantedAt) : isNull(payments.toldAt);
  const candidates = await deps.db
    .select()
    .from(payments)
    .where(
      and(
        isTheirs,
        or(
          and(isNotNull(payments.grantedAt), isUntold),
          and(
            isNull(payments.grantedAt),
            inArray(payments.state, UNFINISHED),
            or(isNotNull(payments.paymentIntentId), isNotNull(payments.checkoutId)),
          ),
        ),
      ),
    )
    .orderBy(desc(payments.id))
    .limit(CANDIDATES);
  for (const candidate of candidates) {
    const payment = candidate.grantedAt ? candidate : await refreshPayment(deps, candidate);
    if (!payment.grantedAt) continue;
    const isNews = await tell(deps, { actor, payment });
    if (isNews || paymentIntentId) return;
  }
  providerOf(deps);
  throw new DomainError('payment_failed');
}

/**
 * Notes that the event's organizer was told.
 * @returns false when somebody else told them first
 * @throws DomainError not_an_organizer, access_denied for another event's payment
 */
export async function tell(
  { db, now }: PaymentDeps,
  { actor, payment }: { actor: Person; payment: PaymentRow },
): Promise<boolean> {
  assertCan(actor, 'event.upgrade', { eventId: payment.eventId });
  const told = await db
    .update(payments)
    .set({ toldAt: now() })
    .where(and(eq(payments.id, payment.id), isNull(payments.toldAt)))
    .returning({ id: payments.id });
  return told.length > 0;
}
