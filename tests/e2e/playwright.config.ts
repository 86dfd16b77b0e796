import { join } from 'node:path';
import { defineConfig } from 'playwright/test';
import { findChromium } from '../../scripts/install-test-tools.mjs';
import { CHROMIUM_FLAGS } from '../setup/chromium';

const reports = process.env.TEST_REPORTS;

/** What `npm test` runs, so that it stays short: the ways of guests. `npm run test:long` runs everything else. */
const QUICK = [
  // To the event, on it and out of it
  ...['arrival', 'first-visit', 'private-link', 'login', 'journey'],
  // Photos, stars and the result
  ...['upload', 'viewer', 'pending-stars', 'result'],
  // The feed, which changes while it is read
  ...['feed-pages', 'live'],
  // Dialogs, toasts and languages
  ...['dialogs', 'toasts', 'language', 'hydration'],
  // Without a network or a server
  ...['offline', 'server-away'],
].map((name) => `**/${name}.spec.ts`);

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  projects: [
    { name: 'browser', testMatch: QUICK },
    { name: 'sweeps', testIgnore: QUICK },
  ],
  // A test that fails once has failed, because a second try would hide a race.
  retries: 0,
  failOnFlakyTests: true,
  // Two would leave the cores idle now and then.
  workers: 3,
  // Three browsers on a busy machine are slow.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: reports
    ? [['list'], ['json', { outputFile: join(reports, 'playwright.json') }]]
    : [['list']],
  use: {
    actionTimeout: 15_000,
    launchOptions: {
      executablePath: findChromium() ?? undefined,
      args: CHROMIUM_FLAGS,
    },
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    trace: 'off',
  },
});
