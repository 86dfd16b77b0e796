import type { Page } from 'playwright/test';
import type { WallState } from '../../app/models/wall/rules';
import { plainPictures, startWallStand, type Picture, type WallStand } from '../setup/wall-stand';
import { expect, test as base, type BrowserOptions } from './fixtures';

// The wall's page, script and style sheet as they are built, on a server whose state is written by each test.

export { expect };

export const HD = { width: 1920, height: 1080 };
/** Nothing changes by itself during a test. */
const PACE = 60;

/** The browser's lines about a stream that ends with its server, and about a renewed key. */
export const WITH_ITS_SERVER = /(status of 404|ERR_\w+).*\/wall\/[\w-]+\/(changes|state)/;

interface Fixtures {
  /** Opens a wall's page on a separate server. */
  openWall: (
    state?: Partial<WallState>,
    options?: BrowserOptions & { isStarted?: boolean },
  ) => Promise<{ page: Page; stand: WallStand }>;
}
interface WorkerFixtures {
  pictures: Picture[];
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  pictures: [
    // eslint-disable-next-line no-empty-pattern -- the runner wants the pattern
    async ({}, provide) => provide(await plainPictures(6)),
    { scope: 'worker' },
  ],
  openWall: async ({ openBrowser, pictures, complaints }, provide) => {
    const stands: WallStand[] = [];
    const pages: Page[] = [];
    complaints.expect(WITH_ITS_SERVER);
    await provide(async (state = {}, { isStarted = true, ...options } = {}) => {
      const stand = await startWallStand({ pictures, state: { pace: PACE, ...state } });
      stands.push(stand);
      const page = await openBrowser({ origin: stand.origin, viewport: HD, ...options });
      pages.push(page);
      await page.goto(stand.path);
      if (isStarted) await page.getByRole('button', { name: 'Start' }).click();
      return { page, stand };
    });
    // The pages close first: a file that is still loading would be refused, and the browser would complain about it.
    await Promise.all(pages.map((page) => page.close()));
    await Promise.all(stands.map((stand) => stand.stop()));
  },
});

/** The visible prints. */
export const prints = (page: Page) => page.locator('.layer.on .print:not([hidden])');
