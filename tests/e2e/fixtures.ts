import {
  test as base,
  expect,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright/test';
import { LANGUAGE_KEY, type Language } from '../../app/i18n/languages';
import type { Translate } from '../../app/i18n/translate';
import { createParty, expectStatus, type Party, type Person } from '../api/party';
import type { Client } from '../setup/client';
import { startStripeServer } from '../setup/stripe-server';
import { makeScene, type Scene } from './scene';
import { startSeller } from './seller';
import { textsOf } from './texts';

export { expect };

/** The phones and the laptop that the screens are made for, in CSS pixels. */
export const PHONE = { width: 360, height: 740 };
export const LAPTOP = { width: 1280, height: 800 };

/**
 * The browser's lines about a screen that follows its event: its stream ends with the network, and the first
 * poll after somebody has left is refused.
 */
const LIVE = [
  /ERR_INCOMPLETE_CHUNKED_ENCODING.*\/api\/events\/\d+\/changes/,
  /status of 40[134].*\/api\/events\/\d+\/(changes|marks)/,
  /status of 401.*\/api\/(user|events\/\d+|photos\/event\/\d+)\)/,
];

/** Remix's lines about a load that the router aborted while it was read. */
const GIVEN_UP = [/^console error: AbortError/, /^uncaught: AbortError/];

/** A browser's errors and warnings. A test that ends with any of them has failed. */
export class Complaints {
  readonly #found: string[] = [];
  readonly #expected: RegExp[] = [...LIVE, ...GIVEN_UP];

  /** What the test provokes on purpose, such as the browser's own line about a 404. */
  expect(...patterns: RegExp[]): void {
    this.#expected.push(...patterns);
  }

  /** Listens to every page of a context. */
  watch(context: BrowserContext, origin: string): void {
    context.on('console', (message) => {
      // Violations of the Content-Security-Policy are console errors as well.
      if (!['error', 'warning'].includes(message.type())) return;
      // Playwright's own line, in every browser without the worker.
      if (message.text() === 'Service Worker registration blocked by Playwright') return;
      this.#found.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => {
      this.#found.push(`uncaught: ${error.error().stack ?? String(error.error())}`);
    });
    context.on('request', (request) => {
      const url = new URL(request.url());
      if (['data:', 'blob:'].includes(url.protocol) || url.origin === origin) return;
      this.#found.push(`foreign request: ${request.method()} ${request.url()}`);
    });
  }

  get unexpected(): string[] {
    return this.#found.filter((line) => !this.#expected.some((pattern) => pattern.test(line)));
  }
}

/** How a browser differs from a signed-out French phone with scripts. */
export interface BrowserOptions {
  /** The server that it visits, if not the one of all tests. */
  origin?: string;
  /** The client whose session it has. */
  as?: Client;
  language?: Language;
  /** The browser's own language. */
  locale?: string;
  viewport?: { width: number; height: number };
  /** Device pixels per CSS pixel. */
  deviceScaleFactor?: number;
  /** Whether it has a touch screen, like a phone. */
  hasTouch?: boolean;
  isMobile?: boolean;
  javaScriptEnabled?: boolean;
  colorScheme?: 'light' | 'dark';
  reducedMotion?: 'reduce';
  /** Whether the service worker is allowed; only tests about it allow it. */
  hasWorker?: boolean;
  userAgent?: string;
  timezoneId?: string;
}

interface Fixtures {
  complaints: Complaints;
  /** A browser whose errors are collected, and that is closed after the test. */
  openBrowser: (options?: BrowserOptions) => Promise<Page>;
  /** The test's own event. */
  party: Party;
  /** The English texts. */
  t: Translate;
}

interface WorkerFixtures {
  origin: string;
  /** Starts a server that sells plans, at the first call, and gives its origin. */
  startSeller: () => Promise<string>;
  /** Events in every state, created once for all tests of a worker. Nobody may change them. */
  scene: Scene;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  origin: [
    // eslint-disable-next-line no-empty-pattern -- the runner wants the pattern
    async ({}, provide) => {
      const origin = process.env.SNAPODIUM_ORIGIN;
      if (!origin) throw new Error('The global setup has not started a server');
      await provide(origin);
    },
    { scope: 'worker' },
  ],

  startSeller: [
    // eslint-disable-next-line no-empty-pattern -- the runner wants the pattern
    async ({}, provide) => {
      let start: Promise<{ origin: string; stop(): Promise<void> }> | undefined;
      await provide(async () => {
        start ??= startWithStripe();
        return (await start).origin;
      });
      await (await start)?.stop();
    },
    { scope: 'worker' },
  ],

  scene: [async ({ origin }, provide) => provide(await makeScene(origin)), { scope: 'worker' }],

  complaints: [
    // eslint-disable-next-line no-empty-pattern -- the runner wants the pattern
    async ({}, provide) => {
      const complaints = new Complaints();
      await provide(complaints);
      expect(complaints.unexpected, 'what browsers complained about').toEqual([]);
    },
    { auto: true },
  ],

  openBrowser: async ({ browser, complaints, origin }, provide) => {
    const contexts: BrowserContext[] = [];
    await provide(async (options = {}) => {
      const { origin: visited = origin, ...rest } = options;
      const context = await openContext(browser, visited, rest);
      contexts.push(context);
      complaints.watch(context, visited);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
  },

  party: async ({ origin }, provide) => provide(await createParty(origin)),

  // eslint-disable-next-line no-empty-pattern -- the runner wants the pattern
  t: async ({}, provide) => provide(textsOf('en')),
});

async function startWithStripe() {
  const stripe = await startStripeServer();
  const server = await startSeller(stripe);
  return {
    origin: server.origin,
    async stop() {
      await server.stop();
      await server.clean();
      await stripe.stop();
    },
  };
}

/** A browser context without other cookies, and with a session if it is requested. */
export async function openContext(
  browser: Browser,
  origin: string,
  { as, language, viewport = PHONE, hasWorker = false, ...options }: Omit<BrowserOptions, 'origin'>,
): Promise<BrowserContext> {
  const settings: BrowserContextOptions = {
    baseURL: origin,
    viewport,
    // It would answer before `page.route` does, and its caches would affect the tests.
    serviceWorkers: hasWorker ? 'allow' : 'block',
    ...options,
  };
  const context = await browser.newContext(settings);
  if (as) await signIn(context, origin, as);
  if (language) {
    await context.addCookies([{ name: LANGUAGE_KEY, value: language, url: origin }]);
  }
  return context;
}

/** Gives a browser the session of a person who signed in through the endpoints. */
async function signIn(context: BrowserContext, origin: string, client: Client): Promise<void> {
  const pairs = client.cookies.header()?.split('; ') ?? [];
  await context.addCookies(
    pairs.map((pair) => {
      const separator = pair.indexOf('=');
      return { name: pair.slice(0, separator), value: pair.slice(separator + 1), url: origin };
    }),
  );
}

/**
 * Waits until the page is hydrated, including the part whose code is loaded later. Earlier presses would act
 * as plain forms.
 */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [document.documentElement, ...document.querySelectorAll('main')].every((element) =>
      Object.keys(element).some((key) => key.startsWith('__reactFiber')),
    ),
  );
}

/** Gives a star through `POST /api/favorites`. */
export async function giveStar({ client, user }: Person, photoId: number): Promise<void> {
  expectStatus(await client.post('/api/favorites', { userId: user.id, photoId }), 201);
}
