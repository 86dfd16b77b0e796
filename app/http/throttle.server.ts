import ipaddr from 'ipaddr.js';
import type { AttemptRule, Countable } from '~/models/attempt.server';
import { DomainError, type ErrorCode } from '~/models/errors';
import { matchKey } from '~/models/event-name';
import { plainName } from '~/models/lookalike';
import { emailKey } from '~/models/user';
import type { RequestArgs } from './context';
import { sessionId } from './session.server';

/** Groups of 16 bits that count of an IPv6 address: the /64 network that one household has. */
const IPV6_GROUPS = 4;

/** Refusals that tell a guesser which events and people there are; those of a full event do, too. */
const FAILURES: ErrorCode[] = [
  'invalid_credentials',
  'maybe_known',
  'sign_in_link_sent',
  'password_wrong',
  'event_not_found',
  'incorrect_organizer_name',
  'event_full',
  'user_exists',
];

/** Who tries to get in where. An event is counted by its two names, whether or not there is one. */
export interface Attempt {
  event: string;
  organizerName: string;
  name: string;
  email?: string;
  password?: string;
}

/**
 * Runs what takes the names of an event: wrong ones count, for names could be guessed one after the
 * other.
 * @throws DomainError too_many_attempts, and whatever `tryIt` throws
 */
export function withNamesThrottle<T>(args: RequestArgs, tryIt: () => Promise<T>): Promise<T> {
  return countFailures(args, [['address', addressKey(args)]], tryIt);
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
    return await countFailures(args, placesOf(args, attempt), tryIt);
  } catch (error) {
    const isUnknown = error instanceof DomainError && error.code === 'invalid_credentials';
    if (isUnknown && attempt.email && !attempt.password) {
      await args.context.app.attempts.note(await pardonOf(args, attempt));
    }
    throw error;
  }
}

/**
 * Runs a registration under the throttle. One that follows a failed sign-in is how every guest begins:
 * that failure, if this session made it a moment ago with the same name and e-mail and no password,
 * is forgiven when the registration succeeds. Until then the registration uses the failure's place and
 * takes none of its own.
 * @throws DomainError too_many_attempts, and whatever `tryIt` throws
 */
export async function withRegistrationThrottle<T>(
  args: RequestArgs,
  attempt: Attempt,
  tryIt: () => Promise<T>,
): Promise<T> {
  const { attempts } = args.context.app;
  const places = placesOf(args, attempt);
  const isPardoned = await attempts.forget(await pardonOf(args, attempt));
  if (!isPardoned) return countFailures(args, places, tryIt);
  const result = await tryIt();
  await attempts.giveBack(...places);
  return result;
}

/**
 * Runs a check of the administrator's credentials under its own throttle; a no counts as a failure.
 * @throws DomainError too_many_attempts
 */
export async function withAdminThrottle<T extends { isAdmin: boolean }>(
  args: RequestArgs,
  check: () => Promise<T>,
): Promise<T> {
  const by = `${await sessionId(args)} ${addressKey(args)}`;
  return withLimit(args, ['admin', by], check, (result) => !result.isAdmin);
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
  const taken = await args.context.app.attempts.take(what);
  let isCounted = false;
  try {
    const result = await work();
    isCounted = counts(result);
    return result;
  } finally {
    if (!isCounted) await taken.giveBack();
  }
}

/** One place of the caller's address. */
export function byAddress(args: RequestArgs, rule: AttemptRule): Countable {
  return [rule, addressKey(args)];
}

/** The names that an event is counted by. */
export function namesOf(event: { nameKey: string; organizerNameKey: string }) {
  return { event: event.nameKey, organizerName: event.organizerNameKey };
}

/** Takes the places first and gives them back unless it fails as a guess does. */
async function countFailures<T>(
  args: RequestArgs,
  places: Countable[],
  tryIt: () => Promise<T>,
): Promise<T> {
  const taken = await args.context.app.attempts.take(...places);
  let isFailure = false;
  try {
    return await tryIt();
  } catch (error) {
    isFailure = error instanceof DomainError && FAILURES.includes(error.code);
    throw error;
  } finally {
    if (!isFailure) await taken.giveBack();
  }
}

function placesOf(args: RequestArgs, attempt: Attempt): Countable[] {
  return [
    ['sign_in', JSON.stringify(keysOf(attempt))],
    ['address', addressKey(args)],
  ];
}

async function pardonOf(args: RequestArgs, attempt: Attempt): Promise<Countable> {
  const by = [await sessionId(args), ...keysOf(attempt), emailKey(attempt.email ?? '')];
  return ['pardon', JSON.stringify(by)];
}

/** Names that look like one are counted as one: each would be asked whether it is the member's. */
function keysOf({ event, organizerName, name }: Attempt): string[] {
  return [matchKey(event), matchKey(organizerName), plainName(name)];
}

/** What an address is counted as: itself, or its network where one household has a whole one. */
function addressKey({ context: { clientAddress } }: RequestArgs): string {
  if (!ipaddr.isValid(clientAddress)) return 'unknown';
  const address = ipaddr.process(clientAddress);
  return address instanceof ipaddr.IPv6
    ? address.parts.slice(0, IPV6_GROUPS).join(':')
    : address.toString();
}
