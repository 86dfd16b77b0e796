import { createHash } from 'node:crypto';
import { gt, lt, or } from 'drizzle-orm';
import {
  RateLimiterDrizzle,
  RateLimiterMemory,
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
  /** Failed sign-ins of one person: from one address, from all, from a browser that has their mark. */
  sign_in: { points: 20, duration: 10 * MINUTE_S },
  sign_in_all: { points: 60, duration: 10 * MINUTE_S },
  sign_in_marked: { points: 20, duration: 10 * MINUTE_S },
  /** Failed checks of the administrator's credentials, in the same three ways. */
  admin: { points: 5, duration: 10 * MINUTE_S },
  admin_all: { points: 30, duration: 10 * MINUTE_S },
  admin_marked: { points: 5, duration: 10 * MINUTE_S },
  /** Failed sign-ins from one address with names and addresses that no member has: what is kept of them. */
  stranger: { points: 300, duration: 10 * MINUTE_S },
  /** Names and numbers of events, from one address, that there are not. */
  event_guess: { points: 300, duration: 10 * MINUTE_S },
  /** Failed sign-ins that a registration right afterwards makes up for; counted, never refused. */
  pardon: { points: Number.MAX_SAFE_INTEGER, duration: MINUTE_S },
  /** Visitors who came in from one address: each is a row, and anybody who knows the names is one. */
  visit: { points: 600, duration: 10 * MINUTE_S },
  /** Messages from one person to one other, or to everybody. */
  message: { points: 60, duration: HOUR_S },
  /**
   * Mails to one recipient of one event; to an address that nobody has confirmed, of whatever events; and that
   * one address had sent.
   */
  mail_to: { points: 5, duration: HOUR_S },
  mail_unconfirmed: { points: 10, duration: HOUR_S },
  mail_from: { points: 30, duration: HOUR_S },
  /** Sign-in links to one person: pressed twice, one is sent. */
  mail_pause: { points: 1, duration: MINUTE_S },
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

/** New people of an event from one address in a minute: a party has one. Also the platform's choice. */
const JOINED = { duration: MINUTE_S } as const;

export type AttemptRule = keyof typeof LIMITS | 'created_event' | 'joined';

/** What is counted: under which rule, and by what. */
export type Countable = readonly [rule: AttemptRule, by: string];

/** Whose failed tries are counted, and where a try comes from. */
export interface PersonTry {
  rule: 'sign_in' | 'admin';
  person: string;
  address: string;
  /** The browser, if it has the mark of an earlier sign-in of this person; else null. */
  browser: string | null;
}

/** Places that were taken. */
export interface Taken {
  /** It was no failure after all. */
  giveBack(): Promise<void>;
}

/** Places that were taken, be there too many or not: what is tried then is the caller's to say. */
export interface TakenTry extends Taken {
  refusal: DomainError | null;
}

/** Counts attempts, for all servers of a database together. */
export interface AttemptCounter {
  /**
   * Takes a place under each rule before anything is tried: of many at once no more get through than
   * the rule allows. Either all places are taken, or none is.
   * @throws DomainError too_many_attempts with the seconds until the next try
   */
  take(...what: Countable[]): Promise<Taken>;
  /**
   * Takes a place for a try at one person (rule `throttle.person`). A browser with their mark has a count
   * of its own, so that nobody else uses it up. Where all addresses together have failed too often, an
   * address that has not failed yet has one try to sign in.
   * @returns the place, to be given back if it is refused or was no failure
   */
  takeTry(attempt: PersonTry): Promise<TakenTry>;
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
 * @param options.eventsPerHour 0 for no limit, as with `joinsPerMinute`
 */
export function createAttemptCounter({
  db,
  eventsPerHour,
  joinsPerMinute,
}: {
  db: Db | null;
  eventsPerHour: number;
  joinsPerMinute: number;
}): AttemptCounter {
  const limits = {
    ...LIMITS,
    created_event: { ...CREATED_EVENT, points: eventsPerHour || Number.MAX_SAFE_INTEGER },
    joined: { ...JOINED, points: joinsPerMinute || Number.MAX_SAFE_INTEGER },
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

  /** Takes a place, there or not. @returns how many are taken now, and the refusal if that is too many */
  const add = async ([rule, by]: Countable) => {
    const limiter = limiterOf(rule);
    const { consumedPoints, msBeforeNext } = await limiter.penalty(keyOf(by), 1);
    if (consumedPoints <= limiter.points) return { count: consumedPoints, refusal: null };
    const retryAfter = Math.max(1, Math.ceil(msBeforeNext / 1000));
    const figures = { attempts: consumedPoints, limit: limiter.points };
    const refusal = new DomainError('too_many_attempts', { retryAfter, figures });
    return { count: consumedPoints, refusal };
  };
  const giveBack = async (...what: Countable[]): Promise<void> => {
    for (const [rule, by] of what) await limiterOf(rule).reward(keyOf(by), 1);
  };
  const take = async (...what: Countable[]): Promise<Taken> => {
    const taken: Countable[] = [];
    for (const countable of what) {
      taken.push(countable);
      const { refusal } = await add(countable);
      if (!refusal) continue;
      await giveBack(...taken);
      throw refusal;
    }
    return { giveBack: () => giveBack(...taken) };
  };
  return {
    take,
    async takeTry(attempt) {
      const counts = countsOf(attempt);
      const [own, all] = await Promise.all(counts.map(add));
      const isFirst = attempt.rule === 'sign_in' && own?.count === 1;
      const refusal = own?.refusal ?? (isFirst ? null : (all?.refusal ?? null));
      return { refusal, giveBack: () => giveBack(...counts) };
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

/** What a try is counted by: a marked browser by itself, every other one by its address and with all. */
export function countsOf({ rule, person, address, browser }: PersonTry): Countable[] {
  if (browser !== null) return [[`${rule}_marked`, `${person} ${browser}`]];
  return [
    [rule, `${person} ${address}`],
    [`${rule}_all`, person],
  ];
}

/** Removes counts whose time is over, or further away than any is set: the clock was wrong then. */
export async function removeExpiredAttempts(db: Db, { now }: { now: Date }): Promise<void> {
  const latest = new Date(now.getTime() + 2 * HOUR_S * 1000);
  await db.delete(attempts).where(or(lt(attempts.expire, now), gt(attempts.expire, latest)));
}

/** Hashed: the table of failures must hold no names and no addresses. */
function keyOf(by: string): string {
  return createHash('sha256').update(by).digest('base64url');
}
