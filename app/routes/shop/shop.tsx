import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ShopScreen } from '~/components/shop/shop-screen';
import type { ShopReply, ShopView } from '~/components/shop/shop-views';
import { readForm } from '~/http/forms.server';
import { requireOrganizer, type Member } from '~/http/guards.server';
import { originOf } from '~/http/origin.server';
import { withPaymentLimit } from '~/http/payment.server';
import { redirectWithToast } from '~/http/flash.server';
import { formatAmount, formatDay } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import { DomainError, type ErrorCode } from '~/models/errors';
import { ALL_PHOTOS_ABOVE } from '~/models/event';
import { countParticipants } from '~/models/event.server';
import { beginHostedPayment, beginPayment } from '~/models/payment.server';
import { confirmUpgrade } from '~/models/payment-settlement.server';
import { findPaidPlan, PAID_PLANS, PLAN_TABLE, upgraded } from '~/models/plan';
import { isOverdue, lastKeptDay } from '~/models/retention';
import { paths, safeNext } from '~/paths';
import type { ScreenHandle } from '../event/shell';
import { offlineIsAnAnswer } from '../organizer/offline-is-an-answer';
import { pageMeta } from '~/http/page-meta';
import { extentView } from './extent-view';

export const handle = { tab: 'shop', i18n: ['shop'] } satisfies ScreenHandle & { i18n: string[] };
/** The plans, for the organizer, also of an event that has ended. */
export async function loader(args: LoaderFunctionArgs) {
  const { event, isExpired } = await requireOrganizer(args);
  const { db, env, payments, today } = args.context.app;
  const t = await translator(args.request);
  const language = await languageOf(args.request);
  const query = new URL(args.request.url).searchParams;
  const prices = PLAN_TABLE.map(({ id, price }) => [id, formatAmount(price, language)]);
  const after = PAID_PLANS.map((plan) => [
    plan.id,
    extentView(upgraded(event, plan, today()), language),
  ]);
  const shop: ShopView = {
    eventName: event.name,
    current: event.plan,
    now: extentView(event, language),
    after: Object.fromEntries(after) as ShopView['after'],
    isEnded: isExpired,
    prices: Object.fromEntries(prices) as ShopView['prices'],
    payments: payments ? (payments.isTest ? 'test' : 'live') : 'closed',
    publishableKey: payments?.publishableKey ?? null,
    asked: payments ? (findPaidPlan(query.get('plan'))?.id ?? null) : null,
    from: safeNext(query.get('from'), '') || null,
    origin: originOf(args),
    contactEmail: addressIn(env.MAIL_FROM ?? env.ADMIN_EMAIL),
    kept: isExpired
      ? {
          lastDay: formatDay(lastKeptDay(event), language),
          isOver: isOverdue(event, today()),
          hasAllPhotos: (await countParticipants(db, { eventId: event.id })) > ALL_PHOTOS_ABOVE,
        }
      : null,
  };
  return { title: t('shop:title'), shop };
}

/** MAIL_FROM may come with a name: “Snapodium <hello@example.com>”. */
function addressIn(sender: string): string {
  return /<([^<>]+)>/.exec(sender)?.[1] ?? sender;
}

/**
 * Intents of scripts: `begin` a payment in the dialog, and `upgrade` once it is paid. Without one the
 * way leads to Stripe's own page.
 */
export async function action(args: ActionFunctionArgs) {
  const member = await requireOrganizer(args);
  const form = await readForm(args.request);
  const { app } = args.context;
  const plan = form.get('plan') ?? '';
  const { actor } = member;
  switch (form.get('intent')) {
    case 'begin':
      return answer(args, member, async () => ({
        begun: await beginPayment(app, { actor, plan }),
      }));
    case 'upgrade':
      return answer(args, member, async () => {
        const paymentIntentId = form.get('paymentIntentId') ?? undefined;
        await confirmUpgrade(app, { actor, plan, paymentIntentId });
        return { upgraded: true };
      });
    default:
      return payElsewhere(args, member, { plan, from: safeNext(form.get('from'), '') });
  }
}

async function answer(
  args: ActionFunctionArgs,
  member: Member,
  work: () => Promise<ShopReply>,
): Promise<ReturnType<typeof data<ShopReply>>> {
  try {
    return data(await withPaymentLimit(args, member, work));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return data({ code: error.code }, error.status);
  }
}

/** To Stripe's page, or back to the shop with the reason why not. */
async function payElsewhere(
  args: ActionFunctionArgs,
  member: Member,
  { plan, from }: { plan: string; from: string },
): Promise<Response> {
  const here = originOf(args);
  const shop = paths.shop({ from });
  try {
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
    return redirect(url, 303);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return redirectWithToast(args, shop, refusal(error.code));
  }
}

function refusal(code: ErrorCode) {
  if (code === 'payment_settled') {
    return { tone: 'ok', title: 'shop:toast.success', text: 'shop:toast.success_text' } as const;
  }
  return { tone: 'bad', title: 'shop:toast.setup_failed', text: `errors:${code}` } as const;
}

/** A lost connection leaves the shop as it is. */
export const clientAction = offlineIsAnAnswer;

export const meta = pageMeta;

export default function Shop() {
  return <ShopScreen shop={useLoaderData<typeof loader>().shop} />;
}
