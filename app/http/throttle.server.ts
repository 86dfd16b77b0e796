import {
  countsOf,
  type AttemptRule,
  type Countable,
  type PersonTry,
  type Taken,
  type TakenTry,
} from '~/models/attempt.server';
import { DomainError, type ErrorCode } from '~/models/errors';
import { DEMO_EVENT_ID } from '~/models/event';
import { nameKey } from '~/models/event-name';
import { plainName } from '~/models/lookalike';
import { findMeant } from '~/models/lookalike.server';
import type { SecurityKind } from '~/models/security-event';
import { ADMIN_USER_ID, emailKey } from '~/models/user';
import { addressKey } from './address.server';
import { markedBrowser } from './browser-mark.server';
import type { RequestArgs } from './context';
import { noteSecurity } from './security-log.server';

/** Refusals that tell a guesser which people there are; those of a full event do, too. */
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

/** Refusals that tell a guesser which events there are. */
const EVENT_GUESSES: ErrorCode[] = ['event_not_found', 'incorrect_organizer_name'];

/** Who tries to get into which event. */
export interface Attempt {
  eventId: number;
  name: string;
  email: string;
  password?: string;
}

/**
 * Runs what finds an event by its names or its number: what there is not counts, for both could be
 * guessed one after the other. Whoever knows an event is never refused (rule `throttle.names`).
 * @throws DomainError too_many_attempts in place of a wrong guess, and whatever `find` throws
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
 * Runs a sign-in or a registration under the throttle: what would tell a guesser something counts,
 * everything else does not.
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
    await noteLockOut(args, error, attempt);
    const isUnknown = error instanceof DomainError && error.code === 'invalid_credentials';
    if (isUnknown && !attempt.password) {
      await args.context.app.attempts.note(pardonOf(args, attempt));
    }
    throw error;
  }
}

/**
 * Runs a registration under the throttle. One that follows a failed sign-in is how every guest begins:
 * that failure, made from this address a moment ago with the same name and e-mail and no password, is
 * forgiven when the registration succeeds. Until then the registration uses the failure's place and
 * takes none of its own.
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
      await noteLockOut(args, error, attempt);
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
 * Runs what asks somebody who is in for their own password once more: guessing it there counts as guessing
 * it at the door.
 * @throws DomainError too_many_attempts, and whatever `tryIt` throws
 */
export async function withPasswordThrottle<T>(
  args: RequestArgs,
  { id, eventId }: { id: number; eventId: number },
  tryIt: () => Promise<T>,
): Promise<T> {
  const { attempts } = args.context.app;
  try {
    const taken = await orRefuse(await attempts.takeTry(await tryOf(args, 'sign_in', id)));
    return await countFailures(taken, tryIt);
  } catch (error) {
    await noteLockOut(args, error, { eventId, userId: id });
    throw error;
  }
}

/**
 * Runs a check of the administrator's credentials under its own throttle; a no counts as a failure, unless all
 * that is missing is the code of the second factor.
 * @throws DomainError too_many_attempts
 */
export async function withAdminThrottle<T extends { isAdmin: boolean; refusal?: ErrorCode }>(
  args: RequestArgs,
  check: () => Promise<T>,
): Promise<T> {
  const user1 = { userId: ADMIN_USER_ID, eventId: DEMO_EVENT_ID };
  const attempt = await tryOf(args, 'admin', ADMIN_USER_ID);
  try {
    const taken = await orRefuse(await args.context.app.attempts.takeTry(attempt));
    const isFailed = (it: T) => !it.isAdmin && it.refusal !== 'second_factor_required';
    const result = await holding(taken, check, isFailed);
    if (result.isAdmin) await noteSecurity(args, 'admin_check', user1);
    else if (isFailed(result)) await noteSecurity(args, 'admin_check_failed', user1);
    return result;
  } catch (error) {
    await noteLockOut(args, error, user1, 'admin_locked_out');
    throw error;
  }
}

/** Notes a try that was refused because there were too many; nothing of any other failure. */
async function noteLockOut(
  args: RequestArgs,
  error: unknown,
  { eventId, userId = null }: { eventId: number; userId?: number | null },
  kind: SecurityKind = 'locked_out',
): Promise<void> {
  if (!(error instanceof DomainError) || error.code !== 'too_many_attempts') return;
  await noteSecurity(args, kind, { eventId, userId });
}

/**
 * Runs something that may happen only so often, whether or not anything is wrong with it.
 * @param counts whether a result counts; what throws does not
 * @throws DomainError too_many_attempts, and whatever `work` throws
 */
export async function withLimit<T>(
  args: RequestArgs,
  what: Countable,
  work: () => Promise<T>,
  counts: (result: T) => boolean = () => true,
): Promise<T> {
  return holding(await args.context.app.attempts.take(what), work, counts);
}

/**
 * Lets somebody new join an event, so many in a minute from one address: whoever comes after them waits
 * (rule `throttle.joins`). What fails does not count.
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
  return holding(taken, join, () => true);
}

/** One place of the caller's address. */
export function byAddress(args: RequestArgs, rule: AttemptRule): Countable {
  return [rule, addressKey(args)];
}

/** Gives the place back unless the work is done and counts. */
async function holding<T>(
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
 * Gives the places back unless it fails as a guess does. What fails where no place was left reads that alone,
 * so that a right guess and a wrong one look the same.
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

/** Goes on where there was a place. @throws DomainError too_many_attempts */
async function orRefuse(taken: TakenTry): Promise<TakenTry> {
  if (!taken.refusal) return taken;
  await taken.giveBack();
  throw taken.refusal;
}

/**
 * Takes a place at whoever is meant. Who names a member by name and address gets no further without one, for
 * that would let them in; anybody else can only fail, or join as somebody new, whom no failures of others
 * keep out: see `countFailures`.
 * @throws DomainError too_many_attempts
 */
async function takePlaces(args: RequestArgs, attempt: Attempt): Promise<TakenTry> {
  const { attempts } = args.context.app;
  const { exact, known, typed } = await findPlaces(args, attempt);
  if (exact) return orRefuse(await attempts.takeTry(exact));
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
  const room = refusal || typed.length === 0 ? null : await takeRoom(args);
  if (room) taken.push(room);
  if (room) for (const place of typed) refusal ??= await takeOne(place);
  return { refusal, giveBack };
}

/** A place among what is kept of an address' strangers; null where none is left. */
async function takeRoom(args: RequestArgs): Promise<Taken | null> {
  try {
    return await args.context.app.attempts.take(byAddress(args, 'stranger'));
  } catch (error) {
    if (error instanceof DomainError && error.code === 'too_many_attempts') return null;
    throw error;
  }
}

/**
 * Where a sign-in is counted: at the members who have the typed name or the typed address, by their ids.
 * What no member has is counted as it is typed, or the limit would tell which names and addresses are
 * known; of one address so much alone that nobody can fill the memory.
 */
async function findPlaces(args: RequestArgs, attempt: Attempt) {
  const { eventId, name, email } = attempt;
  const meant = await findMeant(args.context.app.db, attempt);
  const placeAt = (person: number | string) => tryOf(args, 'sign_in', person);
  if (meant.exact !== null) return { exact: await placeAt(meant.exact), known: [], typed: [] };
  const { named, addressed } = meant;
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
