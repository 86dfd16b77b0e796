import { randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, users, type EventRow, type UserRow } from '~db/schema';
import { isViolation } from '../constraint.server';
import { addDays, type Day } from '../day';
import { DomainError } from '../errors';
import { copyMissions } from '../mission/write.server';
import { latestEnd } from '../payment/plan';
import { singleRow } from '../row.server';
import { assertHardToGuess } from '../session/password-choice.server';
import { hashPassword } from '../session/password.server';
import { newToken, returnLinkCells } from '../session/token.server';
import { copyTables } from '../table/write.server';
import { emailKey, usernameFrom } from '../user/rules';
import { newCode } from './door.server';
import { assertNotFormerlyUsed } from './former-names.server';
import { nameKey } from './name';
import { areNamesTaken, namesFor } from './names.server';
import { ownPartyDate } from './party-date';
import { DEFAULT_EVENT_DAYS, eventTextsOf, type GivenTexts } from './rules';

/** The values of a new event. Without dates it runs from today for seven days (rule `event.defaults`). */
export interface CreateEventValues extends GivenTexts {
  name: string;
  organizerName: string;
  organizerEmail: string;
  organizerUsername?: string;
  organizerPassword?: string;
  startDate?: Day;
  endDate?: Day;
  partyDate?: Day;
  /** The event that the new one copies (rule `event.again`); its organizer has asked for it. */
  likeEvent?: number;
}

const ID_ATTEMPTS = 5;

/**
 * Creates an event and its organizer.
 * @param params.isSold whether more time can be bought here (rule `plans.length`)
 * @param params.newId generates the event's id; it is called again if the id is taken
 * @returns both, and the token of the organizer's private return link, which is stored hashed
 * @throws DomainError event_exists, end_before_start, free_days_max, cannot_create_event when no id is free,
 *   and what `assertHardToGuess` and `ownPartyDate` throw
 */
export async function createEvent(
  db: Db,
  params: { values: CreateEventValues; today: Day; isSold?: boolean; newId?: () => number },
): Promise<{ event: EventRow; user: UserRow; returnToken: string }> {
  const { values, today, isSold = false, newId = randomEventId } = params;
  const { startDate = today, endDate = startDate } = values;
  if (isSold && endDate > latestEnd(startDate, null)) {
    throw new DomainError('free_days_max', { field: 'endDate' });
  }
  const { organizerPassword, name, organizerName, organizerUsername, organizerEmail } = values;
  if (organizerPassword) {
    const names = [name, organizerName, organizerUsername, organizerEmail];
    await assertHardToGuess({ password: organizerPassword, names, field: 'organizerPassword' });
  }
  const passwordHash = organizerPassword ? await hashPassword(organizerPassword) : null;
  const returnToken = newToken();

  for (let attempt = 1; ; attempt++) {
    try {
      const created = await insertEvent(db, {
        id: newId(),
        values,
        today,
        passwordHash,
        returnToken,
      });
      return { ...created, returnToken };
    } catch (error) {
      if (isViolation(error, 'events_pkey')) {
        if (attempt < ID_ATTEMPTS) continue;
        throw new DomainError('cannot_create_event', { cause: error });
      }
      if (areNamesTaken(error)) {
        throw new DomainError('event_exists', { field: 'name', cause: error });
      }
      if (isViolation(error, 'events_dates_check')) {
        throw new DomainError('end_before_start', { field: 'endDate', cause: error });
      }
      throw error;
    }
  }
}
interface NewEvent {
  id: number;
  values: CreateEventValues;
  today: Day;
  passwordHash: string | null;
  returnToken: string;
}

function insertEvent(db: Db, { id, values, today, passwordHash, returnToken }: NewEvent) {
  const name = values.name.trim();
  const organizerName = values.organizerName.trim();
  const email = values.organizerEmail.trim();
  const { startDate = today, partyDate, likeEvent } = values;
  const { endDate = addDays(startDate, DEFAULT_EVENT_DAYS) } = values;
  const days = { startDate, endDate, partyDate: ownPartyDate(partyDate, { startDate, endDate }) };
  return db.transaction(async (tx) => {
    const newEvents = await tx
      .insert(events)
      .values({
        id,
        name,
        ...namesFor({ id }, { event: name, organizerName }),
        ...eventTextsOf(values),
        ...days,
        ...(likeEvent !== undefined && (await readCopied(tx, likeEvent))),
      })
      .returning();
    await assertNotFormerlyUsed(tx, singleRow(newEvents));
    const newUsers = await tx
      .insert(users)
      .values({
        eventId: id,
        username: values.organizerUsername?.trim() || usernameFrom(organizerName),
        name: organizerName,
        nameKey: nameKey(organizerName),
        email,
        emailKey: emailKey(email),
        passwordHash,
        isOrganizer: true,
        ...returnLinkCells(returnToken),
      })
      .returning();
    if (likeEvent !== undefined) {
      await copyTables(tx, { from: likeEvent, to: id });
      await copyMissions(tx, { from: likeEvent, to: id });
    }
    return { event: singleRow(newEvents), user: singleRow(newUsers) };
  });
}

/** The settings that a new event copies from another one (rule `event.again`). */
async function readCopied(tx: Db, eventId: number) {
  const { maxPhotosPerUser, standings, votingEnabled, approvalRequired } = events;
  const { guestsMayLook, guestsMayDownload, door } = events;
  const rules = { maxPhotosPerUser, standings, votingEnabled, approvalRequired };
  const [copied] = await tx
    .select({ ...rules, guestsMayLook, guestsMayDownload, door })
    .from(events)
    .where(eq(events.id, eventId));
  // What was printed for the former event must not open the new one.
  return copied && { ...copied, code: copied.door === 'code' ? newCode() : null };
}

/**
 * A random 12-digit integer. The invitation page is public, so ids must not be guessable by counting (rule
 * `event.id`).
 */
function randomEventId(): number {
  return randomInt(100000000000, 1000000000000);
}
