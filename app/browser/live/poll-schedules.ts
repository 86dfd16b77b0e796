import type { ChangeKind } from '~/models/live/rules';

/** How often something is asked for, in milliseconds (rule `screens.polling`). */
export interface PollSchedule {
  /** While the person is active. */
  base: number;
  /** Never longer than this, however idle. */
  max: number;
  /** Without activity for this long one counts as idle. */
  idleAfter: number;
  /** Whoever comes back to a tab asks at once for what is older. */
  staleAfter: number;
  /** Never longer than this while one could look at it, however idle. */
  refresh?: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const photos = {
  base: 60 * SECOND,
  max: 5 * MINUTE,
  idleAfter: 2 * MINUTE,
  staleAfter: 30 * SECOND,
};
const people = {
  base: 5 * MINUTE,
  max: 30 * MINUTE,
  idleAfter: 10 * MINUTE,
  staleAfter: 60 * SECOND,
};

/** The paces of rule `screens.polling`; what it does not name follows the photos. */
export const POLLING: Readonly<Record<ChangeKind, PollSchedule>> = {
  event: { ...people, staleAfter: 30 * SECOND, refresh: 5 * MINUTE },
  user: { ...people, refresh: 5 * MINUTE },
  photos,
  ranking: { ...photos, base: 10 * SECOND, staleAfter: 5 * SECOND },
  stars: photos,
  favorites: {
    base: 30 * SECOND,
    max: 2 * MINUTE,
    idleAfter: 2 * MINUTE,
    staleAfter: 15 * SECOND,
  },
  people,
  reports: photos,
  messages: photos,
};

/** The event's pace where the ranking is on the screen: that it is over changes what one sees there. */
const EVENT_AT_RANKING: PollSchedule = { ...POLLING.event, base: 30 * SECOND };

/** The pace of a kind on a screen that shows these kinds. */
export function scheduleOf(kind: ChangeKind, shown: readonly ChangeKind[]): PollSchedule {
  return kind === 'event' && shown.includes('ranking') ? EVENT_AT_RANKING : POLLING[kind];
}
