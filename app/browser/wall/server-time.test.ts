import { expect, it } from 'vitest';
import { createServerTime } from './server-time';

it('tells the server’s time by a device whose clock is wrong', () => {
  let device = 1000;
  const time = createServerTime(() => device);
  expect(time.now()).toBe(1000);
  time.note({ now: 500_050, sentAt: 1000, receivedAt: 1100 });
  expect(time.now()).toBe(500_000);
  // An answer that took 20 s fits, and changes nothing.
  device = 31_000;
  time.note({ now: 529_000, sentAt: 11_000, receivedAt: 31_000 });
  expect(time.now()).toBe(530_000);
});

it('follows a device whose clock is set', () => {
  let device = 0;
  const time = createServerTime(() => device);
  time.note({ now: 100, sentAt: 0, receivedAt: 0 });
  device = 3_600_000;
  time.note({ now: 5000, sentAt: device, receivedAt: device });
  expect(time.now()).toBe(5000);
});
