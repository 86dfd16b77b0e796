import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createAttemptCounter } from '~/models/attempt.server';
import { DomainError, type ErrorCode } from '~/models/errors';
import type { RequestArgs, RequestContext } from './context';
import { createSessionStore } from './session.server';
import {
  byAddress,
  withAdminThrottle,
  withLimit,
  withNamesThrottle,
  withRegistrationThrottle,
  withSignInThrottle,
  type Attempt,
} from './throttle.server';

// One process without a shared database; tests/models/attempts.test.ts counts on both.

let counter: ReturnType<typeof createAttemptCounter>;
beforeEach(() => {
  counter = createAttemptCounter({ db: null, eventsPerHour: 3 });
});

const sessions = createSessionStore({ SESSION_SECRET: ['x'.repeat(32)] } as never);

/** A request of its own, from an address; those of one browser share their session. */
function requestFrom(address = '192.0.2.1', cookie?: string): RequestArgs {
  const headers = cookie ? { Cookie: cookie } : undefined;
  const context = { app: { attempts: counter, sessions }, clientAddress: address };
  return {
    request: new Request('http://localhost/', { headers }),
    context: context as unknown as RequestContext,
  };
}

const LEA: Attempt = {
  event: 'Party',
  organizerName: 'Ann',
  name: 'Léa',
  email: 'lea@example.com',
};
const fail = (code: ErrorCode) => () => Promise.reject(new DomainError(code));
const wrong = fail('invalid_credentials');

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    (result) => result,
    (error: DomainError) => error.code,
  );
}

const signIn = (attempt: Attempt = LEA, tryIt: () => Promise<unknown> = wrong, from?: string) =>
  codeOf(withSignInThrottle(requestFrom(from), attempt, tryIt));

describe('sign-in throttle', () => {
  it('stops the 21st failure for one event and name, and says when to come back', async () => {
    for (let i = 0; i < 20; i++) expect(await signIn()).toBe('invalid_credentials');
    const other = { ...LEA, event: ' PARTY ', name: ' LÉA ', email: 'other@example.com' };
    const refused = await withSignInThrottle(requestFrom(), other, wrong).catch(
      (error: DomainError) => error,
    );
    expect(refused).toMatchObject({ code: 'too_many_attempts', retryAfter: 600 });
    expect(await signIn({ ...LEA, name: 'Karim' })).toBe('invalid_credentials');
    expect(await signIn({ ...LEA, event: 'Other' })).toBe('invalid_credentials');
  });

  it('lets no more than 20 of 200 at once through', async () => {
    const tryIt = vi.fn(wrong);
    const answers = await Promise.all(Array.from({ length: 200 }, () => signIn(LEA, tryIt)));
    expect(tryIt).toHaveBeenCalledTimes(20);
    expect(answers.filter((answer) => answer === 'too_many_attempts')).toHaveLength(180);
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

  it('counts 300 failures for one address, whatever the names', async () => {
    for (let i = 0; i < 300; i++) await signIn({ ...LEA, name: `Guest ${i}` });
    expect(await signIn({ ...LEA, name: 'One more' })).toBe('too_many_attempts');
    expect(await signIn({ ...LEA, name: 'One more' }, wrong, '192.0.2.2')).toBe(
      'invalid_credentials',
    );
  });

  it('takes a network of IPv6 for one address, and IPv4 in its clothes for itself', async () => {
    const names = (from: string) =>
      codeOf(withNamesThrottle(requestFrom(from), fail('event_not_found')));
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

  it('never counts a success or another refusal', async () => {
    for (let i = 0; i < 400; i++) {
      expect(await signIn(LEA, async () => 'in')).toBe('in');
      expect(await signIn(LEA, fail('event_ended'))).toBe('event_ended');
      expect(await signIn(LEA, fail('password_required'))).toBe('password_required');
    }
  });

  it('takes names that look alike for one', async () => {
    for (const name of ['Léa', 'LEA', 'Lea!', ' leá ']) {
      for (let i = 0; i < 5; i++) await signIn({ ...LEA, name });
    }
    expect(await signIn({ ...LEA, name: 'lea.' })).toBe('too_many_attempts');
    expect(await signIn({ ...LEA, name: 'Lea B' })).toBe('invalid_credentials');
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
  /** A browser that keeps the cookie of its failed sign-in. */
  async function failAndRemember(attempt: Attempt): Promise<string> {
    const args = requestFrom();
    expect(await codeOf(withSignInThrottle(args, attempt, wrong))).toBe('invalid_credentials');
    const { getSession } = await import('./session.server');
    const cookie = await sessions.commitSession(await getSession(args));
    return cookie.split(';')[0] ?? '';
  }
  const left = async (attempt: Attempt): Promise<number> => {
    let count = 0;
    while ((await signIn(attempt)) !== 'too_many_attempts') count += 1;
    return count;
  };

  const joinAs = (cookie: string, attempt: Attempt, tryIt: () => Promise<unknown>) =>
    codeOf(withRegistrationThrottle(requestFrom('192.0.2.1', cookie), attempt, tryIt));
  const joins = async () => 'joined';

  it('is how guests begin: that failure is forgiven, once', async () => {
    const cookie = await failAndRemember(LEA);
    expect(await joinAs(cookie, LEA, joins)).toBe('joined');
    expect(await joinAs(cookie, LEA, joins)).toBe('joined');
    expect(await left(LEA)).toBe(20);
  });

  it('gets in although that failure was the last one allowed', async () => {
    for (let i = 0; i < 19; i++) await signIn();
    const cookie = await failAndRemember(LEA);
    expect(await signIn()).toBe('too_many_attempts');
    expect(await joinAs(cookie, LEA, joins)).toBe('joined');
    expect(await left(LEA)).toBe(1);
  });

  it.each<ErrorCode>(['user_exists', 'event_full', 'event_ended_registration'])(
    'that ends with %s forgives nothing, and counts no second time',
    async (code) => {
      const cookie = await failAndRemember(LEA);
      expect(await joinAs(cookie, LEA, fail(code))).toBe(code);
      expect(await left(LEA)).toBe(19);
    },
  );

  it.each<[string, Partial<Attempt>, string?]>([
    ['another e-mail', { email: 'other@example.com' }],
    ['another name', { name: 'Léon' }],
    ['another event', { event: 'Other' }],
    ['another browser', {}, ''],
  ])('of %s forgives nothing', async (_what, change, other) => {
    const cookie = await failAndRemember(LEA);
    expect(await joinAs(other ?? cookie, { ...LEA, ...change }, joins)).toBe('joined');
    expect(await left(LEA)).toBe(19);
  });

  it('never forgives a guess at a password', async () => {
    const cookie = await failAndRemember({ ...LEA, password: 'open sesame' });
    await joinAs(cookie, LEA, joins);
    expect(await left(LEA)).toBe(19);
  });

  it('forgives for a minute', async () => {
    vi.useFakeTimers();
    try {
      const cookie = await failAndRemember(LEA);
      vi.advanceTimersByTime(61_000);
      await joinAs(cookie, LEA, joins);
      expect(await left(LEA)).toBe(19);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('administrator throttle', () => {
  it('stops after five failed checks of one session, and of 100 at once', async () => {
    const args = requestFrom();
    const no = vi.fn(async () => ({ isAdmin: false }));
    const checks = Array.from({ length: 100 }, () => codeOf(withAdminThrottle(args, no)));
    await Promise.all(checks);
    expect(no).toHaveBeenCalledTimes(5);
    const yes = async () => ({ isAdmin: true });
    expect(await codeOf(withAdminThrottle(args, yes))).toBe('too_many_attempts');
    // Another session is not locked out by it.
    expect(await withAdminThrottle(requestFrom(), yes)).toEqual({ isAdmin: true });
  });
});

describe('what may happen only so often', () => {
  const create = (from: string, work = async () => 'made') => {
    const args = requestFrom(from);
    return codeOf(withLimit(args, byAddress(args, 'created_event'), work));
  };

  it('counts what went well, and gives back what did not', async () => {
    for (let i = 0; i < 10; i++) {
      expect(await create('192.0.2.1', fail('event_exists'))).toBe('event_exists');
    }
    for (let i = 0; i < 3; i++) expect(await create('192.0.2.1')).toBe('made');
    expect(await create('192.0.2.1')).toBe('too_many_attempts');
    expect(await create('192.0.2.2')).toBe('made');
  });

  it('has no end where the platform sets none', async () => {
    counter = createAttemptCounter({ db: null, eventsPerHour: 0 });
    for (let i = 0; i < 100; i++) expect(await create('192.0.2.1')).toBe('made');
  });
});
