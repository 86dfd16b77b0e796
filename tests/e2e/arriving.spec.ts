import type { Page } from 'playwright/test';
import { createParty, join, unique, visit } from '../api/party';
import { Client } from '../setup/client';
import { copyFirstStart } from '../setup/first-start';
import { startServer, type TestServer } from '../setup/server';
import { expect, PHONE, test as base } from './fixtures';
import { button, field, logIn, noteOf, open, type Someone } from './steps';

// More people arrive in a minute than may join from one IP address (rule `sign-in.arriving`).

const DAY_MS = 24 * 60 * 60 * 1000;

const test = base.extend<object, { small: TestServer }>({
  small: [
    // eslint-disable-next-line no-empty-pattern -- the runner wants the pattern
    async ({}, provide) => {
      const dataDir = await copyFirstStart();
      const server = await startServer({
        dataDir,
        env: { JOINS_PER_MINUTE: '1' },
      });
      await provide(server);
      await server.stop();
      await server.clean();
    },
    { scope: 'worker' },
  ],
  origin: [async ({ small }, provide) => provide(small.origin), { scope: 'worker' }],
});

/** Lets time pass for the server and for the browser, whose clock is installed. */
async function later(page: Page, ms: number): Promise<void> {
  await page.setExtraHTTPHeaders({ 'X-Test-Days-Ago': String(-ms / DAY_MS) });
  await page.clock.fastForward(ms);
}

for (const scripts of [true, false]) {
  test(`a guest above the limit waits, and types nothing twice, ${scripts ? 'with' : 'without'} JavaScript`, async ({
    openBrowser,
    origin,
    t,
    complaints,
  }) => {
    complaints.expect(/status of 429/);
    const party = await createParty(origin);
    const page = await openBrowser({
      as: await visit(party),
      viewport: PHONE,
      language: 'en',
      javaScriptEnabled: scripts,
    });
    const someone: Someone = { page, t, scripts };
    const [name, email] = [`Late ${unique()}`, `${unique()}@example.com`];
    // From the browser's own IP address.
    await join(party, {}, new Client(origin, null));

    if (scripts) await page.clock.install();
    await open(someone, '/login');
    await logIn(someone, name, email);
    await expect(noteOf(page, t('errors:many_arriving'))).toBeVisible();
    await expect(page.getByText(email, { exact: true })).toBeVisible();
    if (!scripts) {
      await expect(page.getByText(t('auth:login.arriving'))).toBeVisible();
      await expect(button(someone, t('auth:actions.submit'))).toBeVisible();
      return;
    }
    await expect(page.getByText(/^Next try in \d+ s$/)).toBeVisible();
    await button(someone, t('auth:login.arriving_stop')).click();
    await expect(page.getByText(t('auth:login.arriving'))).toBeVisible();
    await expect(page.getByText(/^Next try in/)).toHaveCount(0);

    // Pressed too early it waits again, and this time the test lets it wait.
    const refused = page.waitForResponse((response) => response.status() === 429);
    await button(someone, t('auth:actions.submit')).click();
    await refused;
    await expect(button(someone, t('auth:login.arriving_stop'))).toBeEnabled();
    await expect(page.getByText(/^Next try in \d+ s$/)).toBeVisible();
    await later(page, 65_000);
    await expect(noteOf(page, t('server:auth.toast.account_created'))).toBeVisible();
    await expect(field(someone, t('auth:fields.name'))).toHaveCount(0);
  });
}
