import type { LoaderFunctionArgs } from '@remix-run/node';
import type { DuelView } from '~/components/event/duel/duel-views';
import type { VotingLineView } from '~/components/event/event-views';
import { LEFT } from '~/components/event/event-views';
import type { Identity } from '~/http/guards.server';
import { formatTime } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import { can } from '~/models/access';
import { findDuel, listTied, readDuelVote, type Duel } from '~/models/duel/read.server';
import { isDuelRunning } from '~/models/duel/rules';
import type { EventRow } from '~/models/event/read.server';
import { namesApart } from '~/models/event/names-apart';
import { presentScreenPhoto } from '~/models/photo/read.server';
import { paths } from '~/paths';

const TITLES = { 2: 'duel:two', 3: 'duel:three', 4: 'duel:four', 5: 'duel:five' } as const;

/**
 * The duel of an event's result as its page shows it; null if there was none. Only readers who may see stars counted
 * learn how it ended (rule `duel.told`), and nobody learns it before the end.
 */
export async function loadDuel(
  args: LoaderFunctionArgs,
  { event, actor, user }: Identity,
): Promise<DuelView | null> {
  const { app } = args.context;
  const now = app.now();
  const duel = await findDuel(app.db, { eventId: event.id });
  if (!duel) return null;
  const [t, language, vote] = await Promise.all([
    translator(args.request),
    languageOf(args.request),
    user ? readDuelVote(app.db, { duelId: duel.id, userId: user.id }) : null,
  ]);
  const state = stateOf(duel, now);
  const isTold = can(actor, 'stars.count', { eventId: event.id });
  const tally = state === 'over' && isTold ? duel.tally : null;
  const shortOf = namesApart(duel.photos.map(({ userName }) => userName));
  const winner = tally && duel.photos.find(({ id }) => id === duel.winnerId);
  const [first] = duel.photos;
  const leads = {
    running:
      isTold && first && isEqual(duel)
        ? t('duel:lead_stars', { count: first.favoriteCount })
        : t('duel:lead'),
    counting: t('duel:counting'),
    over: tally ? (winner ? '' : t('duel:even')) : t('duel:hidden'),
  };
  const count = Math.min(5, Math.max(2, duel.photos.length)) as keyof typeof TITLES;
  const isOwners = duel.photos.some(({ userId }) => userId === user?.id);
  return {
    eventId: event.id,
    duelId: duel.id,
    title: winner ? t('duel:won', { name: shortOf(winner.userName) }) : t(TITLES[count]),
    lead: leads[state],
    state,
    photos: duel.photos.map((photo) => {
      const { id, imageUrl, width, height, caption, userName } = presentScreenPhoto(
        photo,
        app.storage,
      );
      const taps = tally?.find(({ photoId }) => photoId === id);
      return {
        id,
        imageUrl,
        width,
        height,
        caption,
        userName,
        isChosen: id === vote,
        hasWon: id === winner?.id,
        taps: taps ? t('duel:taps', { count: taps.votes }) : null,
      };
    }),
    startedAt: duel.startedAt.getTime(),
    endsAt: duel.endsAt.getTime(),
    until: t('duel:until', {
      time: formatTime(duel.endsAt, language, app.env.EVENT_TIME_ZONE),
    }),
    may: isOwners ? 'watch' : user ? 'choose' : 'join',
    next: tally
      ? { to: paths.top(), label: t('duel:podium') }
      : { to: paths.feed(), label: t('duel:photos') },
  };
}

function stateOf({ countedAt, endsAt }: Duel, now: Date): DuelView['state'] {
  if (countedAt) return 'over';
  return now < endsAt ? 'running' : 'counting';
}

/** Stars given to people who were removed since still count in the result, but not in these numbers. */
const isEqual = ({ photos }: Duel) =>
  new Set(photos.map(({ favoriteCount }) => favoriteCount)).size === 1;

/** The line that leads to the duel while it runs, in place of the line about voting; null while none runs. */
export async function loadDuelLine(
  args: LoaderFunctionArgs,
  { event }: Pick<Identity, 'event'>,
): Promise<VotingLineView | null> {
  const { app } = args.context;
  const { duelEndsAt } = event;
  if (!duelEndsAt || !isDuelRunning(event, app.now())) return null;
  const t = await translator(args.request);
  const mark = (count: number) => t('duel:minutes', { count });
  const text = t('duel:line');
  return {
    label: t('duel:line_label'),
    text,
    withLeft: null,
    to: paths.duel(),
    turnsAt: duelEndsAt.getTime(),
    closing: {
      left: t('duel:left', { time: LEFT, interpolation: { escapeValue: false } }),
      minutes: null,
      marks: { 60: mark(60), 30: mark(30), 10: mark(10), 5: mark(5), 1: mark(1) },
      alone: text,
      closed: t('errors:duel_over'),
    },
  };
}

/** Whether an organizer can call a duel now. Without a result nothing is read. */
export async function canCallDuel(
  { context: { app } }: LoaderFunctionArgs,
  { event, isExpired }: { event: EventRow; isExpired: boolean },
): Promise<boolean> {
  if (!event.votingClosedAt || event.duelEndsAt || isExpired) return false;
  return (await listTied(app.db, { eventId: event.id })).length > 0;
}
