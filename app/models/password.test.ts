import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './password.server';
import { hashToken, newToken } from './token.server';

test('a password is verified against its hash, which holds nothing of it', async () => {
  const hash = await hashPassword('open sesame');
  expect(hash).toMatch(/^scrypt\$32768\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
  expect(await verifyPassword('open sesame', hash)).toBe(true);
  expect(await verifyPassword('open barley', hash)).toBe(false);
  expect(await hashPassword('open sesame')).not.toBe(hash);
});

test('without a hash nothing is right', async () => {
  expect(await verifyPassword('', null)).toBe(false);
  expect(await verifyPassword('anything', 'md5$abc')).toBe(false);
});

test('tokens have 256 bits and are stored as something else', () => {
  const token = newToken();
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(newToken()).not.toBe(token);
  expect(hashToken(token)).toBe(hashToken(token));
  expect(hashToken(token)).not.toContain(token);
});
