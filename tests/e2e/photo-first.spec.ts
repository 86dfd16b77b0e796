import type { Page } from 'playwright/test';
import type { FeedPhoto } from '../../app/models/photo/shape';
import { addPhoto, createParty, join, unique, visit, type Party } from '../api/party';
import { phoneJpeg } from '../images';
import { expect, PHONE, test } from './fixtures';
import { button, field, front, link, noteOf, open, sayWho, type Someone } from './steps';

// A photo before a passport: a visitor first chooses photos, or a star, and then says who they are (rule
// `photos.first`).

const WORDS = 'Hold still, Camille';

const picture = async () => ({
  name: 'a.jpg',
  mimeType: 'image/jpeg',
  buffer: await phoneJpeg(300, 400, 1),
});

/** Presses the plus and chooses a photo. */
async function choose(page: Page): Promise<void> {
  const picker = page.waitForEvent('filechooser');
  await page.locator('.nav .add').click();
  await (await picker).setFiles([await picture()]);
}

/**
 * Counts the photos that the page stores on the device until they are sent. It does not open a database that the page
 * has not created: that would be an empty one, in which the page could store nothing.
 */
async function countStored(): Promise<number> {
  const databases = await indexedDB.databases();
  if (!databases.some(({ name }) => name === 'snapodium-shared')) return 0;
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('snapodium-shared');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const counting = opening.result.transaction('shared').objectStore('shared').count();
      counting.onsuccess = () => {
        opening.result.close();
        resolve(counting.result);
      };
    };
  });
}

const put = (someone: Someone) => button(someone, someone.t('auth:login.put', { count: 1 }));

const isIn = ({ page, t }: Someone) =>
  expect(page.getByRole('heading', { name: t('event:add.done', { count: 1 }) })).toBeVisible({
    timeout: 30_000,
  });

async function photosOf({ organizer, event }: Party) {
  const path = `/api/photos/event/${event.id}`;
  const { json } = await organizer.client.get<FeedPhoto[]>(path);
  return json.map(({ userName, caption }) => [userName, caption]);
}

for (const scripts of [true, false]) {
  test(`a visitor’s first photo is in the album after one sheet, with${scripts ? '' : 'out'} scripts`, async ({
    openBrowser,
    party,
    t,
  }) => {
    const as = await visit(party);
    const options = { viewport: PHONE, language: 'en', javaScriptEnabled: scripts } as const;
    const page = await openBrowser({ as, ...options });
    const someone: Someone = { page, t, scripts };
    await open(someone, '/feed');
    if (scripts) {
      await choose(page);
      await expect(front(page)).toBeVisible();
    } else {
      await page.locator('.nav .add').click();
      await page.locator('input[type=file]').setInputFiles([await picture()]);
    }
    await expect(
      page.getByRole('heading', { name: t('auth:login.taker', { count: 1 }) }),
    ).toBeVisible();
    await field(someone, t('event:caption.label')).fill(WORDS);
    const name = `Zoé ${unique()}`;
    await sayWho(someone, name, `${unique()}@example.com`);
    await put(someone).click();
    if (scripts) {
      await isIn(someone);
      await link(someone, t('event:add.see', { count: 1 })).click();
    } else {
      await expect(noteOf(page, t('server:auth.toast.account_created'))).toBeVisible();
    }
    await expect(page).toHaveURL(/\/feed$/);
    await expect(page.getByRole('listitem').filter({ hasText: WORDS })).toBeVisible();
    expect(await photosOf(party)).toEqual([[name, WORDS]]);
  });

  test(`a visitor’s star is given after one sheet, with${scripts ? '' : 'out'} scripts`, async ({
    openBrowser,
    party,
    t,
    complaints,
  }) => {
    complaints.expect(/status of 400/);
    const photo = await addPhoto(await join(party, { name: 'Tom Girard' }), 1);
    const as = await visit(party);
    const page = await openBrowser({ as, language: 'en', javaScriptEnabled: scripts });
    const someone: Someone = { page, t, scripts };
    await open(someone, '/feed');
    await link(someone, t('event:star.label', { name: 'Tom Girard' })).click();
    await expect(page.getByRole('heading', { name: t('server:auth.login.giver') })).toBeVisible();
    // A wrong address is reported at its field, in the same step.
    await sayWho(someone, `Rosa ${unique()}`, 'nowhere');
    await button(someone, t('auth:login.give')).click();
    await expect(page.getByText(t('errors:email_invalid'))).toBeVisible();
    await field(someone, t('auth:fields.email')).fill(`${unique()}@example.com`);
    await button(someone, t('auth:login.give')).click();
    const star = page
      .locator(`#photo-${photo.id}`)
      .getByRole('button', { name: t('event:star.label', { name: 'Tom Girard' }) });
    await expect(star).toHaveAttribute('aria-pressed', 'true');
  });
}

test('cancelling the picker leaves the page as it was', async ({ openBrowser, party, t }) => {
  const page = await openBrowser({ as: await visit(party), viewport: PHONE, language: 'en' });
  await open({ page, t, scripts: true }, '/feed');
  const picker = page.waitForEvent('filechooser');
  await page.locator('.nav .add').click();
  await picker;
  await page.locator('input[type=file]').dispatchEvent('cancel', { bubbles: true });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/feed$/);
});

test('a chosen photo survives a reload, and is gone once the page is left', async ({
  openBrowser,
  party,
  t,
}) => {
  const page = await openBrowser({ as: await visit(party), viewport: PHONE, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/feed');
  await choose(page);
  await expect(front(page)).toBeVisible();
  await expect.poll(() => page.evaluate(countStored)).toBe(1);
  await page.reload();
  await expect(front(page).getByRole('img', { name: 'a.jpg' })).toBeVisible();
  await link(someone, t('common:close')).click();
  await expect.poll(() => page.evaluate(countStored)).toBe(0);
  await open(someone, '/photos/new');
  await expect(page.getByText(t('event:add.choose', { count: 3 }))).toBeVisible();
  await expect(front(page)).toHaveCount(0);
});

test('a refusal keeps photo and caption: a known person, an organizer’s password', async ({
  openBrowser,
  party: { origin },
  t,
  complaints,
}) => {
  const party = await createParty(origin, { organizerPassword: 'open-sesame-17' });
  complaints.expect(/status of 40[019]/);
  const page = await openBrowser({ as: await visit(party), viewport: PHONE, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  const stays = async () => {
    await expect(front(page)).toBeVisible();
    await expect(field(someone, t('event:caption.label'))).toHaveValue(WORDS);
  };
  await open(someone, '/feed');
  await choose(page);
  await field(someone, t('event:caption.label')).fill(WORDS);

  // A member with the same name and nearly the same address already exists.
  const known = { name: `Camille ${unique()}`, email: `camille.${unique()}@example.com` };
  await join(party, known);
  await sayWho(someone, known.name, known.email.replace('camille', 'camile'));
  await put(someone).click();
  await expect(page.getByText(t('errors:maybe_known'))).toBeVisible();
  await stays();
  await button(someone, t('auth:known.correct')).click();
  await expect(field(someone, t('auth:fields.name'))).toHaveValue(known.name);

  // The organizer has a password.
  const { name, email } = party.organizer.user;
  await field(someone, t('auth:fields.name')).fill(name);
  await field(someone, t('auth:fields.email')).fill(email);
  await put(someone).click();
  await field(someone, t('auth:fields.password')).fill('wrong');
  await button(someone, t('auth:actions.submit')).click();
  await expect(page.getByText(t('errors:invalid_credentials'))).toBeVisible();
  await stays();
  await button(someone, t('auth:actions.back')).click();

  // Finally in, as the known person.
  await field(someone, t('auth:fields.name')).fill(known.name);
  await field(someone, t('auth:fields.email')).fill(known.email);
  await put(someone).click();
  await isIn(someone);
  expect(await photosOf(party)).toEqual([[known.name, WORDS]]);
});

test('a known person with less room than photos leaves some out, and sends the rest', async ({
  openBrowser,
  party,
  t,
}) => {
  const me = await join(party);
  for (const position of [1, 2]) await addPhoto(me, position);
  const page = await openBrowser({ as: await visit(party), viewport: PHONE, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/feed');
  // What the device stores for the visitor is cleared late, as on a slow network. The photo must not be cleared with
  // it.
  let clear: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => (clear = resolve));
  await page.route(/\/assets\/forget-person-/, async (route) => {
    await isAsked;
    await route.continue();
  });
  const picker = page.waitForEvent('filechooser');
  await page.locator('.nav .add').click();
  await (await picker).setFiles([await picture(), await picture()]);
  await sayWho(someone, me.user.name, me.user.email ?? '');
  await button(someone, t('auth:login.put', { count: 2 })).click();
  await expect(page.getByText(t('event:add.over', { count: 1, free: 1 }))).toBeVisible();
  await expect(button(someone, t('event:add.send', { count: 2 }))).toBeDisabled();
  await button(someone, t('event:add.remove', { position: 3 })).click();
  await expect(button(someone, t('event:add.send', { count: 1 }))).toBeDisabled();
  clear();
  await button(someone, t('event:add.send', { count: 1 })).click();
  await isIn(someone);
  expect(await photosOf(party)).toHaveLength(3);
});
