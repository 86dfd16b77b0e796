import { createHmac, timingSafeEqual } from 'node:crypto';
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { verifySync } from 'otplib';
import type { Db } from '~db/client.server';
import { users } from '~db/schema';
import { open, seal } from '~/services/secret-box.server';
import { DomainError } from '../errors';
import type { Keys } from '../user/bans.server';
import type { UserRow } from '../user/read.server';

// The second factor (rule `second-factor.what`): codes from an authenticator app, and recovery codes for a
// lost phone.

/** What verifying a code needs from the application. */
export interface FactorDeps {
  db: Db;
  env: Keys;
  now(): Date;
}

/** What a user proved in addition to the password. */
export type Proof = 'none' | 'code' | 'recovery';

/** App codes are valid for half a minute, and so are the previous and the next one, because clocks differ. */
const STEP_S = 30;
const CODE = /^\d{6}$/;

/** The columns of a user without a second factor. */
export const NO_FACTOR = {
  secondFactorSealed: null,
  secondFactorStep: null,
  recoveryHashes: null,
} as const;

/**
 * Whether a user may have a second factor: they have a password, and it is not in doubt (rule
 * `sign-in.password-doubt`). A second factor over a password that another person chose would lock the owner
 * out.
 */
export function mayHaveFactor({
  passwordHash,
  passwordDoubtedAt,
}: Pick<UserRow, 'passwordHash' | 'passwordDoubtedAt'>): boolean {
  return passwordHash !== null && passwordDoubtedAt === null;
}

/**
 * Verifies a user's second factor. An app code works once; a recovery code is spent.
 * @throws DomainError second_factor_required or second_factor_wrong at `code`
 */
export async function proveSecondFactor(
  deps: FactorDeps,
  { user, code }: { user: UserRow; code?: string },
): Promise<Proof> {
  if (user.secondFactorSealed === null) return 'none';
  if (!code) throw new DomainError('second_factor_required', { field: 'code' });
  const typed = plainCode(code);
  if (CODE.test(typed)) {
    const secret = openSecret(deps.env, user.id, user.secondFactorSealed);
    const step = secret && stepOf(secret, typed, deps.now());
    if (step && (await spendStep(deps.db, user, step))) return 'code';
  } else if (await spendRecoveryCode(deps, user, typed)) return 'recovery';
  throw new DomainError('second_factor_wrong', { field: 'code' });
}

/** The time step of a code, if it is the current one or one of its neighbours; else null. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  if (!CODE.test(plainCode(code))) return null;
  const at = { epoch: Math.floor(now.getTime() / 1000), epochTolerance: STEP_S };
  const result = verifySync({ secret, token: plainCode(code), ...at });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

/** Of two requests with the same code, only one succeeds. */
async function spendStep(db: Db, user: UserRow, step: number): Promise<boolean> {
  const isUnused = or(isNull(users.secondFactorStep), lt(users.secondFactorStep, step));
  const taken = await db
    .update(users)
    .set({ secondFactorStep: step })
    .where(and(isSame(user), isUnused))
    .returning({ id: users.id });
  return taken.length > 0;
}

async function spendRecoveryCode(deps: FactorDeps, user: UserRow, typed: string): Promise<boolean> {
  const { SESSION_SECRET: secrets } = deps.env;
  const hashes = secrets.map((secret) => Buffer.from(recoveryHash(secret, user.id, typed)));
  const spent = (user.recoveryHashes ?? []).filter((stored) =>
    hashes.some((hash) => timingSafeEqual(hash, Buffer.from(stored))),
  );
  if (spent.length === 0) return false;
  const left = sql`array_remove(${users.recoveryHashes}, ${spent[0]})`;
  const taken = await deps.db
    .update(users)
    .set({ recoveryHashes: left })
    .where(and(isSame(user), sql`${spent[0]} = any(${users.recoveryHashes})`))
    .returning({ id: users.id });
  return taken.length > 0;
}

/** Matches the user as long as they have the second factor that was read. */
function isSame({ id, secondFactorSealed }: UserRow) {
  return and(eq(users.id, id), eq(users.secondFactorSealed, secondFactorSealed ?? ''));
}

/** A code in the form that is compared: phones add spaces, and people leave out dashes. */
function plainCode(code: string): string {
  return code.replace(/[\s-]/g, '').toUpperCase();
}

/** The stored hash of a recovery code. Without the key it does not reveal the code. */
export function recoveryHash(secret: string, userId: number, code: string): string {
  const text = `recovery code ${userId} ${plainCode(code)}`;
  return createHmac('sha256', secret).update(text).digest('base64url');
}

/** What a second factor's secret is sealed for. */
export const factorPurpose = (userId: number, what: 'kept' | 'offered' = 'kept') =>
  `second factor ${what} ${userId}`;

/** Encrypts a second factor's secret for its owner's row, or for the form that turns it on. */
export function sealSecret(
  { SESSION_SECRET: [secret] }: Keys,
  userId: number,
  text: string,
  what: 'kept' | 'offered' = 'kept',
): string {
  return seal(text, { secret, purpose: factorPurpose(userId, what) });
}

/** Decrypts what `sealSecret` made for the same user and purpose; null for anything else. */
export function openSecret(
  { SESSION_SECRET: secrets }: Keys,
  userId: number,
  sealed: string,
  what: 'kept' | 'offered' = 'kept',
): string | null {
  return open(sealed, { secrets, purpose: factorPurpose(userId, what) });
}
