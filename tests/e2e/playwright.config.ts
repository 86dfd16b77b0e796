import { join } from 'node:path';
import { defineConfig } from 'playwright/test';
import { findChromium } from '../../scripts/install-test-tools.mjs';
import { CHROMIUM_FLAGS } from '../setup/chromium';

const reports = process.env.TEST_REPORTS;

/** What `npm run test:long` runs, so that `npm test` stays short: it takes as long as everything else. */
const SWEEPS = [
  // All screens in all their states, or all forms
  ...['axe', 'no-overflow', 'focus', 'leaving', 'every-form', 'played-night', 'other-sizes'],
  // The feed's rows and the wall in many shapes and sizes
  ...['balanced-feed', 'first-view', 'wall-fit'],
  // The end of an evening, which waits for its clocks, and places lost on the way
  ...['standings', 'duel', 'reveal', 'hand'],
  // Long walks through several screens, most of them with scripts and without
  ...['journey-in-french', 'account', 'people', 'guest-list', 'notices', 'pile'],
  // The wall with its remote
  ...['wall', 'wall-live'],
  // The administrator's screens, and the shop
  ...['admin-events', 'admin-users', 'admin-payments', 'storage', 'second-factor', 'shop'],
  // Networks that fail for long
  ...['service-worker', 'worker-on-a-bad-network', 'pending-uploads', 'offline-cards', 'wall-away'],
].map((name) => `**/${name}.spec.ts`);

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  projects: [
    { name: 'browser', testIgnore: SWEEPS },
    { name: 'sweeps', testMatch: SWEEPS },
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
