// A wall over an evening of ten hours: memory, nodes and listeners of its page in a real Chromium, whose clock this
// script moves. Two thousand photos come in the first eight hours. `--hours 2` plays a shorter evening.
import { parseArgs } from 'node:util';
import type { CDPSession, Page } from 'playwright';
import { launchChromium } from '../tests/setup/chromium';
import { startWallStand, wallPhoto, type Picture, type WallStand } from '../tests/setup/wall-stand';
import { aim, printLine, printTable } from './support/measure';
import { makePictures } from './support/pictures';

const PHOTOS = 2000;
const HOUR_S = 3600;
/** All photos have come after this part of the evening. */
const COME_WITHIN = 0.8;
/** A photo stands this long. */
const PACE_S = 8;
/** Hours after which the page is measured. */
const MEASURED = [0, 1, 2, 4, 8, 9, 10];
/** How much more memory than an hour before, without new photos, is not noise. */
const NOISE_MB = 1;

interface Figures {
  hour: number;
  photos: number;
  slides: number;
  heapMb: number;
  nodes: number;
  listeners: number;
}

export default async function measureWall(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { hours: { type: 'string', default: '10' } } });
  const hours = Number(values.hours);
  const pictures = await makePictures(24);
  const stand = await startWallStand({ pictures, state: { pace: PACE_S } });
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
    await page.clock.install();
    const evening = await play(page, stand, { hours, pictures });
    printTable(
      ['hour', 'photos', 'slides', 'heap', 'nodes', 'listeners'],
      evening.map(({ hour, photos, slides, heapMb, nodes, listeners }) => [
        hour,
        photos,
        slides,
        `${heapMb.toFixed(1)} MB`,
        nodes,
        listeners,
      ]),
    );
    judge(evening);
  } finally {
    await browser.close();
    await stand.stop();
  }
}

async function play(
  page: Page,
  stand: WallStand,
  { hours, pictures }: { hours: number; pictures: Picture[] },
): Promise<Figures[]> {
  const startedAt = Date.now();
  const photosAt = (second: number) => {
    const share = Math.min(1, second / (COME_WITHIN * hours * HOUR_S));
    return Math.max(1, Math.ceil(share * PHOTOS));
  };
  const come = (count: number) => {
    for (let id = stand.state.photos.length + 1; id <= count; id += 1) {
      const more = { caption: id % 2 ? `Caption ${id}` : null, isFirst: id % 5 === 1 };
      stand.state.photos.push(wallPhoto(id, pictures, { ...more, from: Date.now() }));
    }
  };
  come(photosAt(0));
  await page.goto(stand.origin + stand.path);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.evaluate(`
    window.slides = 0;
    for (const layer of document.querySelectorAll('.layer')) {
      new MutationObserver(() => layer.classList.contains('on') && (window.slides += 1))
        .observe(layer, { attributeFilter: ['class'] });
    }
  `);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const figures: Figures[] = [];
  for (let second = 0; second <= hours * HOUR_S; second += PACE_S) {
    const hour = second / HOUR_S;
    if (MEASURED.includes(hour)) figures.push(await measure(page, session, stand, hour));
    const before = stand.state.photos.length;
    come(photosAt(second));
    stand.state.stars = starsAt(second, stand.state.photos.length);
    if (stand.state.photos.length > before) stand.announce();
    await page.clock.runFor(PACE_S * 1000);
    // The files take real time.
    await page.waitForFunction(
      `[...document.querySelectorAll('.layer.on .print:not([hidden]) img')].every((image) => image.complete)`,
    );
  }
  printLine(`${hours} hours played in ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
  return figures;
}

/** A star every eight seconds, listed for two minutes. */
function starsAt(second: number, photos: number): { id: string; photoId: number }[] {
  return Array.from({ length: 15 }, (_, index) => {
    const star = Math.floor(second / PACE_S) - index;
    return { id: `star-${star}`, photoId: 1 + (Math.abs(star * 7919) % photos) };
  });
}

async function measure(
  page: Page,
  session: CDPSession,
  stand: WallStand,
  hour: number,
): Promise<Figures> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const read = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? NaN;
  return {
    hour,
    photos: stand.state.photos.length,
    slides: (await page.evaluate('window.slides')) as number,
    heapMb: read('JSHeapUsedSize') / 2 ** 20,
    nodes: read('Nodes'),
    listeners: read('JSEventListeners'),
  };
}

/** Nodes and listeners stay as they were after the first hour, memory once all photos are there. */
function judge(evening: Figures[]): void {
  const [settled, last] = [evening.find(({ hour }) => hour === 1), evening.at(-1)];
  if (!settled || !last) return;
  const before = evening.filter(({ photos }) => photos === PHOTOS)[0] ?? last;
  const isFlat =
    last.nodes <= settled.nodes * 1.1 &&
    last.listeners <= settled.listeners &&
    last.heapMb <= before.heapMb + NOISE_MB;
  printLine(isFlat ? 'nothing grows' : 'something grows');
  aim(isFlat);
}
