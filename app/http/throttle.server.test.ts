import { describe, expect, it } from 'vitest';
import { DomainError } from '~/models/errors';
import type { RequestArgs } from './context';
import { forgiveSignIn, Throttle, withAdminThrottle, withSignInThrottle } from './throttle.server';

function setUp() {
  let time = Date.parse('2026-11-21T20:00:00Z');
  const throttle = new Throttle(() => new Date(time));
  const args = {
    request: new Request('http://localhost/'),
    context: { app: { throttle }, clientAddress: '192.0.2.1' },
  } as unknown as RequestArgs;
  return { args, wait: (ms: number) => (time += ms) };
}

const wrong = () => Promise.reject(new DomainError('invalid_credentials'));
const signIn = (args: RequestArgs, name: string, tryIt: () => Promise<unknown> = wrong) =>
  withSignInThrottle(args, { event: 'Party', name }, tryIt).catch(
    (error: DomainError) => error.code,
  );

describe('sign-in throttle (C§3)', () => {
  it('stops the 21st failure for one event and name, and says when to come back', async () => {
    const { args } = setUp();
    for (let i = 0; i < 20; i++) expect(await signIn(args, 'Léa')).toBe('invalid_credentials');
    const refused = await withSignInThrottle(args, { event: ' PARTY ', name: 'léa' }, wrong).catch(
      (error: DomainError) => error,
    );
    expect(refused).toMatchObject({ code: 'too_many_attempts', retryAfter: 600 });
    expect(await signIn(args, 'Karim')).toBe('invalid_credentials');
  });

  it('lets a name in again after ten minutes', async () => {
    const { args, wait } = setUp();
    for (let i = 0; i < 20; i++) await signIn(args, 'Léa');
    wait(10 * 60 * 1000);
    expect(await signIn(args, 'Léa')).toBe('invalid_credentials');
  });

  it('counts 300 failures for one address, whatever the names', async () => {
    const { args } = setUp();
    for (let i = 0; i < 300; i++) await signIn(args, `Guest ${i}`);
    expect(await signIn(args, 'One more')).toBe('too_many_attempts');
  });

  it('never counts a success or another refusal', async () => {
    const { args } = setUp();
    for (let i = 0; i < 400; i++) {
      expect(await signIn(args, 'Léa', async () => 'in')).toBe('in');
      await signIn(args, 'Léa', () => Promise.reject(new DomainError('event_ended')));
    }
  });

  it('forgives the failed login that a registration follows', async () => {
    const { args } = setUp();
    for (let i = 0; i < 400; i++) {
      expect(await signIn(args, `Guest ${i}`)).toBe('invalid_credentials');
      forgiveSignIn(args, { event: 'Party', name: `Guest ${i}` });
    }
  });
});

describe('administrator throttle (C§3)', () => {
  it('stops after five failed checks', async () => {
    const { args } = setUp();
    const no = async () => ({ isAdmin: false });
    const yes = async () => ({ isAdmin: true });
    for (let i = 0; i < 5; i++) expect(await withAdminThrottle(args, no)).toEqual(await no());
    await expect(withAdminThrottle(args, yes)).rejects.toMatchObject({
      code: 'too_many_attempts',
    });
  });
});
