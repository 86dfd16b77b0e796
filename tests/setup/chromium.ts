import { chromium, type Browser } from 'playwright';
import { findChromium } from '../../scripts/install-test-tools.mjs';

// Chromium as root needs the first two flags; the others stop its requests to Google.
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts the Chromium that the browser tests use. */
export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium() ?? undefined;
  return chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
}
