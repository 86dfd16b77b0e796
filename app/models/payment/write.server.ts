import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, gte, inArray, isNotNull, notInArray, or } from 'drizzle-orm';
import { events, payments, users } from '~db/schema';
import type { HostedPage, Order } from '~/services/stripe.server';
import { assertCan, type Person } from '../access';
import { DomainError } from '../errors';
import { statusOf, type PublicPayment } from './rules';
import type { BegunPayment } from './shape';
import { refreshPayment } from './settlement.server';
import { callProvider, providerOf } from './provider.server';
import { UNFINISHED, type PaymentDeps, type PaymentRow } from './provider.server';
import { findPaidPlan, type PaidPlan } from './plan';

// Starting a payment, and showing it to its payer.

/** Within this time, in ms, a second attempt continues an open order instead of starting a new one. */
const REUSE_MS = 60 * 60 * 1000;

/** The same for an order without Stripe's id: its first request may still be waiting for Stripe. */
const UNNUMBERED_REUSE_MS = 60 * 1000;

/** How long the state of unfinished payments is read, in ms. */
const RECONCILED_MS = 3 * 24 * 60 * 60 * 1000;

/** The maximum number of unfinished payments that are checked at Stripe before another one starts. */
const LOOKED_AT = 3;

/** The organizer and the plan they order. */
interface PlanOrder {
  actor: Person;
  plan: string;
}

/**
 * Starts a payment in the shop's dialog. The price is the plan's; a double click starts one payment.
 * @returns what the browser needs to pay it
 * @throws DomainError not_an_organizer, payments_not_set_up, service_unavailable, invalid_plan,
 *   no_event_found, payment_settled when the plan is paid already, payment_processing when it soon may be
 */
export async function beginPayment(deps: PaymentDeps, order: PlanOrder): Promise<BegunPayment> {
  const { payment, order: given } = await beginOrder(deps, order, 'dialog');
  const provider = providerOf(deps);
  const { key, plan, paymentIntentId: known } = payment;
  const begun = { key, plan };
  if (known !== null) {
    const { clientSecret } = await callProvider(deps, () => provider.readIntent(known));
    if (clientSecret) return { ...begun, paymentIntentId: known, clientSecret };
  }
  const intent = await callProvider(deps, () => provider.createIntent(given));
  await storeStripeId(deps, payment, { paymentIntentId: intent.paymentIntentId });
  return { ...begun, ...intent };
}

/**
 * Starts a payment on Stripe's own page.
 * @param pages where Stripe redirects afterwards, given the payment's key
 * @returns the URL of that page
 * @throws DomainError what `beginPayment` throws
 */
export async function beginHostedPayment(
  deps: PaymentDeps,
  order: PlanOrder,
  pages: { language: string; successUrl(key: string): string; cancelUrl: string },
): Promise<string> {
  const { payment, order: given } = await beginOrder(deps, order, 'hosted');
  const provider = providerOf(deps);
  const { checkoutId } = payment;
  const urls = {
    language: pages.language,
    successUrl: pages.successUrl(payment.key),
    cancelUrl: pages.cancelUrl,
  };
  const page: HostedPage = await callProvider(deps, () =>
    checkoutId === null
      ? provider.createHostedPage(given, urls)
      : provider.readHostedPage(checkoutId),
  );
  if (page.url === null) throw new DomainError('service_unavailable');
  await storeStripeId(deps, payment, { checkoutId: page.checkoutId });
  return page.url;
}

/** The payment to continue with. */
async function beginOrder(
  deps: PaymentDeps,
  { actor, plan: planId }: PlanOrder,
  place: PaymentRow['place'],
): Promise<{ payment: PaymentRow; order: Order }> {
  assertCan(actor, 'event.upgrade', { eventId: actor.eventId });
  const provider = providerOf(deps);
  const plan = findPaidPlan(planId);
  if (!plan) throw new DomainError('invalid_plan');
  await assertUnpaid(deps, { actor, plan });
  const { payment, email } = await reserve(deps, { actor, plan, place, isTest: provider.isTest });
  const order = {
    key: payment.key,
    amount: payment.amount,
    description: describe(payment),
    email,
    metadata: {
      payment: payment.key,
      event: String(payment.eventNumber),
      plan: payment.plan,
      payer: String(payment.payerId),
    },
  };
  return { payment, order };
}

/**
 * The text on the receipt. It is the same in every language, because a retry of an order whose response was
 * lost must be identical.
 */
function describe({ plan, eventName }: PaymentRow): string {
  return `Snapodium ${plan.charAt(0).toUpperCase()}${plan.slice(1)}: ${eventName}`;
}

/**
 * Refuses an order of a plan that is already paid, or about to be. Before a new payment starts, the
 * unfinished ones for this plan are read from Stripe. Otherwise an organizer who retries because no response
 * came could pay twice.
 */
async function assertUnpaid(
  deps: PaymentDeps,
  { actor, plan }: { actor: Person; plan: PaidPlan },
): Promise<void> {
  const { isTest } = providerOf(deps);
  const unfinished = await deps.db
    .select()
    .from(payments)
    .where(and(isOfPlan(deps, { actor, plan }), eq(payments.isTest, isTest), isNumbered))
    .orderBy(desc(payments.id))
    .limit(LOOKED_AT);
  for (const payment of unfinished) {
    const { state, grantedAt } = await refreshPayment(deps, payment);
    if (grantedAt) throw new DomainError('payment_settled');
    if (state === 'processing') throw new DomainError('payment_processing');
  }
}

/** Returns the open order to continue with, or a new one. Concurrent requests get the same row. */
async function reserve(
  deps: PaymentDeps,
  wanted: { actor: Person; plan: PaidPlan; place: PaymentRow['place']; isTest: boolean },
): Promise<{ payment: PaymentRow; email: string }> {
  const { actor, plan, place, isTest } = wanted;
  const { eventId } = actor;
  return deps.db.transaction(async (tx) => {
    // Locks the event until the order is committed: a concurrent request waits here and then finds this
    // order.
    const [event] = await tx
      .select({ id: events.id, name: events.name })
      .from(events)
      .where(eq(events.id, eventId))
      .for('no key update');
    const [payer] = await tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(and(eq(users.id, actor.userId ?? 0), eq(users.eventId, eventId)));
    if (!event || !payer) throw new DomainError('no_event_found');
    const isFresh = gte(payments.createdAt, msAgo(deps, UNNUMBERED_REUSE_MS));
    const [open] = await tx
      .select()
      .from(payments)
      .where(
        and(
          isOfPlan(deps, { actor, plan }),
          eq(payments.state, 'open'),
          eq(payments.payerId, payer.id),
          eq(payments.place, place),
          eq(payments.isTest, isTest),
          eq(payments.amount, plan.price),
          or(isNumbered, isFresh),
        ),
      )
      .orderBy(desc(payments.id))
      .limit(1);
    if (open) return { payment: open, email: payer.email };
    const [payment] = await tx
      .insert(payments)
      .values({
        key: randomUUID(),
        eventId,
        eventNumber: event.id,
        eventName: event.name,
        payerId: payer.id,
        plan: plan.id,
        amount: plan.price,
        place,
        isTest,
        createdAt: deps.now(),
      })
      .returning();
    if (!payment) throw new Error('no payment was written');
    return { payment, email: payer.email };
  });
}

/** Orders of this plan that may still be paid: started within the hour, or being processed. */
function isOfPlan(deps: PaymentDeps, { actor, plan }: { actor: Person; plan: PaidPlan }) {
  return and(
    eq(payments.eventId, actor.eventId),
    eq(payments.plan, plan.id),
    or(
      eq(payments.state, 'processing'),
      and(eq(payments.state, 'open'), gte(payments.createdAt, msAgo(deps, REUSE_MS))),
    ),
  );
}

const isNumbered = or(isNotNull(payments.paymentIntentId), isNotNull(payments.checkoutId));

function msAgo({ now }: PaymentDeps, ms: number): Date {
  return new Date(now().getTime() - ms);
}

/** Stores the id that Stripe assigned. A webhook may have stored the same id before. */
async function storeStripeId(
  { db }: PaymentDeps,
  payment: PaymentRow,
  given: { paymentIntentId: string } | { checkoutId: string },
): Promise<void> {
  await db.update(payments).set(given).where(eq(payments.id, payment.id));
}

/**
 * One payment of the caller's event.
 * @throws DomainError page_not_found
 */
export async function getPayment(
  { db }: Pick<PaymentDeps, 'db'>,
  { key, eventId }: { key: string; eventId: number },
): Promise<PaymentRow> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.key, key), eq(payments.eventId, eventId)));
  if (!payment) throw new DomainError('page_not_found');
  return payment;
}

/**
 * A user's payments, finished or in progress, newest first. Orders that were never paid are left out, except
 * those whose payment failed while it was being processed.
 */
export async function listOwnPayments(
  { db }: Pick<PaymentDeps, 'db'>,
  { userId }: { userId: number },
): Promise<PublicPayment[]> {
  const rows = await db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.payerId, userId),
        or(payments.isDelayed, notInArray(payments.state, ['open', 'canceled'])),
      ),
    )
    .orderBy(desc(payments.id));
  return rows.map(presentPayment);
}

/**
 * The unfinished payments of the last three days, oldest first, because their webhooks may have been lost.
 */
export function listUnfinished({ db, now }: PaymentDeps): Promise<PaymentRow[]> {
  const since = new Date(now().getTime() - RECONCILED_MS);
  return db
    .select()
    .from(payments)
    .where(and(inArray(payments.state, UNFINISHED), gte(payments.createdAt, since)))
    .orderBy(asc(payments.id));
}

/** A payment as its payer sees it. */
function presentPayment(payment: PaymentRow): PublicPayment {
  const { key, plan, amount, isTest, receiptUrl, createdAt } = payment;
  return { key, plan, amount, isTest, receiptUrl, createdAt, status: statusOf(payment) };
}
