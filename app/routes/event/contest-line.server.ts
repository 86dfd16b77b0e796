import type { LoaderFunctionArgs } from '@remix-run/node';
import { formatDay, formatDayAndMonth } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import type { Language } from '~/i18n/languages';
import type { Day } from '~/models/day';
import { isExpired } from '~/models/event/rules';
import type { EventRow } from '~/models/event/read.server';
import { FAVORITES_MAX } from '~/models/photo/star';
import type { RequestArgs } from '~/http/context';

/** The rules of an event's contest, in one line in the reader's language. */
export async function contestLine(
  { request, context }: LoaderFunctionArgs,
  { maxPhotosPerUser, endDate }: EventRow,
): Promise<string> {
  const t = await translator(request);
  const today = context.app.today();
  const day = dayInWords(endDate, today, await languageOf(request));
  const values = { count: maxPhotosPerUser, stars: FAVORITES_MAX, day };
  return t(endDate === today ? 'server:auth.card.how_tonight' : 'server:auth.card.how', values);
}

/**
 * When an event will start, as a sentence or as a part of a line; null once it has started, or if it was ended before.
 */
export async function startLine(
  { request, context }: RequestArgs,
  event: Pick<EventRow, 'startDate' | 'endDate' | 'endedAt'>,
  key: 'server:auth.card.starts' | 'server:event.line.starts',
): Promise<string | null> {
  const today = context.app.today();
  if (event.startDate <= today || isExpired(event, today)) return null;
  const t = await translator(request);
  return t(key, { day: dayInWords(event.startDate, today, await languageOf(request)) });
}

/** A day without the year if that is the current one. */
function dayInWords(day: Day, today: Day, language: Language): string {
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return (isThisYear ? formatDayAndMonth : formatDay)(day, language);
}
