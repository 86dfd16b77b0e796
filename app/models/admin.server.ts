import { createHash, randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, photos, users } from '~db/schema';
import { addMonths, type Day } from './day';
import type { ErrorCode } from './errors';
import {
  DEMO_DESCRIPTION,
  DEMO_EVENT_ID,
  DEMO_EVENT_NAME,
  DEMO_EVENT_YEARS,
  DEMO_ORGANIZER_NAME,
} from './event';
import { nameKey } from './event-name';
import { namesFor } from './event-names.server';
import { hashPassword, verifyPassword } from './password.server';
import { upgradePassword } from './password-upgrade.server';
import { ADMIN_USER_ID, emailKey } from './user';

const GENERATED_PASSWORD_BYTES = 12;
const MARK_LENGTH = 16;

/**
 * Makes user 1, the administrator, and event 1, theirs, where they are missing. Servers that
 * start together make them once.
 * @param params.password ADMIN_PASSWORD; without it one is drawn
 * @returns the drawn password, the only time it is known
 */
export async function ensureAdministrator(
  db: Db,
  params: { email: string; username: string; password?: string; today: Day },
): Promise<{ createdPassword?: string }> {
  const [existing] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, ADMIN_USER_ID));
  if (existing) return {};

  const password = params.password ?? randomBytes(GENERATED_PASSWORD_BYTES).toString('base64url');
  const passwordHash = await hashPassword(password);
  const isCreated = await insertAdministrator(db, { ...params, passwordHash });
  return isCreated && params.password === undefined ? { createdPassword: password } : {};
}

function insertAdministrator(
  db: Db,
  params: { email: string; username: string; today: Day; passwordHash: string },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Servers that start together take turns: of two that insert at once, one might meet the other's
    // names before its id, and would fail.
    await tx.execute(sql`lock table ${events} in share row exclusive mode`);
    await tx
      .insert(events)
      .values({
        id: DEMO_EVENT_ID,
        name: DEMO_EVENT_NAME,
        ...namesFor(
          { id: DEMO_EVENT_ID },
          { event: DEMO_EVENT_NAME, organizerName: DEMO_ORGANIZER_NAME },
        ),
        description: DEMO_DESCRIPTION,
        startDate: params.today,
        endDate: addMonths(params.today, DEMO_EVENT_YEARS * 12),
      })
      .onConflictDoNothing({ target: events.id });
    const [user] = await tx
      .insert(users)
      .values({
        id: ADMIN_USER_ID,
        eventId: DEMO_EVENT_ID,
        username: params.username,
        name: DEMO_ORGANIZER_NAME,
        nameKey: nameKey(DEMO_ORGANIZER_NAME),
        email: params.email,
        emailKey: emailKey(params.email),
        passwordHash: params.passwordHash,
        isOrganizer: true,
      })
      .onConflictDoNothing({ target: users.id })
      .returning({ id: users.id });
    if (!user) return false;
    // The explicit id went past the sequence.
    await tx.execute(
      sql`select setval(pg_get_serial_sequence('users', 'id'), (select max(id) from users))`,
    );
    return true;
  });
}

/**
 * The outcome of an administrator's credential check (rule `admin.check`): `passwordMark` is the
 * mark of the password that passed, `refusal` the reason for a no.
 */
export type AdminCheck =
  { isAdmin: true; passwordMark: string } | { isAdmin: false; refusal: ErrorCode };

/**
 * Checks the credentials of who claims to be the administrator: user 1 alone can be (rule
 * `roles.administrator`).
 */
export async function checkAdmin(
  db: Db,
  { userId, username, password }: { userId: number; username: string; password: string },
): Promise<AdminCheck> {
  if (userId !== ADMIN_USER_ID) return { isAdmin: false, refusal: 'no_admin_privileges' };
  const [admin] = await db.select().from(users).where(eq(users.id, ADMIN_USER_ID));
  const proven = admin?.passwordHash ?? null;
  const isRight = (await verifyPassword(password, proven)) && admin?.username === username;
  if (!isRight || proven === null) {
    return { isAdmin: false, refusal: 'admin_authentication_failed' };
  }
  const passwordHash = await upgradePassword(db, { userId, password, proven });
  return { isAdmin: true, passwordMark: passwordMark({ passwordHash }) };
}

/**
 * What a credential check remembers of the password: another one has another mark, which ends the
 * checks made with the old one. Of the salted hash, so that it tells nothing.
 */
export function passwordMark({ passwordHash }: { passwordHash: string | null }): string {
  return createHash('sha256')
    .update(passwordHash ?? '')
    .digest('base64url')
    .slice(0, MARK_LENGTH);
}

/** What the administrator sees first; everything is counted. */
export interface PlatformCounts {
  users: number;
  events: number;
  /** Photos there are now. */
  uploads: number;
}

/** Counts users, events and photos of the whole platform. */
export async function countPlatform(db: Db): Promise<PlatformCounts> {
  const [userCount, eventCount, uploads] = await Promise.all([
    db.$count(users),
    db.$count(events),
    db.$count(photos),
  ]);
  return { users: userCount, events: eventCount, uploads };
}
