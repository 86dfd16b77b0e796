import type { Db } from '~db/client.server';
import { assertCan, type Actor } from '../access';
import { recordDeed } from '../admin/audit.server';
import { countEndedDuel } from '../duel/count.server';
import { duelCountedBy } from '../duel/rules';
import { DomainError } from '../errors';
import { GRACE_MS } from '../photo/result';
import { countByHand } from '../photo/result.server';
import { votingState } from '../photo/voting';
import type { EventRow } from './read.server';
import { hasRevealBegun } from './standings';
import { getLockedEvent, updateEvent } from './update.server';

/**
 * Begins the reveal of an event's result, now or at a set time (rule `standings.reveal`). Votes that are not counted
 * yet are counted first, unless their count is due before that time. A result that is already revealed stays as it is.
 * @param params.at when; now by default; null cancels a set time
 * @throws DomainError not_an_organizer, access_denied for another event, event_not_found, send_at_past,
 *   voting_still_open when stars still count, or will not be counted by then, duel_reveal during a duel
 */
export async function revealResult(
  db: Db,
  { actor, eventId, at, now }: { actor: Actor; eventId: number; at?: Date | null; now: Date },
): Promise<EventRow> {
  assertCan(actor, 'event.manage', { eventId });
  return db.transaction(async (tx) => {
    const locked = await getLockedEvent(tx, eventId);
    if (hasRevealBegun(locked, now)) return locked;
    const event = await countEndedDuel(tx, { event: locked, now });
    const revealedAt = at === undefined ? now : at;
    if (revealedAt && revealedAt < now) throw new DomainError('send_at_past', { field: 'at' });
    if (revealedAt && !isCountedBy(event, revealedAt)) {
      const state = votingState(event, now);
      if (state === 'open' || state === 'early') {
        throw new DomainError('voting_still_open', { field: 'at' });
      }
      await countByHand(tx, { actor, event, closedAt: now });
    }
    if (revealedAt && event.duelEndsAt && revealedAt < duelCountedBy(event.duelEndsAt)) {
      throw new DomainError('duel_reveal', { field: 'at' });
    }
    const changed = await updateEvent(tx, eventId, { revealedAt });
    const detail = revealedAt?.toISOString() ?? '–';
    await recordDeed(tx, { actor, deed: 'event.revealed', eventId, eventName: event.name, detail });
    return changed;
  });
}

/** Whether the votes are counted, or will be by themselves, at a given time. */
function isCountedBy({ votingClosedAt, votingClosesAt }: EventRow, at: Date): boolean {
  if (votingClosedAt) return true;
  return votingClosesAt !== null && votingClosesAt.getTime() + GRACE_MS <= at.getTime();
}
