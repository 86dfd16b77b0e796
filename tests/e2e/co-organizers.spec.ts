import { addPhoto, join } from '../api/party';
import { expect, LAPTOP, PHONE, test } from './fixtures';
import { button, field, link, noteOf, open, seeNotice, type Someone } from './steps';

for (const scripts of [true, false]) {
  test(`a second person runs the event until the organizer ends it, with${scripts ? '' : 'out'} JavaScript`, async ({
    openBrowser,
    party,
    t,
    complaints,
  }) => {
    complaints.expect(/status of 40[134]/);
    const guest = await join(party, { name: 'Zoë Blum' });
    const photo = await addPhoto(guest, 1);
    const organizer: Someone = {
      ...{ t, scripts },
      page: await openBrowser({
        ...{ as: party.organizer.client, viewport: LAPTOP, language: 'en' },
        javaScriptEnabled: scripts,
      }),
    };
    await open(organizer, '/participants');
    await button(organizer, t('organizer:co_organizers.invite')).click();
    const made = field(organizer, t('organizer:co_organizers.link'));
    await expect(made).toHaveValue(/\/organize\/[\w-]{43}$/);
    const path = new URL(await made.inputValue()).pathname;
    // The link is shown once; its expiry stays.
    await open(organizer, '/participants');
    await expect(made).toHaveCount(0);
    await expect(organizer.page.locator('[value="withdraw-link"]')).toHaveCount(1);

    const page = await openBrowser({
      ...{ viewport: PHONE, language: 'en', javaScriptEnabled: scripts },
    });
    const second: Someone = { page, t, scripts };
    await open(second, path);
    await expect(
      page.getByRole('heading', { name: t('organize:title', { event: party.names.event }) }),
    ).toBeVisible();
    // A messenger that looks at the link does not use it up.
    await open(second, path);
    await field(second, t('auth:fields.name')).fill('Karim Haddad');
    await field(second, t('auth:fields.email')).fill('karim@example.com');
    await button(second, t('organize:join')).click();
    await seeNotice(second, t('organize:done'));
    await expect(page.getByRole('heading', { name: t('organizer:title') }).first()).toBeVisible();

    // They hide a reported photo, and read what guests write to the organizer.
    const other = await join(party);
    await other.client.post(`/api/photos/${photo.id}/flag`, {});
    await open(second, '/flags');
    await button(second, t('flags:card.inappropriate')).click();
    await expect(noteOf(page, t('flags:review.title'))).toBeVisible();
    expect((await other.client.get(`/api/photos/event/${party.event.id}`)).json).toEqual([]);
    await guest.client.post('/api/messages', {
      ...{ toUserId: party.organizer.user.id, message: 'Where do we park?' },
    });
    await open(second, '/messages');
    await expect(page.getByText('Where do we park?').first()).toBeVisible();

    // What only the organizer may do is not offered, and its URLs redirect home.
    await open(second, '/');
    await expect(page.locator('a[href^="/shop"]')).toHaveCount(0);
    await expect(page.locator('a[href^="/event/delete"]')).toHaveCount(0);
    await open(second, '/shop');
    await expect(page).toHaveURL(/\/$/);
    await open(second, '/event/delete');
    await expect(page).toHaveURL(/\/$/);
    await open(second, '/participants');
    await expect(page.getByText(t('organizer:co_organizers.text_other'))).toBeVisible();
    await expect(button(second, t('organizer:co_organizers.invite'))).toHaveCount(0);

    // The link is used up.
    const third: Someone = {
      ...{ t, scripts },
      page: await openBrowser({ language: 'en', javaScriptEnabled: scripts }),
    };
    await open(third, path);
    await expect(third.page.getByText(t('organize:expired_text'))).toBeVisible();

    await open(organizer, '/participants');
    await expect(organizer.page.getByText('karim@example.com')).toBeVisible();
    const fold = organizer.page.getByLabel(
      t('organizer:co_organizers.end_one', { name: 'Karim Haddad' }),
    );
    await fold.click();
    await button(organizer, t('organizer:co_organizers.end_now')).click();
    await expect(noteOf(organizer.page, t('organizer:co_organizers.ended'))).toBeVisible();
    await expect(organizer.page.getByText('karim@example.com')).toHaveCount(0);

    // At the next request they are a guest.
    await open(second, '/participants');
    await expect(page).toHaveURL(/\/$/);
    await open(second, '/settings');
    await expect(link(second, t('account:danger.account'))).toBeVisible();
  });
}

test('a guest who is signed in confirms, and keeps photos and name', async ({
  openBrowser,
  party,
  t,
}) => {
  const guest = await join(party, { name: 'Zoë Blum' });
  await addPhoto(guest, 1);
  const { json } = await party.organizer.client.post<{ url: string }>(
    `/api/events/${party.event.id}/co-organizers`,
    {},
  );
  const page = await openBrowser({ as: guest.client, viewport: PHONE, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, new URL(json.url).pathname);
  await expect(page.getByText(t('organize:as', { name: 'Zoë Blum' }))).toBeVisible();
  await expect(field(someone, t('auth:fields.name'))).toHaveCount(0);
  await button(someone, t('organize:join')).click();
  await seeNotice(someone, t('organize:done'));
  await open(someone, '/?tab=profile&part=photos');
  await expect(page.locator('main img').first()).toBeVisible();
});
