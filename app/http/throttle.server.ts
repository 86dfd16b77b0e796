import {
  countsOf,
  type AttemptRule,
  type Countable,
  type PersonTry,
  type Taken,
  type TakenTry,
} from '~/models/session/attempts.server';
import { DomainError, type ErrorCode } from '~/models/errors';
import { DEMO_EVENT_ID } from '~/models/event/rules';
import { nameKey } from '~/models/event/name';
import { plainName } from '~/models/user/lookalike';
import { findPossibleMembers } from '~/models/user/lookalike.server';
import type { SecurityKind } from '~/models/admin/security-event';
import { ADMIN_USER_ID, emailKey } from '~/models/user/rules';
import { addressKey } from './address.server';
import { markedBrowser } from './browser-mark.server';
import type { RequestArgs } from './context';
import { recordSecurity } from './security-log.server';

/** Errors that reveal which people exist. A full event's error does, too. */
const FAILURES: ErrorCode[] = [
  'invalid_credentials',
  'maybe_known',
  'sign_in_link_sent',
  'organizer_proof',
  'password_wrong',
  'second_factor_wrong',
  'event_full',
  'kept_out',
  'user_exists',
];

/** Errors that reveal which events exist. */
const EVENT_GUESSES: ErrorCode[] = ['event_not_found', 'incorrect_organizer_name'];

/** A try to enter an event as a person. */
export interface Attempt {
  eventId: number;
  name: string;
  email: string;
  password?: string;
}

/**
 * Runs a lookup of an event by names or number. Misses count, because both could be enumerated. A lookup that
 * finds an event is never refused (rule `throttle.names`).
 * @throws DomainError too_many_attempts instead of a miss, and whatever `find` throws
 */
export async function withEventThrottle<T>(args: RequestArgs, find: () => Promise<T>): Promise<T> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof DomainError && EVENT_GUESSES.includes(error.code)) {
      await args.context.app.attempts.take(byAddress(args, 'event_guess'));
    }
    throw error;
  }
}

/**
 * Runs a sign-in or registration with the throttle. Only errors that reveal something count.
 * @throws DomainError too_many_attempts, and whatever `tryIt` throws
 */
export async function withSignInThrottle<T>(
  args: RequestArgs,
  attempt: Attempt,
  tryIt: () => Promise<T>,
): Promise<T> {
  try {
    return await countFailures(await takePlaces(args, attempt), tryIt);
  } catch (error) {
    await logLockOut(args, error, attempt);
    const isUnknown = error instanceof DomainError && error.code === 'invalid_credentials';
    if (isUnknown && !attempt.password) {
      await args.context.app.attempts.note(pardonOf(args, attempt));
    }
    throw error;
  }
}

/**
 * Runs a registration with the throttle. A guest usually registers after a failed sign-in. That failure is
 * forgiven when the registration succeeds, if it came a moment ago from this address, with the same name and
 * e-mail and without a password. Until then the registration uses the failure's place and takes none of its
 * own.
 * @throws DomainError too_many_attempts, and whatever `tryIt` throws
 */
export async function withRegistrationThrottle<T>(
  args: RequestArgs,
  attempt: Attempt,
  tryIt: () => Promise<T>,
): Promise<T> {
  const { attempts } = args.context.app;
  if (!(await attempts.forget(pardonOf(args, attempt)))) {
    try {
      return await countFailures(await takePlaces(args, attempt), tryIt);
    } catch (error) {
      await logLockOut(args, error, attempt);
      throw error;
    }
  }
  const { known, typed } = await findPlaces(args, attempt);
  const result = await tryIt();
  if (typed.length > 0) await attempts.giveBack(byAddress(args, 'stranger'));
  await attempts.giveBack(...[...known, ...typed].flatMap(countsOf));
  return result;
}

/**
 * Runs work that asks a signed-in user for their password again. Failures count like failed sign-ins.
 * @throws DomainError too_many_attempts, and whatever `tryIt` throws
 */
export async function withPasswordThrottle<T>(
  args: RequestArgs,
  { id, eventId }: { id: number; eventId: number },
  tryIt: () => Promise<T>,
): Promise<T> {
  const { attempts } = args.context.app;
  try {
    const taken = await throwIfRefused(await attempts.takeTry(await tryOf(args, 'sign_in', id)));
    return await countFailures(taken, tryIt);
  } catch (error) {
    await logLockOut(args, error, { eventId, userId: id });
    throw error;
  }
}

/**
 * Runs a check of the administrator's credentials with its own throttle. A failed check counts, unless only
 * the code of the second factor is missing.
 * @throws DomainError too_many_attempts
 */
export async function withAdminThrottle<T extends { isAdmin: boolean; refusal?: ErrorCode }>(
  args: RequestArgs,
  check: () => Promise<T>,
): Promise<T> {
  const user1 = { userId: ADMIN_USER_ID, eventId: DEMO_EVENT_ID };
  const attempt = await tryOf(args, 'admin', ADMIN_USER_ID);
  try {
    const taken = await throwIfRefused(await args.context.app.attempts.takeTry(attempt));
    const isFailed = (it: T) => !it.isAdmin && it.refusal !== 'second_factor_required';
    const result = await runWithPlace(taken, check, isFailed);
    if (result.isAdmin) await recordSecurity(args, 'admin_check', user1);
    else if (isFailed(result)) await recordSecurity(args, 'admin_check_failed', user1);
    return result;
  } catch (error) {
    await logLockOut(args, error, user1, 'admin_locked_out');
    throw error;
  }
}

/** Logs a lock-out; ignores all other errors. */
async function logLockOut(
  args: RequestArgs,
  error: unknown,
  { eventId, userId = null }: { eventId: number; userId?: number | null },
  kind: SecurityKind = 'locked_out',
): Promise<void> {
  if (!(error instanceof DomainError) || error.code !== 'too_many_attempts') return;
  await recordSecurity(args, kind, { eventId, userId });
}

/**
 * Runs work that is limited, whether or not it succeeds in the end.
 * @param counts whether a result counts; errors never do
 * @throws DomainError too_many_attempts, and whatever `work` throws
 */
export async function withLimit<T>(
  args: RequestArgs,
  what: Countable,
  work: () => Promise<T>,
  counts: (result: T) => boolean = () => true,
): Promise<T> {
  return runWithPlace(await args.context.app.attempts.take(what), work, counts);
}

/**
 * Lets a newcomer join an event, limited per minute and address; further ones must wait (rule
 * `throttle.joins`). Failures do not count.
 * @throws DomainError many_arriving with the seconds until the next try, and whatever `join` throws
 */
export async function withJoinLimit<T>(
  args: RequestArgs,
  { eventId }: { eventId: number },
  join: () => Promise<T>,
): Promise<T> {
  const { attempts } = args.context.app;
  const place: Countable = ['joined', `${eventId} ${addressKey(args)}`];
  const taken = await attempts.take(place).catch((cause: unknown) => {
    if (!(cause instanceof DomainError)) throw cause;
    const { retryAfter, figures } = cause;
    throw new DomainError('many_arriving', { retryAfter, figures, cause });
  });
  return runWithPlace(taken, join, () => true);
}

/** A count by the caller's address. */
export function byAddress(args: RequestArgs, rule: AttemptRule): Countable {
  return [rule, addressKey(args)];
}

/** Runs work and gives the place back unless the work succeeds and counts. */
async function runWithPlace<T>(
  taken: Taken,
  work: () => Promise<T>,
  counts: (result: T) => boolean,
): Promise<T> {
  let isCounted = false;
  try {
    const result = await work();
    isCounted = counts(result);
    return result;
  } finally {
    if (!isCounted) await taken.giveBack();
  }
}

/**
 * Gives the places back unless the try fails like a guess. If no place was left, every failure becomes the
 * same error, so that a right guess and a wrong one look the same.
 */
async function countFailures<T>(taken: TakenTry, tryIt: () => Promise<T>): Promise<T> {
  let isCounted = false;
  try {
    return await tryIt();
  } catch (error) {
    const isFailure = error instanceof DomainError && FAILURES.includes(error.code);
    if (isFailure && taken.refusal) throw taken.refusal;
    isCounted = isFailure;
    throw error;
  } finally {
    if (!isCounted) await taken.giveBack();
  }
}

/**
 * Throws if there was no place.
 * @throws DomainError too_many_attempts
 */
async function throwIfRefused(taken: TakenTry): Promise<TakenTry> {
  if (!taken.refusal) return taken;
  await taken.giveBack();
  throw taken.refusal;
}

/**
 * Takes places for the members that a try may mean. A try with a member's exact name and address needs a
 * place, because it would sign in. Any other try can only fail or register a newcomer, and other people's
 * failures must not lock newcomers out: see `countFailures`.
 * @throws DomainError too_many_attempts
 */
async function takePlaces(args: RequestArgs, attempt: Attempt): Promise<TakenTry> {
  const { attempts } = args.context.app;
  const { exact, known, typed } = await findPlaces(args, attempt);
  if (exact) return throwIfRefused(await attempts.takeTry(exact));
  const taken: Taken[] = [];
  const giveBack = async () => {
    for (const one of taken) await one.giveBack();
  };
  const takeOne = async (place: PersonTry) => {
    const one = await attempts.takeTry(place);
    taken.push(one);
    return one.refusal;
  };
  let refusal: DomainError | null = null;
  for (const place of known) refusal ??= await takeOne(place);
  const room = refusal || typed.length === 0 ? null : await takeStrangerPlace(args);
  if (room) taken.push(room);
  if (room) for (const place of typed) refusal ??= await takeOne(place);
  return { refusal, giveBack };
}

/** Takes a place among an address' unknown people; null if none is left. */
async function takeStrangerPlace(args: RequestArgs): Promise<Taken | null> {
  try {
    return await args.context.app.attempts.take(byAddress(args, 'stranger'));
  } catch (error) {
    if (error instanceof DomainError && error.code === 'too_many_attempts') return null;
    throw error;
  }
}

/**
 * The counts for a sign-in: those of the members with the typed name or address, by id. Names and addresses
 * that no member has are counted as typed, otherwise the limit would reveal which ones are known. Their
 * number per address is limited so that nobody can fill the memory.
 */
async function findPlaces(args: RequestArgs, attempt: Attempt) {
  const { eventId, name, email } = attempt;
  const candidates = await findPossibleMembers(args.context.app.db, attempt);
  const placeAt = (person: number | string) => tryOf(args, 'sign_in', person);
  if (candidates.exact !== null)
    return { exact: await placeAt(candidates.exact), known: [], typed: [] };
  const { named, addressed } = candidates;
  const typed: string[] = [];
  if (named.length === 0) typed.push(`${eventId} name ${plainName(name)}`);
  if (addressed.length === 0) typed.push(`${eventId} address ${emailKey(email)}`);
  const ids = [...new Set([...named, ...addressed])];
  return {
    exact: null,
    known: await Promise.all(ids.map(placeAt)),
    typed: await Promise.all(typed.map(placeAt)),
  };
}

async function tryOf(
  args: RequestArgs,
  rule: PersonTry['rule'],
  person: number | string,
): Promise<PersonTry> {
  return {
    rule,
    person: String(person),
    address: addressKey(args),
    browser: typeof person === 'number' ? await markedBrowser(args, person) : null,
  };
}

function pardonOf(args: RequestArgs, { eventId, name, email }: Attempt): Countable {
  return ['pardon', JSON.stringify([addressKey(args), eventId, nameKey(name), emailKey(email)])];
}
