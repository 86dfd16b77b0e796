import type { Locator, Page } from 'playwright/test';
import { createParty, day, ENDED, join } from '../api/party';
import { Client } from '../setup/client';
import { expect, test } from './fixtures';
import { button, field, link, open, seeNotice } from './steps';

const itemOf = (page: Page, text: string): Locator =>
  page
    .locator('#content li')
    .filter({ hasText: text })
    .filter({ has: page.getByRole('button') });

for (const scripts of [true, false]) {
  const how = scripts ? 'with scripts' : 'without scripts';

  test(`a message is planned from a draft, changed and cancelled, ${how}`, async ({
    openBrowser,
    party,
    t,
  }) => {
    await join(party, { name: 'Jo Li' });
    const page = await openBrowser({
      as: party.organizer.client,
      language: 'en',
      javaScriptEnabled: scripts,
    });
    const someone = { page, t, scripts };
    await open(someone, '/messages?with=all');
    await page.getByText(t('account:drafts.title'), { exact: true }).click();
    await link(someone, t('account:drafts.thanks.title')).click();
    const text = field(someone, t('account:planned.text'));
    await expect(text).toHaveValue(t('account:drafts.thanks.text', { event: party.event.name }));
    const to = field(someone, t('account:planned.to'));
    await expect(to.getByRole('option')).toHaveText(
      (['all', 'without-photo', 'without-star'] as const).map((word) =>
        t(`account:planned.audience.${word}`, { number: 1 }),
      ),
    );
    await to.selectOption('without-photo');
    await page.getByText(t('account:planned.later'), { exact: true }).click();
    await field(someone, t('account:planned.at')).fill(`${day(1)}T20:15`);
    await button(someone, t(scripts ? 'account:planned.plan' : 'account:messages.send')).click();
    await expect(page).toHaveURL(/with=planned/);
    const item = itemOf(page, t('account:drafts.thanks.text', { event: party.event.name }));
    await expect(item).toContainText('8:15');
    await expect(item).toContainText(t('account:messages.audience.without_photo'));

    await item.getByRole('link').click();
    await expect(field(someone, t('account:planned.at'))).toHaveValue(`${day(1)}T20:15`);
    await expect(field(someone, t('account:planned.to'))).toHaveValue('without-photo');
    await field(someone, t('account:planned.text')).fill('See you soon');
    await field(someone, t('account:planned.at')).fill(`${day(1)}T21:30`);
    await button(someone, t('account:settings.save')).click();
    await expect(itemOf(page, 'See you soon')).toContainText('9:30');

    await itemOf(page, 'See you soon').getByRole('button').click();
    await seeNotice(someone, t('account:planned.cancelled'));
    await expect(page.getByText(t('account:planned.none'))).toBeVisible();
    const { json } = await party.organizer.client.get('/api/messages?planned=1');
    expect(json).toEqual([]);
  });

  test(`a wrong time keeps what was typed, ${how}`, async ({
    openBrowser,
    party,
    t,
    complaints,
  }) => {
    complaints.expect(/status of 400/);
    await join(party, { name: 'Jo Li' });
    const page = await openBrowser({
      as: party.organizer.client,
      language: 'en',
      javaScriptEnabled: scripts,
    });
    const someone = { page, t, scripts };
    await open(someone, '/messages?with=all');
    await field(someone, t('account:planned.text')).fill('Cake!');
    await page.getByText(t('account:planned.later'), { exact: true }).click();
    const at = field(someone, t('account:planned.at'));
    const send = page.locator('[name="intent"][value="send"]');
    for (const [time, code] of [
      [`${day(-1)}T12:00`, 'send_at_past'],
      [`${day(300)}T12:00`, 'send_at_after_end'],
    ] as const) {
      await at.fill(time);
      await send.click();
      await expect(page.getByText(t(`errors:${code}`))).toBeVisible();
      await expect(at).toHaveValue(time);
      await expect(field(someone, t('account:planned.text'))).toHaveValue('Cake!');
    }
    await at.fill(`${day(1)}T12:00`);
    await send.click();
    await expect(itemOf(page, 'Cake!')).toBeVisible();
  });
}

test('a message for one guest is planned in their conversation', async ({
  openBrowser,
  party,
  t,
}) => {
  const guest = await join(party, { name: 'Jo Li' });
  const page = await openBrowser({ as: party.organizer.client, language: 'en' });
  const someone = { page, t, scripts: true };
  await open(someone, `/messages?with=${guest.user.id}`);
  await field(someone, t('account:messages.to', { name: 'Jo Li' })).fill('Happy birthday');
  await page.getByText(t('account:planned.later'), { exact: true }).click();
  await field(someone, t('account:planned.at')).fill(`${day(1)}T00:00`);
  await button(someone, t('account:planned.plan')).click();
  await expect(itemOf(page, 'Happy birthday')).toContainText(
    t('account:planned.to_one', { name: 'Jo Li' }),
  );
});

test('in an ended event nothing can be planned', async ({ openBrowser, t, origin }) => {
  const ended = await createParty(origin, ENDED);
  const page = await openBrowser({ as: ended.organizer.client, language: 'en' });
  const someone = { page, t, scripts: true };
  await join(ended, {}, new Client(origin).wasHere(1));
  await open(someone, '/messages?with=all');
  await expect(button(someone, t('account:messages.send'))).toBeVisible();
  await expect(page.getByText(t('account:planned.later'))).toHaveCount(0);
});
