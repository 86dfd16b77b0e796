import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createAttemptCounter } from '~/models/session/attempts.server';
import { DomainError, type ErrorCode } from '~/models/errors';
import { ADMIN_USER_ID } from '~/models/user/rules';
import { createTestEvent, createTestUser, unique } from '../../tests/factories';
import { borrowPglite } from '../../tests/setup/databases';
import { createBrowserMarkCookie } from './browser-mark.server';
import type { RequestArgs, RequestContext } from './context';
import {
  withAdminThrottle,
  withEventThrottle,
  withLimit,
  withRegistrationThrottle,
  withSignInThrottle,
} from './throttle.server';
import { byAddress, type Attempt } from './throttle-places.server';

// This file counts in the process; tests/models/attempts.test.ts counts in both databases.

let counter: ReturnType<typeof createAttemptCounter>;
beforeEach(() => {
  counter = createAttemptCounter({ db: null, eventsPerHour: 3, joinsPerMinute: 2 });
});

const { db, close } = await borrowPglite();
afterAll(() => close());

const env = { SESSION_SECRET: ['x'.repeat(32)] };
const browserMark = createBrowserMarkCookie(env as never);
const log = { info: () => {}, error: () => {} };

/** A new request from an address, by a browser with or without a mark. */
function requestFrom(address = '192.0.2.1', cookie?: string): RequestArgs {
  const headers = cookie ? { Cookie: cookie } : undefined;
  const app = { attempts: counter, db, env, browserMark, now: () => new Date() };
  const context = { app, log, clientAddress: address };
  return {
    request: new Request('http://localhost/', { headers }),
    context: context as unknown as RequestContext,
  };
}

/** The cookie of a browser on which these users have signed in. */
async function markOf(...people: number[]): Promise<string> {
  const cookie = await browserMark.serialize({ browser: randomUUID(), people });
  return cookie.split(';')[0] ?? '';
}

let LEA: Attempt;
let leaId: number;
let otherEventId: number;
beforeAll(async () => {
  const { event } = await createTestEvent(db);
  const lea = await createTestUser(db, event.id, { name: 'Léa', email: 'lea@example.com' });
  leaId = lea.id;
  otherEventId = (await createTestEvent(db)).event.id;
  // A guess: Léa's name with another person's address.
  LEA = { eventId: event.id, name: 'Léa', email: 'guess@example.com' };
});
/** Léa's own name and address. */
const exact = () => ({ ...LEA, email: 'lea@example.com' });
const fail = (code: ErrorCode) => () => Promise.reject(new DomainError(code));
const wrong = fail('invalid_credentials');

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    (result) => result,
    (error: DomainError) => error.code,
  );
}

const signIn = (
  attempt: Attempt = LEA,
  tryIt: () => Promise<unknown> = wrong,
  from?: string,
  cookie?: string,
) => codeOf(withSignInThrottle(requestFrom(from, cookie), attempt, tryIt));

describe('sign-in throttle', () => {
  it('stops the 21st failure for one person from one address, and says when to retry', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    for (let i = 0; i < 20; i++) expect(await signIn()).toBe('invalid_credentials');
    const other = { ...LEA, name: ' LÉA ', email: 'other@example.com' };
    const refused = await withSignInThrottle(requestFrom(), other, wrong).catch(
      (error: DomainError) => error,
    );
    expect(refused).toMatchObject({ code: 'too_many_attempts', retryAfter: 600 });
    expect(await signIn(exact())).toBe('too_many_attempts');
    const karim = { ...LEA, name: 'Karim', email: 'karim@example.com' };
    expect(await signIn(karim)).toBe('invalid_credentials');
    expect(await signIn({ ...LEA, eventId: otherEventId })).toBe('invalid_credentials');
    expect(await signIn(LEA, wrong, '192.0.2.2')).toBe('invalid_credentials');
  });

  it('lets only 20 of 200 simultaneous guesses at a password through', async () => {
    const tryIt = vi.fn(wrong);
    const answers = await Promise.all(Array.from({ length: 200 }, () => signIn(exact(), tryIt)));
    expect(tryIt).toHaveBeenCalledTimes(20);
    expect(answers.filter((answer) => answer === 'too_many_attempts')).toHaveLength(180);
  });

  it('answers only 20 of 200 guesses at an address', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => signIn()));
    expect(answers.filter((answer) => answer === 'invalid_credentials')).toHaveLength(20);
    expect(await signIn(exact(), async () => 'in')).toBe('too_many_attempts');
  });

  it('lets an unknown namesake join, and reveals no known person', async () => {
    for (let i = 0; i < 20; i++) await signIn();
    const namesake = { ...LEA, email: 'another@example.com' };
    expect(await signIn(namesake, async () => 'joined')).toBe('joined');
    for (const code of ['event_full', 'maybe_known'] as const) {
      expect(await signIn(namesake, fail(code))).toBe('too_many_attempts');
    }
    expect(await signIn(exact(), fail('user_exists'))).toBe('too_many_attempts');
  });

  it('lets a name in again after ten minutes', async () => {
    vi.useFakeTimers();
    try {
      for (let i = 0; i < 21; i++) await signIn();
      expect(await signIn()).toBe('too_many_attempts');
      vi.advanceTimersByTime(10 * 60 * 1000);
      expect(await signIn()).toBe('invalid_credentials');
    } finally {
      vi.useRealTimers();
    }
  });

  it('counts by user id, so that a rename gives no new tries', async () => {
    const { event } = await createTestEvent(db);
    const { id } = await createTestUser(db, event.id, {
      name: 'Ann Lee',
      email: 'ann@example.com',
    });
    const guess = { eventId: event.id, name: 'Ann Lee', email: 'guess@example.com' };
    for (let i = 0; i < 20; i++) await signIn(guess);
    await db.execute(sql`update users set name = 'Bob', name_key = 'bob' where id = ${id}`);
    expect(await signIn({ ...guess, name: 'Bob', email: 'other@example.com' })).toBe(
      'too_many_attempts',
    );
    const byAddress = { ...guess, name: 'Somebody', email: 'ann@example.com' };
    expect(await signIn(byAddress)).toBe('too_many_attempts');
  });

  it('reveals no names and addresses: known and unknown ones have the same limit', async () => {
    const unknown = { ...LEA, name: 'Nobody', email: 'nobody@example.com' };
    for (let i = 0; i < 20; i++) expect(await signIn(unknown)).toBe('invalid_credentials');
    const fresh = () => `${unique()}@example.com`;
    expect(await signIn({ ...unknown, email: fresh() })).toBe('too_many_attempts');
    expect(await signIn({ ...unknown, name: unique() })).toBe('too_many_attempts');
  });

  it('remembers 300 unknown people per address, and refuses no others', async () => {
    const stranger = (i: number) => ({ ...LEA, name: `Guest ${i}`, email: `${i}@example.com` });
    for (let i = 0; i < 300; i++) await signIn(stranger(i));
    for (let i = 0; i < 25; i++) expect(await signIn(stranger(300))).toBe('invalid_credentials');
  });

  describe('after 60 failures for one person from all addresses', () => {
    beforeEach(async () => {
      for (let i = 0; i < 60; i++) await signIn(LEA, wrong, `198.51.100.${i % 3}`);
    });
    const right = async () => 'in';

    it('refuses an address that has failed, and gives every other one a try', async () => {
      await counter.giveBack(['sign_in', `${leaId} 198.51.100.0`]);
      expect(await signIn(exact(), right, '198.51.100.0')).toBe('too_many_attempts');
      // A successful try takes no place.
      expect(await signIn(exact(), right, '192.0.2.1')).toBe('in');
      expect(await signIn(exact(), right, '192.0.2.1')).toBe('in');
      expect(await signIn(exact(), wrong, '192.0.2.1')).toBe('invalid_credentials');
      expect(await signIn(exact(), right, '192.0.2.1')).toBe('too_many_attempts');
    });

    it('lets one of many simultaneous tries through', async () => {
      const tryIt = vi.fn(wrong);
      await Promise.all(Array.from({ length: 50 }, () => signIn(exact(), tryIt, '192.0.2.1')));
      expect(tryIt).toHaveBeenCalledTimes(1);
    });

    it('gives a browser with their mark 20 tries of its own, at any address', async () => {
      const mine = await markOf(leaId + 1, leaId);
      for (let i = 0; i < 20; i++) {
        const from = `198.51.100.${i % 3}`;
        expect(await signIn(exact(), wrong, from, mine)).toBe('invalid_credentials');
      }
      expect(await signIn(exact(), right, '192.0.2.1', mine)).toBe('too_many_attempts');
      expect(await signIn(exact(), right, '198.51.100.0', await markOf(leaId))).toBe('in');
    });

    it.each(['of somebody else', 'with another signature'])('ignores a mark %s', async (what) => {
      const mark = await markOf(what === 'of somebody else' ? leaId + 1 : leaId);
      const cookie = what === 'of somebody else' ? mark : `${mark.slice(0, -3)}abc`;
      expect(await signIn(exact(), right, '198.51.100.0', cookie)).toBe('too_many_attempts');
    });
  });

  it('counts an IPv6 network as one address, and a mapped IPv4 address as itself', async () => {
    const names = (from: string) =>
      codeOf(withEventThrottle(requestFrom(from), fail('event_not_found')));
    for (let i = 0; i < 150; i++) {
      expect(await names(`2001:db8:1:2::${i.toString(16)}`)).toBe('event_not_found');
      expect(await names(`2001:db8:1:2:ffff::${i.toString(16)}`)).toBe('event_not_found');
    }
    expect(await names('2001:db8:1:2:abcd::1')).toBe('too_many_attempts');
    expect(await names('2001:db8:1:3::1')).toBe('event_not_found');
    for (let i = 0; i < 300; i++) await names('198.51.100.7');
    expect(await names('::ffff:198.51.100.7')).toBe('too_many_attempts');
    expect(await names('::ffff:198.51.100.8')).toBe('event_not_found');
  });

  it('never counts a success or another error', async () => {
    const stranger = { ...LEA, name: 'Nobody', email: 'nobody@example.com' };
    for (const who of [LEA, stranger]) {
      for (let i = 0; i < 5; i++) {
        expect(await signIn(who, async () => 'in')).toBe('in');
        expect(await signIn(who, fail('event_ended'))).toBe('event_ended');
        expect(await signIn(who, fail('password_required'))).toBe('password_required');
      }
    }
    // All places of the address are left, and all tries.
    const place = byAddress(requestFrom(), 'stranger');
    const taken = await Promise.all(Array.from({ length: 300 }, () => counter.take(place)));
    for (const { giveBack } of taken) await giveBack();
    for (const who of [LEA, stranger]) {
      for (let i = 0; i < 20; i++) expect(await signIn(who)).toBe('invalid_credentials');
      expect(await signIn(who)).toBe('too_many_attempts');
    }
  });

  it('counts similar names as one', async () => {
    for (const name of ['Léa', 'LEA', 'Lea!', ' leá ']) {
      for (let i = 0; i < 5; i++) await signIn({ ...LEA, name });
    }
    expect(await signIn({ ...LEA, name: 'lea.' })).toBe('too_many_attempts');
    expect(await signIn({ ...LEA, name: 'Lea B', email: 'b@example.com' })).toBe(
      'invalid_credentials',
    );
  });

  it.each<ErrorCode>([
    'event_full',
    'user_exists',
    'password_wrong',
    'maybe_known',
    'sign_in_link_sent',
  ])('counts %s: it tells whether a guess was right', async (code) => {
    for (let i = 0; i < 20; i++) expect(await signIn(LEA, fail(code))).toBe(code);
    expect(await signIn(LEA, fail(code))).toBe('too_many_attempts');
  });
});

describe('a registration after a failed sign-in', () => {
  const ANN = () => ({ ...LEA, name: 'Ann', email: 'ann@example.com' });
  const failFirst = async (attempt: Attempt) => {
    expect(await signIn(attempt)).toBe('invalid_credentials');
  };
  const left = async (attempt: Attempt): Promise<number> => {
    let count = 0;
    while ((await signIn(attempt)) !== 'too_many_attempts') count += 1;
    return count;
  };

  const joinAs = (attempt: Attempt, tryIt: () => Promise<unknown>, from?: string) =>
    codeOf(withRegistrationThrottle(requestFrom(from), attempt, tryIt));
  const joins = async () => 'joined';

  it('is how guests start: the failure is forgiven, once', async () => {
    await failFirst(ANN());
    expect(await joinAs(ANN(), joins)).toBe('joined');
    expect(await joinAs(ANN(), joins)).toBe('joined');
    expect(await left(ANN())).toBe(20);
  });

  it('succeeds even if that failure was the last one allowed', async () => {
    for (let i = 0; i < 19; i++) await signIn({ ...ANN(), password: 'open sesame' });
    await failFirst(ANN());
    expect(await signIn(ANN())).toBe('too_many_attempts');
    expect(await joinAs(ANN(), joins)).toBe('joined');
    expect(await left(ANN())).toBe(1);
  });

  it.each<ErrorCode>(['user_exists', 'event_full', 'event_ended_registration'])(
    'that ends with %s forgives nothing, and counts no second time',
    async (code) => {
      await failFirst(ANN());
      expect(await joinAs(ANN(), fail(code))).toBe(code);
      expect(await left(ANN())).toBe(19);
    },
  );

  it.each<[string, Partial<Attempt>, string?]>([
    ['another e-mail', { email: 'other@example.com' }],
    ['another name', { name: 'Léon' }],
    ['another event', { eventId: 1 }],
    ['another address', {}, '192.0.2.2'],
  ])('of %s forgives nothing', async (_what, change, from) => {
    await failFirst(ANN());
    expect(await joinAs({ ...ANN(), ...change }, joins, from)).toBe('joined');
    expect(await left(ANN())).toBe(19);
  });

  it('never forgives a guess at a password', async () => {
    await failFirst({ ...ANN(), password: 'open sesame' });
    await joinAs(ANN(), joins);
    expect(await left(ANN())).toBe(19);
  });

  it('forgives for a minute', async () => {
    vi.useFakeTimers();
    try {
      await failFirst(ANN());
      vi.advanceTimersByTime(61_000);
      await joinAs(ANN(), joins);
      expect(await left(ANN())).toBe(19);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('administrator throttle', () => {
  const no = async () => ({ isAdmin: false });
  const yes = async () => ({ isAdmin: true });
  const check = (work: () => Promise<{ isAdmin: boolean }>, from?: string, cookie?: string) =>
    codeOf(withAdminThrottle(requestFrom(from, cookie), work));

  it('lets only five of 100 simultaneous checks from one address fail', async () => {
    const tryIt = vi.fn(no);
    await Promise.all(Array.from({ length: 100 }, () => check(tryIt)));
    expect(tryIt).toHaveBeenCalledTimes(5);
    expect(await check(yes)).toBe('too_many_attempts');
    expect(await check(yes, '192.0.2.2')).toEqual({ isAdmin: true });
  });

  it('after 30 failures in total, lets a browser with the mark of user 1 try five times', async () => {
    for (let i = 0; i < 30; i++) await check(no, `198.51.100.${i % 6}`);
    expect(await check(yes, '192.0.2.2')).toBe('too_many_attempts');
    const mine = await markOf(ADMIN_USER_ID);
    for (let i = 0; i < 5; i++) {
      expect(await check(yes, '198.51.100.0', mine)).toEqual({ isAdmin: true });
      expect(await check(no, '198.51.100.0', mine)).toEqual({ isAdmin: false });
    }
    expect(await check(yes, '198.51.100.0', mine)).toBe('too_many_attempts');
  });
});

describe('event names', () => {
  const guess = (find: () => Promise<unknown>) => codeOf(withEventThrottle(requestFrom(), find));

  it.each<ErrorCode>(['event_not_found', 'incorrect_organizer_name'])(
    'that are wrong (%s) end after 300; a known one is found all the same',
    async (code) => {
      for (let i = 0; i < 300; i++) expect(await guess(fail(code))).toBe(code);
      expect(await guess(fail(code))).toBe('too_many_attempts');
      expect(await guess(async () => 'found')).toBe('found');
      expect(await guess(fail('event_ended'))).toBe('event_ended');
      expect(await signIn()).toBe('invalid_credentials');
    },
  );
});

describe('limits', () => {
  const create = (from: string, work = async () => 'made') => {
    const args = requestFrom(from);
    return codeOf(withLimit(args, byAddress(args, 'created_event'), work));
  };

  it('count successes, and give back failures', async () => {
    for (let i = 0; i < 10; i++) {
      expect(await create('192.0.2.1', fail('event_exists'))).toBe('event_exists');
    }
    for (let i = 0; i < 3; i++) expect(await create('192.0.2.1')).toBe('made');
    expect(await create('192.0.2.1')).toBe('too_many_attempts');
    expect(await create('192.0.2.2')).toBe('made');
  });

  it('do not apply if the platform sets none', async () => {
    counter = createAttemptCounter({ db: null, eventsPerHour: 0, joinsPerMinute: 2 });
    for (let i = 0; i < 100; i++) expect(await create('192.0.2.1')).toBe('made');
  });
});
