import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { RevealScreen } from '~/components/event/reveal/reveal-screen';
import stylesheet from '~/components/event/reveal/reveal.css?url';
import { requireVisit } from '~/http/guards.server';
import { pageMeta } from '~/http/page-meta';
import { translator } from '~/i18n/i18n.server';
import { readReveal } from '~/models/event/reveal-show.server';
import { countContestPhotos } from '~/models/event/progress.server';
import { hasRevealBegun, isRevealed } from '~/models/event/standings';
import { paths } from '~/paths';
import { revealPaths } from '~/reveal-paths';
import { shiftReveal } from './shift-reveal.server';

export { shouldRevalidate } from '~/browser/screen';
export { untilAnswered as clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['reveal'] };

export const links = () => [{ rel: 'stylesheet', href: stylesheet }];

/** The reveal, as far as it is told now; a past one is played again from `from` (rule `reveal.late`). */
export async function loader(args: LoaderFunctionArgs) {
  const identity = await requireVisit(args, { onceEnded: 'reading' });
  const { app } = args.context;
  const { actor, event } = identity;
  const now = app.now();
  if (!event.revealedAt || !hasRevealBegun(event, now)) throw redirect(paths.top());
  const told = await readReveal(app, { actor, event, now });
  const show = isRevealed(event, now)
    ? shiftReveal(told, args.request, (from) => revealPaths.reveal({ from }))
    : told;
  const t = await translator(args.request);
  return {
    title: t('reveal:title'),
    view: {
      eventId: event.id,
      revealedAt: event.revealedAt.getTime(),
      photoCount: await countContestPhotos(app.db, { eventId: event.id }),
      show,
      links: { done: paths.top(), leave: paths.feed() },
      again: null,
    },
  };
}

export const meta = pageMeta;

export default function Reveal() {
  const { view } = useLoaderData<typeof loader>();
  return <RevealScreen key={view.show.startsAt} view={view} />;
}
