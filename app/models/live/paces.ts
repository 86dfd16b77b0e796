import type { ChangeKind } from './rules';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** How often a kind is polled, in milliseconds (rule `screens.polling`). */
export interface Pace {
  /** While the user is active. */
  base: number;
  /** The longest interval, however idle the user is. */
  max: number;
  /** The user counts as idle after this long without activity. */
  idleAfter: number;
  /** A tab that is shown again polls at once for whatever is older. */
  staleAfter: number;
  /** The longest interval while the page is visible. */
  refresh?: number;
  /** Whether no stream announces it, so that it is polled at the same pace beside one. */
  isUnannounced?: boolean;
}

const photos = { base: MINUTE, max: 5 * MINUTE, idleAfter: 2 * MINUTE, staleAfter: 30 * SECOND };
const people = { base: 5 * MINUTE, max: 30 * MINUTE, idleAfter: 10 * MINUTE, staleAfter: MINUTE };

const PACES: Readonly<Record<ChangeKind, Pace>> = {
  event: { ...people, staleAfter: 30 * SECOND, refresh: 5 * MINUTE },
  user: { ...people, refresh: 5 * MINUTE },
  photos,
  ranking: { ...photos, base: 10 * SECOND, staleAfter: 5 * SECOND },
  stars: photos,
  favorites: { ...photos, base: 30 * SECOND, max: 2 * MINUTE, staleAfter: 15 * SECOND },
  people,
  reports: photos,
  messages: photos,
  // It is due at a chance moment, at which no row changes.
  fallen: { ...photos, base: 30 * SECOND, isUnannounced: true },
  wall: photos,
  tables: people,
};

/** The pace of a kind on a screen that shows these kinds. The end of an event changes the ranking's screen. */
export function paceOf(kind: ChangeKind, shown: readonly ChangeKind[]): Pace {
  const isBesideRanking = kind === 'event' && shown.includes('ranking');
  return isBesideRanking ? { ...PACES.event, base: 30 * SECOND } : PACES[kind];
}

/** What the interval depends on besides the pace. */
interface PageState {
  /** Milliseconds since the last activity. */
  idle: number;
  isHidden: boolean;
  isStreaming?: boolean;
}

/**
 * The interval until the next poll: the base while the user is active; otherwise doubled for each idle minute,
 * up to the maximum. While a stream is open that announces the kind it is the maximum.
 */
export function pollDelay(pace: Pace, { idle, isHidden, isStreaming }: PageState): number {
  const { base, max, idleAfter, refresh = max, isUnannounced = false } = pace;
  const idleMinutes = Math.max(1, Math.floor(idle / MINUTE));
  const isActive = !isHidden && idle < idleAfter;
  const delay = isActive ? base : Math.min(max, base * 2 ** idleMinutes);
  return Math.min(isStreaming && !isUnannounced ? max : delay, isHidden ? max : refresh);
}
