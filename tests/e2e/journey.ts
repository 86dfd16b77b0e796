import sharp, { type Sharp } from 'sharp';
import { FREE_PRICE } from '../../app/models/payment/plan';
import { addPhoto, join, unique, type Party } from '../api/party';
import { CORNERS, phoneJpeg } from '../images';
import { expect, giveStar, test, type BrowserOptions } from './fixtures';
import type { Language } from '../../app/i18n/languages';
import {
  button,
  choosePhoto,
  field,
  fillEvent,
  goTo,
  link,
  giveAs,
  holdPicker,
  logOut,
  open,
  seeNotice,
  star,
  type Someone,
} from './steps';
import { textsOf } from './texts';

// The main journey, end to end, on a phone 360 px wide.

/** Registers the test of a whole event in a language, with JavaScript and without. */
export function testJourney(language: Language): void {
  for (const scripts of [true, false]) {
    const browser = { language, javaScriptEnabled: scripts } satisfies BrowserOptions;
    const title = `a whole event in ${language}, with${scripts ? '' : 'out'} JavaScript`;

    test(title, async ({ openBrowser, origin, complaints }) => {
      // The refused fourth star; the browser logs every refusal.
      complaints.expect(/status of 409/);
      const t = textsOf(language);
      const sit = async (options: BrowserOptions = {}): Promise<Someone> => {
        return { page: await openBrowser({ ...browser, ...options }), t, scripts };
      };

      const event = { name: `Fête ${unique()}`, organizer: `Zoé ${unique()}` };
      const organizer = await sit();
      const party = await createEvent(organizer, event, origin);
      await logOut(organizer);

      const others = await join(party, { name: 'Rosa Blum' });
      const photos = [1, 2, 3].map((position) => addPhoto(others, position));
      const theirs = (await Promise.all(photos)).map(({ id }) => id);

      const guest = await sit();
      const guestName = `Inès ${unique()}`;
      await visit(guest, event);
      await lookAround(guest);
      await register(guest, guestName, theirs[0] ?? 0);
      await uploadSideways(guest);
      const mine = await onlyPhotoOf(guest);

      const { client } = await join(party);
      const second = await sit({ as: client });
      await giveThreeStars(second, [mine, theirs[0] ?? 0, theirs[1] ?? 0]);
      await beRefusedAFourth(second, theirs[2] ?? 0);
      await giveStar(others, mine);
      await seePodium(second, [
        { name: guestName, stars: 2 },
        { name: 'Rosa Blum', stars: 1 },
        { name: 'Rosa Blum', stars: 1 },
      ]);
      await takeBack(second, mine);
      await seePodium(second, Array(3).fill({ stars: 1 }));

      await deleteFirstPhoto(guest);
      await seePodium(second, Array(2).fill({ name: 'Rosa Blum', stars: 1 }));
      await logOut(guest);
      await open(guest, '/');
      await expect(guest.page).toHaveURL(/\/auth$/);
    });
  }
}

/** Landing → form → confirmation → organizer, with the private link. */
async function createEvent(
  someone: Someone,
  event: { name: string; organizer: string },
  origin: string,
): Promise<Party> {
  const { page, t } = someone;
  await open(someone, '/');
  await expect(page).toHaveURL(/\/auth$/);
  await page.getByRole('link', { name: t('landing:create') }).click();
  await expect(page).toHaveURL(/\/create-event$/);

  const email = `${unique()}@example.com`;
  await fillEvent(someone, { ...event, email });
  await button(someone, t('auth:actions.continue')).click();
  await expect(page.getByRole('heading', { name: t('auth:confirm.title') })).toBeVisible();
  for (const value of [event.name, event.organizer, email, FREE_PRICE]) {
    await expect(page.getByText(value, { exact: true })).toBeVisible();
  }
  // Edit keeps what was typed.
  await button(someone, t('auth:actions.edit')).click();
  await expect(field(someone, t('create:event'))).toHaveValue(event.name);
  await button(someone, t('auth:actions.continue')).click();
  await button(someone, t('auth:actions.confirm')).click();

  await expect(page).toHaveURL(/\/$/);
  await seeNotice(someone, t('create:created'), t('create:created_text'));
  await expect(page.getByRole('heading', { name: t('organizer:title') })).toBeVisible();
  await expect(page.getByRole('img', { name: event.name })).toBeVisible();
  const returnLink = field(someone, t('account:return_link.field'));
  await expect(returnLink).toHaveValue(new RegExp(`^${origin}/return/[\\w-]{43}$`));
  return partyOf(someone, origin, event);
}

/** The party of an event that a browser has created, for the helpers of the endpoints. */
async function partyOf(
  { page }: Someone,
  origin: string,
  event: { name: string; organizer: string },
): Promise<Party> {
  const names = { event: event.name, organizerName: event.organizer };
  const user = await (await page.request.get('/api/user')).json();
  expect(user).toMatchObject({ name: event.organizer, isOrganizer: true });
  return { origin, names } as Party;
}

/** The join form → 'Check your details' → visitor. */
async function visit(someone: Someone, event: { name: string; organizer: string }): Promise<void> {
  const { page, t } = someone;
  const query = new URLSearchParams({ event: event.name, organizer: event.organizer, edit: '1' });
  await open(someone, `/auth/join?${query}`);
  await expect(field(someone, t('auth:fields.event'))).toHaveValue(event.name);
  await expect(field(someone, t('auth:fields.organizer'))).toHaveValue(event.organizer);
  await button(someone, t('auth:actions.submit')).click();

  await expect(page).toHaveURL(/\/auth\/join\/confirm\?/);
  await expect(page.getByRole('heading', { name: t('auth:confirm.title') })).toBeVisible();
  await expect(page.getByText(t('auth:confirm.question'))).toBeVisible();
  await expect(page.getByText(event.name, { exact: true })).toBeVisible();
  await expect(page.getByText(event.organizer, { exact: true })).toBeVisible();
  await button(someone, t('auth:actions.confirm')).click();

  await expect(page).toHaveURL(/\/$/);
  await seeNotice(
    someone,
    t('server:auth.toast.access_granted'),
    t('server:auth.toast.access_granted_text'),
  );
  await expect(page.getByRole('heading', { name: t('event:title.feed') }).first()).toBeVisible();
}

/** Feed and ranking as a visitor; an upload leads to Login/Register. */
async function lookAround(someone: Someone): Promise<void> {
  const { page, t } = someone;
  await goTo(someone, 'feed');
  await expect(
    page.getByRole('img', { name: t('event:photo.alt', { name: 'Rosa Blum' }) }),
  ).toHaveCount(3);
  await goTo(someone, 'top');
  await expect(page.getByRole('heading', { name: t('event:top.empty') })).toBeVisible();

  await goTo(someone, 'profile');
  holdPicker(page);
  await link(someone, t('event:slot.add_label', { position: 1 })).click();
  await expect(page.getByRole('heading', { name: t('event:add.title') })).toBeVisible();
  await link(someone, t('common:close')).click();
  await expect(page).not.toHaveURL(/\/photos\/new/);
}

/** A visitor's star → Login/Register → account → back to the feed. */
async function register(someone: Someone, name: string, photoId: number): Promise<void> {
  const { page, t } = someone;
  await open(someone, '/feed');
  await star(someone, photoId).click();
  await expect(page).toHaveURL(/\/login\?next=/);
  await giveAs(someone, name, `${unique()}@example.com`);

  await expect(page).toHaveURL(new RegExp(`/feed(#photo-${photoId})?$`));
  await seeNotice(
    someone,
    t('server:auth.toast.account_created'),
    t('server:auth.toast.star_given'),
  );
  await expect(star(someone, photoId)).toHaveAttribute('aria-pressed', 'true');
  await star(someone, photoId).click();
  await expect(star(someone, photoId)).toHaveAttribute('aria-pressed', 'false');
}

/** A portrait that the camera stored sideways arrives upright. */
async function uploadSideways(someone: Someone): Promise<void> {
  const { page, t } = someone;
  await goTo(someone, 'profile');
  const buffer = await phoneJpeg(600, 800, 6);
  await choosePhoto(someone, 1, { name: 'IMG_0042.jpg', mimeType: 'image/jpeg', buffer });

  const image = page.getByRole('img', { name: t('event:photo.own_alt', { position: 1 }) });
  await expect(image).toBeVisible({ timeout: 15_000 });
  await image.click();
  await expect(page).toHaveURL(/\/photos\/\d+/);
  const large = page.locator('figure').getByRole('img');
  const source = await large.getAttribute('src');
  const picture = sharp(await (await page.request.get(source ?? '')).body());
  expect(await picture.metadata()).toMatchObject({ width: 600, height: 800, format: 'webp' });
  expect(await cornersOf(picture)).toEqual([0, 1, 2, 3]);
  await link(someone, t('event:photo.close')).click();
  await expect(image).toBeVisible();
}

/** The index in `CORNERS` of the color of each corner of a picture. */
async function cornersOf(picture: Sharp): Promise<number[]> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const x = [0.1, 0.9].map((part) => Math.floor(info.width * part));
  const y = [0.1, 0.9].map((part) => Math.floor(info.height * part));
  const points = y.flatMap((row) => x.map((column) => row * info.width + column));
  return points.map((point) => {
    const pixel = [...data.subarray(point * info.channels, point * info.channels + 3)];
    return CORNERS.findIndex((corner) =>
      corner.every((value, channel) => Math.abs(value - (pixel[channel] ?? 0)) < 40),
    );
  });
}

async function onlyPhotoOf({ page }: Someone): Promise<number> {
  const { id } = await (await page.request.get('/api/user')).json();
  const photos = await (await page.request.get(`/api/photos/user/${id}`)).json();
  expect(photos).toMatchObject([{ position: 1 }]);
  return photos[0].id;
}

async function giveThreeStars(someone: Someone, photoIds: number[]): Promise<void> {
  const { t } = someone;
  await open(someone, '/feed');
  for (const [index, photoId] of photoIds.entries()) {
    await star(someone, photoId).click();
    const left = 2 - index;
    if (left > 0)
      await seeNotice(
        someone,
        t('server:event.star.added'),
        t('server:event.star.left', { count: left }),
      );
    else await seeNotice(someone, t('server:event.star.all'));
    await expect(star(someone, photoId)).toHaveAttribute('aria-pressed', 'true');
  }
}

async function beRefusedAFourth(someone: Someone, photoId: number): Promise<void> {
  const { page, t } = someone;
  await star(someone, photoId).click();
  await expect(
    page.getByRole('heading', { name: t('server:event.star_move.title') }),
  ).toBeVisible();
  await link(someone, t('dialogs:star_move.leave')).click();
  await expect(star(someone, photoId)).toHaveAttribute('aria-pressed', 'false');
}

/** Checks that the podium shows exactly these photos in this order. */
async function seePodium(
  someone: Someone,
  places: { name?: string; stars: number }[],
): Promise<void> {
  const { page, t } = someone;
  await open(someone, '/top');
  const steps = page.getByRole('listitem').filter({ has: page.getByRole('img') });
  await expect(steps).toHaveCount(places.length);
  for (const [index, { name, stars }] of places.entries()) {
    const step = steps.nth(index);
    await expect(step).toContainText(`${stars}${t('event:top.stars', { count: stars })}`);
    if (!name) continue;
    const image = step.getByRole('img', { name: t('event:photo.alt', { name }) });
    await expect(image).toBeVisible();
  }
}

async function takeBack(someone: Someone, photoId: number): Promise<void> {
  await goTo(someone, 'feed');
  await expect(star(someone, photoId)).toHaveAttribute('aria-pressed', 'true');
  await star(someone, photoId).click();
  await expect(star(someone, photoId)).toHaveAttribute('aria-pressed', 'false');
  await expect
    .poll(async () => (await (await someone.page.request.get('/api/favorites')).json()).length)
    .toBe(2);
}

async function deleteFirstPhoto(someone: Someone): Promise<void> {
  const { page, t } = someone;
  await open(someone, '/');
  await link(someone, t('event:slot.delete', { position: 1 })).click();
  await expect(page.getByRole('heading', { name: t('server:event.delete.title') })).toBeVisible();
  await button(someone, t('dialogs:delete.confirm')).click();
  await seeNotice(someone, t('server:event.delete.deleted'));
  await expect(field(someone, t('event:slot.add_label', { position: 1 }))).toHaveCount(1);
}
