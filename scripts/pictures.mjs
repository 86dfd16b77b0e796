// Takes the README's pictures from a running server: `node scripts/pictures.mjs http://localhost:3000`.
import { join } from 'node:path';
import { chromium } from 'playwright';
import sharp from 'sharp';
import { root } from './build-stamp.mjs';
import { findChromium } from './install-test-tools.mjs';

const origin = process.argv[2] ?? 'http://localhost:3000';
const guest = { name: 'Camille Roy', email: 'camille.roy@example.com' };
const browser = await chromium.launch({
  executablePath: findChromium() ?? undefined,
  args: ['--no-sandbox', '--disable-gpu'],
});
const context = await browser.newContext({
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
});
await context.addCookies([{ name: 'preferred_language', value: 'en', url: origin }]);
await context.request.post(`${origin}/api/register`, {
  data: { ...guest, event: 'DEMO', organizerName: 'Demo' },
});
const page = await context.newPage();
for (const screen of ['feed', 'top']) {
  await page.goto(`${origin}/${screen}`, { waitUntil: 'networkidle' });
  const picture = await page.screenshot();
  await sharp(picture)
    .webp({ quality: 82 })
    .toFile(join(root, `docs/pictures/${screen}.webp`));
}

// The dashboard and the overview as the administrator sees them: `ADMIN_PASSWORD=… node
// scripts/pictures.mjs`.
const dashboard = await browser.newContext({ viewport: { width: 1280, height: 900 } });
await dashboard.addCookies([{ name: 'preferred_language', value: 'en', url: origin }]);
await dashboard.request.post(`${origin}/api/login`, {
  data: {
    name: 'Demo',
    email: 'admin@example.com',
    event: 'DEMO',
    organizerName: 'Demo',
    password: process.env.ADMIN_PASSWORD,
  },
});
await dashboard.request.post(`${origin}/api/verify-admin`, {
  data: { username: 'admin', password: process.env.ADMIN_PASSWORD },
});
const dashboardPage = await dashboard.newPage();
for (const [name, path] of [
  ['dashboard', '/'],
  ['admin', '/admin'],
]) {
  await dashboardPage.goto(origin + path, { waitUntil: 'networkidle' });
  await sharp(await dashboardPage.screenshot())
    .webp({ quality: 82 })
    .toFile(join(root, `docs/pictures/${name}.webp`));
}
await browser.close();
