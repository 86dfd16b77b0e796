import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { RevealScreen } from '~/components/event/reveal/reveal-screen';
import stylesheet from '~/components/event/reveal/reveal.css?url';
import { requireOrganizer } from '~/http/guards.server';
import { pageMeta } from '~/http/page-meta';
import { translator } from '~/i18n/i18n.server';
import { rehearseReveal, REHEARSED_PHOTOS } from '~/models/event/rehearsal';
import { organizerPaths } from '~/organizer-paths';
import { revealPaths } from '~/reveal-paths';
import { shiftReveal } from '../event/shift-reveal.server';

export { shouldRevalidate } from '~/browser/screen';
export { untilAnswered as clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['reveal'] };

export const links = () => [{ rel: 'stylesheet', href: stylesheet }];

/** Plays a reveal with stand-ins to the organizer alone (rule `reveal.rehearsal`). */
export async function loader(args: LoaderFunctionArgs) {
  await requireOrganizer(args);
  const t = await translator(args.request);
  const now = args.context.app.now().getTime();
  const { searchParams } = new URL(args.request.url);
  // Without scripts the page reloads every few seconds, and continues.
  if (!searchParams.has('from')) throw redirect(revealPaths.rehearsal({ from: now }));
  const show = shiftReveal(rehearseReveal(now), args.request, (from) =>
    revealPaths.rehearsal({ from }),
  );
  return {
    title: t('reveal:rehearsal.title'),
    view: {
      eventId: null,
      revealedAt: show.startsAt,
      photoCount: REHEARSED_PHOTOS,
      show,
      links: { done: organizerPaths.eventReveal(), leave: organizerPaths.eventReveal() },
      again: revealPaths.rehearsal({ from: 0 }),
    },
  };
}

export const meta = pageMeta;

export default function Rehearsal() {
  const { view } = useLoaderData<typeof loader>();
  return <RevealScreen key={view.show.startsAt} view={view} />;
}
