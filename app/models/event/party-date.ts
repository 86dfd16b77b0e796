import type { Day } from '../day';
import { DomainError } from '../errors';
import type { Span } from '../payment/plan';

// The day of an event's party (rule `event.party-date`).

/** The day of the party: the first day, unless another one was chosen. */
export function partyDateOf(event: { startDate: Day; partyDate: Day | null }): Day {
  return event.partyDate ?? event.startDate;
}

/** Whether a day is one of an event's days, the first and the last included. */
export function isWithin(day: Day, { startDate, endDate }: Span): boolean {
  return startDate <= day && day <= endDate;
}

/**
 * The day to store: null for the first day, so that it moves along with that one.
 * @throws DomainError party_date_outside
 */
export function ownPartyDate(chosen: Day | null | undefined, span: Span): Day | null {
  if (!chosen || chosen === span.startDate) return null;
  if (!isWithin(chosen, span)) throw new DomainError('party_date_outside', { field: 'partyDate' });
  return chosen;
}
