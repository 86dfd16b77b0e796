import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { formatDay, formatDayAndMonth } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import type { EventRow } from '~/models/event.server';
import { FAVORITES_MAX } from '~/models/favorite';
import type { FeedView } from '~/components/event/event-views';
import type { Identity } from '~/http/guards.server';
import { paths, safeNext } from '~/paths';

/** How an event's contest goes, in one line of the reader's language. */
export async function contestLine(
  { request, context }: LoaderFunctionArgs,
  { maxPhotosPerUser, endDate }: EventRow,
): Promise<string> {
  const t = await translator(request);
  const today = context.app.today();
  const isThisYear = endDate.slice(0, 4) === today.slice(0, 4);
  const format = isThisYear ? formatDayAndMonth : formatDay;
  const day = format(endDate, await languageOf(request));
  const values = { count: maxPhotosPerUser, stars: FAVORITES_MAX, day };
  return t(endDate === today ? 'access:card.how_tonight' : 'access:card.how', values);
}

/** Remembers that somebody has closed the line; the name of the query that closes it, too. */
const CLOSED = 'contest_line';
const THREE_MONTHS_S = 90 * 24 * 60 * 60;

/**
 * The line above the feed for whoever has just come in, until it is closed: a link does that, so that it
 * works without scripts.
 * @throws Response once it is closed, the way back to the same address
 */
export async function loadFeedIntro(
  args: LoaderFunctionArgs,
  { user, event }: Identity,
): Promise<FeedView['intro']> {
  const url = new URL(args.request.url);
  if (url.searchParams.get(CLOSED) === '0') {
    url.searchParams.delete(CLOSED);
    throw redirect(safeNext(url.pathname + url.search, paths.feed()), {
      headers: {
        'Set-Cookie': `${CLOSED}=0; Path=/; Max-Age=${THREE_MONTHS_S}; SameSite=Lax; HttpOnly`,
      },
    });
  }
  const pattern = new RegExp(`(?:^|;\\s*)${CLOSED}=0(?:;|$)`);
  const isClosed = pattern.test(args.request.headers.get('Cookie') ?? '');
  if (user || isClosed) return null;
  url.searchParams.set(CLOSED, '0');
  return {
    text: await contestLine(args, event),
    close: url.pathname + url.search,
    login: paths.login({ next: paths.home('profile') }),
  };
}
