import { readFile } from 'node:fs/promises';
import { unique } from '../api/party';
import { CODES, LETTER_CODES, readQr, readQrOfImage, textOfPdf } from '../pdf';
import { expect, PHONE, test } from './fixtures';
import { button, field, fillEvent, noteOf, open } from './steps';

// From paper to the event's card: the code is read from the PDF's own pixels.
test('the code of the downloaded PDF leads a fresh browser to the event', async ({
  openBrowser,
  party,
  t,
}) => {
  const codes = {
    [t('invitation:download')]: { place: CODES.page, file: 'invitation' },
    [t('invitation:download_cards')]: { place: CODES.cards[5], file: 'table-cards' },
  };
  const dashboard = await openBrowser({ language: 'en' });
  await open({ page: dashboard, t, scripts: true }, `/invitation-pdf/${party.event.id}`);
  for (const [name, { place = CODES.page, file }] of Object.entries(codes)) {
    // A server's first PDF opens its fonts, which takes a while on a busy machine.
    const downloaded = dashboard.waitForEvent('download', { timeout: 60_000 });
    await dashboard.getByRole('link', { name, exact: true }).click();
    const download = await downloaded;
    expect(download.suggestedFilename()).toBe(`${file}-${party.names.event}.pdf`);
    const address = await readQr(await readFile(await download.path()), place);

    const phone = await openBrowser({ language: 'en' });
    const guest = { page: phone, t, scripts: true };
    await open(guest, address ?? '');
    await expect(phone).toHaveURL(/\/auth\/join\?/);
    await expect(phone.getByRole('heading', { name: party.names.event })).toBeVisible();
    await expect(button(guest, t('server:auth.card.enter'))).toBeVisible();
  }
});

for (const scripts of [true, false]) {
  test(`an organizer invites ${scripts ? 'with' : 'without'} scripts`, async ({
    openBrowser,
    party,
    t,
  }) => {
    const page = await openBrowser({
      as: party.organizer.client,
      language: 'en',
      javaScriptEnabled: scripts,
    });
    const someone = { page, t, scripts };
    await open(someone, '/event/invite');
    await expect(page.getByRole('img', { name: party.names.event })).toBeVisible();
    const url = await field(someone, t('invitation:invite.link')).inputValue();
    expect(url).toContain(`/e/${party.event.id}?lang=`);
    await expect(page.getByRole('link', { name: t('invitation:invite.mail') })).toHaveAttribute(
      'href',
      /^mailto:\?subject=/,
    );
    await expect(button(someone, t('invitation:invite.copy'))).toBeVisible({ visible: scripts });
    // No control, and no choice, has the same name as another.
    const tree = await page.getByRole('main').ariaSnapshot();
    const named = /- (?:link|button|option|textbox|combobox|checkbox) "(.*?)"/g;
    const names = [...tree.matchAll(named)].map(([, name]) => name);
    expect(names).toContain(t('invitation:invite.page'));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);

    // Paper, layout and number are chosen in a plain form.
    await field(someone, t('invitation:print.what')).selectOption(t('invitation:download_cards'));
    await field(someone, t('invitation:print.paper')).selectOption(t('invitation:print.letter'));
    await field(someone, t('invitation:print.no_number')).check();
    const downloaded = page.waitForEvent('download', { timeout: 60_000 });
    await button(someone, t('invitation:download')).click();
    const download = await downloaded;
    expect(download.suggestedFilename()).toBe(`table-cards-${party.names.event}.pdf`);
    const pdf = await readFile(await download.path());
    expect(await readQr(pdf, LETTER_CODES.cards[5] ?? CODES.page)).toBe(url);
    expect(await textOfPdf(pdf)).toContain('Add your photos');
    if (!scripts) return;

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button(someone, t('invitation:invite.copy')).click();
    await expect(noteOf(page, t('auth:share.copied'))).toContainText(t('auth:share.copied_text'));
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  });
}

for (const scripts of [true, false]) {
  test(`a new event starts with its private link and its code, with${scripts ? '' : 'out'} scripts`, async ({
    openBrowser,
    t,
  }) => {
    const page = await openBrowser({ viewport: PHONE, language: 'en', javaScriptEnabled: scripts });
    const someone = { page, t, scripts };
    const names = { event: `Noces ${unique()}`, organizerName: `Zoé ${unique()}` };
    await open(someone, '/create-event');
    await fillEvent(someone, {
      name: names.event,
      organizer: names.organizerName,
      email: `${unique()}@example.com`,
    });
    await button(someone, t('auth:actions.continue')).click();
    // The summary takes one press, and no typing.
    await expect(page.locator('main input:not([type=hidden])')).toHaveCount(0);
    await button(someone, t('auth:actions.confirm')).click();

    const code = page.getByRole('img', { name: names.event });
    await expect(code).toBeVisible();
    await expect
      .poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    const own = page.locator('.card', { hasText: t('organizer:needs.link') });
    const parts = [
      page.getByRole('heading', { name: t('organizer:needs.title') }),
      own,
      code,
      page.getByRole('link', { name: t('organizer:invite'), exact: true }),
      page.getByRole('heading', { name: t('organizer:progress.title') }),
      page.getByRole('heading', { name: t('organizer:rules.title') }),
    ];
    const tops = await Promise.all(parts.map(async (part) => (await part.boundingBox())?.y ?? 0));
    expect(tops).toEqual([...tops].sort((one, other) => one - other));
    await expect(own.getByLabel(t('account:return_link.field'))).toHaveValue(/\/return\//);

    // The private link stays until its organizer confirms that it is kept.
    await page.reload();
    await expect(own).toBeVisible();
    await button(someone, t('account:return_link.kept')).click();
    await expect(own).toHaveCount(0);
    await page.reload();
    await expect(code).toBeVisible();
    await expect(own).toHaveCount(0);
  });
}

test('the code fills a phone’s screen, and a camera can read it from there', async ({
  openBrowser,
  party,
  t,
}) => {
  const page = await openBrowser({ viewport: PHONE, language: 'en', colorScheme: 'dark' });
  await open({ page, t, scripts: true }, `/invitation-pdf/${party.event.id}?show=code`);
  const code = page.getByRole('img', { name: party.names.event });
  expect((await code.boundingBox())?.width).toBeGreaterThanOrEqual(PHONE.width);
  const seen = await readQrOfImage(await page.screenshot());
  expect(seen).toContain(`/e/${party.event.id}?lang=`);
});
