import { expect, onTestFinished, test } from 'vitest';
import { addPhoto, createParty, expectStatus, join } from '../api/party';
import { startApart } from '../api/servers';
import { launchChromium } from '../setup/chromium';
import { Client } from '../setup/client';

/** Longer than a party's network is usually away. */
const AWAY_MS = 60_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('a wall goes on through a minute without a network and a restart of its server', async () => {
  let server = await startApart();
  const browser = await launchChromium();
  onTestFinished(async () => {
    await browser.close();
    await server.stop('SIGKILL');
    await server.clean();
  });
  const party = await createParty(server.origin);
  const { client } = party.organizer;
  const path = `/api/events/${party.event.id}/wall`;
  expectStatus(await client.post(path, { delay: 0, pace: 4 }), 200);
  const zoe = await join(party);
  for (const slot of [1, 2, 3]) await addPhoto(zoe, slot);
  const { code } = expectStatus(await client.post<{ code: string }>(`${path}/code`, {}), 201).json;
  const opened = expectStatus(await new Client(server.origin).submit('/wall', { code }), 302);

  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await page.goto(server.origin + (opened.headers.get('Location') ?? ''));
  await page.locator('[data-part="start-button"]').click();
  const shown = page.locator('.layer.on img').first();
  const away = page.locator('.sign.away');
  /** Waits until so many photos have been shown, one after the other. */
  const seePhotos = async (count: number) => {
    const seen = new Set<string | null>();
    await expect
      .poll(
        async () => {
          seen.add(await shown.getAttribute('src', { timeout: 5000 }).catch(() => null));
          seen.delete(null);
          return seen.size;
        },
        { timeout: 60_000, interval: 300 },
      )
      .toBe(count);
  };
  await seePhotos(3);

  await page.context().setOffline(true);
  await pause(AWAY_MS);
  expect(await away.count()).toBe(1);
  await seePhotos(3);
  await page.context().setOffline(false);
  await expect.poll(() => away.count(), { timeout: 60_000 }).toBe(0);

  await server.stop();
  await expect.poll(() => away.count(), { timeout: 60_000 }).toBe(1);
  await seePhotos(3);
  server = await startApart({}, server);
  await expect.poll(() => away.count(), { timeout: 90_000 }).toBe(0);
  // It follows the party again.
  await addPhoto(await join(party), 1);
  await seePhotos(4);
}, 600_000);
