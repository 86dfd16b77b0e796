import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, photos, users } from '~db/schema';
import { addMonths, type Day } from '../day';
import { DomainError, type ErrorCode } from '../errors';
import {
  DEMO_DESCRIPTION,
  DEMO_EVENT_ID,
  DEMO_EVENT_NAME,
  DEMO_EVENT_YEARS,
  DEMO_ORGANIZER_NAME,
} from '../event/rules';
import { nameKey } from '../event/name';
import { namesFor } from '../event/names.server';
import { hashPassword, verifyPassword } from '../session/password.server';
import { weaknessOf, type Weakness } from '../session/password-choice.server';
import { upgradePassword } from '../session/password-upgrade.server';
import { proveSecondFactor, type FactorDeps, type Proof } from '../session/second-factor.server';
import type { UserRow } from '../user/read.server';
import { ADMIN_USER_ID, emailKey } from '../user/rules';

const GENERATED_PASSWORD_BYTES = 12;

/** A random password for the administrator. */
export function generatePassword(): string {
  return randomBytes(GENERATED_PASSWORD_BYTES).toString('base64url');
}

/**
 * Creates user 1, the administrator, and event 1, the demo event, if they are missing. Servers that start at
 * the same time create them only once.
 * @param params.password ADMIN_PASSWORD; a random one is generated if it is missing
 * @param params.tell receives the generated password, which is not available later; if it throws, nothing is
 *   created
 * @returns why the given password is weak, if it was used for a new administrator
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

  const password = params.password ?? generatePassword();
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
  // The table lock makes servers that start at the same time take turns. Otherwise one of two inserts could
  // conflict on the names before the id, and fail.
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
  // The row has an explicit id, so the sequence must be moved past it.
  await tx.execute(
    sql`select setval(pg_get_serial_sequence('users', 'id'), (select max(id) from users))`,
  );
  return true;
}

/** The outcome of an administrator's credential check (rule `admin.check`), with the reason if it fails. */
export type AdminCheck =
  | { isAdmin: true; user: UserRow; proof: Proof }
  | { isAdmin: false; refusal: ErrorCode; field?: string };

/**
 * Checks the credentials of a user who claims to be the administrator. Only user 1 can be (rule
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
  const passwordHash = await upgradePassword(db, { userId, password, proven });
  try {
    const proof = await proveSecondFactor(deps, { user: admin, code });
    return { isAdmin: true, user: { ...admin, passwordHash }, proof };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { isAdmin: false, refusal: error.code, field: error.field };
  }
}

/** The totals on the administrator's first screen. */
interface PlatformCounts {
  users: number;
  events: number;
  /** Photos that exist now. */
  uploads: number;
}

/** Counts the users, events and photos of the whole platform. */
export async function countPlatform(db: Db): Promise<PlatformCounts> {
  const [userCount, eventCount, uploads] = await Promise.all([
    db.$count(users),
    db.$count(events),
    db.$count(photos),
  ]);
  return { users: userCount, events: eventCount, uploads };
}
