import type { Page } from 'playwright/test';
import { DRUM_MS, FIRST_MS } from '~/models/event/reveal-steps';
import { REVEAL_MS } from '~/models/event/standings';
import {
  addPhoto,
  createParty,
  day,
  expectStatus,
  join,
  visit,
  type Party,
  type Person,
} from '../api/party';
import { expect, test, untilHydrated } from './fixtures';
import { button, goOffline, open, type Someone } from './steps';

// Rules `reveal.steps`, `reveal.phone`, `reveal.led`, `reveal.late` and `reveal.rehearsal`.

const MINUTE = 60_000;
/** On a busy machine, a step may be shown at most this much later. */
const LATE_MS = 8000;

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name, exact: typeof name === 'string' });

/** Records the texts of an element once it is there, one after the other, until another document is loaded. */
async function listen(page: Page, selector: string): Promise<void> {
  await page.evaluate((of) => {
    const said: string[] = [];
    Object.assign(window, { said });
    const note = () => {
      const text = document.querySelector(of)?.textContent?.trim() ?? '';
      if (text !== '' && text !== said.at(-1)) said.push(text);
    };
    note();
    new MutationObserver(note).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  }, selector);
}
const heard = (page: Page) => page.evaluate(() => (window as unknown as { said: string[] }).said);

/** Opens the wall on a separate screen. */
async function openWall(page: Page, { event, organizer }: Party): Promise<void> {
  const made = await organizer.client.post<{ code: string }>(
    `/api/events/${event.id}/wall/code`,
    {},
  );
  await page.goto('/wall');
  await page.locator('[name="code"]').fill(expectStatus(made, 201).json.code);
  await page.locator('[name="code"]').press('Enter');
  await page.locator('[data-part="start-button"]').click();
  await expect(page.locator('[data-pane].on')).toBeVisible();
}

/** An event whose voting is closed: Zoé has three stars, Karim two, Aïcha one. */
async function counted(origin: string) {
  const party = await createParty(origin, { startDate: day(-1) });
  const [zoe, karim, aicha, luc] = await Promise.all([
    join(party, { name: 'Zoé Blum' }),
    join(party, { name: 'Karim' }),
    join(party, { name: 'Aïcha' }),
    join(party, { name: 'Luc' }),
  ]);
  const photos = [await addPhoto(zoe, 1), await addPhoto(karim, 1), await addPhoto(aicha, 1)];
  const star = async ({ client, user }: Person, ...places: number[]) => {
    for (const place of places) {
      const photoId = photos[place - 1]?.id;
      expectStatus(await client.post('/api/favorites', { userId: user.id, photoId }), 201);
    }
  };
  await star(karim, 1);
  await star(aicha, 1, 2);
  await star(luc, 1, 2, 3);
  const json = {
    standings: 'hidden',
    votingClosesAt: new Date(Date.now() - MINUTE).toISOString(),
  };
  const path = `/api/events/${party.event.id}`;
  expectStatus(await party.organizer.client.request('PATCH', path, { json }), 200);
  return { party, zoe, karim, aicha, luc, photos };
}

test('third, second and first on every open phone', async ({
  openBrowser,
  origin,
  complaints,
  t,
}) => {
  test.slow();
  // A phone without a stream, and one that loses the network.
  complaints.expect(/ERR_FAILED.*\/changes/, /ERR_INTERNET_DISCONNECTED.*\/(healthz|api)/);
  const { party, zoe, karim, aicha, luc, photos } = await counted(origin);
  const phone = async (as: Person['client'], path: string, options: object = {}) => {
    const page = await openBrowser({ as, language: 'en', ...options });
    const someone: Someone = { page, t, scripts: !('javaScriptEnabled' in options) };
    await open(someone, path);
    return someone;
  };
  const organizer = await phone(party.organizer.client, '/event/rules');
  const winner = await phone(zoe.client, '/feed');
  const second = await phone(karim.client, '/feed');
  const writing = await phone(aicha.client, `/messages?with=${party.organizer.user.id}`);
  const plain = await phone(await visit(party), '/top', { javaScriptEnabled: false });
  // Without a stream, and without motion.
  const voter = await openBrowser({ as: luc.client, language: 'en', reducedMotion: 'reduce' });
  await voter.route('**/changes', (route) => route.abort());
  await open({ page: voter, t, scripts: true }, '/top');
  const wall = await openBrowser({ language: 'en', viewport: { width: 1920, height: 1080 } });
  await openWall(wall, party);
  await listen(wall, '[data-part="told"]');
  await listen(winner.page, '[data-said]');
  await listen(second.page, 'h1');
  const text = writing.page.getByRole('textbox');
  await text.fill('What a night');

  await organizer.page.getByRole('link', { name: t('organizer:reveal.title') }).click();
  await button(organizer, t('organizer:reveal.now')).click();
  const begun = Date.now();
  /** The time until an instant of the reveal has been shown everywhere. */
  const until = (ms: number) => ({ timeout: Math.max(0, begun + ms + LATE_MS - Date.now()) });
  await expect(organizer.page).toHaveURL(/\/reveal$/);

  // Everybody is sent there, except a guest who is writing.
  await expect(winner.page).toHaveURL(/\/reveal$/);
  await expect(second.page).toHaveURL(/\/reveal$/);
  await expect(writing.page.getByRole('link', { name: 'The reveal begins: watch' })).toBeVisible();
  await expect(text).toHaveValue('What a night');
  // Their page asks every ten seconds.
  await expect(voter).toHaveURL(/\/reveal$/, { timeout: 13_000 });

  // Nobody learns a place long before its step.
  await open(plain, '/reveal');
  expect(await plain.page.content()).not.toMatch(
    new RegExp(`/(photos/)?${photos[0]?.id}\\b.*webp`),
  );
  await expect(plain.page.locator('noscript meta')).toHaveAttribute('content', '5');

  // A lost connection turns off the lights; a reload continues in step.
  await expect(heading(second.page, 'And first…')).toBeVisible(until(18_000));
  await goOffline(second.page);
  await expect(second.page.locator('.lights.out')).toBeVisible();
  await expect(
    second.page.getByText('Look at the big screen meanwhile', { exact: true }),
  ).toBeVisible();
  await organizer.page.reload();
  await untilHydrated(organizer.page);
  await expect(heading(organizer.page, 'And first…')).toBeVisible();
  await expect(voter.getByRole('timer')).toHaveText(/^\d+$/);
  await expect(voter.locator('[role=timer] svg')).toBeHidden();
  await second.page.context().setOffline(false);
  await expect(second.page.locator('.lights.out')).toHaveCount(0);

  await expect(heading(winner.page, 'It’s yours, Zoé')).toBeVisible(until(FIRST_MS));
  await expect(winner.page.locator('[data-own="1"]')).toBeVisible();
  await expect(heading(voter, 'Zoé wins')).toBeVisible(until(FIRST_MS));
  await expect(voter.locator('.saw')).toContainText('One of the 3 stars is yours');
  await expect(voter.locator('[data-own]')).toHaveCount(0);
  await expect(heading(second.page, 'Zoé wins')).toBeVisible(until(FIRST_MS));
  await expect(heading(organizer.page, 'Zoé wins')).toBeVisible(until(FIRST_MS));
  await expect(organizer.page.locator('.saw')).toHaveCount(0);
  // A phone on a busy machine may come after the first sentence, which lasts four seconds; the replay below has it.
  // An answer may come late there, which the phone says as well.
  const said = (await heard(winner.page)).filter(
    (words) => !words.startsWith(t('reveal:lost.title')),
  );
  expect(said.slice(-5)).toEqual([
    'Who is on the podium? Look at the big screen, or stay here.',
    'Third place: Aïcha, 1 star.',
    'Second place: Karim, 2 stars.',
    'And first… Look at the big screen, or stay here.',
    'It’s yours, Zoé. 3 stars.',
  ]);
  const steps = ['Third place', 'Second place is yours', 'And first…', 'Zoé wins'];
  const seen = new Set(await heard(second.page));
  expect([...seen].filter((title) => steps.includes(title))).toEqual(steps);
  // The wall is in step, and shows all of it.
  await expect.poll(() => heard(wall), until(FIRST_MS)).toHaveLength(3);
  expect((await heard(wall)).map((said) => /Aïcha|Karim|Zoé/.exec(said)?.[0])).toEqual([
    'Aïcha',
    'Karim',
    'Zoé',
  ]);
  // Confetti falls, but not with reduced motion.
  const width = (page: Page) => page.locator('canvas').evaluate((c: HTMLCanvasElement) => c.width);
  expect(await width(winner.page)).toBeGreaterThan(0);
  expect([0, 300]).toContain(await width(voter));

  // Without scripts the page follows by itself.
  await expect(heading(plain.page, 'Zoé wins')).toBeVisible(until(FIRST_MS + 6000));
  await expect(text).toHaveValue('What a night');

  await winner.page.getByRole('link', { name: 'The whole podium' }).click(until(REVEAL_MS));
  await expect(winner.page.locator(`#photo-${photos[0]?.id}`)).toBeVisible();
  await expect(winner.page.getByText('Play the reveal')).toHaveCount(0);
  expect(await width(voter)).toBeLessThan(301);

  // A guest who missed it plays it once.
  const late = await phone(aicha.client, '/top');
  await listen(late.page, '[data-said]');
  await late.page.getByRole('link', { name: 'Play the reveal' }).click();
  await expect(heading(late.page, 'The lights go down')).toBeVisible();
  await expect(heading(late.page, 'Who is on the podium?')).toBeVisible({
    timeout: DRUM_MS + LATE_MS,
  });
  await expect
    .poll(async () => (await heard(late.page)).slice(-2))
    .toEqual([
      'The lights go down. Three places, one after the other.',
      'Who is on the podium? Look at the big screen, or stay here.',
    ]);
  await open(late, '/top');
  await expect(late.page.locator(`#photo-${photos[0]?.id}`)).toBeVisible();
  await expect(late.page.getByText('Play the reveal')).toHaveCount(0);
});

for (const scripts of [true, false]) {
  test(`the organizer rehearses, ${scripts ? 'with' : 'without'} scripts`, async ({
    openBrowser,
    origin,
    t,
  }) => {
    const party = await createParty(origin);
    const page = await openBrowser({
      as: party.organizer.client,
      language: 'en',
      javaScriptEnabled: scripts,
    });
    const someone: Someone = { page, t, scripts };
    await open(someone, '/event/reveal');
    // Stars still count.
    await expect(button(someone, t('organizer:reveal.now'))).toBeDisabled();
    await expect(page.getByText(t('organizer:reveal.open'))).toBeVisible();
    await page.getByRole('link', { name: t('organizer:reveal.rehearse') }).click();
    await expect(heading(page, 'The lights go down')).toBeVisible();
    await expect(page.getByText('Rehearsal', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/from=\d{13}$/);
    // The same page later.
    await page.goto(`/event/rehearsal?from=${Date.now() - FIRST_MS}`);
    await expect(heading(page, 'Nora wins')).toBeVisible();
    await page.goto(`/event/rehearsal?from=${Date.now() - REVEAL_MS}`);
    await page.getByRole('link', { name: 'Play again' }).click();
    await expect(heading(page, 'The lights go down')).toBeVisible();
    // Nobody else is sent anywhere.
    expect((await (await visit(party)).get('/reveal')).status).toBe(302);
  });
}
