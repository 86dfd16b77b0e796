// What a newcomer does until their first photo is in the album, and until their first star is given: taps outside the
// device's own picker, fields, check boxes, and seconds, on a slow phone.
import type { Locator, Page } from 'playwright';
import { openPhone, SLOW } from './support/phone';
import { fillEvent, type Filled } from './support/fill';
import { middle, ROUNDS, printTable } from './support/measure';
import { makePictures } from './support/pictures';
import { onServer } from './support/stand';
import { unique } from '../tests/api/party';
import { phoneJpeg } from '../tests/images';

interface Task {
  taps: number;
  fields: number;
  boxes: number;
  /** From the opened link to the photo that others see, or the star that counts. */
  seconds: number;
}

export default function measureFirst(): Promise<void> {
  return onServer({}, async (stand) => {
    const party = await fillEvent(stand, { count: 60, pictures: await makePictures(24) });
    const image = await phoneJpeg(4000, 3000, 1);
    const phone = await openPhone(stand.origin);
    const organizer = await party.signInOrganizer();
    const photosOf = async () => {
      const path = `/api/photos/event/${party.eventId}`;
      return (await organizer.get<{ favoriteCount: number }[]>(path)).json;
    };
    const tasks = {
      'first photo': [addPhoto, async () => (await photosOf()).length],
      'first star': [
        giveStar,
        async () => (await photosOf()).reduce((all, { favoriteCount }) => all + favoriteCount, 0),
      ],
    } as const;
    try {
      const rows = [];
      for (const [name, [work, count]] of Object.entries(tasks)) {
        const rounds: Task[] = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          rounds.push(
            await phone.use(SLOW, (page) => measure(page, { party, image, work, count })),
          );
        }
        const [{ taps = 0, fields = 0, boxes = 0 } = {}] = rounds;
        const seconds = middle(rounds, (one) => one.seconds).toFixed(1);
        rows.push([name, String(taps), String(fields), String(boxes), `${seconds} s`]);
      }
      printTable(['task', 'taps', 'fields', 'boxes', 'median'], rows);
    } finally {
      await phone.close();
    }
  });
}

type Work = (hand: Hand, image: Buffer) => Promise<void>;

async function measure(
  page: Page,
  options: { party: Filled; image: Buffer; work: Work; count: () => Promise<number> },
): Promise<Task> {
  const { party, image, work, count } = options;
  const before = await count();
  const begun = performance.now();
  const { event, organizerName: organizer } = party.names;
  await page.goto(`/auth/join?${new URLSearchParams({ event, organizer })}`);
  const hand = new Hand(page);
  await hand.tap(page.locator('form button').first());
  await work(hand, image);
  while ((await count()) === before) await page.waitForTimeout(100);
  const { taps, fields, boxes } = hand;
  return { taps, fields, boxes, seconds: (performance.now() - begun) / 1000 };
}

/** Taps and types, and counts both. It tells forms apart by their fields, so that it recognizes older ones as well. */
class Hand {
  taps = 0;
  fields = 0;
  boxes = 0;
  constructor(readonly page: Page) {}

  async tap(target: Locator): Promise<void> {
    await target.tap();
    this.taps += 1;
  }

  async sayWho(): Promise<void> {
    for (const [name, text] of [
      ['name', `Zoé ${unique()}`],
      ['email', `${unique()}@example.com`],
    ] as const) {
      await this.page.locator(`dialog [name="${name}"]`).fill(text);
      this.fields += 1;
    }
    await this.page.locator('dialog [name="consent"]').tap();
    this.boxes += 1;
    const form = this.page
      .locator('dialog form')
      .filter({ has: this.page.locator('[name=email]') });
    await this.tap(form.locator('button[type=submit]').last());
  }
}

async function addPhoto(hand: Hand, buffer: Buffer): Promise<void> {
  const { page } = hand;
  const file = { name: 'a.jpg', mimeType: 'image/jpeg', buffer };
  let picker = page.waitForEvent('filechooser');
  await hand.tap(page.locator('.nav .add'));
  const email = page.locator('dialog [name="email"]');
  const isAsked = await Promise.race([picker.then(() => false), email.waitFor().then(() => true)]);
  if (isAsked) {
    await hand.sayWho();
    await hand.tap(page.locator('dialog [value="submit"]'));
    await page.locator('dialog input[type=file]').waitFor({ state: 'attached' });
    picker = Promise.race([picker, page.waitForEvent('filechooser')]);
    await hand.tap(page.locator('dialog label').first());
  }
  await (await picker).setFiles([file]);
  if (isAsked) await hand.tap(page.locator('dialog form button.big').last());
  else await hand.sayWho();
}

async function giveStar(hand: Hand): Promise<void> {
  const { page } = hand;
  await hand.tap(page.locator('.sheet a.star').first());
  await hand.sayWho();
  const confirm = page.locator('dialog [value="edit"]');
  const isAsked = await Promise.race([
    confirm.waitFor().then(() => true),
    page
      .locator('.sheet .star[aria-pressed="true"]')
      .waitFor()
      .then(() => false),
  ]);
  if (isAsked) await hand.tap(page.locator('dialog [value="submit"]'));
}
