import { randomInt } from 'node:crypto';
import type { FileChooser, Page } from 'playwright/test';
import sharp from 'sharp';
import { seeded } from '../setup/random';
import { join, type Party, type Person } from '../api/party';
import type { BreakingProxy, Cut } from '../setup/breaking-proxy';
import { test as base } from './bad-network';
import { expect, PHONE, type BrowserOptions } from './fixtures';
import { pendingOn } from './pending-uploads';
import { goTo, open, type Someone } from './steps';

// A night at eight parties of five guests, on connections that break three times in ten. Each guest posts
// photos by the plus while earlier ones are still being sent: every chosen photo arrives once, or is refused
// by its name (rules `photos.several`, `uploads.pending`, `uploads.once`).

const PARTIES = 8;
/** A free event has ten places. */
const GUESTS = 5;
/** A free event's slots. */
const SLOTS = 3;
const ADD = '/photos/add';
const BROKEN_PART = 0.3;
const WAYS: readonly Cut[] = ['before', 'after', { inBody: 0.5 }];

/** The seed that decides which requests break. The same number repeats a night. */
const SEED = Number(process.env.NIGHT_SEED ?? randomInt(1_000_000));

/** What has happened at this night's parties so far. */
const night = { parties: 0, cuts: [] as Cut[], overlaps: 0 };

// One party after the other: two cores cannot run more browsers at once.
base.describe.configure({ mode: 'default' });

const test = base.extend<{ guests: Guest[] }>({
  guests: async ({ openBrowser, party, t, network }, provide) => {
    const come = (_: unknown, seat: number) => arrive({ openBrowser, party, t, network }, seat);
    await provide(await Promise.all(Array.from({ length: GUESTS }, come)));
  },
});

interface StoredPhoto {
  position: number;
  imageUrl: string;
}

/** How one attempt to post a photo ended. */
type Outcome =
  | 'sent'
  /** The dialog reports that there is no room for it, with its name. */
  | 'named'
  /** The dialog reports that no slot is free before anything is chosen. */
  | 'full';

interface Guest extends Someone {
  me: Person;
  /** The colors of a guest's photos. */
  seat: number;
  /** The picker that the last press of the plus has opened. */
  picker: FileChooser | null;
}

async function arrive(
  {
    openBrowser,
    party,
    t,
    network,
  }: {
    openBrowser: (options: BrowserOptions) => Promise<Page>;
    party: Party;
    t: Someone['t'];
    network: BreakingProxy;
  },
  seat: number,
): Promise<Guest> {
  const me = await join(party);
  const page = await openBrowser({ as: me.client, language: 'en', viewport: PHONE });
  const guest: Guest = { page, t, scripts: true, me, seat, picker: null };
  page.on('filechooser', (picker) => (guest.picker = picker));
  await open(guest, `${network.origin}/feed`);
  return guest;
}

/** A guest's photos, in the order in which they are chosen. */
type Letter = 'A' | 'B' | 'C' | 'D';
const LETTERS: readonly Letter[] = ['A', 'B', 'C', 'D'];
const nameOf = ({ seat }: Guest, letter: Letter) => `guest-${seat}-${letter}.jpg`;

const LEVELS = [40, 130, 220];
/** A color for each photo, far from all others of the party. */
function colourOf(seat: number, letter: Letter) {
  const number = seat * LETTERS.length + LETTERS.indexOf(letter);
  const [r, g, b] = [number, Math.floor(number / 3), Math.floor(number / 9)].map(
    (digit) => LEVELS[digit % 3] ?? 0,
  );
  return { r: r ?? 0, g: g ?? 0, b: b ?? 0 };
}

async function draw(guest: Guest, letter: Letter) {
  const background = colourOf(guest.seat, letter);
  const create = { width: 800, height: 600, channels: 3, background } as const;
  const buffer = await sharp({ create }).jpeg().toBuffer();
  return { name: nameOf(guest, letter), mimeType: 'image/jpeg', buffer };
}

/** Recognizes a stored picture by its color: "0-A" is the guest's number and the photo. */
async function recognize({ me }: Guest, { imageUrl }: StoredPhoto): Promise<string> {
  const { channels } = await sharp((await me.client.get(imageUrl)).bytes).stats();
  const seen = channels.map(({ mean }) => mean);
  const all = Array.from({ length: GUESTS }, (_, seat) =>
    LETTERS.map((letter) => ({ seat, letter })),
  );
  const near = all.flat().filter(({ seat, letter }) => {
    const { r, g, b } = colourOf(seat, letter);
    return [r, g, b].every((level, index) => Math.abs(level - (seen[index] ?? 0)) < 20);
  });
  return near.map(({ seat, letter }) => `${seat}-${letter}`).join() || `none, but ${seen.join()}`;
}

/** What the server has of a guest, requested without the bad network. */
async function stored({ me }: Guest): Promise<StoredPhoto[]> {
  return (await me.client.get<StoredPhoto[]>(`/api/photos/user/${me.user.id}`)).json;
}

// The dialog, or a page if it was opened while a screen was loading.
const sheet = ({ page }: Guest) => page.locator('.photo-sheet');
const saysFull = ({ page, t }: Guest) => {
  const pending = [1, 2, 3].map((count) => t('event:add.pending', { count }));
  const texts = [t('event:add.full'), t('event:add.full_text'), ...pending];
  return texts
    .map((text) => page.getByText(text))
    .reduce((one, other) => one.or(other))
    .first();
};

/** Waits for whatever the guest sees first. */
async function untilOneOf<T extends string>(
  what: string,
  sights: Record<T, () => Promise<boolean> | boolean>,
): Promise<T> {
  let seen: T | undefined;
  await expect
    .poll(
      async () => {
        for (const [name, isThere] of Object.entries(sights) as [T, () => Promise<boolean>][]) {
          if (await isThere()) return (seen = name);
        }
        return undefined;
      },
      { message: what, timeout: 120_000, intervals: [50, 100, 250, 500] },
    )
    .toBeDefined();
  return seen as T;
}

/** Presses the plus and, if the device's picker does not open by itself, its button. */
async function openPicker(guest: Guest): Promise<FileChooser | null> {
  const { page } = guest;
  guest.picker = null;
  await page.locator('.nav .add').click();
  const button = sheet(guest).locator('.vacant-slot');
  let looks = 0;
  for (;;) {
    const seen = await untilOneOf('the sheet is there', {
      picker: () => guest.picker !== null,
      full: () => saysFull(guest).isVisible(),
      // The picker opens a moment after the dialog, or not at all if the dialog came late.
      button: async () => (await button.isVisible()) && (looks += 1) % 10 === 0,
    });
    if (seen !== 'button') return guest.picker;
    await button.click({ timeout: 1000 }).catch(() => null);
  }
}

/** Posts a photo by the plus, and closes the dialog immediately. */
async function post(guest: Guest, letter: Letter): Promise<Outcome> {
  const { page, t } = guest;
  const outcome = await chooseAndSend(guest, letter);
  // If no slot was free any more, the server may have redirected from it.
  await sheet(guest)
    .getByRole('link', { name: t('common:close') })
    .click({ timeout: 5000 })
    .catch(() => null);
  await expect(sheet(guest)).toHaveCount(0);
  await expect(page.locator('.nav .add')).toBeVisible();
  return outcome;
}

async function chooseAndSend(guest: Guest, letter: Letter): Promise<Outcome> {
  const { t } = guest;
  const picker = await openPicker(guest);
  if (!picker) return 'full';
  await picker.setFiles(await draw(guest, letter));
  const names = nameOf(guest, letter);
  const named = sheet(guest).getByText(t('event:add.left_out', { count: 1, names }));
  const send = sheet(guest).getByRole('button', { name: t('event:add.send', { count: 1 }) });
  for (;;) {
    const seen = await untilOneOf(`${names} was chosen`, {
      sent: () => sheet(guest).locator('.slots li').first().isVisible(),
      named: () => named.isVisible(),
      send: () => send.isVisible(),
    });
    if (seen !== 'send') return seen;
    await send.click({ timeout: 1000 }).catch(() => null);
  }
}

/** A guest's night: three photos, and half of the guests try a fourth. */
async function play(guest: Guest): Promise<void> {
  for (const letter of LETTERS.slice(0, SLOTS)) {
    const before = LETTERS.indexOf(letter);
    if ((await stored(guest)).length < before) night.overlaps += 1;
    // If the server has stored a photo but could not say so, the photo counts twice until it has: the guest tries
    // again.
    await expect
      .poll(() => post(guest, letter), { timeout: 180_000, intervals: [1000] })
      .toBe('sent');
  }
  if (guest.seat % 2 !== 0) return;
  const fourth = await post(guest, 'D');
  expect(['named', 'full'], `the fourth photo of guest ${guest.seat}`).toContain(fourth);
}

for (let number = 1; number <= PARTIES; number += 1) {
  test(`party ${number}: every chosen photo arrives once, or is refused by name`, async ({
    network,
    guests,
  }) => {
    test.setTimeout(600_000);
    process.stdout.write(`NIGHT_SEED=${SEED}, party ${number}\n`);
    const dice = seeded(SEED + number);
    network.cuts = ({ method, path }) => {
      const isUpload = method === 'POST' && path === ADD;
      if (!isUpload && !path.startsWith('/api/') && !path.endsWith('.data')) return null;
      const [luck, way] = [dice(), dice()];
      return luck < BROKEN_PART ? (WAYS[Math.floor(way * WAYS.length)] ?? 'before') : null;
    };
    await Promise.all(guests.map(play));

    // First the way it is for a while, then the way the party's network would be without its crowd.
    const counts = async () =>
      Promise.all(guests.map(async (guest) => (await stored(guest)).length));
    const isIn = async () => (await counts()).every((count) => count === SLOTS);
    await expect
      .poll(isIn, { timeout: 20_000 })
      .toBe(true)
      .catch(() => null);
    network.cuts = () => null;
    await expect.poll(counts, { timeout: 180_000 }).toEqual(guests.map(() => SLOTS));
    await Promise.all(guests.map(expectAllIn));
    night.parties += 1;
    night.cuts.push(...network.broken.filter(({ path }) => path === ADD).map(({ cut }) => cut));
  });
}

/** Checks that the server has each of a guest's photos once, and that their screen shows it. */
async function expectAllIn(guest: Guest): Promise<void> {
  const { page, t, seat } = guest;
  const photos = await stored(guest);
  expect(photos.map(({ position }) => position)).toEqual([1, 2, 3]);
  const pictures = await Promise.all(photos.map((photo) => recognize(guest, photo)));
  expect(pictures.sort()).toEqual([`${seat}-A`, `${seat}-B`, `${seat}-C`]);

  await goTo(guest, 'profile');
  for (const { position } of photos) {
    const own = page.getByRole('img', { name: t('event:photo.own_alt', { position }) });
    await expect(own).toBeVisible({ timeout: 120_000 });
  }
  await expect(page.getByText(t('event:slot.waiting'), { exact: true })).toHaveCount(0, {
    timeout: 120_000,
  });
  await expect(page.getByText(t('event:slot.not_sent'))).toHaveCount(0);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  // Whatever is left is sent again, or reported, at the next visit.
  await expect.poll(() => pendingOn(page)).toEqual([]);
}

test.afterAll(() => {
  if (night.parties < PARTIES) return;
  const ways = night.cuts.map((cut) => (typeof cut === 'object' ? 'in body' : cut));
  const countOf = (way: string) => ways.filter((one) => one === way).length;
  const counts = ['before', 'after', 'in body'].map(countOf);
  expect(Math.min(...counts), `uploads cut: ${counts.join()}`).toBeGreaterThan(0);
  expect(night.overlaps, 'photos chosen while others were on their way').toBeGreaterThan(0);
});
