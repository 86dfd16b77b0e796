import {
  countsOf,
  runWithPlace,
  type Countable,
  type TakenTry,
} from '~/models/session/attempts.server';
import { DomainError, type ErrorCode } from '~/models/errors';
import { DEMO_EVENT_ID } from '~/models/event/rules';
import type { SecurityKind } from '~/models/admin/security-event';
import { ADMIN_USER_ID } from '~/models/user/rules';
import { addressKey } from './address.server';
import type { RequestArgs } from './context';
import {
  byAddress,
  findPlaces,
  pardonOf,
  takePlaces,
  throwIfRefused,
  tryOf,
  type Attempt,
} from './throttle-places.server';
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
  counts?: (result: T) => boolean,
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
  return runWithPlace(taken, join);
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
