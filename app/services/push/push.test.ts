import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  startPushServer,
  type PushAnswer,
  type PushServer,
} from '../../../tests/setup/push-server';
import { isPublicAddress, isPushEndpoint, lookupPublic } from './push-address.server';
import { createPushSender, makePushKeys, type PushSender } from './push.server';

const OPTIONS = { ttlSeconds: 60, topic: 'reveal' };

describe('a sender', () => {
  let service: PushServer;
  let sender: PushSender;
  beforeAll(async () => {
    service = await startPushServer();
    const keys = await makePushKeys();
    const subject = 'mailto:host@example.com';
    sender = createPushSender({ keys, subject, testOrigin: service.origin });
  });
  afterAll(() => service.stop());

  function newDevice(answer?: PushAnswer) {
    const device = service.device({ answer, publicKey: sender.publicKey });
    const { endpoint, keys } = device.subscription;
    return { device, target: { endpoint, ...keys } };
  }

  test('sends what only the device can read, signed with its key', async () => {
    const { device, target } = newDevice();
    expect(await sender.send(target, 'Die Enthüllung beginnt', OPTIONS)).toBe('sent');
    expect(device.messages).toEqual([
      { text: 'Die Enthüllung beginnt', ttl: 60, topic: 'reveal', urgency: 'high' },
    ]);
    expect(service.faults).toEqual([]);
  });

  test.each([
    [404, 'gone'],
    [410, 'gone'],
    [429, 'later'],
    [500, 'later'],
    // A redirection could lead into our own network.
    [301, 'failed'],
    ['flood', 'sent'],
  ] as const)('an answer of %s means: %s', async (answer, outcome) => {
    const { device, target } = newDevice(answer);
    expect(await sender.send(target, 'text', OPTIONS)).toBe(outcome);
    expect(device.calls()).toBe(1);
  });

  test('a service that does not answer may have taken it', async () => {
    const { target } = newDevice('hang');
    const keys = await makePushKeys();
    const subject = 'mailto:host@example.com';
    const hasty = createPushSender({ keys, subject, testOrigin: service.origin, timeoutMs: 300 });
    expect(await hasty.send(target, 'text', OPTIONS)).toBe('failed');
  });

  test('a service that cannot be reached is tried again', async () => {
    const away = await startPushServer();
    const { endpoint, keys } = away.device().subscription;
    await away.stop();
    const lost = createPushSender({
      keys: await makePushKeys(),
      subject: 'mailto:host@example.com',
      testOrigin: away.origin,
    });
    expect(await lost.send({ endpoint, ...keys }, 'text', OPTIONS)).toBe('later');
  });

  test('accepts only keys that can be encrypted for', () => {
    const { target } = newDevice();
    const accepts = (change: object) => sender.accepts({ ...target, ...change });
    expect(accepts({})).toBe(true);
    expect(accepts({ auth: 'c2hvcnQ' })).toBe(false);
    expect(accepts({ p256dh: target.auth })).toBe(false);
    const noPoint = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url');
    expect(accepts({ p256dh: noPoint })).toBe(false);
    expect(accepts({ p256dh: `${target.p256dh.slice(0, -2)}*é` })).toBe(false);
    expect(accepts({ endpoint: 'https://127.0.0.1/push' })).toBe(false);
  });

  test('calls no address that its settings no longer allow', async () => {
    const { device, target } = newDevice();
    const strict = createPushSender({
      keys: await makePushKeys(),
      subject: 'mailto:host@example.com',
    });
    expect(strict.accepts(target)).toBe(false);
    expect(await strict.send(target, 'text', OPTIONS)).toBe('gone');
    expect(device.calls()).toBe(0);
  });
});

describe('an address', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
  ])('of a push service is allowed: %s', (endpoint) => {
    expect(isPushEndpoint(endpoint)).toBe(true);
  });

  test.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://user@fcm.googleapis.com/',
    'https://fcm.googleapis.com/#abc',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://localhost/',
    'https://database/',
    'ftp://fcm.googleapis.com/',
    'javascript:alert(1)',
    'not an address',
    '',
    `https://fcm.googleapis.com/${'a'.repeat(1000)}`,
  ])('of anything else is not: %s', (endpoint) => {
    expect(isPushEndpoint(endpoint)).toBe(false);
  });

  test('for tests is allowed as a whole origin only', () => {
    const testOrigin = 'http://127.0.0.1:9999';
    expect(isPushEndpoint('http://127.0.0.1:9999/push/a', testOrigin)).toBe(true);
    expect(isPushEndpoint('http://127.0.0.1:99/push/a', testOrigin)).toBe(false);
    expect(isPushEndpoint('http://127.0.0.1:9999@evil.example/', testOrigin)).toBe(false);
  });

  test.each([
    ['8.8.8.8', true],
    ['2a00:1450:4007:80c::200a', true],
    ['10.1.2.3', false],
    ['172.31.0.1', false],
    ['192.168.1.1', false],
    ['100.64.0.1', false],
    ['169.254.169.254', false],
    ['127.9.9.9', false],
    ['0.0.0.0', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::1', false],
    ['::', false],
    ['::ffff:8.8.8.8', false],
    ['64:ff9b::a00:1', false],
    ['2002:a00:1::', false],
    ['fe80::1', false],
    ['fd12::1', false],
    ['nonsense', false],
  ])('%s is public: %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic);
  });

  test.each([true, false])('that a name leads to is checked, for all of them: %s', async (all) => {
    const found = await new Promise<unknown>((resolve) => {
      lookupPublic('localhost', { all }, (error, address) => resolve(error?.message ?? address));
    });
    expect(found).toBe('the address is not public');
  });
});
