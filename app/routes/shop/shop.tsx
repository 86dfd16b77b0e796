import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ShopScreen } from '~/components/shop/shop-screen';
import type { ShopView } from '~/components/shop/shop-views';
import { readForm } from '~/http/forms.server';
import type { Member } from '~/http/guards.server';
import { originOf } from '~/http/origin.server';
import { requireBuyer, withPaymentLimit } from '~/http/payment.server';
import { dataOutcome, outcome } from '~/http/outcome.server';
import { formatDay } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import type { DomainError, ErrorCode } from '~/models/errors';
import { beginHostedPayment, beginPayment } from '~/models/payment/write.server';
import { confirmUpgrade } from '~/models/payment/settlement.server';
import { findPaidPlan, PAID_PLANS, upgraded } from '~/models/payment/plan';
import { isOverdue, lastRetentionDay } from '~/models/event/retention';
import { paths, safeNext } from '~/paths';
import type { ScreenHandle } from '../event/screen-handle';
import { keepForm } from '~/browser/keep-form';
import { pageMeta } from '~/http/page-meta';
import { extentView } from './extent-view';
import { pricesIn } from './prices';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { tab: 'shop', i18n: ['shop'] } satisfies ScreenHandle;
/** The plans, for the organizer, even after the event has ended. */
export async function loader(args: LoaderFunctionArgs) {
  const { event, isExpired } = await requireBuyer(args);
  const { env, payments, today } = args.context.app;
  const t = await translator(args.request);
  const language = await languageOf(args.request);
  const query = new URL(args.request.url).searchParams;
  const after = PAID_PLANS.map((plan) => [
    plan.id,
    extentView(upgraded(event, plan, today()), language),
  ]);
  const shop: ShopView = {
    eventName: event.name,
    current: event.plan,
    now: extentView(event, language),
    paidUntil:
      event.paidUntil !== null && event.paidUntil > event.endDate
        ? formatDay(event.paidUntil, language)
        : null,
    after: Object.fromEntries(after) as ShopView['after'],
    isEnded: isExpired,
    prices: pricesIn(language),
    payments: payments ? (payments.isTest ? 'test' : 'live') : 'closed',
    publishableKey: payments?.publishableKey ?? null,
    asked: payments ? (findPaidPlan(query.get('plan'))?.id ?? null) : null,
    from: safeNext(query.get('from'), '') || null,
    origin: originOf(args),
    contactEmail: addressIn(env.MAIL_FROM ?? env.ADMIN_EMAIL),
    retention: isExpired
      ? {
          lastDay: formatDay(lastRetentionDay(event), language),
          isOver: isOverdue(event, today()),
        }
      : null,
  };
  return { title: t('shop:title'), shop };
}

/** MAIL_FROM may contain a name: “Snapodium <hello@example.com>”. */
function addressIn(sender: string): string {
  return /<([^<>]+)>/.exec(sender)?.[1] ?? sender;
}

/**
 * Intents of scripts: `begin` starts a payment in the dialog, and `upgrade` grants the plan once it is paid.
 * Without an intent, redirects to Stripe's own page.
 */
export async function action(args: ActionFunctionArgs) {
  const member = await requireBuyer(args);
  const form = await readForm(args);
  const { app } = args.context;
  const plan = form.get('plan') ?? '';
  const { actor } = member;
  switch (form.get('intent')) {
    case 'begin':
      return answer(args, member, 'setup', async () => ({
        begun: await beginPayment(app, { actor, plan }),
      }));
    case 'upgrade':
      return answer(args, member, 'upgrade', async () => {
        const paymentIntentId = form.get('paymentIntentId') ?? undefined;
        await confirmUpgrade(app, { actor, plan, paymentIntentId });
        return {};
      });
    default:
      return redirectToStripe(args, member, { plan, from: safeNext(form.get('from'), '') });
  }
}

function answer<More extends object>(
  args: ActionFunctionArgs,
  member: Member,
  what: 'setup' | 'upgrade',
  work: () => Promise<More>,
) {
  const says = {
    done: what === 'upgrade' ? ('shop:toast.upgraded' as const) : undefined,
    refused: ({ code }: DomainError) => refusal(code, what),
    failed: 'unknown' as const,
    more: (result: More) => result,
  };
  return dataOutcome(args, says, () => withPaymentLimit(args, member, work));
}

/** Errors that have their own notice. */
const OWN_WORDS = {
  authentication_required: 'authentication',
  not_an_organizer: 'organizer',
  no_event_found: 'event',
} as const;

const PAID = { tone: 'ok', title: 'shop:toast.success', text: 'shop:toast.success_text' } as const;

/** The notice when a payment could not start, or a plan was not granted. */
function refusal(code: ErrorCode, what: 'setup' | 'upgrade') {
  if (code === 'payment_settled') return PAID;
  if (code in OWN_WORDS) {
    const own = OWN_WORDS[code as keyof typeof OWN_WORDS];
    return { title: `shop:toast.${own}`, text: `shop:toast.${own}_text` } as const;
  }
  const title = `shop:toast.${what}_failed` as const;
  if (code !== 'unknown') return title;
  return what === 'setup'
    ? ({ title, text: 'shop:toast.setup_refused' } as const)
    : ({ title, text: 'shop:toast.upgrade_failed_text' } as const);
}

/** Redirects to Stripe's page, or back to the shop with the error. */
function redirectToStripe(
  args: ActionFunctionArgs,
  member: Member,
  { plan, from }: { plan: string; from: string },
): Promise<Response> {
  const here = originOf(args);
  const shop = paths.shop({ from });
  const says = {
    next: shop,
    refused: ({ code }: DomainError) =>
      code === 'payment_settled' ? PAID : ('shop:toast.setup_failed' as const),
  };
  return outcome(args, says, async () => {
    const url = await withPaymentLimit(args, member, async () =>
      beginHostedPayment(
        args.context.app,
        { actor: member.actor, plan },
        {
          language: await languageOf(args.request),
          successUrl: (key) => here + paths.shopReturn({ payment: key, from }),
          cancelUrl: here + shop,
        },
      ),
    );
    throw redirect(url, 303);
  });
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function Shop() {
  return <ShopScreen shop={useLoaderData<typeof loader>().shop} />;
}
