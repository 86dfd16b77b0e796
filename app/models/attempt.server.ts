import { createHash } from 'node:crypto';
import { lt } from 'drizzle-orm';
import {
  RateLimiterDrizzle,
  RateLimiterMemory,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import type { Db } from '~db/client.server';
import { attempts } from '~db/schema';
import { DomainError } from './errors';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/**
 * How often something may happen, and within how many seconds. A whole party sits behind one address,
 * so limits by address count failures, or what few guests of a party do.
 */
const LIMITS = {
  /** Failed sign-ins with one name of one event. */
  sign_in: { points: 20, duration: 10 * MINUTE_S },
  /** Failures from one address: sign-ins, and names of events that do not exist. */
  address: { points: 300, duration: 10 * MINUTE_S },
  /** Failed checks of the administrator's credentials, by session and address. */
  admin: { points: 5, duration: 10 * MINUTE_S },
  /** Failed sign-ins that a registration right afterwards makes up for; counted, never refused. */
  pardon: { points: Number.MAX_SAFE_INTEGER, duration: MINUTE_S },
  /** Messages from one person to one other, or to everybody. */
  message: { points: 60, duration: HOUR_S },
  /** Mails to one recipient, and mails that one address had sent. */
  mail_to: { points: 5, duration: HOUR_S },
  mail_from: { points: 30, duration: HOUR_S },
  /** PDFs sent to one address, and those that had to be made for it. */
  pdf: { points: 300, duration: 10 * MINUTE_S },
  pdf_made: { points: 30, duration: 10 * MINUTE_S },
  /** Downloads as JPEG that one person has begun. */
  jpeg_zip: { points: 20, duration: HOUR_S },
  /** What one organizer has Stripe do or tell. */
  payment: { points: 120, duration: 10 * MINUTE_S },
} as const;

/** Events that one address may create in an hour; how many is the platform's choice. */
const CREATED_EVENT = { duration: HOUR_S } as const;

export type AttemptRule = keyof typeof LIMITS | 'created_event';

/** What is counted: under which rule, and by what. */
export type Countable = readonly [rule: AttemptRule, by: string];

/** Places that were taken. */
export interface Taken {
  /** It was no failure after all. */
  giveBack(): Promise<void>;
}

/** Counts attempts, for all servers of a database together. */
export interface AttemptCounter {
  /**
   * Takes a place under each rule before anything is tried: of many at once no more get through than
   * the rule allows. Either all places are taken, or none is.
   * @throws DomainError too_many_attempts with the seconds until the next try
   */
  take(...what: Countable[]): Promise<Taken>;
  /** Notes that something happened which `forget` may ask about within the rule's time. */
  note(what: Countable): Promise<void>;
  /** Forgets what was noted. @returns whether there was anything: of two who ask at once, one is told so */
  forget(what: Countable): Promise<boolean>;
  /** Gives back places that were taken before. */
  giveBack(...what: Countable[]): Promise<void>;
}

/**
 * Makes the counter.
 * @param options.db where several servers share their counts; null keeps them in this process
 * @param options.eventsPerHour 0 for no limit
 */
export function createAttemptCounter({
  db,
  eventsPerHour,
}: {
  db: Db | null;
  eventsPerHour: number;
}): AttemptCounter {
  const limits = {
    ...LIMITS,
    created_event: { ...CREATED_EVENT, points: eventsPerHour || Number.MAX_SAFE_INTEGER },
  };
  const limiters = new Map<AttemptRule, RateLimiterAbstract>();
  for (const [rule, limit] of Object.entries(limits)) {
    const options = { ...limit, keyPrefix: rule };
    const limiter = db
      ? new RateLimiterDrizzle({
          ...options,
          storeClient: db,
          schema: attempts,
          // `removeExpiredAttempts` does it, once for all rules.
          clearExpiredByTimeout: false,
        })
      : new RateLimiterMemory(options);
    limiters.set(rule as AttemptRule, limiter);
  }
  const limiterOf = (rule: AttemptRule) => limiters.get(rule) as RateLimiterAbstract;

  const giveBack = async (...what: Countable[]): Promise<void> => {
    for (const [rule, by] of what) await limiterOf(rule).reward(keyOf(by), 1);
  };
  return {
    async take(...what) {
      const taken: Countable[] = [];
      for (const countable of what) {
        const [rule, by] = countable;
        taken.push(countable);
        try {
          await limiterOf(rule).consume(keyOf(by), 1);
        } catch (refusal) {
          if (!(refusal instanceof RateLimiterRes)) throw refusal;
          await giveBack(...taken);
          const retryAfter = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
          const figures = { attempts: refusal.consumedPoints, limit: limiterOf(rule).points };
          throw new DomainError('too_many_attempts', { retryAfter, figures });
        }
      }
      return { giveBack: () => giveBack(...taken) };
    },
    async note([rule, by]) {
      await limiterOf(rule).penalty(keyOf(by), 1);
    },
    forget: async ([rule, by]) => {
      const limiter = limiterOf(rule);
      // An expired row stays in the table until `removeExpiredAttempts`; `get` overlooks it, `delete`
      // alone would count it as there.
      return (await limiter.get(keyOf(by))) !== null && (await limiter.delete(keyOf(by)));
    },
    giveBack,
  };
}

/** Removes counts whose time is over. */
export async function removeExpiredAttempts(db: Db, { now }: { now: Date }): Promise<void> {
  await db.delete(attempts).where(lt(attempts.expire, now));
}

/** Hashed: the table of failures must hold no names and no addresses. */
function keyOf(by: string): string {
  return createHash('sha256').update(by).digest('base64url');
}
