import { DomainError, type ErrorCode } from '~/models/errors';
import { nameKey } from '~/models/event';
import type { RequestArgs } from './context';

/**
 * Failures that are counted, and how many are too many (C§3). A whole party sits behind one
 * address, so successes never count.
 */
const WINDOW_MS = 10 * 60 * 1000;
const LIMITS = { signIn: 20, address: 300, admin: 5 } as const;
const PRUNE_ABOVE = 10_000;

type Rule = keyof typeof LIMITS;

/** Counts failures in a sliding window, in this process' memory. */
export class Throttle {
  private readonly failures = new Map<string, number[]>();

  constructor(private readonly now: () => Date) {}

  /** @throws DomainError too_many_attempts with the seconds until the next try */
  check(rule: Rule, key: string): void {
    const recent = this.recent(rule, key);
    if (recent.length < LIMITS[rule]) return;
    const oldest = recent[recent.length - LIMITS[rule]] ?? 0;
    const retryAfter = Math.max(1, Math.ceil((oldest + WINDOW_MS - this.time()) / 1000));
    throw new DomainError('too_many_attempts', { retryAfter });
  }

  fail(rule: Rule, key: string): void {
    if (this.failures.size > PRUNE_ABOVE) this.prune();
    this.failures.set(`${rule}:${key}`, [...this.recent(rule, key), this.time()]);
  }

  /** Takes back the newest failure: it was the first half of a success after all. */
  forgive(rule: Rule, key: string): void {
    this.failures.set(`${rule}:${key}`, this.recent(rule, key).slice(0, -1));
  }

  private recent(rule: Rule, key: string): number[] {
    const since = this.time() - WINDOW_MS;
    return (this.failures.get(`${rule}:${key}`) ?? []).filter((at) => at > since);
  }

  private prune(): void {
    const since = this.time() - WINDOW_MS;
    for (const [key, times] of this.failures) {
      if (!times.some((at) => at > since)) this.failures.delete(key);
    }
  }

  private time(): number {
    return this.now().getTime();
  }
}

/** What a sign-in is counted by: one event and name, and one address. */
interface Attempt {
  event: string | number;
  name: string;
}

function keysOf(args: RequestArgs, attempt: Attempt) {
  return [
    ['signIn', `${nameKey(String(attempt.event))}|${nameKey(attempt.name)}`],
    ['address', args.context.clientAddress],
  ] as const;
}

const WRONG_CREDENTIALS: ErrorCode[] = ['invalid_credentials', 'password_wrong'];

/**
 * Runs a sign-in under the throttle; wrong credentials count, everything else does not.
 * @throws DomainError too_many_attempts, and whatever `tryIt` throws
 */
export async function withSignInThrottle<T>(
  args: RequestArgs,
  attempt: Attempt,
  tryIt: () => Promise<T>,
): Promise<T> {
  const { throttle } = args.context.app;
  const keys = keysOf(args, attempt);
  for (const [rule, key] of keys) throttle.check(rule, key);
  try {
    return await tryIt();
  } catch (error) {
    if (error instanceof DomainError && WRONG_CREDENTIALS.includes(error.code)) {
      for (const [rule, key] of keys) throttle.fail(rule, key);
    }
    throw error;
  }
}

/**
 * A registration that follows a failed login is how every guest begins (§4): the failure is
 * forgiven.
 */
export function forgiveSignIn(args: RequestArgs, attempt: Attempt): void {
  for (const [rule, key] of keysOf(args, attempt)) args.context.app.throttle.forgive(rule, key);
}

/**
 * Runs an administrator check under its own throttle; a no counts as a failure.
 * @throws DomainError too_many_attempts
 */
export async function withAdminThrottle<T extends { isAdmin: boolean }>(
  args: RequestArgs,
  check: () => Promise<T>,
): Promise<T> {
  const { throttle } = args.context.app;
  const key = args.context.clientAddress;
  throttle.check('admin', key);
  const result = await check();
  if (!result.isAdmin) throttle.fail('admin', key);
  return result;
}
