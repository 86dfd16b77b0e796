import type { LoaderFunctionArgs } from '@remix-run/node';
import { formatDay, formatDayAndMonth } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import type { EventRow } from '~/models/event.server';
import { FAVORITES_MAX } from '~/models/favorite';
import type { FeedView } from '~/components/event/event-views';
import type { Identity } from '~/http/guards.server';
import { keptChoice } from '~/http/kept-choice.server';
import { paths } from '~/paths';

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

/**
 * The line above the feed for whoever has just come in, until it is closed.
 * @throws Response once it is closed, the way back to the same address
 */
export async function loadFeedIntro(
  args: LoaderFunctionArgs,
  { user, event }: Identity,
): Promise<FeedView['intro']> {
  const closed = keptChoice(args.request, 'contest_line_closed', paths.feed());
  if (user || closed.isOn) return null;
  return {
    text: await contestLine(args, event),
    close: closed.toggle,
    login: paths.login({ next: paths.home('profile') }),
  };
}
