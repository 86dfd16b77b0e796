import { beforeAll, expect, inject, test } from 'vitest';
import { Client } from '../setup/client';
import { unzip } from '../unzip';
import { open } from './pages';
import {
  addMissions,
  addPhoto,
  createParty,
  ENDED,
  expectStatus,
  join,
  openCard,
  sendPhoto,
  smallJpeg,
  visit,
  type Person,
} from './party';

// The morning after (rules `event.morning`, `event.thanks`, `event.never-in`, `files.own-photos`).

const { origin } = inject('pgliteServer');

const THANKS = 'Thank you. We laughed until two over the cake.';

/** Zoé has two photos and Karim one; Zoé's second has both stars of the others. */
async function ended(settings: object = {}) {
  const party = await createParty(origin, ENDED);
  const come = async (name: string) => {
    const person = await join(party, { name }, new Client(origin).wasHere(1));
    return { ...person, client: person.client.speak('en') };
  };
  const [zoe, karim] = [await come('Zoé Martin'), await come('Karim Benali')];
  const mine = [await addPhoto(zoe, 1), await addPhoto(zoe, 2)];
  const his = await addPhoto(karim, 1);
  const star = async ({ client, user }: Person, photoId: number) =>
    expectStatus(await client.post('/api/favorites', { userId: user.id, photoId }), 201);
  await star(karim, mine[1]?.id ?? 0);
  party.organizer.client.wasHere(1);
  await star(party.organizer, mine[1]?.id ?? 0);
  party.organizer.client.wasHere(0).speak('en');
  await star(zoe, his.id);
  for (const { client } of [zoe, karim]) client.wasHere(0);
  const { client } = party.organizer;
  const path = `/api/events/${party.event.id}`;
  expectStatus(await client.request('PATCH', path, { json: { thanks: THANKS, ...settings } }), 200);
  return { party, zoe, karim, his, path };
}

let scene: Awaited<ReturnType<typeof ended>>;
beforeAll(async () => {
  scene = await ended();
});

test('members read who won, the thanks, what they gave and got, and until when', async () => {
  const { status, text, html } = await open(scene.zoe.client, '/');
  expect(status).toBe(200);
  // Guests read who thanks them, and not by which address to sign in as them.
  expect(html).not.toContain(scene.party.organizer.user.email);
  for (const said of [
    'The morning after',
    '3 photos, 2 guests, 3 stars',
    THANKS,
    scene.party.organizer.user.name,
    '2 stars in all. Your best place: 1st.',
  ]) {
    expect(text).toContain(said);
  }
});

test('a photo has its place among all photos', async () => {
  const { document } = await open(scene.zoe.client, '/morning');
  const prints = [...document.querySelectorAll('li.print')].map(({ textContent }) =>
    textContent.replace(/\s+/g, ' ').trim(),
  );
  // Her own two, then the one that she starred.
  expect(prints).toEqual(['0 stars', '2 stars1st', 'Karim2nd']);
});

test('one’s own photo says which mission it was taken for', async () => {
  const party = await createParty(origin, ENDED);
  party.organizer.client.wasHere(1);
  await addMissions(party, 'Grandma dancing');
  const zoe = await join(party, {}, new Client(origin).wasHere(1));
  const { missionId } = await openCard(zoe);
  expectStatus(await sendPhoto(zoe, 1, await smallJpeg(), {}, undefined, missionId), 201);
  await addPhoto(zoe, 2);
  const { document } = await open(zoe.client.wasHere(0), '/morning');
  const prints = [...document.querySelectorAll('li.print')].map(({ textContent }) => textContent);
  expect(prints.map((said) => said.includes('Grandma dancing'))).toEqual([true, false]);
});

test('without thanks or photos these parts are missing', async () => {
  const { party, karim, path } = await ended({ thanks: null });
  const { text } = await open(karim.client, '/morning');
  expect(text).not.toContain(party.organizer.user.name);
  const idle = await join(party, { name: 'Ida Roth' }, new Client(origin).wasHere(1));
  const page = await open(idle.client.wasHere(0).speak('en'), '/morning');
  expect(page.text).toContain('The door stays open until');
  for (const missing of ['Your photos', 'Your stars']) expect(page.text).not.toContain(missing);
  expect(page.html).not.toContain('/photos/mine.zip');
  const { json } = await karim.client.get(path);
  expect(json).toMatchObject({ thanks: null });
});

test('while standings are hidden, nobody reads who is ahead', async () => {
  const { zoe } = await ended({ standings: 'hidden' });
  const { text, html } = await open(zoe.client, '/morning');
  expect(text).toContain('Who won is still a secret');
  expect(text).toContain('3 photos, 2 guests');
  expect(text).not.toMatch(/\d stars?|1st|2nd/);
  expect(html).not.toContain('data-place');
});

test('while the event runs there is no morning, and none for visitors', async () => {
  const party = await createParty(origin);
  const guest = await join(party);
  const { status, headers } = await guest.client.get('/morning');
  expect([status, headers.get('Location')]).toEqual([302, '/']);
  const shown = await (await visit(party)).get('/morning');
  expect([shown.status, shown.headers.get('Location')]).toEqual([302, '/login?next=%2Fmorning']);
});

test('thanks have at most 140 letters as readers count them, on one line', async () => {
  const { party, path } = scene;
  const set = async (thanks: unknown) => {
    const { status, json } = await party.organizer.client.request('PATCH', path, {
      json: { thanks },
    });
    return status === 200 ? (json as { thanks: unknown }).thanks : status;
  };
  const family = '👨‍👩‍👧‍👦';
  expect(await set(` ${family.repeat(140)} `)).toBe(family.repeat(140));
  expect(await set('a'.repeat(141))).toBe(400);
  expect(await set(`a${'\u0301'.repeat(3000)}`)).toBe(400);
  expect(await set(5)).toBe(400);
  expect(await set('one\ntwo\u202e')).toBe('one two');
  expect(await set('  ')).toBeNull();
  expect(await set(THANKS)).toBe(THANKS);
  expect((await scene.zoe.client.request('PATCH', path, { json: { thanks: 'x' } })).status).toBe(
    403,
  );
});

test('one’s own photos come as a zip, as stored or as JPEG', async () => {
  const { zoe, karim } = scene;
  const names = async ({ client }: Person, query = '') => [
    ...(await unzip((await client.get(`/photos/mine.zip${query}`)).bytes)).keys(),
  ];
  expect(await names(zoe)).toEqual(['01-zoe-martin-photo1.webp', '02-zoe-martin-photo2.webp']);
  expect(await names(karim, '?format=jpeg')).toEqual(['01-karim-benali-photo1.jpg']);
  expect((await zoe.client.get('/photos/mine.zip?format=png')).status).toBe(404);
});

test('members take home all photos that everybody sees, unless the organizer switches that off', async () => {
  const { zoe, karim, his, party, path } = await ended();
  const { client } = party.organizer;
  const offer = async () => {
    const { document } = await open(zoe.client, '/morning');
    return document.querySelector('a[href="/photos/all.zip?format=jpeg"]')?.textContent ?? null;
  };
  expect(await offer()).toMatch(/^All 3 photos, about [\d.]+ (bytes|kB|MB)$/);
  expectStatus(await client.submit(`/photos/${his.id}/hidden`, { hidden: '1' }), 302);
  expect(await offer()).toMatch(/^All 2 photos/);
  const zip = await karim.client.get('/photos/all.zip?format=jpeg');
  expect([...(await unzip(zip.bytes)).keys()]).toEqual([
    '01-zoe-martin-photo1.jpg',
    '02-zoe-martin-photo2.jpg',
  ]);

  const off = { guestsMayDownload: 'false' };
  const saved = await client.submit('/event/guests-may-download', off);
  expect([saved.status, saved.headers.get('Location')]).toEqual([302, '/?tab=profile']);
  expect((await client.get(path)).json).toMatchObject({ guestsMayDownload: false });
  expect(await offer()).toBeNull();
  const led = await zoe.client.get('/photos/all.zip');
  expect([led.status, led.headers.get('Location')]).toEqual([302, '/morning']);
  const refused = await zoe.client.get('/photos/all.zip', { Accept: 'application/json' });
  expect([refused.status, refused.json]).toEqual([403, { code: 'access_denied' }]);
});

test('while the event runs, nobody takes all photos home but the organizer', async () => {
  const party = await createParty(origin);
  const guest = await join(party);
  const { status, headers } = await guest.client.get('/photos/all.zip');
  expect([status, headers.get('Location')]).toEqual([302, '/morning']);
});

test('somebody who was never in reads what it was, and no names', async () => {
  const { names } = scene.party;
  const query = new URLSearchParams({ event: names.event, organizer: names.organizerName });
  const { text, document } = await open(new Client(origin).speak('en'), `/auth/join?${query}`);
  expect(text).toContain('3 photos, 2 guests, 3 stars');
  const preview = document.querySelector('meta[property="og:description"]');
  for (const said of [text, preview?.getAttribute('content') ?? '']) {
    for (const name of [names.organizerName, 'Zoé', 'Karim', THANKS])
      expect(said).not.toContain(name);
  }
});
