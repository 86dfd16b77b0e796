import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ReturnScreen } from '~/components/shop/return-screen';
import type { ReturnView } from '~/components/shop/shop-views';
import { requireMainOrganizer } from '~/http/guards.server';
import { withPaymentLimit } from '~/http/payment.server';
import { refusePage } from '~/http/refusal.server';
import { languageOf, translator } from '~/i18n/i18n.server';
import { DomainError } from '~/models/errors';
import { getEvent } from '~/models/event/read.server';
import { statusOf } from '~/models/payment/rules';
import { getPayment } from '~/models/payment/write.server';
import { refreshPayment, markOrganizerTold } from '~/models/payment/settlement.server';
import { isUnfinished, type PaymentRow } from '~/models/payment/provider.server';
import { paths, safeNext } from '~/paths';
import type { ScreenHandle } from '../event/screen-handle';
import { pageMeta } from '~/http/page-meta';
import { extentView } from './extent-view';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { tab: 'shop', i18n: ['shop'] } satisfies ScreenHandle;

/** How often the page refreshes itself, and after how many seconds each time. */
const LOOKS = 24;
const LOOK_S = 5;

/** Where an external payment returns: its state, which is read from Stripe while it is unfinished. */
export async function loader(args: LoaderFunctionArgs) {
  const member = await requireMainOrganizer(args);
  const { app } = args.context;
  const t = await translator(args.request);
  const language = await languageOf(args.request);
  const query = new URL(args.request.url).searchParams;
  const key = (query.get('payment') ?? '').slice(0, 100);
  const eventId = member.event.id;
  const known = await getPayment(app, { key, eventId }).catch((error: unknown) =>
    refusePage(args, error),
  );
  const { payment, isUnreachable } = await look(args, member, known);
  const event = await getEvent(app.db, { eventId });
  const status = statusOf(payment);
  if (payment.grantedAt) await markOrganizerTold(app, { actor: member.actor, payment });

  const from = safeNext(query.get('from'), paths.home());
  const looks = Math.min(Number(/^\d{1,3}$/.exec(query.get('look') ?? '')?.[0] ?? 0), LOOKS);
  const view: ReturnView = {
    status,
    receiptUrl: payment.receiptUrl,
    isTest: payment.isTest,
    eventName: event.name,
    now: extentView(event, language),
    isUnreachable,
    again: isUnfinished(payment)
      ? {
          url: paths.shopReturn({ payment: key, from, look: looks + 1 }),
          seconds: looks < LOOKS ? LOOK_S : null,
        }
      : null,
    from,
  };
  return { title: t('shop:return.title'), view };
}

async function look(
  args: LoaderFunctionArgs,
  member: Awaited<ReturnType<typeof requireMainOrganizer>>,
  payment: PaymentRow,
): Promise<{ payment: PaymentRow; isUnreachable: boolean }> {
  if (!isUnfinished(payment)) return { payment, isUnreachable: false };
  const { app } = args.context;
  try {
    const asked = await withPaymentLimit(args, member, () => refreshPayment(app, payment));
    return { payment: asked, isUnreachable: false };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { payment, isUnreachable: true };
  }
}

export const meta = pageMeta;

export default function Return() {
  return <ReturnScreen view={useLoaderData<typeof loader>().view} />;
}
