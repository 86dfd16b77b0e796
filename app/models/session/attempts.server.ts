import { createHash } from 'node:crypto';
import { gt, lt, or } from 'drizzle-orm';
import {
  RateLimiterDrizzle,
  RateLimiterMemory,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import type { Db } from '~db/client.server';
import { attempts } from '~db/schema';
import { DomainError } from '../errors';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/**
 * How often something may happen, and within how many seconds. All guests of a party can share one IP
 * address, so limits by address count failures, or actions that few guests of a party perform.
 */
const LIMITS = {
  /**
   * Failed sign-ins as one person: from one address, from all addresses, from a browser with that person's
   * mark.
   */
  sign_in: { points: 20, duration: 10 * MINUTE_S },
  sign_in_all: { points: 60, duration: 10 * MINUTE_S },
  sign_in_marked: { points: 20, duration: 10 * MINUTE_S },
  /** Failed checks of the administrator's credentials, in the same three ways. */
  admin: { points: 5, duration: 10 * MINUTE_S },
  admin_all: { points: 30, duration: 10 * MINUTE_S },
  admin_marked: { points: 5, duration: 10 * MINUTE_S },
  /** Failed sign-ins from one address with a name and an e-mail that no member has. */
  stranger: { points: 300, duration: 10 * MINUTE_S },
  /** Requests from one address for event names and numbers that do not exist. */
  event_guess: { points: 300, duration: 10 * MINUTE_S },
  /** Failed sign-ins that a registration right after them may cancel. They are counted, never refused. */
  pardon: { points: Number.MAX_SAFE_INTEGER, duration: MINUTE_S },
  /** Codes of a wall that one address has typed wrong. */
  wall_code: { points: 10, duration: MINUTE_S },
  /** Visits started from one address. Each one is a row, and anyone who knows the names can start one. */
  visit: { points: 600, duration: 10 * MINUTE_S },
  /** Batches of photos that one person has seen. A page sends one in ten seconds at most. */
  seen: { points: 300, duration: 10 * MINUTE_S },
  /** Changes of notifications from one address. A party's guests set theirs in one evening. */
  push: { points: 1200, duration: HOUR_S },
  /** Messages from one person to one other person, or to everybody. */
  message: { points: 60, duration: HOUR_S },
  /**
   * Mails to one recipient of one event; to one unconfirmed e-mail address, across events; and those that one
   * IP address triggered.
   */
  mail_to: { points: 5, duration: HOUR_S },
  mail_unconfirmed: { points: 10, duration: HOUR_S },
  mail_from: { points: 30, duration: HOUR_S },
  /** Invitations and reminders that one organizer has mailed, in all events with their address. */
  invitation: { points: 300, duration: HOUR_S },
  /** Sign-in links to one person. A double click sends one link. */
  mail_pause: { points: 1, duration: MINUTE_S },
  /** PDFs sent to one address, and those that had to be generated for it. */
  pdf: { points: 300, duration: 10 * MINUTE_S },
  pdf_made: { points: 30, duration: 10 * MINUTE_S },
  /** Pictures of the podium and certificates that had to be made for one person. */
  keepsake: { points: 40, duration: 10 * MINUTE_S },
  /** Albums and photo books that had to be made for one person: each shrinks hundreds of photos. */
  album: { points: 20, duration: HOUR_S },
  /** JPEG downloads that one person has started. */
  jpeg_zip: { points: 20, duration: HOUR_S },
  /** Calls to Stripe on behalf of one organizer. */
  payment: { points: 120, duration: 10 * MINUTE_S },
} as const;

/** Events that one address may create in an hour. The platform configures the number. */
const CREATED_EVENT = { duration: HOUR_S } as const;

/**
 * New participants of an event from one address in a minute, since all guests of a party share an address.
 * The platform configures the number.
 */
const JOINED = { duration: MINUTE_S } as const;

export type AttemptRule = keyof typeof LIMITS | 'created_event' | 'joined';

/** What is counted: the rule and the key it counts by. */
export type Countable = readonly [rule: AttemptRule, by: string];

/** Whose failed tries are counted, and the address a try comes from. */
export interface PersonTry {
  rule: 'sign_in' | 'admin';
  person: string;
  address: string;
  /** The browser's id if it has the mark of an earlier sign-in as this person; otherwise null. */
  browser: string | null;
}

/** Places that were taken. */
export interface Taken {
  /** Returns the places because the try was not a failure. */
  giveBack(): Promise<void>;
}

/** Places that were taken even if that exceeds the limit. The caller decides whether to go on. */
export interface TakenTry extends Taken {
  refusal: DomainError | null;
}

/** Counts attempts, shared by all servers that use one database. */
export interface AttemptCounter {
  /**
   * Takes a place under each rule before the attempt, so that no more concurrent attempts get through than
   * the rule allows. It takes either all places or none.
   * @throws DomainError too_many_attempts with the seconds until the next try
   */
  take(...what: Countable[]): Promise<Taken>;
  /**
   * Takes a place for a try as one person (rule `throttle.person`). A browser with that person's mark has its
   * own count, which other people cannot use up. When all addresses together have failed too often, an
   * address that has not failed yet still gets one try to sign in.
   * @returns the place, to be given back if the try is refused or succeeds
   */
  takeTry(attempt: PersonTry): Promise<TakenTry>;
  /** Records an occurrence that `forget` can find within the rule's time. */
  note(what: Countable): Promise<void>;
  /**
   * Deletes a recorded occurrence.
   * @returns whether there was one; only one of two concurrent calls gets true
   */
  forget(what: Countable): Promise<boolean>;
  /** Gives back places that were taken earlier. */
  giveBack(...what: Countable[]): Promise<void>;
}

/**
 * Creates the counter.
 * @param options.db the database if several servers share their counts; null counts in this process
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
          // `removeExpiredAttempts` clears them, once for all rules.
          clearExpiredByTimeout: false,
        })
      : new RateLimiterMemory(options);
    limiters.set(rule as AttemptRule, limiter);
  }
  const limiterOf = (rule: AttemptRule) => limiters.get(rule) as RateLimiterAbstract;

  /**
   * Takes a place even if the limit is exceeded.
   * @returns how many are taken now, and the refusal if that is too many
   */
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
      // An expired row stays in the table until `removeExpiredAttempts` runs. `get` ignores it, but `delete`
      // alone would report it as present.
      return (await limiter.get(keyOf(by))) !== null && (await limiter.delete(keyOf(by)));
    },
    giveBack,
  };
}

/**
 * The counts that a try goes to: a marked browser has its own, any other counts by its address and in the
 * total.
 */
export function countsOf({ rule, person, address, browser }: PersonTry): Countable[] {
  if (browser !== null) return [[`${rule}_marked`, `${person} ${browser}`]];
  return [
    [rule, `${person} ${address}`],
    [`${rule}_all`, person],
  ];
}

/**
 * Runs work and gives its places back unless it succeeds and counts.
 * @param counts whether a result counts; by default each does
 * @throws whatever `work` throws
 */
export async function runWithPlace<T>(
  taken: Taken,
  work: () => Promise<T>,
  counts: (result: T) => boolean = () => true,
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
 * Removes expired counts, and counts that expire later than any rule allows, because the clock was wrong when
 * they were set.
 */
export async function removeExpiredAttempts(db: Db, { now }: { now: Date }): Promise<void> {
  const latest = new Date(now.getTime() + 2 * HOUR_S * 1000);
  await db.delete(attempts).where(or(lt(attempts.expire, now), gt(attempts.expire, latest)));
}

/** The key is hashed so that the table of failures holds no names and no addresses. */
function keyOf(by: string): string {
  return createHash('sha256').update(by).digest('base64url');
}
