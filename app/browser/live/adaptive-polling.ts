import { CHANGE_KINDS, type ChangeKind, type ChangeNotification } from '~/models/live/rules';
import { scheduleOf, type PollSchedule } from './poll-schedules';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const IDLE_CHECK_EVERY = 30 * SECOND;
/** What is due so soon is asked for along with what is due now: one request instead of two. */
const ALONG = 2 * SECOND;
/** How soon at most somebody asks again because a stream told of a change. */
const TOLD_GAP = 2 * SECOND;
const ACTIVITY = ['pointerdown', 'keydown', 'scroll'] as const;

/** What the wait until the next poll depends on besides its schedule. */
export interface PollState {
  /** Milliseconds since the last activity. */
  idle: number;
  isHidden: boolean;
  /** Whether changes are told by a stream: polls are there for what that may miss. */
  isTold?: boolean;
}

/**
 * The wait until the next poll: the base while active; idle or hidden, twice as long for each
 * idle minute, up to the maximum, which it is while changes are told.
 */
export function pollDelay(schedule: PollSchedule, { idle, isHidden, isTold }: PollState): number {
  const { base, max, idleAfter, refresh = max } = schedule;
  const idleMinutes = Math.max(1, Math.floor(idle / MINUTE));
  const isActive = !isHidden && idle < idleAfter;
  const pace = isActive ? base : Math.min(max, base * 2 ** idleMinutes);
  return Math.min(isTold ? max : pace, isHidden ? max : refresh);
}

/** Polls of a page: what it shows, and what else has it ask. */
export interface Polling {
  /** The page shows these kinds, and what it shows of them has come from the server just now. */
  show(kinds: readonly ChangeKind[]): void;
  /** Asks at once. */
  askAll(): void;
  /** A stream has told of a change: asks within the time it says, at a moment of its own. */
  told(change: ChangeNotification): void;
  /** Whether a stream tells of changes. */
  setTold(isTold: boolean): void;
  stop(): void;
}

/**
 * Calls `ask` for the kinds that are due, at the adaptive pace (rule `screens.polling`). Activity resets the
 * pace; a tab that is shown again asks at once for what is stale, and a connection that is back for all. Polls
 * never overlap.
 */
export function startPolling(ask: (kinds: ChangeKind[]) => Promise<void>): Polling {
  const askedAt = new Map<ChangeKind, number>();
  let lastActivity = Date.now();
  let isTold = false;
  let isStopped = false;
  /** What is asked for when the running poll is over; null while none runs. */
  let next: Set<ChangeKind> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const news = new Set<ChangeKind>();
  let newsTimer: ReturnType<typeof setTimeout> | undefined;
  let newsAskedAt = -Infinity;

  const shown = () => [...askedAt.keys()];

  function dueAt(kind: ChangeKind): number {
    const state = { idle: Date.now() - lastActivity, isHidden: document.hidden, isTold };
    const asked = askedAt.get(kind) ?? 0;
    // Asked later than now: the clock was set back since.
    return (asked > Date.now() ? 0 : asked) + pollDelay(scheduleOf(kind, shown()), state);
  }

  function plan(): void {
    clearTimeout(timer);
    if (isStopped || next || askedAt.size === 0) return;
    const soonest = Math.min(...shown().map(dueAt));
    timer = setTimeout(askDue, soonest - Date.now());
  }

  function askDue(): void {
    const until = Date.now() + ALONG;
    run(shown().filter((kind) => dueAt(kind) <= until));
  }

  function run(kinds: Iterable<ChangeKind>): void {
    const wanted = new Set(kinds);
    // In one order always, so that the same question has the same address.
    const asked = CHANGE_KINDS.filter((kind) => wanted.has(kind) && askedAt.has(kind));
    if (isStopped || asked.length === 0) return plan();
    if (next) return asked.forEach((kind) => next?.add(kind));
    next = new Set();
    const now = Date.now();
    for (const kind of asked) askedAt.set(kind, now);
    // What could not be asked is asked again when it is due.
    const answered = ask(asked).catch(() => undefined);
    void answered.then(() => {
      const waiting = next ?? [];
      next = null;
      run(waiting);
    });
  }

  function askNews(): void {
    newsTimer = undefined;
    newsAskedAt = Date.now();
    const kinds = [...news];
    news.clear();
    run(kinds);
  }

  const askAll = () => run(shown());
  function noteActivity(): void {
    const idle = Date.now() - lastActivity;
    lastActivity = Date.now();
    if (shown().some((kind) => idle >= scheduleOf(kind, shown()).idleAfter)) plan();
  }
  function noteVisibility(): void {
    if (document.hidden) return plan();
    lastActivity = Date.now();
    const isStale = (kind: ChangeKind) =>
      Date.now() - (askedAt.get(kind) ?? 0) > scheduleOf(kind, shown()).staleAfter;
    run(shown().filter(isStale));
  }

  const idleCheck = setInterval(plan, IDLE_CHECK_EVERY);
  for (const type of ACTIVITY) window.addEventListener(type, noteActivity, { passive: true });
  document.addEventListener('visibilitychange', noteVisibility);
  window.addEventListener('online', askAll);
  return {
    show(kinds) {
      for (const kind of shown()) if (!kinds.includes(kind)) askedAt.delete(kind);
      for (const kind of kinds) askedAt.set(kind, Date.now());
      plan();
    },
    askAll,
    told({ of, within }) {
      const concerned = of.filter((kind) => askedAt.has(kind));
      if (concerned.length === 0) return;
      for (const kind of concerned) news.add(kind);
      // Where many look on, each asks less often, or they would ask more than a server can answer.
      const gap = Math.max(TOLD_GAP, 2 * within);
      const wait = Math.max(Math.random() * within, newsAskedAt + gap - Date.now());
      newsTimer ??= setTimeout(askNews, wait);
    },
    setTold(told) {
      isTold = told;
      plan();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      clearTimeout(newsTimer);
      clearInterval(idleCheck);
      for (const type of ACTIVITY) window.removeEventListener(type, noteActivity);
      document.removeEventListener('visibilitychange', noteVisibility);
      window.removeEventListener('online', askAll);
    },
  };
}
