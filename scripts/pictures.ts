// Takes the README's pictures of the demo event on a new server: `npx tsx scripts/pictures.ts`.
import { join } from 'node:path';
import sharp from 'sharp';
import { join as joinParty, signInAdministrator } from '../tests/api/party';
import { openContext } from '../tests/e2e/fixtures';
import { launchChromium } from '../tests/setup/chromium';
import { startServer } from '../tests/setup/server';
import { root } from './build-stamp.mjs';

const server = await startServer();
const browser = await launchChromium();
const { origin } = server;
const names = { event: 'DEMO', organizerName: 'Demo' };
const camille = { name: 'Camille Roy', email: 'camille.roy@example.com' };
const { client: guest } = await joinParty({ origin, names }, camille);
const phone = { as: guest, viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
const laptop = {
  as: await signInAdministrator(origin),
  viewport: { width: 1280, height: 900 },
};
for (const [name, path, options] of [
  ['feed', '/feed', phone],
  ['top', '/top', phone],
  ['dashboard', '/', laptop],
  ['admin', '/admin', laptop],
] as const) {
  const context = await openContext(browser, origin, { ...options, language: 'en' });
  const page = await context.newPage();
  await page.goto(path, { waitUntil: 'networkidle' });
  const picture = sharp(await page.screenshot()).webp({ quality: 82 });
  await picture.toFile(join(root, `docs/pictures/${name}.webp`));
}
await browser.close();
await server.stop();
await server.clean();
