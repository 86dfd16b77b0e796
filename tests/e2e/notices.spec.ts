import { addPhoto, expectStatus, join, type Party, type Person } from '../api/party';
import type { PublicPhoto } from '../../app/models/photo/shape';
import type { BrowserOptions } from './fixtures';
import { expect, giveStar, test } from './fixtures';
import { button, field, link, noteOf, open, seeNotice, type Someone } from './steps';

// Notices about a user's own photos.

/** Rosa, whose only photo has the only star. */
async function winner(party: Party): Promise<{ rosa: Person; fan: Person; photo: PublicPhoto }> {
  const [rosa, fan] = await Promise.all([join(party, { name: 'Rosa Blum' }), join(party)]);
  const photo = await addPhoto(rosa, 1);
  await giveStar(fan, photo.id);
  return { rosa, fan, photo };
}

/** Makes somebody look at the ranking, so that it is known from then on. */
async function lookAtRanking({ organizer, event }: Party): Promise<void> {
  expectStatus(await organizer.client.get(`/api/events/${event.id}/top-photos`), 200);
}

for (const scripts of [true, false]) {
  test(`a photo among the first three is marked on the profile, ${scripts ? 'with' : 'without'} scripts`, async ({
    openBrowser,
    party,
    t,
  }) => {
    const { rosa, photo } = await winner(party);
    const other = await addPhoto(rosa, 2);
    const as = rosa.client;
    const page = await openBrowser({ as, language: 'en', javaScriptEnabled: scripts });
    const someone: Someone = { page, t, scripts };
    await open(someone, '/');
    const mark = page.locator(`#photo-${photo.id}`).getByRole('link', {
      name: t('event:podium.place_1'),
      exact: true,
    });
    await expect(mark).toBeVisible();
    await expect(page.locator(`#photo-${other.id}`).getByRole('link')).toHaveCount(2);
    // A thumb can hit it a little above, too.
    const { x, y, width } = (await mark.boundingBox()) ?? { x: 0, y: 0, width: 0 };
    await page.mouse.click(x + width / 2, y - 15);
    await expect(page).toHaveURL(/\/top$/);
    await expect(page.locator(`#photo-${photo.id}`)).toBeVisible();
  });
}

test('a photo on the podium is announced to its owner once on a device', async ({
  openBrowser,
  party,
  t,
}) => {
  const { rosa } = await winner(party);
  /** Another of her devices, with a clock that the test controls. */
  const device = async (options: BrowserOptions = {}) => {
    const page = await openBrowser({ as: rosa.client, language: 'en', ...options });
    await page.clock.install();
    const toast = noteOf(page, t('event:podium.stands', { count: 1 }));
    const at = (path: string) => open({ page, t, scripts: true }, path);
    const staysSilent = async () => {
      await page.waitForLoadState('networkidle');
      await page.clock.runFor(2000);
      // Immediately, because a toast disappears by itself.
      expect(await toast.isVisible()).toBe(false);
    };
    return { page, toast, at, staysSilent };
  };

  // The feed does not request the ranking: it shows what is known.
  const phone = await device();
  await phone.at('/feed');
  await phone.staysSilent();
  await lookAtRanking(party);
  await phone.at('/feed');
  await expect(phone.toast).toBeVisible();
  await phone.toast.getByRole('link', { name: t('event:star.podium') }).click();
  await expect(phone.page).toHaveURL(/\/top$/);
  await expect(phone.toast).toBeHidden();
  for (const path of ['/feed', '/']) {
    await phone.at(path);
    await phone.staysSilent();
  }

  // A user who has seen the podium need not be told.
  const tablet = await device();
  for (const path of ['/?tab=top', '/']) {
    await tablet.at(path);
    await tablet.staysSilent();
  }

  // The profile requests it.
  const second = await addPhoto(rosa, 2);
  const laptop = await device();
  await laptop.at('/');
  await expect(laptop.toast).toBeVisible();
  await giveStar(party.organizer, second.id);
  await tablet.at('/');
  await expect(tablet.toast).toBeVisible();

  const stranger = await openBrowser({ as: party.organizer.client, language: 'en' });
  await open({ page: stranger, t, scripts: true }, '/feed');
  await expect(stranger.locator('.toast')).toHaveCount(0);
});

test('the notice of the user’s own action comes first', async ({ openBrowser, party, t }) => {
  const rosa = await join(party, { name: 'Rosa Blum' });
  const photo = await addPhoto(rosa, 1);
  await addPhoto(rosa, 2);
  const page = await openBrowser({ as: rosa.client, language: 'en' });
  await page.clock.install();
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/');
  await giveStar(await join(party), photo.id);
  await link(someone, t('event:slot.delete', { position: 2 })).click();
  await button(someone, t('dialogs:delete.confirm')).click();
  const deleted = noteOf(page, t('server:event.delete.deleted'));
  await expect(deleted).toBeVisible();
  await expect(link(someone, t('event:podium.place_1'))).toBeVisible();
  // The notice stays as long as the pointer is on it.
  await deleted.hover();
  const podium = noteOf(page, t('event:podium.stands', { count: 1 }));
  await page.clock.runFor(10_000);
  await expect(deleted).toBeVisible();
  await deleted.getByRole('button', { name: t('common:toast.dismiss') }).click();
  await expect(podium).toBeVisible();
});

for (const scripts of [true, false]) {
  test(`the owner of a photo that the organizer removes reads why, ${scripts ? 'with' : 'without'} scripts`, async ({
    openBrowser,
    party,
    t,
    complaints,
  }) => {
    // With scripts the form is not even sent.
    if (!scripts) complaints.expect(/status of 400/);
    const rosa = await join(party, { name: 'Rosa Blum' });
    const photo = await addPhoto(rosa, 2);
    const tom = await join(party, { name: 'Tom Girard' });
    const reason = 'offensive: because of me';
    expectStatus(await tom.client.post(`/api/photos/${photo.id}/flag`, { reason }), 201);
    await rosa.client.get('/feed?lang=en');

    const as = party.organizer.client;
    const page = await openBrowser({ as, language: 'en', javaScriptEnabled: scripts });
    const someone: Someone = { page, t, scripts };
    await open(someone, '/flags');
    await page.getByRole('article').getByRole('link').first().click();
    await link(someone, t('event:photo.delete')).click();
    const told = field(someone, t('dialogs:delete.tell', { name: 'Rosa Blum' }));
    await expect(told).toHaveValue('offensive');
    await expect(page.getByRole('heading', { name: t('server:event.delete.title') })).toBeVisible();
    if (scripts) {
      await expect(
        page.getByRole('alertdialog').getByRole('link', { name: t('event:cancel') }),
      ).toBeFocused();
    }
    await told.selectOption(t('dialogs:delete.why.not_event'));

    const words = page.getByRole('textbox');
    await words.fill('a'.repeat(501));
    await button(someone, t('dialogs:delete.confirm')).click();
    await expect(page.getByText(t('errors:text_max'))).toBeVisible();
    await expect(words).toHaveValue('a'.repeat(501));
    await expect(words).toHaveAttribute('aria-invalid', 'true');
    await expect(told).toHaveValue('not_event');
    await words.fill('Ours was in June.');
    await button(someone, t('dialogs:delete.confirm')).click();
    await seeNotice(someone, t('server:event.delete.deleted'));

    // When the organizer can no longer undo it, the photo is gone, and its owner has been told.
    await expect
      .poll(async () => JSON.stringify((await rosa.client.get('/api/messages')).json), {
        timeout: 30_000,
      })
      .toContain('Ours was in June.');
    const theirs = await openBrowser({
      as: rosa.client,
      language: 'en',
      javaScriptEnabled: scripts,
    });
    await open({ page: theirs, t, scripts }, '/messages');
    const message = theirs.getByText('The organizer removed your photo 2.');
    await expect(message).toContainText('it is not part of this event');
    await expect(message).toContainText('Ours was in June.');
    await expect(theirs.getByRole('main')).not.toContainText('Tom Girard');
  });
}
