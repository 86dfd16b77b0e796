import type { Db } from '~db/client.server';
import { users, type UserRow } from '~db/schema';
import { isViolation } from '../constraint.server';
import type { Day } from '../day';
import { DomainError } from '../errors';
import { nameKey } from '../event/name';
import { countParticipants } from '../event/read.server';
import { isDemo, isExpired } from '../event/rules';
import { getLockedEvent } from '../event/update.server';
import { clearTurnedAway, recordTurnedAway } from '../event/turned-away.server';
import { dealDueCards } from '../mission/deal.server';
import { singleRow } from '../row.server';
import { assertNotBanned, type Keys } from './bans.server';
import { assertNoImitation } from './imitation.server';
import { emailKey, usernameFrom } from './rules';

/** What a registration needs from the application. */
export interface RegisterDeps {
  db: Db;
  env: Keys;
}

/**
 * Registers a participant. The event's row is locked while its participants are counted, so that simultaneous
 * registrations cannot exceed its limit (rule `event.places`).
 * @throws DomainError event_not_found, event_ended_registration, name_imitates, kept_out, user_exists,
 *   event_full
 */
export async function register(
  { db, env }: RegisterDeps,
  params: {
    eventId: number;
    name: string;
    email: string;
    username?: string;
    /** Whether they ticked the box about mails (rule `mails.morning`). */
    mailConsent?: boolean;
    today: Day;
    /** Whether this is one of the demo event's sample people. */
    isSample?: boolean;
  },
): Promise<UserRow> {
  const { eventId, today } = params;
  const name = params.name.trim();
  const email = params.email.trim();
  try {
    return await db.transaction(async (tx) => {
      const event = await getLockedEvent(tx, eventId);
      if (isExpired(event, today)) throw new DomainError('event_ended_registration');
      await assertNoImitation(tx, { eventId, name });
      await assertNotBanned(tx, env, { eventId, email });
      const rows = await tx
        .insert(users)
        .values({
          eventId,
          username: params.username?.trim() || usernameFrom(name),
          name,
          nameKey: nameKey(name),
          email,
          emailKey: emailKey(email),
          mailConsent: params.mailConsent ?? false,
          isStranger: isDemo(event) && !params.isSample,
        })
        .returning();
      // Counted after the insert, so that an existing member gets `user_exists` from the unique index rather
      // than `event_full`, even if the event is full.
      const participants = await countParticipants(tx, { eventId });
      if (participants > event.maxUsers) {
        const figures = { participants: participants - 1, limit: event.maxUsers };
        throw new DomainError('event_full', { figures });
      }
      await clearTurnedAway(tx, { eventId, email });
      const member = singleRow(rows);
      await dealDueCards(tx, { eventId, userId: member.id });
      return member;
    });
  } catch (error) {
    if (isViolation(error, 'users_event_name_email_unique')) {
      throw new DomainError('user_exists', { cause: error });
    }
    // Runs after the transaction, which was rolled back.
    const isFull = error instanceof DomainError && error.code === 'event_full';
    if (isFull) await recordTurnedAway(db, { eventId, email });
    throw error;
  }
}
