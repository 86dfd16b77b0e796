import { expect, test } from 'vitest';
import { cspFor } from './csp.server';

const options = { nonce: 'n', imageOrigin: null };
const foreign = (path: string) => cspFor(path, options).match(/https?:\/\/[^\s;]+/g) ?? [];

test('the shop may load from Stripe and from no other foreign site', () => {
  expect(
    foreign('/shop').every((source) => /^https:\/\/([\w*]+\.)+stripe\.com$/.test(source)),
  ).toBe(true);
  const policy = cspFor('/shop', options);
  expect(policy).toContain("script-src 'self' 'nonce-n' https://js.stripe.com");
  expect(policy).toContain('frame-src https://js.stripe.com');
  expect(policy).toContain("form-action 'self' https://checkout.stripe.com");
});

test.each(['/', '/feed', '/shop/', '/shop/return', '/SHOP', '/shopping', '/x/shop', '/shop.data'])(
  '%s may not load from foreign sites',
  (path) => {
    expect(foreign(path)).toEqual([]);
    expect(cspFor(path, options)).toContain("frame-src 'none'");
  },
);

test('photos may load from the FTP server’s public address', () => {
  const policy = cspFor('/feed', { ...options, imageOrigin: 'https://photos.example' });
  expect(policy).toContain("img-src 'self' https://photos.example data: blob:");
});
