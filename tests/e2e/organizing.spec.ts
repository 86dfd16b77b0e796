import type { Locator } from 'playwright/test';
import { addDays, dayOf, type Day } from '../../app/models/day';
import type { Answer } from '../setup/client';
import { addPhoto, expectStatus, join } from '../api/party';
import { expect, test } from './fixtures';
import { button, field, link, noteOf, open, type Someone } from './steps';

// What an organizer does with the event as a whole: its name and days, guests without a photo, people turned
// away, its deletion.

const dayIn = async (date: Locator) => (await date.inputValue()) as Day;
const today = () => dayOf(new Date(), 'Europe/Paris');

for (const scripts of [true, false]) {
  const how = `with${scripts ? '' : 'out'} JavaScript`;

  test(`name and days are changed, ${how}`, async ({ openBrowser, party, t, complaints }) => {
    complaints.expect(/status of 400/);
    const { client } = party.organizer;
    const page = await openBrowser({ as: client, language: 'en', javaScriptEnabled: scripts });
    const someone: Someone = { page, t, scripts };
    await open(someone, '/event/rules');
    await link(someone, t('organizer:edit.open')).click();
    await expect(page.getByRole('heading', { name: t('organizer:edit.title') })).toBeVisible();
    const [name, start, end] = [
      field(someone, t('create:event')),
      field(someone, t('organizer:edit.from')),
      field(someone, t('organizer:edit.until')),
    ];
    const theDay = field(someone, t('organizer:edit.day'));
    const before = { start: await dayIn(start), end: await dayIn(end) };
    await expect(theDay).toHaveValue(before.start);
    await expect(name).toHaveValue(party.names.event);

    // An error is shown at its field, and everything that was typed stays.
    const renamed = `Gala ${party.names.event}`;
    await name.fill(renamed);
    await end.fill(addDays(before.start, -1));
    await button(someone, t('organizer:save')).click();
    await expect(page.getByText(t('errors:end_before_start'))).toBeVisible();
    await expect(name).toHaveValue(renamed);

    await end.fill(before.end);
    await theDay.fill(addDays(before.end, 1));
    await button(someone, t('organizer:save')).click();
    await expect(page.getByText(t('errors:party_date_outside'))).toBeVisible();
    await theDay.fill(addDays(before.start, 1));
    const later = addDays(before.start, 2);
    await start.fill(later);
    const moved = addDays(before.end, 2);
    // With scripts the last day and the day of the party follow the first.
    const day = addDays(before.start, 3);
    if (scripts) {
      await expect(end).toHaveValue(moved);
      await expect(theDay).toHaveValue(day);
    } else {
      await end.fill(moved);
      await theDay.fill(day);
    }
    await button(someone, t('organizer:save')).click();
    await expect(noteOf(page, t('organizer:edit.saved'))).toBeVisible();
    const { json } = await client.get(`/api/events/${party.event.id}`);
    expect(json).toMatchObject({
      name: renamed,
      startDate: later,
      endDate: moved,
      partyDate: day,
    });
    // An older print still leads to the event.
    const guest = await openBrowser({ language: 'en', javaScriptEnabled: scripts });
    await guest.goto(`/e/${party.event.id}`);
    await expect(guest.getByText(renamed).first()).toBeVisible();
  });

  test(`guests without a photo are counted and get a message, ${how}`, async ({
    openBrowser,
    party,
    t,
  }) => {
    const [rosa, ...idle] = [await join(party), await join(party), await join(party)];
    await addPhoto(rosa, 1);
    const page = await openBrowser({
      as: party.organizer.client,
      language: 'en',
      javaScriptEnabled: scripts,
    });
    const someone: Someone = { page, t, scripts };
    await open(someone, '/');
    await expect(page.getByText(t('organizer:progress.without', { count: 2 }))).toBeVisible();
    await link(someone, t('organizer:progress.remind')).click();
    const message = field(someone, t('account:messages.to_everyone'));
    await expect(message).toHaveValue(
      t('organizer:progress.reminder', { event: party.names.event }),
    );
    const words = `Please! ${party.names.event}`;
    await message.fill(words);
    await button(someone, t('account:messages.send')).click();
    await expect(page).toHaveURL(/\/\?tab=profile|\/$/);
    const read = async ({ client }: typeof rosa) =>
      (await client.get<{ message: string }[]>('/api/messages')).json.map((one) => one.message);
    for (const guest of idle) await expect.poll(() => read(guest)).toEqual([words]);
    expect(await read(rosa)).toEqual([]);
  });

  test(`the organizer is told how many people found no place, ${how}`, async ({
    openBrowser,
    party,
    t,
  }) => {
    for (let place = 0; place < 10; place++) await join(party);
    const page = await openBrowser({
      as: party.organizer.client,
      language: 'en',
      javaScriptEnabled: scripts,
    });
    const someone: Someone = { page, t, scripts };
    await open(someone, '/participants');
    const said = page.getByText(t('organizer:participants.turned_away', { count: 1 }));
    await expect(page.getByText('10 / 10')).toBeVisible();
    await expect(said).toHaveCount(0);
    const late = { ...party.names, name: 'Late', email: 'late@example.com' };
    const refusal: Answer = await party.organizer.client.post('/api/register', late);
    expectStatus(refusal, 409);
    // With scripts the open screen is notified.
    if (!scripts) await page.reload();
    await expect(said).toBeVisible();
    await page.locator('.note.error').getByRole('link').click();
    await expect(page).toHaveURL(/\/shop\?from=%2Fparticipants/);
  });

  test(`the event is deleted once its name is typed, ${how}`, async ({
    openBrowser,
    party,
    t,
    complaints,
  }) => {
    // With scripts the page may just be loading something when the event is deleted.
    complaints.expect(scripts ? /status of 401/ : /status of 400/);
    await addPhoto(await join(party), 1);
    const { client } = party.organizer;
    const page = await openBrowser({ as: client, language: 'en', javaScriptEnabled: scripts });
    const someone: Someone = { page, t, scripts };
    await open(someone, '/event/delete');
    await expect(link(someone, t('organizer:delete_event.download'))).toHaveAttribute(
      'href',
      '/event/photos.zip?format=jpeg',
    );
    const typed = field(someone, t('organizer:delete_event.typed'));
    const press = button(someone, t('organizer:delete_event.confirm'));
    await typed.fill('Another one');
    if (scripts) await expect(press).toBeDisabled();
    else {
      await press.click();
      await expect(page.getByText(t('errors:event_name_typed'))).toBeVisible();
      await expect(typed).toHaveValue('Another one');
    }
    expect((await client.get(`/api/events/${party.event.id}`)).status).toBe(200);
    await typed.fill(party.names.event);
    await press.click();
    await expect(noteOf(page, t('organizer:delete_event.deleted'))).toBeVisible();
    await expect(page).toHaveURL(/\/auth$/);
  });
}

test('the card of a new event follows its dates', async ({ openBrowser, t }) => {
  const page = await openBrowser({ language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/create-event');
  const card = page.getByRole('status').filter({ has: page.locator('strong') });
  const [before = ''] = t('create:starts_today_ends', { end: '|' }).split('|');
  await expect(card).toContainText(before);
  const start = addDays(today(), 400);
  await field(someone, t('create:start')).fill(start);
  await expect(card).not.toContainText(before);
  await expect(card).toContainText(start.slice(0, 4));
  await page.getByText(t('create:more'), { exact: true }).click();
  await expect(field(someone, t('create:end'))).toHaveValue(addDays(start, 7));
});
