import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { CardScreen, type CardView } from '~/components/event/missions/card-screen';
import { isReadOnly, requireMember, requireVisit } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { pageMeta } from '~/http/page-meta';
import { languageOf, translator } from '~/i18n/i18n.server';
import { readHand, swapCard } from '~/models/mission/cards.server';
import { listPlayedMissions } from '~/models/mission/read.server';
import { keepForm } from '~/browser/keep-form';
import { missionPaths } from '~/mission-paths';
import { paths } from '~/paths';
import { viewHand } from './load-hand.server';
import type { ScreenHandle } from './screen-handle';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { tab: 'feed', i18n: ['missions'] } satisfies ScreenHandle;

/**
 * The member's own cards (rule `missions.cards`) and the missions that have photos (rule `missions.filter`). `?open=1`
 * shows the open card face up. Visitors, and guests who have nothing to see here and are dealt no more cards, are
 * redirected to the photos.
 */
export async function loader(args: LoaderFunctionArgs) {
  const identity = await requireVisit(args, { onceEnded: 'reading' });
  const { actor, user, isExpired } = identity;
  const [t, language] = await Promise.all([translator(args.request), languageOf(args.request)]);
  const { db } = args.context.app;
  const [read, missions] = await Promise.all([
    user && readHand(db, { actor, language }),
    listPlayedMissions(db, { reader: actor, eventId: actor.eventId, language }),
  ]);
  const open = read?.cards.find(({ doneAt }) => doneAt === null);
  const hand = read && (await viewHand(args, identity, read));
  const played = missions.map(({ id, text }) => ({ to: missionPaths.photos(id), text }));
  if ((isExpired || !user) && !hand && played.length === 0) throw redirect(paths.feed());
  const { missionId, text } = open ?? {};
  const view: CardView = {
    open:
      missionId && text && !isExpired
        ? {
            text,
            to: missionPaths.take(),
            offer: { id: missionId, label: t('missions:choice', { mission: text }) },
          }
        : null,
    isTurned: new URL(args.request.url).searchParams.has('open'),
    canSwap: read !== null && read.canSwap && !isReadOnly(identity),
    hand,
    areAllDone: hand !== null && !open,
    played,
  };
  return { title: t('missions:title'), view };
}

/** Swaps the open card, once in an event. */
export async function action(args: ActionFunctionArgs) {
  const { actor } = await requireMember(args, { next: missionPaths.cards() });
  const language = await languageOf(args.request);
  const says = {
    next: missionPaths.cards({ open: 1 }),
    done: 'missions:swapped',
    refused: 'missions:swap_failed',
    keepsCaches: true,
    isReplacing: true,
  } as const;
  return outcome(args, says, () => swapCard(args.context.app.db, { actor, language }));
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function Missions() {
  return <CardScreen view={useLoaderData<typeof loader>().view} />;
}
