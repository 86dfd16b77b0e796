// Photographs every screen of two builds with the same events, and lists the pixels that differ:
// `npx tsx scripts/compare-screens.ts ../before . [--only feed] [--out /tmp/screens]`.
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright';
import sharp from 'sharp';
import type { Language } from '../app/i18n/languages';
import { LAPTOP, openContext, PHONE } from '../tests/e2e/fixtures';
import { makeScene, type Scene } from '../tests/e2e/scene';
import { AUDIENCES, show, type Audience } from '../tests/e2e/screens';
import { textsOf } from '../tests/e2e/texts';
import { launchChromium } from '../tests/setup/chromium';
import { freePort, startServer } from '../tests/setup/server';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    out: { type: 'string', default: '.cache/screens' },
    language: { type: 'string', default: 'en' },
  },
});
const [before, after] = positionals;
if (!before || !after) {
  process.stderr.write('compare-screens: name the folders of two built checkouts\n');
  process.exit(1);
}
const language = options.language as Language;
/** A smaller difference of colour is antialiasing of a letter that is drawn elsewhere. */
const TOLERANCE = 24;

const out = resolve(options.out);
await rm(out, { recursive: true, force: true });
const data = await mkdtemp(join(tmpdir(), 'snapodium-screens-'));
// The same port for both, because pages contain URLs, and cookies belong to them.
const port = await freePort();
// Over https the cookies would be `__Host-` ones, which a browser does not accept from an http URL.
const env = { PUBLIC_ORIGIN: `http://127.0.0.1:${port}` };

const first = await startServer({ root: resolve(before), dataDir: join(data, 'scene'), port, env });
const scene = await makeScene(first.origin);
await first.stop();

const browser = await launchChromium();
const names = await photograph(browser, resolve(before), 'before');
await photograph(browser, resolve(after), 'after');
await browser.close();
await rm(data, { recursive: true, force: true });

let differing = 0;
for (const name of names) {
  const pixels = await compare(name);
  if (pixels === 0) continue;
  differing += 1;
  process.stdout.write(`${name}: ${pixels}\n`);
}
process.stdout.write(`${names.length} pictures, ${differing} differ; they lie in ${out}\n`);
process.exit(differing === 0 ? 0 : 1);

/**
 * Takes the pictures of one build on a copy of the scene's data.
 * @returns their names
 */
async function photograph(browser: Browser, root: string, name: string): Promise<string[]> {
  const dataDir = join(data, name);
  await cp(join(data, 'scene'), dataDir, { recursive: true });
  await mkdir(join(out, name), { recursive: true });
  const server = await startServer({ root, dataDir, port, env });
  const taken: string[] = [];
  for (const audience of AUDIENCES) {
    taken.push(...(await photographAudience(browser, audience, scene, join(out, name))));
  }
  await server.stop();
  return taken;
}

async function photographAudience(
  browser: Browser,
  audience: Audience,
  scene: Scene,
  folder: string,
): Promise<string[]> {
  const { origin } = scene.party;
  const screens = audience.screens.filter(
    ({ name }) => !options.only || `${audience.name} ${name}`.includes(options.only),
  );
  if (screens.length === 0) return [];
  const context = await openContext(browser, origin, {
    as: await audience.client?.(scene, origin),
    language,
    hasWorker: true,
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Paris',
  });
  const page = await context.newPage();
  const taken: string[] = [];
  for (const screen of screens) {
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ colorScheme: 'light' });
    const title = `${audience.name}, ${screen.name}`;
    try {
      await show({ page, t: textsOf(language), scripts: true }, screen, scene);
    } catch (error) {
      process.stderr.write(`${folder} ${title}: ${String(error).split('\n')[0]}\n`);
    }
    await page.waitForLoadState('networkidle').catch(() => undefined);
    for (const size of [PHONE, LAPTOP]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme });
        const name = `${title} ${size.width} ${colorScheme}.png`.replaceAll(/[^\w.]+/g, '-');
        await writeFile(join(folder, name), await takePicture(page));
        taken.push(name);
      }
    }
  }
  await context.close();
  return taken;
}

/** The whole page, without anything that moves by itself. */
async function takePicture(page: Page): Promise<Buffer> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const pictures = [...document.images].filter(({ loading }) => loading !== 'lazy');
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)));
  });
  return page.screenshot({
    fullPage: true,
    animations: 'disabled',
    caret: 'hide',
    // A video shows another picture each time.
    mask: [page.locator('video')],
  });
}

/** The number of pixels that differ; all of them if the size differs, and -1 if a picture is missing. */
async function compare(name: string): Promise<number> {
  const [a, b] = await Promise.all(
    ['before', 'after'].map((folder) =>
      sharp(join(out, folder, name))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
        .catch(() => null),
    ),
  );
  if (!a || !b) return -1;
  const { width, height } = a.info;
  if (width !== b.info.width || height !== b.info.height) return width * height;
  let count = 0;
  for (let at = 0; at < a.data.length; at += 3) {
    const isOff = [at, at + 1, at + 2].some(
      (channel) => Math.abs((a.data[channel] ?? 0) - (b.data[channel] ?? 0)) > TOLERANCE,
    );
    if (isOff) count += 1;
  }
  return count;
}
