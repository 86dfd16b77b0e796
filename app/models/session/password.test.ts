import { expect, test } from 'vitest';
import { hashPassword, needsRehash, verifyPassword } from './password.server';
import { hashToken, newToken } from './token.server';

test('a password is verified against its hash, which does not contain it', async () => {
  const hash = await hashPassword('open sesame');
  expect(hash).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
  expect(await verifyPassword('open sesame', hash)).toBe(true);
  expect(await verifyPassword('open barley', hash)).toBe(false);
  expect(await hashPassword('open sesame')).not.toBe(hash);
});

test('without a valid hash every password is wrong', async () => {
  expect(await verifyPassword('', null)).toBe(false);
  expect(await verifyPassword('anything', 'md5$abc')).toBe(false);
});

/** A hash of `open sesame` from before the cost was raised. */
const OLD = 'scrypt$32768$8$1$c2FsdHNhbHRzYWx0c2FsdA$eo7bYrbSFi-FCgbeBgF7seFm_A7GEwuTMR4L7pD9mGg';

test('a hash of another cost is still verified, and needs a rehash', async () => {
  expect(await verifyPassword('open sesame', OLD)).toBe(true);
  expect(await verifyPassword('open barley', OLD)).toBe(false);
  expect(needsRehash(OLD)).toBe(true);
  expect(needsRehash(await hashPassword('open sesame'))).toBe(false);
});

test('two derivations run and fifty wait; the next one is told to retry later', async () => {
  // The lowest cost, so that they take no time.
  const cheap = `scrypt$2$1$1$${'A'.repeat(22)}$${'A'.repeat(43)}`;
  const guesses = Array.from({ length: 60 }, () => verifyPassword('anything', cheap));
  const outcomes = await Promise.allSettled(guesses);
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused).toEqual(outcomes.slice(52));
  expect(refused[0]?.reason).toMatchObject({ code: 'busy', status: 503, retryAfter: 5 });
  expect(await verifyPassword('anything', cheap)).toBe(false);
});

test('tokens have 256 bits and are stored as a hash', () => {
  const token = newToken();
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(newToken()).not.toBe(token);
  expect(hashToken(token)).toBe(hashToken(token));
  expect(hashToken(token)).not.toContain(token);
});
