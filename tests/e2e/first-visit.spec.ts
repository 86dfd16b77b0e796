import { expect, PHONE, test } from './fixtures';
import { open } from './steps';

/** Everything that is transferred, including headers. */
const MAX_BYTES = 185_000;

test('a guest who scans a QR code downloads little', async ({ openBrowser, party, t }) => {
  // Everybody starts in French, which has the longest texts.
  const page = await openBrowser({ viewport: PHONE, deviceScaleFactor: 3 });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const addresses = new Map<string, string>();
  const sizes = new Map<string, number>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) =>
    addresses.set(requestId, new URL(request.url).pathname),
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const address = addresses.get(requestId);
    if (address) sizes.set(address, (sizes.get(address) ?? 0) + encodedDataLength);
  });
  const { event, organizerName } = party.names;
  const query = new URLSearchParams({ event, organizer: organizerName });
  await open({ page, t, scripts: true }, `/auth/join?${query}`);
  await page.waitForLoadState('networkidle');

  const report = [...sizes].sort(([, a], [, b]) => b - a).join('\n');
  const sum = [...sizes.values()].reduce((total, bytes) => total + bytes, 0);
  expect(sum, report).toBeLessThanOrEqual(MAX_BYTES);
  // React alone is larger than this, so less means that something was not counted.
  expect(sum, report).toBeGreaterThan(100_000);
  const kinds = (pattern: RegExp) => [...sizes.keys()].filter((path) => pattern.test(path)).length;
  expect(kinds(/\.woff2$/), report).toBe(1);
  expect(kinds(/\.css$/), report).toBe(1);
  // No code of an event's screens before the guest has entered one.
  expect(kinds(/\/assets\/(frame|tabs|home|feed|top|late-parts)-[\w-]+\.js$/), report).toBe(0);
});
