// What a guest's phone waits for and pays for, on a slow and a good network: `npm run bench:phone`.
// SNAPODIUM_ROOT names another checkout with a build, to measure that one with the same photos.
import { chromium, type Page } from 'playwright';
import sharp from 'sharp';
import { findChromium } from '../scripts/install-test-tools.mjs';
import {
  createParty,
  expectStatus,
  join,
  sendPhoto,
  signInAdministrator,
} from '../tests/api/party';
import type { Client } from '../tests/setup/client';
import { startServer, type TestServer } from '../tests/setup/server';

const PHOTOS = 60;
const SLOTS = 3;
const ROUNDS = 5;
const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 3 };
const KBIT = 1000 / 8;
/** Throughput in bytes a second, latency in milliseconds; `cpu` is how many times slower. */
const PROFILES = {
  'slow phone (1.6 Mbit/s, 150 ms, CPU 4×)': {
    down: 1600 * KBIT,
    up: 750 * KBIT,
    wait: 150,
    cpu: 4,
  },
  'good phone (9/3 Mbit/s, 60 ms, CPU 4×)': {
    down: 9000 * KBIT,
    up: 3000 * KBIT,
    wait: 60,
    cpu: 4,
  },
};

/** Runs in the page, before anything else does; as text, for tsx would put helpers of its own into it. */
const OBSERVE = `
  const seen = (window.seen = { fcp: 0, lcp: 0, shift: 0, blocked: 0 });
  const on = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  on('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcp = startTime;
  });
  on('largest-contentful-paint', ({ startTime }) => (seen.lcp = startTime));
  on('layout-shift', ({ value }) => (seen.shift += value));
  on('longtask', ({ duration }) => (seen.blocked += Math.max(0, duration - 50)));
`;

interface Visit {
  fcp: number;
  lcp: number;
  shift: number;
  blocked: number;
  /** Bytes over the network, by kind, once the page is quiet. */
  bytes: Record<string, number>;
}

const server = await startServer({ root: process.env.SNAPODIUM_ROOT });
const browser = await chromium.launch({
  executablePath: findChromium() ?? undefined,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
});
try {
  const { guest, names } = await fill(server);
  const joining = `/auth/join?${new URLSearchParams({ event: names.event, organizer: names.organizerName })}`;
  for (const [name, profile] of Object.entries(PROFILES)) {
    process.stdout.write(`${name}\n`);
    await report('/auth/join, the first visit', () => visit(profile, joining));
    await report(`/feed with ${PHOTOS}`, () => visit(profile, '/feed', guest));
  }
  const pictures = await scrolled(guest);
  process.stdout.write(`/feed with ${PHOTOS}, scrolled to its end: ${kb(pictures)} of pictures\n`);
} finally {
  await browser.close();
  await server.stop();
  await server.clean();
}

/** An event with photos of 1920 px, which are stored with about 150 KB each. */
async function fill({ origin }: TestServer) {
  const party = await createParty(origin);
  const administrator = await signInAdministrator(origin);
  const path = `/api/events/${party.event.id}/max-users`;
  expectStatus(await administrator.request('PATCH', path, { json: { maxUsers: 100 } }), 200);
  const guests = await Promise.all(Array.from({ length: PHOTOS / SLOTS }, () => join(party)));
  for (const [index, guest] of guests.entries()) {
    for (let slot = 1; slot <= SLOTS; slot += 1) {
      expectStatus(await sendPhoto(guest, slot, await photo((index + slot) % 3 > 0)), 201);
    }
  }
  return { guest: (await join(party)).client, names: party.names };
}

/** Soft shapes with grain on them, upright or lying. */
async function photo(isUpright: boolean): Promise<Buffer> {
  const [width, height] = isUpright ? [1440, 1920] : [1920, 1440];
  const noise = (mean: number, sigma: number) => ({ type: 'gaussian' as const, mean, sigma });
  const layer = (size: number, sigma: number) =>
    sharp({
      create: {
        width: Math.round(width / size),
        height: Math.round(height / size),
        channels: 3,
        background: '#808080',
        noise: noise(128, sigma),
      },
    })
      .png({ compressionLevel: 0 })
      .toBuffer();
  const [shapes, grain] = await Promise.all([layer(60, 60), layer(3, 24)]);
  const spread = { width, height, fit: 'fill' } as const;
  const large = await sharp(shapes)
    .resize({ ...spread, kernel: 'cubic' })
    .toBuffer();
  const small = await sharp(grain)
    .resize({ ...spread, kernel: 'cubic' })
    .toBuffer();
  return sharp(large)
    .composite([{ input: small, blend: 'soft-light' }])
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** A page of a phone that has been nowhere yet. */
async function withPage<T>(client: Client | undefined, work: (page: Page) => Promise<T>) {
  const context = await browser.newContext({ baseURL: server.origin, ...PHONE });
  const pairs = client?.cookies.header()?.split('; ') ?? [];
  await context.addCookies(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return { name, value: value.join('='), url: server.origin };
    }),
  );
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

function visit(
  profile: (typeof PROFILES)[keyof typeof PROFILES],
  path: string,
  client?: Client,
): Promise<Visit> {
  return withPage(client, async (page) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: profile.wait,
      downloadThroughput: profile.down,
      uploadThroughput: profile.up,
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: profile.cpu });
    const kinds = new Map<string, string>();
    const bytes: Record<string, number> = {};
    session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const kind = kinds.get(requestId) ?? 'Other';
      bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength;
    });
    await page.addInitScript(OBSERVE);
    await page.goto(path, { waitUntil: 'networkidle' });
    const seen = await page.evaluate<Omit<Visit, 'bytes'>>('window.seen');
    return { ...seen, bytes };
  });
}

async function report(name: string, once: () => Promise<Visit>): Promise<void> {
  const visits: Visit[] = [];
  for (let round = 0; round < ROUNDS; round += 1) visits.push(await once());
  const median = (of: (visit: Visit) => number) =>
    visits.map(of).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? NaN;
  const seconds = (of: (visit: Visit) => number) => `${(median(of) / 1000).toFixed(2)} s`;
  const kinds = Object.keys(visits[0]?.bytes ?? {}).sort();
  const bytes = kinds.map((kind) => `${kind} ${kb(median((visit) => visit.bytes[kind] ?? 0))}`);
  process.stdout.write(
    `  ${name}: FCP ${seconds((one) => one.fcp)}, LCP ${seconds((one) => one.lcp)}, ` +
      `shift ${median((one) => one.shift).toFixed(3)}, blocked ${seconds((one) => one.blocked)}\n` +
      `    ${bytes.join(', ')}, all ${kb(median((one) => Object.values(one.bytes).reduce((a, b) => a + b, 0)))}\n`,
  );
}

/** The bytes of all pictures of the feed, for somebody who looks at each. */
function scrolled(client: Client): Promise<number> {
  return withPage(client, async (page) => {
    let bytes = 0;
    page.on('response', (response) => {
      if (!response.url().includes('/media/')) return;
      bytes += Number(response.headers()['content-length'] ?? 0);
    });
    await page.goto('/feed', { waitUntil: 'networkidle' });
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    for (let y = 0; y < height; y += 400) {
      await page.evaluate((top) => window.scrollTo(0, top), y);
      await page.waitForTimeout(50);
    }
    await page.waitForLoadState('networkidle');
    return bytes;
  });
}

function kb(bytes: number): string {
  return `${(bytes / 1000).toFixed(0)} KB`;
}
