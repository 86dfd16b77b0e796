import { and, desc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, payments } from '~db/schema';
import type { Notice, PaymentFact } from '~/services/stripe.server';
import { assertCan, type Person } from '../access';
import { DomainError } from '../errors';
import { grantPlan } from '../event/write.server';
import type { EventRow } from '../event/read.server';
import { notifyOrganizer } from '../message/write.server';
import { findPaidPlan, upgraded } from './plan';
import {
  callProvider,
  type PaymentDeps,
  type PaymentRow,
  type PaymentWords,
  providerOf,
  UNFINISHED,
} from './provider.server';

// The outcome of payments. The payer's browser, a webhook and the hourly job are only hints: the state is
// always read from Stripe, and only `settle` stores it and grants the plan.

/** The maximum number of payments that one upgrade checks. */
const CANDIDATES = 5;

/**
 * Stores the state of a payment as read from Stripe, and grants the plan once: the payment's row and the
 * event's places, last day and plan change in one transaction. A payment that does not match its order, or
 * whose event is gone, grants nothing.
 * @returns the stored payment; null if it is not one of ours
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
    // Locks the event before the payment. Deleting an event, which also changes the payment, uses the same
    // order, so the two cannot deadlock.
    const [event] = await tx
      .select()
      .from(events)
      .where(eq(events.id, known.eventId ?? 0))
      .for('update');
    // Locks the payment: a webhook, the payer's browser and the hourly job settle it one after the other, on
    // any server, so it is granted once.
    const [payment] = await tx.select().from(payments).where(isThis).for('update');
    if (!payment) return null;

    const now = deps.now();
    const isPaid = payment.state === 'succeeded' || fact.state === 'succeeded';
    const isGranted =
      payment.grantedAt === null && event !== undefined && isPaid && matchesOrder(payment, fact);
    // Responses from Stripe may be stored out of order. An older one must not turn a paid payment back into
    // an open one.
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
    // An older response also says “open”. `hasFailed` distinguishes it from a failed payment.
    const isRefused = payment.state === 'processing' && !isPaid && fact.hasFailed;
    if (isRefused && changes.state !== 'processing' && event)
      await sendPaymentMessage(tx, deps, event, { plan: payment.plan, extent: null });
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

/** Whether Stripe's payment matches the order, was paid in full, and has not been refunded in full. */
function matchesOrder(payment: PaymentRow, fact: PaymentFact): boolean {
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
  // The shop already shows the result of an immediate payment. A delayed one needs a message.
  if (payment.isDelayed) await sendPaymentMessage(tx, deps, event, { plan: plan.id, extent });
}

/** Writes the organizer a message, because they may have left the shop before the payment was decided. */
async function sendPaymentMessage(
  tx: Db,
  deps: PaymentDeps,
  event: EventRow,
  news: Pick<Parameters<PaymentWords>[0], 'plan' | 'extent'>,
): Promise<void> {
  await notifyOrganizer(tx, event, (language) =>
    deps.paymentWords({ language, eventName: event.name, ...news }),
  );
}

/**
 * Reads a payment's state from Stripe and settles it.
 * @throws DomainError payments_not_set_up, service_unavailable
 */
export async function refreshPayment(deps: PaymentDeps, payment: PaymentRow): Promise<PaymentRow> {
  const provider = providerOf(deps);
  // The payment was started with keys of the other mode (test or live), and the current keys cannot read it.
  if (payment.isTest !== provider.isTest) return payment;
  let { paymentIntentId } = payment;
  if (paymentIntentId === null && payment.checkoutId !== null) {
    const { checkoutId } = payment;
    const page = await callProvider(deps, () => provider.readHostedPage(checkoutId));
    if (page.state === 'expired') return cancel(deps.db, payment);
    ({ paymentIntentId } = page);
  }
  if (paymentIntentId === null) return payment;
  const id = paymentIntentId;
  const fact = await callProvider(deps, () => provider.readIntent(id));
  return (await settle(deps, fact)) ?? payment;
}

/** Marks a payment as canceled after Stripe has closed its payment page. */
async function cancel(db: Db, payment: PaymentRow): Promise<PaymentRow> {
  const [canceled] = await db
    .update(payments)
    .set({ state: 'canceled' })
    .where(and(eq(payments.id, payment.id), eq(payments.state, 'open')))
    .returning();
  return canceled ?? payment;
}

/**
 * Handles a signed webhook from Stripe. Its content is not trusted: the payment is read again from Stripe.
 * @returns whether it was about one of our payments
 * @throws DomainError service_unavailable, so that Stripe sends it again
 */
export async function handleWebhook(deps: PaymentDeps, notice: Notice): Promise<boolean> {
  const provider = providerOf(deps);
  const { paymentIntentId, checkoutId } = notice;
  if (notice.isTest !== provider.isTest) return false;
  if (paymentIntentId !== null) {
    const fact = await callProvider(deps, () => provider.readIntent(paymentIntentId));
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
 * The organizer's upgrade (`upgrade-plan`). It does not trust the request: it grants only what Stripe says
 * was paid for this event and plan. A payment that a webhook has already granted is reported once.
 * @param params.paymentIntentId the payment that was just made, if the caller knows it
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
  const isUnannounced = paymentIntentId ? isNotNull(payments.grantedAt) : isNull(payments.toldAt);
  const candidates = await deps.db
    .select()
    .from(payments)
    .where(
      and(
        isTheirs,
        or(
          and(isNotNull(payments.grantedAt), isUnannounced),
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
    const isFirst = await markOrganizerTold(deps, { actor, payment });
    if (isFirst || paymentIntentId) return;
  }
  providerOf(deps);
  throw new DomainError('payment_failed');
}

/**
 * Records that the event's organizer was told.
 * @returns false if another request told them first
 * @throws DomainError not_an_organizer, access_denied for another event's payment
 */
export async function markOrganizerTold(
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
