import { expect, inject, test } from 'vitest';
import type { Marks } from '~/models/live/rules';
import { AHEAD_HEADER } from '~/browser/person';
import { open } from './pages';
import { addPhoto, createParty, expectStatus, join, visit, type Person } from './party';

// What the owner of a photo is told about its stars, and when (rules `notices.star-fell`, `notices.bulb`).

const { origin } = inject('pgliteServer');

const TITLE = 'A star fell on your photo';
/** Long enough for the chance moment to be over: 14 minutes, in days. */
const LONG_AGO = { 'X-Test-Days-Ago': '0.01' };

async function give({ client, user }: Person, photoId: number, headers = {}): Promise<void> {
  const json = { userId: user.id, photoId };
  expectStatus(await client.request('POST', '/api/favorites', { json, headers }), 201);
}

async function party() {
  const made = await createParty(origin);
  const [rosa, fan] = [await join(made, { name: 'Rosa Blum' }), await join(made)];
  rosa.client.speak('en');
  const photo = await addPhoto(rosa, 1);
  const marks = `/api/events/${made.event.id}/marks?of=fallen`;
  const mark = async () => expectStatus(await rosa.client.get<Marks>(marks), 200).json.fallen;
  return { made, rosa, fan, photo, marks, mark };
}

test('a star that was just given changes nothing that its owner gets, but for open standings', async () => {
  const { made, rosa, fan, photo, marks } = await party();
  const paths = [
    marks,
    `/api/events/${made.event.id}/marks?of=event,user,photos,favorites,messages`,
    '/api/user',
    '/api/messages?unread=1',
    '/api/favorites',
  ];
  const answers = () =>
    Promise.all(
      paths.map(async (path) => {
        const { status, text, headers } = await rosa.client.get(path);
        return [path, status, text, headers.get('ETag')];
      }),
    );
  const bulbs = async () =>
    [...(await open(rosa.client, '/?tab=profile')).document.querySelectorAll('.bulb')].map((bulb) =>
      bulb.hasAttribute('data-lit'),
    );
  expect((await open(rosa.client, '/?tab=profile')).text).not.toContain('May your first name');
  const before = [await answers(), await bulbs()];
  await give(fan, photo.id);
  expect([await answers(), await bulbs()]).toEqual(before);
});

test('its owner is told on one page, whichever comes first, and the profile says the same', async () => {
  const { rosa, fan, photo, mark } = await party();
  expect(await mark()).toBe('');
  await give(fan, photo.id, LONG_AGO);
  expect(await mark()).toBe('due');
  // A prefetch and the viewer's page show no notice, so they take none.
  expect((await rosa.client.get('/feed', { [AHEAD_HEADER]: '1' })).text).not.toContain(TITLE);
  expect((await rosa.client.get(`/photos/${photo.id}`)).text).not.toContain(TITLE);
  expect((await open(fan.client.speak('en'), '/feed')).text).not.toContain(TITLE);
  const pages = await Promise.all([1, 2, 3, 4].map(() => rosa.client.get('/feed')));
  expect(pages.filter(({ text }) => text.includes(TITLE))).toHaveLength(1);
  expect(await mark()).toBe('');
  const profile = await open(rosa.client, '/?tab=profile');
  expect(profile.text).toContain('It’s lit: somebody gave it a star');
  // Rule `share.names`: asked from the first star on, until it is answered.
  expect(profile.text).toContain(
    'May your first name stand on pictures of the podium and in the photo book?',
  );
  expect(profile.text).not.toContain(TITLE);
  expect(profile.document.querySelectorAll('.bulb[data-lit]')).toHaveLength(1);
});

test('a page that tells it is not stored', async () => {
  const { rosa, fan, photo } = await party();
  await give(fan, photo.id, LONG_AGO);
  const once = async () => (await rosa.client.get('/feed')).headers.get('Snapodium-Once');
  expect([await once(), await once()]).toEqual(['1', null]);
});

test('several photos are told together; nobody else sees their bulbs', async () => {
  const { made, rosa, fan, photo } = await party();
  await give(fan, photo.id, LONG_AGO);
  await give(fan, (await addPhoto(rosa, 2)).id, LONG_AGO);
  await addPhoto(rosa, 3);
  const page = await open(rosa.client, '/?tab=profile');
  expect(page.html).toContain('Stars fell on two of your photos');
  expect(page.text).toContain('Two of them are lit: somebody gave them a star');
  for (const client of [fan.client, made.organizer.client, await visit(made)]) {
    const { document } = await open(client, '/?tab=profile');
    expect(document.querySelectorAll('.bulb[data-lit]')).toHaveLength(0);
  }
});

test('after the event’s end nothing is told', async () => {
  const { rosa, fan, photo, marks, mark } = await party();
  await give(fan, photo.id, LONG_AGO);
  expect(await mark()).toBe('due');
  const later = { 'X-Test-Days-Ago': '-9' };
  expect((await rosa.client.get(marks, later)).text).not.toContain('due');
  expect((await rosa.client.get('/feed', later)).text).not.toContain(TITLE);
});

test('a visitor has no such mark', async () => {
  const { made, marks } = await party();
  expect((await (await visit(made)).get(marks)).status).toBe(401);
});
