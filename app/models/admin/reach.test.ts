import { describe, expect, test } from 'vitest';
import { seal } from '~/services/secret-box.server';
import { judge, REACH_HEADER, seenOf, type Seen } from './reach.server';

const ORIGIN = 'https://photos.example.org';
const SECRET = 'a secret for tests of thirty-two letters';
const RIGHT: Seen = {
  protocol: 'https:',
  host: 'photos.example.org',
  isForwarded: true,
  isClientKnown: true,
  isForged: false,
};
const now = new Date(1_000_000_000_000);

/** What the server tells about a request with these headers. */
function seen(headers: Record<string, string>, sentAt = now, secret = SECRET) {
  const sealed = seal(String(sentAt.getTime()), { secret, purpose: 'doctor reach' });
  const request = new Request(`${ORIGIN}/healthz`, {
    headers: { [REACH_HEADER]: sealed, ...headers },
  });
  return seenOf({ env: { SESSION_SECRET: [SECRET] }, now }, { request, address: '203.0.113.5' });
}

describe('what the server tells the doctor', () => {
  test('is what it saw of the request', () => {
    expect(seen({ 'X-Forwarded-For': '203.0.113.5' })).toEqual(RIGHT);
    expect(seen({ 'X-Forwarded-For': '192.0.2.77, 203.0.113.9' })?.isClientKnown).toBe(false);
  });

  test('is nothing for other people, and nothing after a minute', () => {
    expect(seen({ [REACH_HEADER]: 'guessed' })).toBeUndefined();
    expect(seen({}, now, 'another secret of thirty-two letters')).toBeUndefined();
    expect(seen({}, new Date(now.getTime() - 61_000))).toBeUndefined();
  });
});

test.each([
  ['origin_fine', {}],
  ['origin_protocol', { protocol: 'http:' }],
  ['origin_host', { host: 'server:3000' }],
  ['origin_address', { isClientKnown: false }],
  ['origin_forged', { isForged: true }],
])('the doctor says %s', (says, seen) => {
  expect(judge(ORIGIN, { ...RIGHT, ...seen }).map((finding) => finding.says)).toEqual([says]);
});

test('a server that tells nothing is a different one', () => {
  expect(judge(ORIGIN, undefined)[0]?.says).toBe('origin_other');
});
