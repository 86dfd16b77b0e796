import { beforeAll, describe, expect, inject, test } from 'vitest';
import { EVENT_TEXT_NAMES, EVENT_TEXTS, type EventTextRule } from '~/models/event/rules';
import type { PublicEvent } from '~/models/event/shape';
import type { PublicPhoto } from '~/models/photo/shape';
import type { Answer, Client } from '../setup/client';
import { open } from './pages';
import {
  addPhoto,
  createParty,
  expectStatus,
  join,
  joinAsCoOrganizer,
  visit,
  type Party,
  type Person,
} from './party';

const refusal = ({ status, json }: Answer) => [status, (json as { message?: string }).message];

/** An event whose new photos wait, with Rosa, Tom and a visitor. */
async function setStage(origin: string) {
  const party = await createParty(origin);
  const rosa = await join(party, { name: 'Rosa Blum' });
  const tom = await join(party, { name: 'Tom Girard' });
  const visitor = await visit(party);
  for (const client of [party.organizer.client, rosa.client, tom.client, visitor]) {
    client.speak('en');
  }
  const known = await addPhoto(tom, 1);
  expect((await setApproval(party, true)).json.approvalRequired).toBe(true);
  return { party, rosa, tom, visitor, known };
}

const setApproval = ({ event, organizer }: Party, approvalRequired: boolean) =>
  organizer.client.request<PublicEvent>('PATCH', `/api/events/${event.id}`, {
    json: { approvalRequired },
  });

describe.each([
  { database: 'PGlite', origin: inject('pgliteServer').origin },
  { database: 'PostgreSQL', origin: inject('postgresServer').origin },
])('approval on $database', ({ origin }) => {
  let stage: Awaited<ReturnType<typeof setStage>>;
  beforeAll(async () => {
    stage = await setStage(origin);
  });

  /** Everything that a reader may find out about the event's photos. */
  async function look(client: Client, { party, rosa }: { party: Party; rosa: Person }) {
    const eventId = party.event.id;
    const body = async (path: string) => (await client.get(path)).text;
    const titles = ['/feed', '/top', '/?tab=feed'];
    return {
      feed: await body(`/api/photos/event/${eventId}`),
      part: await body(`/api/photos/event/${eventId}?limit=5`),
      ofRosa: await body(`/api/photos/user/${rosa.user.id}`),
      top: await body(`/api/events/${eventId}/top-photos`),
      marks: await body(`/api/events/${eventId}/marks?of=photos,ranking`),
      pages: await Promise.all(titles.map(async (path) => (await open(client, path)).text)),
    };
  }

  test('for everybody else, a photo that waits is like one that does not exist', async () => {
    const { party, rosa, tom, visitor } = stage;
    const before = await Promise.all([tom.client, visitor].map((client) => look(client, stage)));
    const photo = await addPhoto(rosa, 1);
    expect(photo).toMatchObject({ status: 'pending' });
    const after = await Promise.all([tom.client, visitor].map((client) => look(client, stage)));
    expect(after).toEqual(before);

    const unknown = {
      ...photo,
      id: 999_999_999,
      imageUrl: photo.imageUrl.replace(/.{3}\.webp$/, 'AAA.webp'),
    };
    const asked = (one: PublicPhoto, { client, user }: Person) =>
      Promise.all([
        client.get(one.imageUrl),
        client.get(one.imageUrl.replace('.webp', '-720.webp')),
        client.get(`/photos/${one.id}/file`),
        client.get(`/photos/${one.id}`),
        client.get(`/photos/${one.id}/report`),
        client.post('/api/favorites', { userId: user.id, photoId: one.id }),
        client.delete(`/api/favorites/${one.id}`),
        client.post(`/api/photos/${one.id}/flag`, {}),
        client.post('/api/seen', { ids: [one.id] }),
        client.request('PATCH', `/api/photos/${one.id}`, { json: { caption: '' } }),
        client.delete(`/api/photos/${one.id}`),
      ]);
    const answers = async (one: PublicPhoto) =>
      (await asked(one, tom)).map(({ status, json }) => [status, status < 300 ? json : null]);
    expect(await answers(photo)).toEqual(await answers(unknown));
    expect(refusal(await tom.client.post(`/api/photos/${photo.id}/flag`, {}))).toEqual([
      404,
      'Photo not found',
    ]);

    // Its owner and the organizer see it, but neither stars nor reports it.
    for (const { client, user } of [rosa, party.organizer]) {
      expect((await client.get(photo.imageUrl)).status).toBe(200);
      expect((await open(client, `/photos/${photo.id}`)).status).toBe(200);
      const star = await client.post('/api/favorites', { userId: user.id, photoId: photo.id });
      expect(refusal(star)).toEqual([404, 'Photo not found']);
      const flag = await client.post(`/api/photos/${photo.id}/flag`, {});
      expect(refusal(flag)).toEqual([404, 'Photo not found']);
      expect((await open(client, `/photos/${photo.id}/report`)).status).toBe(404);
    }
  });

  test('its owner reads whom it waits for, and the organizer that it waits for them', async () => {
    const { party, rosa } = await setStage(origin);
    await addPhoto(rosa, 1);
    const [organizer = ''] = party.organizer.user.name.split(' ');
    for (const path of ['/', '/feed']) {
      expect((await open(rosa.client, path)).text).toContain(`Waiting for ${organizer}`);
    }
    expect((await open(party.organizer.client, '/feed')).text).toContain('Waiting for you');
    expect((await open(party.organizer.client, '/')).text).toContain('Always let Rosa through');
  });

  test('an organizer approves it by call; then everybody sees it', async () => {
    const { party, rosa, tom } = await setStage(origin);
    const helper = await joinAsCoOrganizer(party, { name: 'Hal Noor' });
    const photo = await addPhoto(rosa, 1);
    const path = `/api/photos/${photo.id}/approve`;
    for (const client of [rosa.client, tom.client]) {
      expect(refusal(await client.post(path, {}))).toEqual([403, 'Not an organizer']);
    }
    for (const { client } of [helper, party.organizer]) {
      const { json } = expectStatus(await client.post<PublicPhoto>(path, {}), 200);
      expect(json).toMatchObject({ id: photo.id, status: 'shown', views: 0 });
    }
    const seen = await tom.client.get<PublicPhoto[]>(`/api/photos/user/${rosa.user.id}`);
    expect(seen.json.map(({ id, status }) => [id, status])).toEqual([[photo.id, undefined]]);
    const own = await rosa.client.get<PublicPhoto[]>(`/api/photos/event/${party.event.id}`);
    expect(own.json.map(({ status }) => status)).toEqual(['shown', undefined]);
    expect(refusal(await party.organizer.client.post('/api/photos/999999999/approve', {}))).toEqual(
      [404, 'Photo not found'],
    );
  });

  test('a participant is trusted by call, and one that was refused cannot be approved', async () => {
    const { party, rosa, tom } = await setStage(origin);
    const { client } = party.organizer;
    const refused = await addPhoto(tom, 2);
    expectStatus(await client.submit(`/photos/${refused.id}/hidden`, { hidden: '1' }), 302);
    expect(refusal(await client.post(`/api/photos/${refused.id}/approve`, {}))).toEqual([
      409,
      'This photo was hidden in the meantime',
    ]);
    const photo = await addPhoto(rosa, 1);
    const path = `/api/users/${rosa.user.id}/trust`;
    expect(refusal(await client.post(path, { trusted: 'perhaps' }))[0]).toBe(400);
    const { json } = expectStatus(await client.post(path, { trusted: true }), 200);
    expect(json).toMatchObject({ id: rosa.user.id, trusted: true });
    const list = await tom.client.get<PublicPhoto[]>(`/api/photos/user/${rosa.user.id}`);
    expect(list.json.map(({ id }) => id)).toEqual([photo.id]);
    expect(await addPhoto(rosa, 2)).toMatchObject({ status: 'shown' });
    expect((await client.post(path, { trusted: false })).json).toMatchObject({ trusted: false });
    expect(await addPhoto(rosa, 3)).toMatchObject({ status: 'pending' });
  });

  test('turning it off approves nothing, and what waits can still be approved', async () => {
    const { party, rosa, tom } = await setStage(origin);
    const { client } = party.organizer;
    const photo = await addPhoto(rosa, 1);
    expect((await setApproval(party, false)).json.approvalRequired).toBe(false);
    const photosOf = async () =>
      (await tom.client.get<PublicPhoto[]>(`/api/photos/user/${rosa.user.id}`)).json;
    expect(await photosOf()).toEqual([]);
    expect(await addPhoto(tom, 2)).toMatchObject({ status: 'shown' });
    expect((await open(client, '/waiting')).text).toContain('Rosa Blum');
    expectStatus(await client.submit('/waiting', { upTo: String(photo.id) }), 302);
    expect(await photosOf()).toHaveLength(1);
    expect((await open(client, '/waiting')).text).toContain('No photo is waiting');
  });

  test('an event’s settings are changed together or alone, and nothing else is accepted', async () => {
    const { party } = await setStage(origin);
    const set = (json: object) =>
      party.organizer.client.request('PATCH', `/api/events/${party.event.id}`, { json });
    const both = { approvalRequired: false, guestsMayLook: false };
    expect((await set(both)).json).toMatchObject(both);
    expect((await set({ guestsMayLook: true })).json).toMatchObject({
      ...both,
      guestsMayLook: true,
    });
    for (const name of EVENT_TEXT_NAMES) {
      const { max, required }: EventTextRule = EVENT_TEXTS[name];
      expect((await set({ [name]: ` ${name} ` })).json).toMatchObject({ [name]: name });
      // What is not given stays.
      expect((await set(both)).json).toMatchObject({ ...both, [name]: name });
      expect((await set({ [name]: 'x'.repeat(max + 1) })).status).toBe(400);
      expect((await set({ [name]: '' })).status).toBe(required ? 400 : 200);
    }
    for (const json of [{}, { approvalRequired: 'perhaps' }, { approvalRequired: null }]) {
      expect((await set(json)).status).toBe(400);
    }
  });
});
