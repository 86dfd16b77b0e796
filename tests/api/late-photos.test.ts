import { expect, inject, test } from 'vitest';
import { addDays } from '~/models/day';
import type { PublicEvent } from '~/models/event/shape';
import type { PublicPhoto } from '~/models/photo/shape';
import { Client } from '../setup/client';
import { unzip } from '../unzip';
import { open } from './pages';
import {
  addPhoto,
  blobOf,
  createParty,
  day,
  ENDED,
  expectStatus,
  join,
  sendPhoto,
  smallJpeg,
  visit,
  type Party,
} from './party';

// Late photos (rule `photos.late`).

const { origin } = inject('pgliteServer');
const TWO_WEEKS = 'Choose a day after the last one, within two weeks';

const set = (party: Party, settings: object) =>
  party.organizer.client.request<PublicEvent & { message: string }>(
    'PATCH',
    `/api/events/${party.event.id}`,
    { json: settings },
  );

/** A party that ended yesterday, with a guest, a photo of the contest, and an album open until tomorrow. */
async function ended(photosUntil: string | null = day(1)) {
  const party = await createParty(origin, ENDED);
  const guest = await join(party, { name: 'Zoé Martin' }, new Client(origin).wasHere(1));
  const photo = await addPhoto(guest, 1);
  guest.client.wasHere(0).speak('en');
  party.organizer.client.wasHere(0).speak('en');
  if (photosUntil) expectStatus(await set(party, { photosUntil }), 200);
  return { party, guest, photo };
}

test('the last day is a field of every event, which its organizers set by call', async () => {
  const party = await createParty(origin);
  expect(party.event.photosUntil).toBeNull();
  const last = day(10);
  expect(
    expectStatus(await set(party, { photosUntil: `${last}T10:00:00Z` }), 200).json,
  ).toMatchObject({ photosUntil: last });
  for (const photosUntil of [day(), party.event.endDate, day(40)]) {
    const { status, json } = await set(party, { photosUntil });
    expect([status, json.message]).toEqual([400, TWO_WEEKS]);
  }
  expect((await set(party, { photosUntil: 'Sunday' })).status).toBe(400);
  expect((await set(party, { photosUntil: null })).json).toMatchObject({ photosUntil: null });
  const { client } = await join(party);
  const path = `/api/events/${party.event.id}`;
  const json = { photosUntil: last };
  expect((await client.request('PATCH', path, { json })).status).toBe(403);
});

test('after the end a call adds a photo, marked in every answer, without a star, and joining stays closed', async () => {
  const { party, guest, photo } = await ended();
  const sent = expectStatus(await sendPhoto(guest, 2, await smallJpeg()), 201).json;
  expect(sent).toMatchObject({ late: true, status: 'shown' });
  const feed = await guest.client.get<PublicPhoto[]>(`/api/photos/event/${party.event.id}`);
  expect(feed.json.map(({ id, late }) => [id, late])).toEqual([
    [sent.id, true],
    [photo.id, false],
  ]);
  const star = { userId: party.organizer.user.id, photoId: sent.id };
  expect((await party.organizer.client.post('/api/favorites', star)).status).toBe(403);
  await expect(join(party)).rejects.toThrow('403');
  await expect(visit(party)).rejects.toThrow('403');
  // The photo of the contest stays, the late one may be deleted.
  expect((await guest.client.delete(`/api/photos/${photo.id}`)).status).toBe(403);
  expectStatus(await guest.client.delete(`/api/photos/${sent.id}`), 200);
});

test('without scripts the morning after leads to the form, which adds a late photo', async () => {
  const { party, guest } = await ended();
  const morning = await open(guest.client, '/morning');
  expect(morning.text).toMatch(/Photos until \w+,? \d+ \w+/);
  expect(morning.text).toContain('marked as late and out of the contest');
  expect(morning.document.querySelector('a[href="/photos/new"].button')).not.toBeNull();
  expect((await open(guest.client, '/photos/new')).status).toBe(200);
  const form = new FormData();
  form.set('image', blobOf(await smallJpeg()), 'photo.jpg');
  form.set('caption', 'The morning walk');
  expectStatus(await guest.client.request('POST', '/photos/new', { body: form }), 302);
  for (const { client } of [guest, party.organizer]) {
    const { document } = await open(client, '/feed');
    const [late, other] = [...document.querySelectorAll('li.print')].map(
      ({ textContent }) => textContent,
    );
    expect(late).toContain('The morning walk');
    expect(late).toMatch(/Late$/);
    expect(other).not.toContain('Late');
  }
  const own = await open(guest.client, '/?tab=profile');
  expect(own.document.querySelectorAll('.rank')).toHaveLength(1);
  // One slot is free.
  expect(own.document.querySelectorAll('form[action="/photos/add"]')).toHaveLength(1);
  const wrap = await open(party.organizer.client, '/');
  expect(wrap.text).toContain('1 of the photos is late and out of the contest.');
});

test('where guests may not look after the end, organizers read that no late photos can come', async () => {
  const { party } = await ended();
  const { client } = party.organizer;
  const shut = 'so they can’t add photos then';
  for (const path of ['/', '/event/rules'])
    expect((await open(client, path)).text).not.toContain(shut);
  expectStatus(await set(party, { guestsMayLook: false }), 200);
  for (const path of ['/', '/event/rules']) expect((await open(client, path)).text).toContain(shut);
});

test('a guest who cannot free a slot is not asked for late photos, nor told to delete one of the contest', async () => {
  const { guest } = await ended();
  const reads = async () => {
    const morning = await open(guest.client, '/morning');
    const form = await open(guest.client, '/photos/new');
    return [morning.text.includes('Photos until'), form.text.includes('Delete one')];
  };
  expect(await reads()).toEqual([true, false]);
  guest.client.wasHere(1);
  await addPhoto(guest, 2);
  guest.client.wasHere(0);
  const late = await addPhoto(guest, 3);
  expect(await reads()).toEqual([true, true]);
  expectStatus(await guest.client.delete(`/api/photos/${late.id}`), 200);
  guest.client.wasHere(1);
  await addPhoto(guest, 3);
  guest.client.wasHere(0);
  expect(await reads()).toEqual([false, false]);
});

test('while the event runs, room is made by deleting a photo of the contest', async () => {
  const party = await createParty(origin);
  const guest = await join(party);
  guest.client.speak('en');
  for (const position of [1, 2, 3]) await addPhoto(guest, position);
  const closing = `/api/events/${party.event.id}/close-voting`;
  expectStatus(await party.organizer.client.post(closing, {}), 200);
  const photosUntil = addDays(party.event.endDate, 1);
  expectStatus(await set(party, { photosUntil }), 200);
  const form = await open(guest.client, '/photos/new');
  expect(form.text).toContain('Delete one');
});

test('it is marked in the zip of all photos and in one’s own data', async () => {
  const { guest } = await ended();
  await addPhoto(guest, 2);
  const zip = await guest.client.request('GET', '/photos/all.zip', {});
  const names = [...(await unzip(zip.bytes)).keys()];
  expect(names).toEqual(['01-zoe-martin-photo1.webp', 'late-photos/02-zoe-martin-photo2.webp']);
  const data = await unzip((await guest.client.request('GET', '/settings/data.zip', {})).bytes);
  const { photos } = JSON.parse(String(data.get('data.json'))) as { photos: { late: boolean }[] };
  expect(photos.map(({ late }) => late)).toEqual([false, true]);
});

test('a late photo has no bulb, and a guest with late photos only is promised no star', async () => {
  const party = await createParty(origin);
  expectStatus(await set(party, { photosUntil: day(10) }), 200);
  const closed = await party.organizer.client.post(
    `/api/events/${party.event.id}/close-voting`,
    {},
  );
  expectStatus(closed, 200);
  const guest = await join(party, { name: 'Zoé Martin' });
  guest.client.speak('en');
  const profile = async () => {
    const { document, text } = await open(guest.client, '/?tab=profile');
    return [document.querySelectorAll('.bulb').length, text.includes('No light yet')];
  };
  expect((await sendPhoto(guest, 1, await smallJpeg())).json).toMatchObject({ late: true });
  const path = `/api/events/${party.event.id}/voting-status`;
  const json = { votingEnabled: true };
  expectStatus(await party.organizer.client.request('PATCH', path, { json }), 200);
  expect(await profile()).toEqual([0, false]);
  expect((await sendPhoto(guest, 2, await smallJpeg())).json).toMatchObject({ late: false });
  expect(await profile()).toEqual([1, true]);
});

test('without an open album everything is as after any end', async () => {
  const { party, guest } = await ended(null);
  const refused = await sendPhoto(guest, 2, await smallJpeg());
  expect([refused.status, refused.json]).toEqual([403, { message: 'This event has ended' }]);
  expect((await open(guest.client, '/morning')).text).not.toContain('Photos until');
  expect((await guest.client.get('/photos/new')).status).toBe(302);
  // The door is closed: nobody who may not look adds anything.
  expectStatus(await set(party, { photosUntil: day(1), guestsMayLook: false }), 200);
  expect((await sendPhoto(guest, 2, await smallJpeg())).status).toBe(403);
});
