import type { Db } from '~db/client.server';
import { assertCan, type Actor } from '../access';
import { recordDeed } from '../admin/audit.server';
import { DomainError } from '../errors';
import { votingState } from '../photo/voting';
import type { EventRow } from './read.server';
import { lockEvent, updateEvent } from './update.server';

/**
 * Reveals an event's result to everybody, now or at a set time (rule `standings.reveal`). What is revealed
 * already stays as it is.
 * @param params.at when; now by default; null takes a set time back
 * @throws DomainError not_an_organizer, access_denied for another event, event_not_found, send_at_past,
 *   voting_still_open when stars still count at that time
 */
export async function revealResult(
  db: Db,
  { actor, eventId, at, now }: { actor: Actor; eventId: number; at?: Date | null; now: Date },
): Promise<EventRow> {
  assertCan(actor, 'event.manage', { eventId });
  return db.transaction(async (tx) => {
    const [event] = await lockEvent(tx, eventId);
    if (!event) throw new DomainError('event_not_found');
    if (event.revealedAt && event.revealedAt <= now) return event;
    const revealedAt = at === undefined ? now : at;
    if (revealedAt) {
      if (revealedAt < now) throw new DomainError('send_at_past', { field: 'at' });
      const state = votingState(event, revealedAt);
      if (state === 'open' || state === 'early') {
        throw new DomainError('voting_still_open', { field: 'at' });
      }
    }
    const changed = await updateEvent(tx, eventId, { revealedAt });
    const detail = revealedAt?.toISOString() ?? '–';
    await recordDeed(tx, { actor, deed: 'event.revealed', eventId, eventName: event.name, detail });
    return changed;
  });
}
