import { addPhoto, createParty, day, expectStatus, join } from '../api/party';
import { expect, test } from './fixtures';
import { button, open, seeNotice, star, type Someone } from './steps';

// Rules `result.by-hand`, `result.reopened`, `result.receipt` and `result.ranking`.

for (const scripts of [true, false]) {
  const how = scripts ? 'with scripts' : 'without scripts';

  test(`voting is closed by hand after one question, and opened again, ${how}`, async ({
    openBrowser,
    origin,
    t,
  }) => {
    const party = await createParty(origin, { startDate: day(-1) });
    const [owner, guest] = [await join(party), await join(party)];
    const photo = await addPhoto(owner, 1);
    const given = { userId: guest.user.id, photoId: photo.id };
    expectStatus(await guest.client.post('/api/favorites', given), 201);
    const options = { language: 'en', javaScriptEnabled: scripts } as const;
    const page = await openBrowser({ as: party.organizer.client, ...options });
    const someone: Someone = { page, t, scripts };
    await open(someone, '/event/rules');
    const close = page.getByRole('link', { name: t('organizer:result.close') });
    await close.click();
    await expect(page.getByText(t('organizer:result.close_text'))).toBeVisible();
    await page.getByRole('link', { name: t('event:cancel') }).click();
    await close.click();
    await button(someone, t('organizer:result.close')).click();
    await seeNotice(someone, t('organizer:result.closed'));
    await expect(page.getByText(/^Votes counted: /)).toBeVisible();
    await expect(page.getByText(t('organizer:result.close_again'))).toBeVisible();
    await expect(page.getByRole('switch', { name: t('organizer:rules.voting') })).toHaveCount(0);
    const download = page.getByRole('link', { name: t('organizer:result.download') });
    await expect(download).toHaveAttribute('href', '/top/result.json');
    await open(someone, '/event/edit');
    await expect(page.getByText(t('organizer:result.edit_hint'))).toBeVisible();

    const theirs = await openBrowser({ as: guest.client, ...options });
    const voter: Someone = { page: theirs, t, scripts };
    await open(voter, '/settings');
    await expect(theirs.locator('code')).toHaveText(/^[0-9a-f]{64}$/);
    await expect(theirs.getByText(t('account:ballot.in'))).toBeVisible();
    await open(voter, '/feed');
    await expect(theirs.getByText(t('errors:voting_closed')).first()).toBeVisible();
    await expect(star(voter, photo.id)).toBeDisabled();

    await open(someone, '/event/rules');
    await button(someone, t('organizer:result.reopen')).click();
    await expect(close).toBeVisible();
    if (!scripts) await open(voter, '/feed');
    await expect(star(voter, photo.id)).toBeEnabled();
  });
}

test('a photo that is gone since the count leaves its step on the podium empty', async ({
  openBrowser,
  origin,
  t,
}) => {
  const party = await createParty(origin, { startDate: day(-1) });
  const [owner, other, guest] = [await join(party), await join(party), await join(party)];
  const [first, second] = [await addPhoto(owner, 1), await addPhoto(other, 1)];
  const alsoSecond = await addPhoto(owner, 2);
  for (const { client, user } of [guest, party.organizer, other]) {
    const given = { userId: user.id, photoId: first.id };
    expectStatus(await client.post('/api/favorites', given), 201);
  }
  for (const { id: photoId } of [second, alsoSecond]) {
    const given = { userId: guest.user.id, photoId };
    expectStatus(await guest.client.post('/api/favorites', given), 201);
  }
  expectStatus(
    await party.organizer.client.post(`/api/events/${party.event.id}/close-voting`),
    200,
  );
  for (const { id } of [first, alsoSecond]) {
    expectStatus(await owner.client.delete(`/api/photos/${id}`), 200);
  }

  const page = await openBrowser({ as: party.organizer.client, language: 'en' });
  await open({ page, t, scripts: true }, '/top');
  const steps = page.locator('.podium > li');
  await expect(steps).toHaveCount(3);
  await expect(steps.nth(0)).toHaveAttribute('data-place', '1');
  await expect(steps.nth(0).locator('img')).toHaveCount(0);
  await expect(steps.nth(1)).toHaveAttribute('id', `photo-${second.id}`);
  await expect(steps.nth(1)).toHaveAttribute('data-place', '2');
  // Two shared second place, so nobody came third.
  await expect(steps.nth(2)).toHaveAttribute('data-place', '2');
  await expect(steps.nth(2).locator('img')).toHaveCount(0);
  await expect(page.getByText(/^Removed since the count: 2 photos /)).toBeVisible();
});
