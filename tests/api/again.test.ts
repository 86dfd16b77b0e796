import { rm } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { expect, inject, test } from 'vitest';
import type { PublicEvent } from '~/models/event/shape';
import { Client } from '../setup/client';
import { open } from './pages';
import {
  createParty,
  doItAgain,
  expectStatus,
  type Party,
  sendEventImage,
  smallJpeg,
} from './party';

// A new event that repeats an old one copies its image (rule `event.again`).

const { origin, dataDir } = inject('pgliteServer');

async function partyWithImage() {
  const party = await createParty(origin);
  const { client } = party.organizer;
  const { json } = await sendEventImage(client, party.event.id, await smallJpeg());
  return { party, imageUrl: json.imageUrl ?? '' };
}

/** Does the event again with its organizer's browser, and reads the new event and the notice. */
async function again(party: Party) {
  const { client } = party.organizer;
  client.speak('en');
  await doItAgain(party);
  const { text } = await open(client, '/');
  const { json: me } = await client.get<{ eventId: number }>('/api/user');
  const { json: event } = await client.get<PublicEvent>(`/api/events/${me.eventId}`);
  return { event, text };
}

test('the new event has the image in files of its own', async () => {
  const { party, imageUrl } = await partyWithImage();
  const { client, user } = party.organizer;
  const other = new Client(origin);
  expectStatus(await other.post('/api/login', { ...party.names, ...user }), 200);
  const before = await client.get(imageUrl);

  const { event, text } = await again(party);
  expect(event.id).not.toBe(party.event.id);
  expect(event.imageUrl).not.toBe(imageUrl);
  expect(text).not.toContain('could not be copied');
  expectStatus(await other.submit('/event/delete', { typed: party.event.name }), 302);
  await expect.poll(async () => (await client.get(imageUrl)).status, { timeout: 60_000 }).toBe(404);
  const after = await client.get(event.imageUrl ?? '');
  expect(after.status).toBe(200);
  expect(after.bytes.equals(before.bytes)).toBe(true);
  const narrow = (event.imageUrl ?? '').replace(/\.webp$/, '-320.webp');
  expect((await client.get(narrow)).bytes.length).toBeGreaterThan(0);
});

test('the form says what is copied, and an event that opens by its code gets a new one', async () => {
  const party = await createParty(origin);
  const { client } = party.organizer;
  client.speak('en');
  const form = async () => (await open(client, '/create-event?like=this')).text;
  const [code, off] = ['The code is a new one.', 'Voting is off there, too.'];
  expect(await form()).toContain('The rules, the missions and the image come along');
  for (const said of [code, off]) expect(await form()).not.toContain(said);
  const path = `/api/events/${party.event.id}`;
  expectStatus(await client.post(`${path}/renew-code`, { door: 'code' }), 200);
  const switched = { json: { votingEnabled: false } };
  expectStatus(await client.request('PATCH', `${path}/voting-status`, switched), 200);
  for (const said of [code, off]) expect(await form()).toContain(said);
  const { event } = await again(party);
  expect(event.votingEnabled).toBe(false);
  const names = { event: event.name, organizerName: party.names.organizerName };
  expectStatus(await new Client(origin).post('/api/visitor-access', names), 403);
});

test('without an image there is nothing to say', async () => {
  const { event, text } = await again(await createParty(origin));
  expect(event.imageUrl).toBeNull();
  expect(text).not.toContain('could not be copied');
});

test('an image that cannot be read is left out, and the notice says so', async () => {
  const { party, imageUrl } = await partyWithImage();
  await rm(joinPath(dataDir, imageUrl));
  const { event, text } = await again(party);
  expect(event.imageUrl).toBeNull();
  expect(text).toContain('Only its image could not be copied.');
});
