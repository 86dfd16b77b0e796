import { addPhoto, join, unique, visit, type Party } from '../api/party';
import type { Client } from '../setup/client';
import { expect, PHONE, test } from './fixtures';
import {
  button,
  field,
  giveAs,
  holdPicker,
  link,
  logIn,
  open,
  seeNotice,
  star,
  type Someone,
} from './steps';

// A guest returns after a while on another phone, with a wrong letter in the address.

const CAMILLE = { name: 'Camille Martin', email: 'camille.martin@example.com' };
const SLIP = 'camille.matrin@example.com';

for (const scripts of [true, false]) {
  const how = `with${scripts ? '' : 'out'} JavaScript`;

  /** Taps the star of a photo, and types Camille's name with the typing mistake. */
  async function comeBack(someone: Someone, photoId: number): Promise<void> {
    const { page, t } = someone;
    await open(someone, '/feed');
    await star(someone, photoId).click();
    await giveAs(someone, CAMILLE.name, SLIP);
    const question = page.getByRole('heading', {
      name: t('server:auth.known.title'),
    });
    await expect(question).toBeVisible();
    if (scripts) await expect(question).toBeFocused();
    await expect(page.getByText(SLIP, { exact: true })).toBeVisible();
    await expect(page.getByText(t('auth:known.hint'))).toBeVisible();
    await expect(button(someone, t('auth:known.send'))).toHaveCount(0);
  }

  /** Creates Camille, and a photo of somebody else. */
  async function prepare(party: Party): Promise<{ as: Client; photoId: number; userId: number }> {
    const { user } = await join(party, CAMILLE);
    const photo = await addPhoto(await join(party), 1);
    return { as: await visit(party), photoId: photo.id, userId: user.id };
  }

  test(`a guest corrects a typing mistake and gives the star, ${how}`, async ({
    openBrowser,
    party,
    t,
    complaints,
  }) => {
    complaints.expect(/status of 409/);
    const { as, photoId, userId } = await prepare(party);
    const page = await openBrowser({
      as,
      viewport: PHONE,
      language: 'en',
      javaScriptEnabled: scripts,
    });
    const someone: Someone = { page, t, scripts };
    await comeBack(someone, photoId);
    await button(someone, t('auth:known.correct')).click();
    await expect(field(someone, t('auth:fields.name'))).toHaveValue(CAMILLE.name);
    await expect(field(someone, t('auth:fields.email'))).toHaveValue(SLIP);
    await giveAs(someone, CAMILLE.name, CAMILLE.email);

    await expect(page).toHaveURL(new RegExp(`/feed(#photo-${photoId})?$`));
    await seeNotice(
      someone,
      t('server:auth.toast.welcome_back'),
      t('server:auth.toast.star_given'),
    );
    await expect(star(someone, photoId)).toHaveAttribute('aria-pressed', 'true');
    expect(await (await page.request.get('/api/user')).json()).toMatchObject({ id: userId });
  });

  test(`another person with the same name registers, ${how}`, async ({
    openBrowser,
    party,
    t,
    complaints,
  }) => {
    complaints.expect(/status of 409/);
    const { as, photoId, userId } = await prepare(party);
    const page = await openBrowser({
      as,
      viewport: PHONE,
      language: 'en',
      javaScriptEnabled: scripts,
    });
    const someone: Someone = { page, t, scripts };
    await comeBack(someone, photoId);
    await button(someone, t('auth:known.other')).click();

    await expect(page).toHaveURL(new RegExp(`/feed(#photo-${photoId})?$`));
    await seeNotice(
      someone,
      t('server:auth.toast.account_created'),
      t('server:auth.toast.star_given'),
    );
    await expect(star(someone, photoId)).toHaveAttribute('aria-pressed', 'true');
    const user = await (await page.request.get('/api/user')).json();
    expect(user).toMatchObject({ name: CAMILLE.name, email: SLIP });
    expect(user.id).not.toBe(userId);
  });
}

for (const scripts of [true, false]) {
  const how = `with${scripts ? '' : 'out'} JavaScript`;

  test(`a visitor's selfie, photo and star ask who they are, ${how}`, async ({
    openBrowser,
    party,
    t,
  }) => {
    const photo = await addPhoto(await join(party), 1);
    const page = await openBrowser({
      as: await visit(party),
      viewport: PHONE,
      language: 'en',
      javaScriptEnabled: scripts,
    });
    const someone: Someone = { page, t, scripts };
    holdPicker(page);
    const ways = [
      ['/?tab=profile', () => link(someone, t('event:selfie.add')), t('server:auth.login.title')],
      [
        '/?tab=profile',
        () => link(someone, t('event:slot.add_label', { position: 2 })),
        t('event:add.title'),
      ],
      ['/feed', () => link(someone, t('common:nav.add')), t('event:add.title')],
      ['/feed', () => star(someone, photo.id), t('server:auth.login.giver')],
    ] as const;
    for (const [path, control, name] of ways) {
      await open(someone, path);
      await control().click();
      await expect(page.getByRole('heading', { name })).toBeVisible();
    }
  });
}

test('a namesake with another address is not asked', async ({ openBrowser, party, t }) => {
  await join(party, CAMILLE);
  const page = await openBrowser({ as: await visit(party), viewport: PHONE, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/login?next=%2Ftop');
  await logIn(someone, CAMILLE.name, `${unique()}@example.com`);
  await expect(page).toHaveURL(/\/top$/);
  await seeNotice(someone, t('server:auth.toast.account_created'));
});
