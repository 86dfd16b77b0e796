import { expect, it } from 'vitest';
import { deviceOf } from './device.server';

it.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    { device: 'iPhone', browser: 'Safari' },
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36',
    { device: 'Android', browser: 'Chrome' },
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0',
    { device: 'Linux', browser: 'Firefox' },
  ],
])('recognizes %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toEqual(device);
});

it.each([null, '', 'node', '<b>Evil</b>/1.0 (anything)', `Evil/1 ${'x'.repeat(100_000)}`])(
  'ignores unknown values: %s',
  (userAgent) => expect(deviceOf(userAgent)).toEqual({ device: null, browser: null }),
);
