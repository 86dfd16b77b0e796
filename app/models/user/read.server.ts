import { and, eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { users, type EventRow, type UserRow } from '~db/schema';
import type { MediaStorage } from '~/services/storage/types';
import type { Person } from '../access';
import type { Day } from '../day';
import type { EventLink } from '../event/door';
import { DomainError } from '../errors';
import { isExpired } from '../event/rules';
import { nameKey } from '../event/name';
import { findEventByNames } from '../event/names.server';
import { bigintId } from '../id.server';
import { ADMIN_USER_ID, emailKey, usernameFrom, VISITOR_ID } from './rules';
import type { PublicMember, UserRecord } from './shape';

export type { UserRow };

/** Matches the actor's own row; nothing for a visitor. */
export function isOwnRow({ userId, eventId }: Person) {
  return and(eq(users.id, userId ?? 0), eq(users.eventId, eventId));
}

/**
 * Whether a reader may see a member. Strangers in the demo event are visible to themselves and the organizer
 * only (rule `demo.strangers`).
 */
export function isMemberSeen(
  member: { id: number; isStranger: boolean },
  { role, userId }: Person,
): boolean {
  return !member.isStranger || role === 'organizer' || userId === member.id;
}

/**
 * A member of an event.
 * @param params.reader the reader, if the member may be hidden from them
 * @throws DomainError user_not_found, or access_denied for a member of another event (rule
 *   `access.own-event`)
 */
export async function getMember(
  db: Db,
  { userId, eventId, reader }: { userId: number; eventId: number; reader?: Person },
): Promise<UserRow> {
  const [user] = await db
    .select()
    .from(users)
    .where(eq(users.id, bigintId(userId)));
  if (!user) throw new DomainError('user_not_found');
  if (user.eventId !== eventId) throw new DomainError('access_denied');
  if (reader && !isMemberSeen(user, reader)) throw new DomainError('user_not_found');
  return user;
}

/** A member of an event; null if the user is not in it. */
export async function findMember(
  db: Db,
  { userId, eventId }: { userId: number; eventId: number },
): Promise<UserRow | null> {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, bigintId(userId)), eq(users.eventId, eventId)));
  return user ?? null;
}

/** Finds a member by name and e-mail, both normalized (rule `sign-in.names`); null if there is none. */
export async function findUserByPerson(
  db: Db,
  { eventId, name, email }: { eventId: number; name: string; email: string },
): Promise<UserRow | null> {
  const [user] = await db
    .select()
    .from(users)
    .where(
      and(
        eq(users.eventId, eventId),
        eq(users.nameKey, nameKey(name)),
        eq(users.emailKey, emailKey(email)),
      ),
    );
  return user ?? null;
}

/**
 * The event a visitor may enter. A visitor has a session, not a row (rule `roles.visitor`).
 * @param params.link the link that they followed, if any
 * @throws DomainError event_ended, and what `findEventByNames` throws
 */
export async function checkVisitorAccess(
  db: Db,
  {
    link,
    today,
    ...names
  }: { event: string; organizerName: string; link: EventLink | null; today: Day },
): Promise<EventRow> {
  const event = await findEventByNames(db, names, { link });
  if (isExpired(event, today)) throw new DomainError('event_ended');
  return event;
}

/** The URL of a user's selfie, or null. */
export function selfieUrl(
  user: Pick<UserRow, 'selfieStorage' | 'selfieKey'>,
  storage: MediaStorage,
): string | null {
  return user.selfieStorage && user.selfieKey
    ? storage.url(user.selfieStorage, user.selfieKey)
    : null;
}

/** The user's own record, with the e-mail address. Only returned to that user. */
export function presentUser(user: UserRow, storage: MediaStorage): UserRecord {
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    name: user.name,
    eventId: user.eventId,
    isOrganizer: user.isOrganizer,
    isVisitor: false,
    selfieUrl: selfieUrl(user, storage),
    tableId: user.tableId,
  };
}

/** The user record of a visitor (rule `roles.visitor`). */
export function presentVisitor(event: { id: number }): UserRecord {
  return {
    id: VISITOR_ID,
    username: 'visitor',
    email: '',
    name: 'Visitor',
    eventId: event.id,
    isOrganizer: false,
    isVisitor: true,
    selfieUrl: null,
    tableId: null,
  };
}

/** A member as others in the event see them: without the e-mail (rule `access.email`). */
export function presentMember(
  user: Pick<UserRow, 'id' | 'name' | 'username' | 'isOrganizer' | 'selfieStorage' | 'selfieKey'>,
  storage: MediaStorage,
): PublicMember {
  return {
    id: user.id,
    name: user.name,
    // The administrator's username is replaced because it is part of their credentials.
    username: user.id === ADMIN_USER_ID ? usernameFrom(user.name) : user.username,
    selfieUrl: selfieUrl(user, storage),
    isOrganizer: user.isOrganizer,
  };
}
