import type { LoaderFunctionArgs } from '@remix-run/node';
import type { CurtainTask, CurtainView } from '~/components/event/event-views';
import type { Identity } from '~/http/guards.server';
import { formatMoment, formatTime } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import { dayOf } from '~/models/day';
import { freeSlots } from '~/models/photo/rules';
import { listUserPhotos } from '~/models/photo/read.server';
import { FAVORITES_MAX } from '~/models/photo/star';
import { listStarredIds } from '~/models/photo/star.server';
import { votingState } from '~/models/photo/voting';
import { paths } from '~/paths';
import { loadTablesLink } from './load-tables.server';
import { closingWords, sayVoting } from './load-voting.server';

/** What a guest sees instead of the podium while standings are hidden (rule `standings.curtain`). */
export async function loadCurtain(
  args: LoaderFunctionArgs,
  identity: Identity,
): Promise<CurtainView> {
  const { app } = args.context;
  const { event } = identity;
  const now = app.now();
  const t = await translator(args.request);
  const state = votingState(event, now);
  const closes = state === 'open' ? event.votingClosesAt : null;
  return {
    title: t(state === 'open' ? 'server:event.curtain.falls' : 'server:event.curtain.down'),
    text: (await sayReveal(args, identity)) ?? (await sayStars(args, identity)),
    countdown: closes && {
      until: closes.getTime(),
      unit: t('server:event.curtain.unit'),
      words: await closingWords(args, closes),
    },
    todo: await listTasks(args, identity, state === 'open'),
    tables: await loadTablesLink(args, identity),
  };
}

async function sayStars(args: LoaderFunctionArgs, { event }: Identity): Promise<string> {
  const t = await translator(args.request);
  const state = votingState(event, args.context.app.now());
  if (state === 'closed' || state === 'off') return t('server:event.curtain.soon');
  const { refusal, until } = await sayVoting(args, event);
  return refusal ?? until ?? t('server:event.curtain.until');
}

/** When the result is revealed, if a time is set; null otherwise. */
async function sayReveal(
  { request, context: { app } }: LoaderFunctionArgs,
  { event: { revealedAt } }: Identity,
): Promise<string | null> {
  if (!revealedAt) return null;
  const [t, language] = await Promise.all([translator(request), languageOf(request)]);
  const timeZone = app.env.EVENT_TIME_ZONE;
  return dayOf(revealedAt, timeZone) === dayOf(app.now(), timeZone)
    ? t('server:event.curtain.reveal', { time: formatTime(revealedAt, language, timeZone) })
    : t('server:event.curtain.reveal_on', { time: formatMoment(revealedAt, language, timeZone) });
}

/** What a participant can still do; null for others and once the event is over. */
async function listTasks(
  { request, context: { app } }: LoaderFunctionArgs,
  { user, event, isExpired }: Identity,
  isVoting: boolean,
): Promise<CurtainView['todo']> {
  if (!user || isExpired) return null;
  const eventId = event.id;
  const closes = isVoting ? event.votingClosesAt : null;
  const [starred, photos, t, language] = await Promise.all([
    listStarredIds(app.db, { userId: user.id }),
    listUserPhotos(app.db, { eventId, userId: user.id }),
    translator(request),
    languageOf(request),
  ]);
  const stars = isVoting ? FAVORITES_MAX - starred.length : 0;
  const free = freeSlots(photos, event.maxPhotosPerUser).length;
  const items: (CurtainTask | false)[] = [
    stars > 0 && {
      icon: 'star',
      title: t('server:event.curtain.stars', { count: stars }),
      text: t('server:event.curtain.star_text'),
      act: t('server:event.curtain.star_act', { count: stars }),
      to: paths.feed(),
    },
    isVoting &&
      free > 0 && {
        icon: 'camera',
        title: t('server:event.curtain.room', { count: free }),
        text: t('server:event.curtain.room_text'),
        act: t('server:event.curtain.room_act'),
        to: paths.photosNew(),
      },
  ];
  return {
    title: t('server:event.curtain.todo'),
    done: closes
      ? t('server:event.curtain.done_at', {
          time: formatTime(closes, language, app.env.EVENT_TIME_ZONE),
        })
      : t('server:event.curtain.done'),
    items: items.filter((item) => item !== false),
  };
}
