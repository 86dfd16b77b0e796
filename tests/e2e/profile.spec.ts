import {
  addPhoto,
  createParty,
  day,
  expectStatus,
  join,
  sendEventImage,
  smallJpeg,
  unique,
  type Party,
  type Person,
} from '../api/party';
import { expect, giveStar, PHONE, test } from './fixtures';
import { nextFrames, open, type Someone } from './steps';

// What guests see of themselves and of their event.

/** Photos of others and of the guest, each with stars: the guest's are the first and the fifth. */
async function makeRanking(
  party: Party,
): Promise<{ guest: Person; third: Person; first: number; fifth: number }> {
  const [guest, other, third] = await Promise.all([
    join(party, { name: 'Rosa Blum' }),
    join(party, { name: 'Ben Ali' }),
    join(party, { name: 'Jo Li' }),
  ]);
  const first = await addPhoto(guest, 1);
  const theirs = [await addPhoto(other, 1), await addPhoto(other, 2), await addPhoto(other, 3)];
  const fifth = await addPhoto(guest, 2);
  for (const { id } of theirs) await giveStar(guest, id);
  // Two of the others' photos share first place with the guest's, and the last of them is below the podium.
  const fourth = await join(party);
  for (const { id } of theirs.slice(0, 2)) await giveStar(fourth, id);
  for (const person of [other, third]) await giveStar(person, first.id);
  await giveStar(other, fifth.id);
  return { guest, third, first: first.id, fifth: fifth.id };
}

test('a guest’s own photos are marked in the ranking, and nobody else’s', async ({
  openBrowser,
  party,
  complaints,
  t,
}) => {
  complaints.expect(/ERR_FAILED/);
  const { guest, third, first, fifth } = await makeRanking(party);
  const page = await openBrowser({ as: guest.client, language: 'en' });
  // Without a stream it polls every ten seconds.
  await page.route('**/changes', (route) => route.abort());
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/top');
  const mark = page.getByText(t('event:top.you'), { exact: true });
  await expect(mark).toHaveCount(2);
  const step = page.locator(`#photo-${first}`);
  await expect(step.getByRole('img', { name: t('event:star.own') })).toBeVisible();
  await expect(step.locator('.step')).toContainText(`Rosa${t('event:top.you')}2`);
  const row = page.locator(`#photo-${fifth}`);
  await expect(
    row.getByRole('link', { name: `Rosa Blum ${t('event:top.you')}`, exact: true }),
  ).toBeVisible();

  // The ranking stays below anything opened from it.
  for (const photo of [step, row]) {
    await photo.getByRole('link').click();
    const viewer = page.getByRole('dialog');
    await expect(viewer.locator('.viewer [data-side=shown] img')).toBeVisible();
    await expect(page.locator('.podium')).toBeVisible();
    await viewer.getByRole('link', { name: t('event:photo.close') }).click();
    await expect(page).toHaveURL(/\/top$/);
    await expect(viewer).toBeHidden();
  }

  // Polls return the same for everybody: the marks of own photos do not count as a change, and appear after one.
  const loads: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.data')) loads.push(pathname);
  });
  await page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith('/marks'), {
    timeout: 30_000,
  });
  await page.evaluate(() => fetch('/healthz'));
  expect(loads).toEqual([]);
  const onPodium = page.locator('.podium').getByText(t('event:top.you'), { exact: true });
  await expect(onPodium).toHaveCount(1);
  await giveStar(third, fifth);
  await expect(onPodium).toHaveCount(2, { timeout: 30_000 });

  const another = await openBrowser({ as: third.client, language: 'en' });
  await open({ page: another, t, scripts: true }, '/top');
  await expect(another.locator('.podium li img')).toHaveCount(4);
  await expect(another.getByText(t('event:top.you'), { exact: true })).toHaveCount(0);
});

const LONG = 'Wolfeschlegelsteinhausenbergerdorffrauen';

test('the profile names its event, and needs no picture for it', async ({
  openBrowser,
  origin,
  t,
}) => {
  const party = await createParty(origin, {
    name: `${LONG} ${unique()}`,
    description: 'We dance until the lamps go out.\n'.repeat(20),
    startDate: day(-3),
    endDate: day(7),
  });
  const guest = await join(party, { name: LONG });
  const page = await openBrowser({
    as: guest.client,
    language: 'en',
    viewport: { width: 320, height: 740 },
  });
  await open({ page, t, scripts: true }, '/');
  const cover = page.locator('main section').first();
  await expect(cover.locator('.lights')).toBeVisible();
  await expect(cover).toContainText(party.names.event);
  await expect(cover).toContainText(/\d+ \w+ \d{4} · photos until \d+ \w+ \d{4}/);
  const description = cover.getByText('We dance until');
  // Two lines, whatever the text; the rest appears at a tap.
  const lines = await description.evaluate((element) => {
    const paragraph = element.closest('p') ?? element;
    const { lineHeight } = getComputedStyle(paragraph);
    return paragraph.getBoundingClientRect().height / parseFloat(lineHeight);
  });
  expect(Math.round(lines)).toBe(2);

  // With twice the text size, too.
  for (const size of [16, 32]) {
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Page.setFontSizes', { fontSizes: { standard: size } });
    await nextFrames(page);
    await expect
      .poll(() =>
        cover.evaluate((element) =>
          [...element.querySelectorAll('h2, p, bdi, .selfie')]
            .filter((inside) => inside.getBoundingClientRect().right > innerWidth + 0.5)
            .map((inside) => inside.outerHTML),
        ),
      )
      .toEqual([]);
  }

  expectStatus(
    await sendEventImage(party.organizer.client, party.event.id, await smallJpeg()),
    200,
  );
  await page.reload();
  await expect(cover.locator('img')).toBeVisible();
  await expect(cover.locator('.lights')).toHaveCount(0);
  await expect(cover).toContainText(party.names.event);
});

for (const scripts of [true, false]) {
  test(`a long description is read at a tap, with${scripts ? '' : 'out'} scripts`, async ({
    openBrowser,
    origin,
    t,
  }) => {
    const description = `${'Dance, laugh, eat and take photos. '.repeat(12)}The last word.`;
    const party = await createParty(origin, { description });
    const guest = await join(party);
    const page = await openBrowser({
      viewport: PHONE,
      as: guest.client,
      language: 'en',
      javaScriptEnabled: scripts,
    });
    for (const path of ['/', '/feed']) {
      await open({ page, t, scripts }, path);
      const text = page.getByRole('main').locator('details bdi');
      const height = async () => (await text.boundingBox())?.height ?? 0;
      const closed = await height();
      await page
        .getByRole('main')
        .locator('summary')
        .filter({ has: page.locator('bdi') })
        .click();
      await expect(page.getByText(t('event:line.more'))).toBeHidden();
      expect(await height()).toBeGreaterThan(3 * closed);
      await expect(text).toContainText('The last word.');
    }
  });
}
