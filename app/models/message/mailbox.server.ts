import { eq, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { users } from '~db/schema';
import { findOrganizer } from '../event/read.server';
import type { UserRow } from '../user/read.server';

// The organizers of an event share one mailbox, the organizer's (rule `messages.organizers`).

type Owner = Pick<UserRow, 'id' | 'eventId' | 'coOrganizerSince'>;

/** The user whose messages a member reads and writes: a co-organizer's are the organizer's. */
export async function mailboxOf(db: Db, user: Owner): Promise<number> {
  if (user.coOrganizerSince === null) return user.id;
  const organizer = await findOrganizer(db, user);
  return organizer?.id ?? user.id;
}

/** The same for a user of whom only the id is known; 0 for a visitor and for nobody. */
export async function mailboxOfUser(db: Db, userId: number | null): Promise<number> {
  const [user] = await db
    .select()
    .from(users)
    .where(eq(users.id, userId ?? 0));
  return user ? mailboxOf(db, user) : 0;
}

/** The same in SQL, in a query of users. */
export const mailboxId = sql<number>`case when ${users.coOrganizerSince} is null then ${users.id} else (
  select organizer.id from ${users} organizer
  where organizer.event_id = ${users.eventId} and organizer.is_organizer
    and organizer.co_organizer_since is null) end`;
