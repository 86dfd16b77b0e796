import { and, eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { messages, users, type EventRow, type UserRow } from '~db/schema';
import { memberOf } from '../access';
import { recordDeed } from '../admin/audit.server';
import { isViolation } from '../constraint.server';
import type { Day } from '../day';
import { DomainError } from '../errors';
import { findLinkedEvent, spendCoOrganizerLink } from '../event/co-organizers.server';
import { nameKey } from '../event/name';
import { isDemo } from '../event/rules';
import { lockEvent } from '../event/update.server';
import { notifyOrganizer } from '../message/write.server';
import { dealDueCards } from '../mission/deal.server';
import { singleRow } from '../row.server';
import { newToken, returnLinkCells } from '../session/token.server';
import { endSessionsOf } from '../session/write.server';
import { assertNotBanned } from './bans.server';
import { assertNoImitation } from './imitation.server';
import { findUserByPerson } from './read.server';
import type { RegisterDeps } from './register.server';
import { emailKey, usernameFrom } from './rules';

/**
 * Writes the message to the organizer that somebody has become a co-organizer, in the language they used
 * last; null if that is unknown.
 */
export type CoOrganizerWords = (news: {
  language: string | null;
  eventName: string;
  /** The co-organizer's name. */
  name: string;
}) => string;

interface JoinDeps extends RegisterDeps {
  coOrganizerWords: CoOrganizerWords;
  now(): Date;
  today(): Day;
}

/** Who uses a link: a member who is signed in, or a person who gives name and e-mail. */
type Joiner = { userId: number } | { name: string; email: string };

/**
 * Makes the person who uses a link a co-organizer of its event, and uses the link up (rule
 * `co-organizers.join`). A participant keeps what they have; all their sessions end, because they may have
 * proved less than an organizer's. The organizer is told.
 * @returns the co-organizer, and the token of their private link
 * @throws DomainError link_expired; user_exists for somebody who organizes the event already;
 *   invalid_credentials for a sample person of the demo event; name_imitates, kept_out
 */
export async function joinAsCoOrganizer(
  deps: JoinDeps,
  { token, ...who }: { token: string } & Joiner,
): Promise<{ user: UserRow; returnToken: string }> {
  const now = deps.now();
  const returnToken = newToken();
  const found = await findLinkedEvent(deps.db, { token, now });
  if (!found) throw new DomainError('link_expired');
  try {
    const user = await deps.db.transaction(async (tx) => {
      // Locks the event before its members, as everywhere.
      const [event] = await lockEvent(tx, found.id);
      if (!event || !(await spendCoOrganizerLink(tx, { token, now }))) {
        throw new DomainError('link_expired');
      }
      const member = await findJoiner(tx, event, who);
      const cells = { isOrganizer: true, coOrganizerSince: now, ...returnLinkCells(returnToken) };
      const joined = member
        ? await promote(tx, member, cells)
        : await insertPerson(tx, deps, event, { ...(who as Person), cells });
      await dealDueCards(tx, { eventId: event.id, userId: joined.id });
      const actor = memberOf(joined, deps.today());
      const here = { eventId: event.id, eventName: event.name };
      await recordDeed(tx, { actor, deed: 'co_organizer.joined', target: joined, ...here });
      await notifyOrganizer(tx, event, (language) =>
        deps.coOrganizerWords({ language, eventName: event.name, name: joined.name }),
      );
      return joined;
    });
    return { user, returnToken };
  } catch (error) {
    if (!isViolation(error, 'users_event_name_email_unique')) throw error;
    throw new DomainError('user_exists', { field: 'name', cause: error });
  }
}

interface Person {
  name: string;
  email: string;
}

type Cells = Pick<UserRow, 'isOrganizer' | 'coOrganizerSince'> & ReturnType<typeof returnLinkCells>;

/** The participant who uses the link; null for a newcomer. */
async function findJoiner(tx: Db, event: EventRow, who: Joiner): Promise<UserRow | null> {
  const eventId = event.id;
  const member =
    'userId' in who
      ? await findOwn(tx, { eventId, userId: who.userId })
      : await findUserByPerson(tx, { ...who, eventId });
  if (member?.isOrganizer) throw new DomainError('user_exists', { field: 'name' });
  // The names and addresses of the sample people are public.
  if (member && isDemo(event) && !member.isStranger) throw new DomainError('invalid_credentials');
  return member;
}

async function findOwn(tx: Db, { eventId, userId }: { eventId: number; userId: number }) {
  const isThem = and(eq(users.id, userId), eq(users.eventId, eventId));
  const [member] = await tx.select().from(users).where(isThem);
  if (!member) throw new DomainError('authentication_required');
  return member;
}

async function promote(tx: Db, { id }: UserRow, cells: Cells): Promise<UserRow> {
  const rows = await tx
    .update(users)
    // Nobody clears up an organizer.
    .set({ ...cells, isStranger: false, removeAt: null })
    .where(eq(users.id, id))
    .returning();
  // From now on they share the organizer's messages, in which nobody writes to themselves.
  const isTheirs = and(eq(messages.fromUserId, id), eq(messages.isRead, false));
  await tx.update(messages).set({ isRead: true }).where(isTheirs);
  await endSessionsOf(tx, { userId: id });
  return singleRow(rows);
}

async function insertPerson(
  tx: Db,
  { env }: RegisterDeps,
  { id: eventId }: EventRow,
  { cells, ...given }: Person & { cells: Cells },
): Promise<UserRow> {
  const [name, email] = [given.name.trim(), given.email.trim()];
  await assertNoImitation(tx, { eventId, name });
  await assertNotBanned(tx, env, { eventId, email });
  const rows = await tx
    .insert(users)
    .values({
      ...{ eventId, name, nameKey: nameKey(name), email, emailKey: emailKey(email) },
      username: usernameFrom(name),
      ...cells,
    })
    .returning();
  return singleRow(rows);
}
