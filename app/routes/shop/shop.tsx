import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { ShopView } from '~/components/event-views';
import { ShopScreen } from '~/components/shop-screen';
import { requireOrganizer } from '~/http/guards.server';
import { formatAmount, formatDay } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import { ALL_PHOTOS_ABOVE } from '~/models/event';
import { countParticipants } from '~/models/event.server';
import { PLAN_TABLE } from '~/models/plan';
import { isOverdue, lastKeptDay } from '~/models/retention';
import type { ScreenHandle } from '../event/shell';
import { pageMeta } from '../page-meta';

export const handle = { tab: 'shop', i18n: ['shop'] } satisfies ScreenHandle & { i18n: string[] };

/** The plans, for the organizer, also of an event that has ended (§2). */
export async function loader(args: LoaderFunctionArgs) {
  const { event, isExpired } = await requireOrganizer(args);
  const { db, env, today } = args.context.app;
  const t = await translator(args.request);
  const language = await languageOf(args.request);
  const prices = PLAN_TABLE.map(({ id, price }) => [id, formatAmount(price, language)]);
  const shop: ShopView = {
    current: event.plan,
    prices: Object.fromEntries(prices) as ShopView['prices'],
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

export const meta = pageMeta;

export default function Shop() {
  return <ShopScreen shop={useLoaderData<typeof loader>().shop} />;
}
