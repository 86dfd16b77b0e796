import { paths } from '~/paths';
import { revealPaths } from '~/reveal-paths';
import { dayOf, type Day } from '../day';
import { morningOf } from '../event/morning-time';
import { isExpired, type Ending } from '../event/rules';
import type { StandingsRule } from '../event/standings';
import { runningFlash, type Flashed } from '../mission/flash';
import { votingState, type VotingRule } from '../photo/voting';
import type { PushTopic } from './rules';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The part of an event that decides when something is due. */
export type PushedEvent = Ending & Flashed & VotingRule & StandingsRule & { startDate: Day };

/** The server's time, and EVENT_TIME_ZONE. */
export interface Clock {
  now: Date;
  timeZone: string;
}

/** A notice that is due: the moment it is about, and until when it makes sense. */
export interface DueNotice {
  about: Date;
  until: Date;
}

interface Topic {
  /** The screen that a press on the notification opens. */
  path: () => string;
  /** What is due for an event now; null for nothing. */
  dueOf: (event: PushedEvent, clock: Clock) => DueNotice | null;
}

/** When each notification is sent (rule `push.topics`). */
export const TOPICS: Record<PushTopic, Topic> = {
  flash: { path: () => paths.feed(), dueOf: flash },
  'voting-closes': { path: () => paths.feed(), dueOf: closing },
  reveal: { path: () => revealPaths.reveal(), dueOf: reveal },
  // Guests see the morning after there, organizers their wrap-up.
  morning: { path: () => paths.home(), dueOf: morning },
};

function flash(event: PushedEvent, { now, timeZone }: Clock): DueNotice | null {
  const running = runningFlash(event, { now, today: dayOf(now, timeZone) });
  return running && { about: running.endsAt, until: running.endsAt };
}

/** How long before the closing it is announced, and when that is too late. */
const CLOSING_MS = 10 * MINUTE_MS;
const CLOSING_LATEST_MS = MINUTE_MS;

function closing(event: PushedEvent, { now, timeZone }: Clock): DueNotice | null {
  const { votingClosesAt: closes } = event;
  if (!closes || votingState(event, now) !== 'open') return null;
  if (isExpired(event, dayOf(now, timeZone))) return null;
  const left = closes.getTime() - now.getTime();
  const isDue = left <= CLOSING_MS && left >= CLOSING_LATEST_MS;
  return isDue ? { about: closes, until: closes } : null;
}

/** How long before a planned beginning it is announced, so that phones are unlocked in time. */
const REVEAL_AHEAD_MS = 30 * SECOND_MS;
/** Later than this no phone is notified: the reveal is over, and its page plays it again on request. */
const REVEAL_LATEST_MS = 15 * MINUTE_MS;

function reveal({ revealedAt }: PushedEvent, { now }: Clock): DueNotice | null {
  if (!revealedAt) return null;
  const until = after(revealedAt, REVEAL_LATEST_MS);
  const isDue = now >= after(revealedAt, -REVEAL_AHEAD_MS) && now < until;
  return isDue ? { about: revealedAt, until } : null;
}

/** For how long the morning after is announced. */
const MORNING_MS = 8 * HOUR_MS;

function morning(event: PushedEvent, { now, timeZone }: Clock): DueNotice | null {
  const lastDay = event.endedAt ? dayOf(event.endedAt, timeZone) : event.endDate;
  // An event that was ended before it began has no morning after.
  if (lastDay < event.startDate) return null;
  const about = morningOf(event, timeZone);
  const until = after(about, MORNING_MS);
  return now >= about && now < until ? { about, until } : null;
}

const after = (moment: Date, ms: number) => new Date(moment.getTime() + ms);
