import type { LoaderFunctionArgs } from '@remix-run/node';
import { LEFT, type ClosingWords, type VotingLineView } from '~/components/event/event-views';
import type { Identity } from '~/http/guards.server';
import { formatMoment, formatTime, type Here, type Translator } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import { can } from '~/models/access';
import { dayOf } from '~/models/day';
import type { EventRow } from '~/models/event/read.server';
import { FAVORITES_MAX } from '~/models/photo/star';
import { playableReveal } from '~/models/event/reveal-steps';
import {
  hasRevealBegun,
  isRevealed,
  nextStandingsTurn,
  revealEndsAt,
} from '~/models/event/standings';
import { paths } from '~/paths';
import { revealPaths } from '~/reveal-paths';
import { loadDuelLine } from './load-duel.server';
import { nextTurn, VOTING_REFUSALS, votingState } from '~/models/photo/voting';

/** The current state of the voting rule, as text. */
interface VotingSaid {
  /** Why no stars can be given; undefined while they can. */
  refusal?: string;
  /** Until when stars can be given; undefined without a closing. */
  until?: string;
}

/** Says whether stars count now, with the next time of the day, or of another day. */
export async function sayVoting(
  { request, context: { app } }: LoaderFunctionArgs,
  event: EventRow,
): Promise<VotingSaid> {
  const now = app.now();
  const state = votingState(event, now);
  const turn = nextTurn(event, now);
  if (state === 'open' && !turn) return {};
  const [t, language] = await Promise.all([translator(request), languageOf(request)]);
  if (!turn) return state === 'open' ? {} : { refusal: t(`errors:${VOTING_REFUSALS[state]}`) };
  const here = { now, language, timeZone: app.env.EVENT_TIME_ZONE };
  return state === 'open'
    ? { until: sayTime(t, 'until', turn, here) }
    : { refusal: sayTime(t, 'opens', turn, here) };
}

function sayTime(
  t: Translator,
  what: 'opens' | 'until' | 'alone',
  at: Date,
  { now, language, timeZone }: Here,
): string {
  const time = formatTime(at, language, timeZone);
  if (what === 'alone') return t('server:event.voting.alone', { time });
  const isToday = dayOf(at, timeZone) === dayOf(now, timeZone);
  const when = isToday ? time : formatMoment(at, language, timeZone);
  return t(`server:event.voting.${isToday ? what : (`${what}_on` as const)}`, { time: when });
}

/**
 * The line about the times of voting (rule `voting.line`); null without times, while voting is switched off, and once
 * the event has ended. While standings are hidden it leads guests to the curtain. A reveal or a duel that is on
 * replaces it.
 */
export async function loadVotingLine(
  args: LoaderFunctionArgs,
  { event, actor, user, isExpired }: Identity,
): Promise<VotingLineView | null> {
  const { app } = args.context;
  const now = app.now();
  const t = await translator(args.request);
  if (hasRevealBegun(event, now) && !isRevealed(event, now)) {
    return {
      label: t('server:event.reveal.label'),
      text: t('server:event.reveal.watch'),
      withLeft: null,
      to: revealPaths.reveal(),
      turnsAt: revealEndsAt(event)?.getTime() ?? null,
      isEverywhere: true,
      closing: null,
    };
  }
  const state = votingState(event, now);
  if (isExpired) return null;
  const duel = await loadDuelLine(args, { event });
  if (duel) return duel;
  if (state === 'off') return null;
  const { refusal, until } = await sayVoting(args, event);
  const text = refusal ?? until;
  if (text === undefined) return null;
  const [turn, falls] = [nextTurn(event, now), nextStandingsTurn(event, now)];
  // The curtain falls before the countdown begins.
  const isNext = falls !== null && (turn === null || falls < turn);
  const closing = state === 'open' && turn && !isNext ? await closingWords(args, turn) : null;
  const isHidden = !can(actor, 'stars.count', { eventId: event.id });
  const began = playableReveal(event, now);
  const withLeft = (left: number) =>
    left === 0 ? text : t('server:event.voting.with_left', { text, count: left });
  return {
    label: t('server:event.voting.label'),
    text,
    late:
      began === null
        ? null
        : {
            eventId: event.id,
            revealedAt: began,
            text: t('server:event.reveal.play'),
            to: revealPaths.reveal({ from: 0 }),
          },
    withLeft: isHidden && user && closing ? STARS_LEFT.map(withLeft) : null,
    to: isHidden ? paths.top() : null,
    turnsAt: (isNext ? falls : turn)?.getTime() ?? null,
    closing: closing && { ...closing, minutes: isHidden ? closing.minutes : null },
  };
}

const STARS_LEFT = Array.from({ length: FAVORITES_MAX + 1 }, (_, left) => left);

/** The texts of a countdown to the closing of voting. */
export async function closingWords(
  { request, context: { app } }: LoaderFunctionArgs,
  at: Date,
): Promise<ClosingWords> {
  const [t, language] = await Promise.all([translator(request), languageOf(request)]);
  const mark = (count: number) => t('server:event.voting.mark', { count });
  return {
    left: t('server:event.voting.left', { time: LEFT, interpolation: { escapeValue: false } }),
    minutes: t('server:event.voting.minutes', { time: LEFT }),
    marks: { 60: mark(60), 30: mark(30), 10: mark(10), 5: mark(5), 1: mark(1) },
    alone: sayTime(t, 'alone', at, {
      now: app.now(),
      language,
      timeZone: app.env.EVENT_TIME_ZONE,
    }),
    closed: t('errors:voting_closed'),
  };
}
