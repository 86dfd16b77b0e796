import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, photos, users } from '~db/schema';
import { addMonths, type Day } from './day';
import { DomainError, type ErrorCode } from './errors';
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
import { weaknessOf, type Weakness } from './password-choice.server';
import { upgradePassword } from './password-upgrade.server';
import { proveSecondFactor, type FactorDeps, type Proof } from './second-factor.server';
import { ADMIN_USER_ID, emailKey } from './user';

const GENERATED_PASSWORD_BYTES = 12;

/**
 * Makes user 1, the administrator, and event 1, theirs, where they are missing. Servers that
 * start together make them once.
 * @param params.password ADMIN_PASSWORD; without it one is drawn
 * @param params.tell gets the drawn password, the only time it is known; where it throws nobody is made
 * @returns why the given password is guessed first, if somebody was made who has it
 */
export async function ensureAdministrator(
  db: Db,
  params: {
    email: string;
    username: string;
    password?: string;
    today: Day;
    tell?: (password: string) => void;
  },
): Promise<Weakness | null> {
  const [existing] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, ADMIN_USER_ID));
  if (existing) return null;

  const password = params.password ?? randomBytes(GENERATED_PASSWORD_BYTES).toString('base64url');
  const passwordHash = await hashPassword(password);
  const isCreated = await db.transaction(async (tx) => {
    const isNew = await insertAdministrator(tx, { ...params, passwordHash });
    if (isNew && params.password === undefined) params.tell?.(password);
    return isNew;
  });
  if (!isCreated || params.password === undefined) return null;
  return weaknessOf({ password, names: [params.username, params.email, DEMO_EVENT_NAME] });
}

async function insertAdministrator(
  tx: Db,
  params: { email: string; username: string; today: Day; passwordHash: string },
): Promise<boolean> {
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
}

/** The outcome of an administrator's credential check (rule `admin.check`), with the reason for a no. */
export type AdminCheck =
  { isAdmin: true; proof: Proof } | { isAdmin: false; refusal: ErrorCode; field?: string };

/**
 * Checks the credentials of who claims to be the administrator: user 1 alone can be (rule
 * `roles.administrator`).
 */
export async function checkAdmin(
  deps: FactorDeps,
  given: { userId: number; username: string; password: string; code?: string },
): Promise<AdminCheck> {
  const { db } = deps;
  const { userId, username, password, code } = given;
  if (userId !== ADMIN_USER_ID) return { isAdmin: false, refusal: 'no_admin_privileges' };
  const [admin] = await db.select().from(users).where(eq(users.id, ADMIN_USER_ID));
  const proven = admin?.passwordHash ?? null;
  const isRight = (await verifyPassword(password, proven)) && admin?.username === username;
  if (!isRight || proven === null) {
    return { isAdmin: false, refusal: 'admin_authentication_failed' };
  }
  await upgradePassword(db, { userId, password, proven });
  try {
    return { isAdmin: true, proof: await proveSecondFactor(deps, { user: admin, code }) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { isAdmin: false, refusal: error.code, field: error.field };
  }
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
