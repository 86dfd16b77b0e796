import { dayOf } from '../day';
import { DomainError } from '../errors';
import { isInOrder, type VotingRule } from '../photo/voting';
import type { Span } from '../payment/plan';
import { localTimeOf } from '../zoned-time';
import { isWithin } from './party-date';

/** The times at which voting opens and closes; null for one that is not set. */
export type VotingTimes = Pick<VotingRule, 'votingOpensAt' | 'votingClosesAt'>;
const FIELDS = ['votingOpensAt', 'votingClosesAt'] as const;

/** Times that an organizer sets; one that is missing stays. */
export interface GivenTimes extends Partial<VotingTimes> {
  /** EVENT_TIME_ZONE, in which the event's days begin and end. */
  timeZone: string;
}

/**
 * The times to store. A time is checked if it, or the event's days, have changed (rule `voting.times`).
 * @param span the event's days after the change
 * @throws DomainError voting_time_outside at a time on none of the event's days, voting_closes_first at a
 *   closing that does not follow the opening
 */
export function changedTimes(
  before: VotingTimes & Span,
  { timeZone, ...given }: GivenTimes,
  span: Span,
): VotingTimes {
  const { votingOpensAt = before.votingOpensAt, votingClosesAt = before.votingClosesAt } = given;
  const times = { votingOpensAt, votingClosesAt };
  const isMoved = before.startDate !== span.startDate || before.endDate !== span.endDate;
  for (const field of FIELDS) {
    const time = times[field];
    const isSame = time?.getTime() === before[field]?.getTime();
    if (time && (isMoved || !isSame) && !isWithin(dayOf(time, timeZone), span)) {
      throw new DomainError('voting_time_outside', { field });
    }
  }
  if (!isInOrder(times)) throw new DomainError('voting_closes_first', { field: 'votingClosesAt' });
  return times;
}

/** Whether a time of voting has changed. */
export function isTimeChanged(before: VotingTimes, changed: VotingTimes): boolean {
  return FIELDS.some((field) => before[field]?.getTime() !== changed[field]?.getTime());
}

/**
 * The times of a form, which shows minutes only: where it still shows the stored time, that one stays, with
 * its seconds and on its side of the hour that comes twice.
 */
export function withStoredSeconds(
  before: VotingTimes,
  { timeZone, ...given }: GivenTimes,
): GivenTimes {
  const times: GivenTimes = { timeZone };
  for (const field of FIELDS) {
    const [old, time] = [before[field], given[field]];
    if (time === undefined) continue;
    const isShownAlike =
      old !== null && time !== null && localTimeOf(old, timeZone) === localTimeOf(time, timeZone);
    times[field] = isShownAlike ? old : time;
  }
  return times;
}
