import type { CDPSession, Page } from 'playwright';
import { openContext, untilHydrated } from '../../tests/e2e/fixtures';
import { untilComplete } from '../../tests/e2e/steps';
import { launchChromium } from '../../tests/setup/chromium';
import type { Client } from '../../tests/setup/client';

/** Throughput in bytes per second, latency in ms; `cpu` is how many times slower the processor is. */
interface Profile {
  down: number;
  up: number;
  wait: number;
  cpu: number;
}

const BYTES_A_KBIT = 1000 / 8;

/** A cheap phone on a party's network: 1.6 Mbit/s. */
export const SLOW: Profile = {
  down: 1600 * BYTES_A_KBIT,
  up: 750 * BYTES_A_KBIT,
  wait: 150,
  cpu: 4,
};

/** A cheap phone on a good network: 9/3 Mbit/s. */
export const GOOD: Profile = {
  down: 9000 * BYTES_A_KBIT,
  up: 3000 * BYTES_A_KBIT,
  wait: 60,
  cpu: 4,
};

/** The result of a visit: milliseconds, and bytes over the network by kind until the page was quiet. */
export interface Visit {
  fcp: number;
  lcp: number;
  shift: number;
  blocked: number;
  bytes: Record<string, number>;
}

/** Runs in the page before anything else. It is text, because tsx would insert its own helpers. */
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

/**
 * Taps the first star, which lights or goes out, and measures the time from the touch until that is drawn and
 * until its answer arrives.
 */
const STAR = `new Promise((done) => {
  const button = document.querySelector('.sheet .star[aria-pressed]');
  const before = button.ariaPressed;
  let begun = 0;
  let lit = 0;
  button.addEventListener('click', (event) => (begun = event.timeStamp), { capture: true, once: true });
  new MutationObserver(() => {
    if (lit === 0 && button.ariaPressed !== before) {
      requestAnimationFrame(() => setTimeout(() => (lit = performance.now() - begun)));
    }
  }).observe(button, { attributes: true });
  new PerformanceObserver((list) => {
    const star = list.getEntries().find(({ name }) => new URL(name).pathname.includes('/star'));
    const end = () => (lit > 0 ? done({ lit, kept: star.responseEnd - begun }) : setTimeout(end, 10));
    if (star) end();
  }).observe({ type: 'resource' });
  button.click();
})`;

/**
 * A phone of 360 px with three device pixels to one.
 * @param origin the server it visits
 */
export async function openPhone(origin: string) {
  const browser = await launchChromium();

  /** Opens a page without any history. */
  async function withPage<T>(
    as: Client | undefined,
    work: (page: Page, session: CDPSession) => Promise<T>,
  ): Promise<T> {
    const screen = { deviceScaleFactor: 3, hasTouch: true, hasWorker: true };
    const context = await openContext(browser, origin, { as, ...screen });
    try {
      const page = await context.newPage();
      return await work(page, await context.newCDPSession(page));
    } finally {
      await context.close();
    }
  }

  async function slowDown(session: CDPSession, profile: Profile): Promise<void> {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: profile.wait,
      downloadThroughput: profile.down,
      uploadThroughput: profile.up,
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: profile.cpu });
  }

  return {
    close: () => browser.close(),

    visit: (profile: Profile, path: string, as?: Client): Promise<Visit> =>
      withPage(as, async (page, session) => {
        await slowDown(session, profile);
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
      }),

    /** Lets somebody without a session use the phone. */
    use: <T>(profile: Profile, work: (page: Page) => Promise<T>): Promise<T> =>
      withPage(undefined, async (page, session) => {
        await slowDown(session, profile);
        return work(page);
      }),

    /** The time in ms until a star of the feed is lit or out, and until the server has stored it. */
    star: (profile: Profile, as?: Client): Promise<{ lit: number; kept: number }> =>
      withPage(as, async (page, session) => {
        await slowDown(session, profile);
        // A tap before the page is hydrated would measure its loading.
        await page.goto('/feed');
        await untilHydrated(page);
        await untilComplete(page);
        return page.evaluate<{ lit: number; kept: number }>(STAR);
      }),

    /** The bytes of all pictures of the feed, for somebody who looks at each. */
    scroll: (as?: Client): Promise<number> =>
      withPage(as, async (page) => {
        let bytes = 0;
        page.on('response', (response) => {
          if (!response.url().includes('/media/')) return;
          bytes += Number(response.headers()['content-length'] ?? 0);
        });
        await page.goto('/feed', { waitUntil: 'networkidle' });
        await scrollDown(page);
        await page.waitForLoadState('networkidle');
        return bytes;
      }),
  };
}

/** Scrolls to the end of the feed, which loads the next prints when the end of those that it has comes near. */
async function scrollDown(page: Page): Promise<void> {
  // A link leads to the next prints while there are any.
  const isAtEnd = `!document.querySelector('.sheet ~ p a') &&
    innerHeight + scrollY >= document.documentElement.scrollHeight - 1`;
  while (!(await page.evaluate<boolean>(isAtEnd))) {
    await page.evaluate('window.scrollBy(0, 1200)');
    await page.waitForTimeout(30);
  }
}
