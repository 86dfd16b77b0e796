import { readFile } from 'node:fs/promises';
import { readQr } from '../pdf';
import { expect, test } from './fixtures';
import { button, field, noteOf, open } from './steps';

// From paper to the event's card: the code is read from the PDF's own pixels.
test('the code of the downloaded PDF leads a fresh browser to the event', async ({
  openBrowser,
  party,
  t,
}) => {
  const codes = {
    [t('invitation:download')]: { left: 0, top: 0.65, width: 0.45, height: 0.3 },
    [t('invitation:download_cards')]: { left: 0.5, top: 0.73, width: 0.25, height: 0.233 },
  };
  const dashboard = await openBrowser({ language: 'en' });
  await open({ page: dashboard, t, scripts: true }, `/invitation-pdf/${party.event.id}`);
  for (const [name, place] of Object.entries(codes)) {
    // The first PDF of a server opens its fonts; on a busy machine that takes a while.
    const downloaded = dashboard.waitForEvent('download', { timeout: 60_000 });
    await dashboard.getByRole('link', { name }).click();
    const download = await downloaded;
    expect(download.suggestedFilename()).toBe(`invitation-${party.names.event}.pdf`);
    const address = await readQr(await readFile(await download.path()), place);

    const phone = await openBrowser({ language: 'en' });
    const guest = { page: phone, t, scripts: true };
    await open(guest, address ?? '');
    await expect(phone).toHaveURL(/\/auth\/join\?/);
    await expect(phone.getByRole('heading', { name: party.names.event })).toBeVisible();
    await expect(button(guest, t('access:card.enter'))).toBeVisible();
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
    expect(url).toContain('/auth/join?event=');
    await expect(page.getByRole('link', { name: t('invitation:invite.mail') })).toHaveAttribute(
      'href',
      /^mailto:\?subject=/,
    );
    await expect(button(someone, t('invitation:invite.copy'))).toBeVisible({ visible: scripts });
    if (!scripts) return;

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button(someone, t('invitation:invite.copy')).click();
    await expect(noteOf(page, t('auth:share.copied'))).toContainText(t('auth:share.copied_text'));
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  });
}
