import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, mailNotices, users, type EventRow, type UserRow } from '~db/schema';
import { open, seal } from '~/services/secret-box.server';
import { accessTo, memberOf } from '../access';
import type { Day } from '../day';
import { DomainError } from '../errors';

// The links in the mail on the morning after (rule `mails.morning-link`).

interface Deps {
  db: Db;
  env: { SESSION_SECRET: readonly [string, ...string[]] };
}

/** One link lets its owner in, the other one only ends mails: mail programs and their servers open the latter. */
type Purpose = 'morning' | 'morning stop';

/** The token in a member's link. It is valid as long as they have that address. */
export function morningToken(
  { id, emailKey }: Pick<UserRow, 'id' | 'emailKey'>,
  purpose: Purpose,
  { SESSION_SECRET: [secret] }: Deps['env'],
): string {
  return seal(`${id} ${emailKey}`, { secret, purpose });
}

interface Opened {
  user: UserRow;
  event: EventRow;
}

async function findOwner(
  { db, env }: Deps,
  token: string,
  purpose: Purpose,
): Promise<Opened | null> {
  const text = open(token, { secrets: env.SESSION_SECRET, purpose }) ?? '';
  const [, id, emailKey] = /^(\d{1,9}) (.+)$/.exec(text) ?? [];
  if (!id || !emailKey) return null;
  const [found] = await db
    .select({ user: users, event: events })
    .from(users)
    .innerJoin(events, eq(events.id, users.eventId))
    .where(and(eq(users.id, Number(id)), eq(users.emailKey, emailKey)));
  return found ?? null;
}

/**
 * The guest whom a link lets in; null once nobody may look any more, and for organizers, who have more to prove. Only
 * reads.
 */
export async function findByMorningLink(
  deps: Deps & { today(): Day },
  { token }: { token: string },
): Promise<Opened | null> {
  const found = await findOwner(deps, token, 'morning');
  if (!found || found.user.isOrganizer || found.user.removeAt) return null;
  const access = accessTo(memberOf(found.user, deps.today()), found.event);
  return access === 'closed' ? null : found;
}

/**
 * The guest whom a link signs in. The link stays valid, and using it confirms the address.
 * @throws DomainError link_expired
 */
export async function openMorningLink(
  deps: Deps & { now(): Date; today(): Day },
  { token }: { token: string },
): Promise<UserRow> {
  const found = await findByMorningLink(deps, { token });
  if (!found) throw new DomainError('link_expired');
  await deps.db
    .update(users)
    .set({ emailConfirmedAt: deps.now() })
    .where(and(eq(users.id, found.user.id), isNull(users.emailConfirmedAt)));
  return found.user;
}

/** Whether a link can end the mails to somebody. Only reads. */
export async function isStopLink(deps: Deps, { token }: { token: string }): Promise<boolean> {
  return (await findOwner(deps, token, 'morning stop')) !== null;
}

/**
 * Ends all mails about an event to a member, at their own request: this one, and those about news.
 * @throws DomainError link_expired
 */
export async function stopMemberMails(deps: Deps, { token }: { token: string }): Promise<void> {
  const found = await findOwner(deps, token, 'morning stop');
  if (!found) throw new DomainError('link_expired');
  const { id: userId } = found.user;
  await deps.db.transaction(async (tx) => {
    const changed = await tx
      .update(users)
      .set({ mailConsent: false })
      .where(eq(users.id, userId))
      .returning({ id: users.id });
    if (changed.length === 0) throw new DomainError('link_expired');
    await tx
      .insert(mailNotices)
      .values({ userId, isWanted: false })
      .onConflictDoUpdate({ target: mailNotices.userId, set: { isWanted: false } });
  });
}
