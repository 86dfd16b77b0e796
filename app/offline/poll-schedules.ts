/** How often something is asked for, in milliseconds (rule `screens.polling`). */
export interface PollSchedule {
  /** While the person is active. */
  base: number;
  /** Never longer than this, however idle. */
  max: number;
  /** Without activity for this long one counts as idle. */
  idleAfter: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/**
 * The paces of rule `screens.polling`; the ranking and its event follow the top page's own pace,
 * reports and messages that of the photos.
 */
export const POLLING = {
  photos: { base: 60 * SECOND, max: 5 * MINUTE, idleAfter: 2 * MINUTE },
  event: { base: 5 * MINUTE, max: 30 * MINUTE, idleAfter: 10 * MINUTE },
  messages: { base: 60 * SECOND, max: 5 * MINUTE, idleAfter: 2 * MINUTE },
  topPhotos: { base: 10 * SECOND, max: 5 * MINUTE, idleAfter: 2 * MINUTE },
  reports: { base: 60 * SECOND, max: 5 * MINUTE, idleAfter: 2 * MINUTE },
  topEvent: { base: 30 * SECOND, max: 30 * MINUTE, idleAfter: 10 * MINUTE },
} satisfies Record<string, PollSchedule>;
