import type { Page } from 'playwright/test';
import { addPhoto, expectStatus, join, smallJpeg } from '../api/party';
import { expect, LAPTOP, PHONE, test } from './fixtures';
import {
  button,
  choosePhoto,
  field,
  goOffline,
  link,
  noteOf,
  open,
  seeNotice,
  type Someone,
  star,
  tabTo,
} from './steps';

for (const scripts of [true, false]) {
  const how = `with${scripts ? '' : 'out'} JavaScript`;

  test(`voting can be turned off and on again, ${how}`, async ({
    openBrowser,
    party,
    t,
    complaints,
  }) => {
    complaints.expect(/status of 403|ERR_FAILED/);
    const photo = await addPhoto(await join(party), 1);
    const seat = { language: 'en', javaScriptEnabled: scripts } as const;
    const guest: Someone = {
      page: await openBrowser({ ...seat, as: (await join(party)).client }),
      t,
      scripts,
    };
    const organizer: Someone = {
      page: await openBrowser({ ...seat, as: party.organizer.client }),
      t,
      scripts,
    };
    // The guest's screen is not notified of the change.
    await guest.page.route(/\/(?:changes|marks)(?:\?|$)/, (route) => route.abort());
    await open(guest, '/feed');
    await open(organizer, '/event/rules');
    const voting = organizer.page.getByRole('switch', { name: t('organizer:rules.voting') });
    const row = organizer.page.locator('.setting-row').filter({ has: voting });
    const badge = (words: string) => row.getByText(words, { exact: true });

    await expect(voting).toBeChecked();
    await voting.click();
    await expect(voting).not.toBeChecked();
    await expect(badge('Disabled')).toBeVisible();
    if (!scripts) await seeNotice(organizer, t('organizer:rules.voting_off'));
    await expect.poll(() => isVotingEnabled(guest.page, party.event.id)).toBe(false);

    // The guest's screen is older than the change.
    await star(guest, photo.id).click();
    await seeNotice(
      guest,
      'Voting Disabled',
      'The organizer has disabled voting for favorite photos',
    );
    await open(guest, '/feed');
    await expect(
      guest.page.getByText('Voting has been disabled by the organizer', { exact: true }),
    ).toBeVisible();
    await expect(star(guest, photo.id)).toBeDisabled();

    await voting.click();
    await expect(voting).toBeChecked();
    await expect(badge('Enabled')).toBeVisible();
    await expect.poll(() => isVotingEnabled(guest.page, party.event.id)).toBe(true);
    await open(guest, '/feed');
    await star(guest, photo.id).click();
    await seeNotice(guest, t('server:event.star.added'));
  });

  test(`the organizer’s own photos have a separate part, ${how}`, async ({
    openBrowser,
    party,
    t,
  }) => {
    const someone: Someone = {
      page: await openBrowser({
        as: party.organizer.client,
        language: 'en',
        javaScriptEnabled: scripts,
      }),
      t,
      scripts,
    };
    const { page } = someone;
    const isHere = /\/\?tab=profile&part=photos(#.*)?$/;
    await open(someone, '/');
    await link(someone, t('organizer:tabs.photos')).click();
    await expect(page).toHaveURL(isHere);
    const tabs = page.getByRole('navigation', { name: t('organizer:tabs.label') });
    await expect(tabs.getByRole('link', { name: t('organizer:tabs.photos') })).toHaveAttribute(
      'aria-current',
      'page',
    );

    const file = { name: 'party.jpg', mimeType: 'image/jpeg', buffer: await smallJpeg() };
    await choosePhoto(someone, 1, file);
    await expect(
      page.getByRole('img', { name: t('event:photo.own_alt', { position: 1 }) }),
    ).toBeVisible();
    await expect(page).toHaveURL(isHere);
    await link(someone, t('event:slot.delete', { position: 1 })).click();
    await button(someone, t('dialogs:delete.confirm')).click();
    await seeNotice(someone, t('server:event.delete.deleted'));
    await expect(page).toHaveURL(isHere);
    await tabs.getByRole('link', { name: t('organizer:tabs.dashboard') }).click();
    await expect(page.getByRole('heading', { name: t('organizer:progress.title') })).toBeVisible();
  });
}

test('the number of photos per participant is saved immediately, and says so for a while', async ({
  openBrowser,
  party,
  t,
}) => {
  const someone: Someone = {
    page: await openBrowser({ as: party.organizer.client, language: 'en' }),
    t,
    scripts: true,
  };
  const { page } = someone;
  await open(someone, '/event/rules');
  const count = (number: number) =>
    page
      .getByRole('group', { name: t('organizer:rules.photos') })
      .getByRole('radio', { name: String(number), exact: true });
  const saved = page.getByRole('status').filter({ hasText: t('organizer:rules.saved') });

  await expect(count(3)).toBeChecked();
  await count(5).check();
  await expect(saved).toBeVisible();
  await expect(saved).toHaveCount(0, { timeout: 20_000 });
  await expect(count(5)).toBeChecked();
  // By keyboard the arrows choose, and every choice is sent.
  await count(5).press('ArrowLeft');
  await expect(count(4)).toBeChecked();
  await expect(saved).toBeVisible();

  await open(someone, '/?tab=profile&part=photos');
  await expect(page.getByLabel(/^Add photo \d$/)).toHaveCount(4);
});

test('a setting that could not be saved returns to its old value', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED.*\/event\//, /ERR_INTERNET_DISCONNECTED/);
  const someone: Someone = {
    page: await openBrowser({ as: party.organizer.client, language: 'en' }),
    t,
    scripts: true,
  };
  const { page } = someone;
  await open(someone, '/event/rules');
  const voting = page.getByRole('switch', { name: t('organizer:rules.voting') });
  const radio = (name: string) => page.getByRole('radio', { name, exact: true });
  const [two, three] = [radio('2'), radio('3')];

  await page.route(/\/event\/(voting|photo-count)\b/, (route) => route.abort());
  await voting.click();
  await seeNotice(someone, 'Cannot perform this action while offline');
  await page.getByRole('button', { name: t('common:toast.dismiss') }).click();
  await expect(voting).toBeChecked();
  await two.click();
  await seeNotice(someone, 'Cannot perform this action while offline');
  await page.getByRole('button', { name: t('common:toast.dismiss') }).click();
  await expect(three).toBeChecked();

  await goOffline(page);
  await expect(noteOf(page, t('common:offline.banner'))).toBeVisible();
  await two.click();
  await seeNotice(someone, 'Cannot perform this action while offline');
  await expect(three).toBeChecked();
});

test('the image: an invalid file is refused, a new one appears at once', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  const someone: Someone = {
    page: await openBrowser({ as: party.organizer.client, language: 'en' }),
    t,
    scripts: true,
  };
  const { page } = someone;
  await open(someone, '/event/rules');
  const picker = field(someone, t('organizer:image.change'));
  const file = { name: 'event.jpg', mimeType: 'image/jpeg' };
  await picker.setInputFiles({ ...file, buffer: Buffer.from('<html></html>') });
  await seeNotice(someone, 'Failed to update event image', 'Invalid image file');
  const image = page.getByRole('img', { name: t('organizer:head.image') });
  await expect(image).toHaveCount(0);

  await picker.setInputFiles({ ...file, buffer: await smallJpeg() });
  await seeNotice(someone, t('organizer:image.saved'));
  await expect(image).toBeVisible();
  await expect(image).toHaveJSProperty('naturalWidth', 64);
  await expect(page).toHaveURL(/\/event\/rules$/);
});

test('the description can be changed by keyboard alone, with an error on the way', async ({
  openBrowser,
  party,
  t,
}) => {
  const page = await openBrowser({ as: party.organizer.client, viewport: LAPTOP, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/event/rules');
  const opener = link(someone, t('organizer:description.title'));
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: t('organizer:description.title') });
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(/\/event\/description$/);

  const description = field(someone, t('create:description'));
  await tabTo(page, description);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await tabTo(page, button(someone, t('organizer:save')));
  await page.keyboard.press('Enter');
  await expect(description).toHaveAccessibleDescription(/Description is required/);
  await expect(description).toHaveAttribute('aria-invalid', 'true');
  await expect(description).toBeFocused();

  await page.keyboard.type('Dance all night');
  await expect(description).not.toHaveAttribute('aria-invalid');
  await tabTo(page, button(someone, t('organizer:save')));
  await page.keyboard.press('Space');
  await seeNotice(someone, t('organizer:description.saved'));
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Dance all night', { exact: true })).toBeVisible();

  // Escape changes nothing and returns the focus.
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  await expect(description).toHaveValue('Dance all night');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

for (const scripts of [true, false]) {
  test(`what waits comes first, and the next report takes the place of a reviewed one, with${scripts ? '' : 'out'} JavaScript`, async ({
    openBrowser,
    party,
    t,
  }) => {
    const { organizer } = party;
    const [rosa, tom] = [await join(party, { name: 'Rosa Blum' }), await join(party)];
    for (const position of [1, 2]) {
      const { id } = await addPhoto(rosa, position);
      const reason = `Reason ${position}`;
      expectStatus(await tom.client.post(`/api/photos/${id}/flag`, { reason }), 201);
    }
    const question = { toUserId: organizer.user.id, message: 'Can the children add photos?' };
    expectStatus(await rosa.client.post('/api/messages', question), 201);
    const page = await openBrowser({
      as: organizer.client,
      viewport: PHONE,
      language: 'en',
      javaScriptEnabled: scripts,
    });
    const someone: Someone = { page, t, scripts };
    await open(someone, '/');
    // Two reports, a message, no password, and a private link that is not kept yet.
    const bar = page.getByRole('navigation', { name: t('common:nav.main') }).last();
    await expect(bar.getByText('5', { exact: true })).toBeVisible();
    const card = (name: string) => page.getByRole('article', { name });
    const reports = card(t('flags:title'));
    await expect(reports).toContainText('Reason 1');
    await expect(reports).toBeInViewport();
    await reports.getByRole('button', { name: t('flags:card.dismiss') }).click();
    await expect(reports).toContainText('Reason 2');
    await expect(bar.getByText('4', { exact: true })).toBeVisible();
    await reports.getByRole('button', { name: t('flags:card.inappropriate') }).click();
    await expect(reports).toHaveCount(0);

    await button(someone, t('account:return_link.kept')).click();
    await expect(card(t('organizer:needs.link'))).toHaveCount(0);
    const messages = card(t('common:nav.messages'));
    await expect(messages).toContainText('Rosa Blum');
    await messages.getByRole('link', { name: t('organizer:needs.reply') }).click();
    await expect(page).toHaveURL(new RegExp(`/messages\\?with=${rosa.user.id}`));
    // The message is read now.
    await open(someone, '/');
    await expect(messages).toHaveCount(0);
    await expect(bar.getByText('1', { exact: true })).toBeVisible();
  });
}

test('a notice waits for the dashboard’s code, which may load slowly', async ({
  openBrowser,
  party,
  t,
}) => {
  const page = await openBrowser({ as: party.organizer.client, language: 'en' });
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assets\/dashboard-/, async (route) => {
    await released;
    await route.continue();
  });
  // The notice of a form that was sent without scripts, seen by a page with scripts.
  await page.request.post('/event/voting', { form: { votingEnabled: 'false' }, maxRedirects: 0 });
  await page.goto('/');
  const heading = page.getByRole('heading', { name: t('organizer:rules.title') });
  await expect(heading).toBeVisible();
  release();
  await seeNotice({ page, t, scripts: true }, t('organizer:rules.voting_off'));
  await expect(heading).toBeVisible();
});

async function isVotingEnabled(page: Page, eventId: number): Promise<boolean> {
  const answer = await page.request.get(`/api/events/${eventId}`);
  return ((await answer.json()) as { votingEnabled: boolean }).votingEnabled;
}
