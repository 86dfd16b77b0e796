import { randomInt } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { generateSecret, generateURI } from 'otplib';
import type { Db } from '~db/client.server';
import { users } from '~db/schema';
import { assertCan, type Person } from '../access';
import { provePassword } from './credentials.server';
import { DomainError } from '../errors';
import type { Keys } from '../user/bans.server';
import { PLATFORM_NAME } from '../message/rules';
import { RECOVERY_CODES } from './second-factor';
import {
  mayHaveFactor,
  NO_FACTOR,
  openSecret,
  proveSecondFactor,
  recoveryHash,
  sealSecret,
  stepOf,
  type FactorDeps,
  type Proof,
} from './second-factor.server';
import { endSessionsOf, type Renewal } from './write.server';
import { isOwnRow, type UserRow } from '../user/read.server';

// Turning a second factor on and off (rule `second-factor.set-up`).

/** The characters of a recovery code, without look-alikes. A code has two groups of five. */
const RECOVERY_LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const RECOVERY_LENGTH = 10;
/** The maximum length of the label that an app shows below the product's name. */
const LABEL_MAX = 40;

/** The data for an authenticator app. Nothing is stored until a code shows that the app has it. */
export interface SetUp {
  secret: string;
  /** The same as a URI, for a QR code. */
  uri: string;
  /** The same, encrypted for the form that turns it on. Only its owner can send it back. */
  sealed: string;
}

interface Own {
  user: UserRow;
  /** The session that continues. */
  renewal?: Renewal;
}

/** The proof for a change of an existing second factor. */
interface Proving extends Own {
  current?: string;
  code?: string;
}

/**
 * Offers a secret to a user who proves their password.
 * @param params.label identifies the account in the app
 * @throws DomainError access_denied, second_factor_on, and what `provePassword` throws
 */
export async function offerSecondFactor(
  { env }: { env: Keys },
  params: Own & { actor: Person; current?: string; label: string },
): Promise<SetUp> {
  const { user, current } = params;
  assertMay(params);
  if (!mayHaveFactor(user)) throw new DomainError('access_denied');
  if (user.secondFactorSealed !== null) throw new DomainError('second_factor_on');
  await provePassword(user, current);
  return setUpOf(env, { ...params, secret: generateSecret() });
}

/** Shows a user the secret that was offered to them again; null for any other value. */
export function repeatOffer(
  { env }: { env: Keys },
  params: Own & { actor: Person; sealed?: string; label: string },
): SetUp | null {
  assertMay(params);
  const { user, sealed = '' } = params;
  const secret = openSecret(env, user.id, sealed, 'offered');
  return secret === null ? null : setUpOf(env, { ...params, secret });
}

function setUpOf(
  env: Keys,
  { user, label, secret }: { user: UserRow; label: string; secret: string },
): SetUp {
  const uri = generateURI({ issuer: PLATFORM_NAME, label: label.slice(0, LABEL_MAX), secret });
  return { secret, uri, sealed: sealSecret(env, user.id, secret, 'offered') };
}

/**
 * Turns the second factor on with a code from the app, and ends all other sessions.
 * @returns the recovery codes, which are not available later
 * @throws DomainError access_denied, second_factor_required or second_factor_wrong at `code`,
 *   second_factor_on
 */
export async function turnOnSecondFactor(
  { db, env, now }: FactorDeps,
  params: Own & { actor: Person; secret: string; code?: string },
): Promise<string[]> {
  const { user, secret, code, renewal } = params;
  assertMay(params);
  if (!code) throw new DomainError('second_factor_required', { field: 'code' });
  const step = stepOf(secret, code, now());
  if (step === null) throw new DomainError('second_factor_wrong', { field: 'code' });
  const codes = newRecoveryCodes();
  await db.transaction(async (tx) => {
    const [row] = await tx
      .update(users)
      .set({
        secondFactorSealed: sealSecret(env, user.id, secret),
        secondFactorStep: step,
        recoveryHashes: hashesOf(env, user, codes),
      })
      .where(and(isAsProven(params), isNull(users.secondFactorSealed)))
      .returning({ id: users.id });
    if (!row) throw new DomainError('second_factor_on');
    await endSessionsOf(tx, { userId: user.id, renewal });
  });
  return codes;
}

/**
 * Turns the second factor off, and ends all other sessions.
 * @returns how the user proved it
 * @throws DomainError access_denied, second_factor_off, and what `provePassword` and `proveSecondFactor`
 *   throw
 */
export async function turnOffSecondFactor(
  deps: FactorDeps,
  params: Proving & { actor: Person },
): Promise<Proof> {
  const proof = await prove(deps, params);
  await change(deps.db, params, NO_FACTOR);
  return proof;
}

/**
 * Creates new recovery codes. The old ones become invalid, and all other sessions end.
 * @throws DomainError access_denied, second_factor_off, and what `provePassword` and `proveSecondFactor`
 *   throw
 */
export async function renewRecoveryCodes(
  deps: FactorDeps,
  params: Proving & { actor: Person },
): Promise<{ codes: string[]; proof: Proof }> {
  const proof = await prove(deps, params);
  const codes = newRecoveryCodes();
  await change(deps.db, params, { recoveryHashes: hashesOf(deps.env, params.user, codes) });
  return { codes, proof };
}

/** Removes the second factor of a user who has lost it, at the request of the server's operator. */
export async function removeSecondFactor(
  db: Db,
  { userId }: { userId: number },
): Promise<UserRow | null> {
  return db.transaction(async (tx) => {
    const isTheirs = eq(users.id, userId);
    const [user] = await tx.select().from(users).where(isTheirs).for('update');
    if (!user || user.secondFactorSealed === null) return null;
    await tx.update(users).set(NO_FACTOR).where(isTheirs);
    await endSessionsOf(tx, { userId });
    return user;
  });
}

function assertMay({ actor, user }: Own & { actor: Person }): void {
  assertCan(actor, 'account.confirm', { eventId: user.eventId, ownerId: user.id });
}

async function prove(deps: FactorDeps, params: Proving & { actor: Person }): Promise<Proof> {
  const { user, current, code } = params;
  assertMay(params);
  if (user.secondFactorSealed === null) throw new DomainError('second_factor_off');
  await provePassword(user, current);
  return proveSecondFactor(deps, { user, code });
}

async function change(
  db: Db,
  params: Own & { actor: Person },
  cells: Partial<Pick<UserRow, 'recoveryHashes'> | typeof NO_FACTOR>,
): Promise<void> {
  const { user, renewal } = params;
  const isSame = eq(users.secondFactorSealed, user.secondFactorSealed ?? '');
  await db.transaction(async (tx) => {
    const [row] = await tx
      .update(users)
      .set(cells)
      .where(and(isAsProven(params), isSame))
      .returning({ id: users.id });
    if (!row) throw new DomainError('second_factor_off');
    await endSessionsOf(tx, { userId: user.id, renewal });
  });
}

/**
 * Matches the user's own row, as long as they are the organizer and the password is the one that was
 * verified.
 */
function isAsProven({ actor, user }: Own & { actor: Person }) {
  const hasPassword = eq(users.passwordHash, user.passwordHash ?? '');
  return and(isOwnRow(actor), eq(users.isOrganizer, true), hasPassword);
}

function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from(
      { length: RECOVERY_LENGTH },
      () => RECOVERY_LETTERS[randomInt(RECOVERY_LETTERS.length)],
    ).join('');
    return `${letters.slice(0, RECOVERY_LENGTH / 2)}-${letters.slice(RECOVERY_LENGTH / 2)}`;
  });
}

function hashesOf({ SESSION_SECRET: [secret] }: Keys, { id }: UserRow, codes: string[]): string[] {
  return codes.map((code) => recoveryHash(secret, id, code));
}
