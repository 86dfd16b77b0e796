import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { connectDatabase } from '~db/client.server';
import { events } from '~db/schema';
import type { PublicPhoto } from '~/models/photo';
import { Client, type Answer } from '../setup/client';
import {
  addPhoto,
  createParty,
  day,
  ENDED,
  expectStatus,
  join,
  sendEventImage,
  sendPhoto,
  sendSelfie,
  signInAdministrator,
  smallJpeg,
  unique,
  visit,
  type Party,
  type Person,
} from './party';

const { origin, databaseUrl } = inject('postgresServer');

/** The columns of the tables: who asks for something of the party. */
const ROLES = ['anonymous', 'visitor', 'participant', 'organizer elsewhere', 'organizer'] as const;
type Role = (typeof ROLES)[number];
type Caller = Omit<Person, 'user'> & { user: Person['user'] | null };

/** What the calls are about; the photo is the organizer's, so nobody else's. */
interface Scene {
  party: Party;
  guest: Person;
  photo: PublicPhoto;
}

let scene: Scene;
let elsewhere: Party;

beforeAll(async () => {
  [scene, elsewhere] = await Promise.all([setScene(), createParty(origin)]);
});

async function setScene(): Promise<Scene> {
  const party = await createParty(origin);
  const administrator = await signInAdministrator(origin);
  await administrator.request('PATCH', `/api/events/${party.event.id}/max-users`, {
    json: { maxUsers: 500 },
  });
  const guest = await join(party);
  return { party, guest, photo: await addPhoto(guest, 1) };
}

/** Somebody new to the server, whose session nobody else shares. */
async function callerOf(role: Role): Promise<Caller> {
  const client = new Client(origin);
  switch (role) {
    case 'anonymous':
      return { client, user: null };
    case 'visitor':
      return { client: await visit(scene.party), user: null };
    case 'participant':
      return join(scene.party);
    case 'organizer elsewhere':
      return signInOrganizer(elsewhere);
    case 'organizer':
      return signInOrganizer(scene.party);
  }
}

async function signInOrganizer({ names, organizer }: Party): Promise<Person> {
  const client = new Client(origin);
  const { name, email } = organizer.user;
  expectStatus(await client.post('/api/login', { ...names, name, email }), 200);
  return { client, user: organizer.user };
}

type Ask = (caller: Caller) => Promise<Answer>;
type Row = [call: string, ask: Ask, statuses: [number, number, number, number, number]];

const get =
  (path: () => string): Ask =>
  ({ client }) =>
    client.get(path());
const post =
  (path: string, json: (caller: Caller) => unknown): Ask =>
  (caller) =>
    caller.client.post(path, json(caller));
/** A PATCH of one of the event's settings. */
const set =
  (setting: string, json: unknown): Ask =>
  ({ client }) =>
    client.request('PATCH', ofEvent(`/${setting}`), { json });
const idOf = ({ user }: Caller) => user?.id ?? scene.guest.user.id;
const asPerson = ({ client, user }: Caller): Person => ({ client, user: user ?? scene.guest.user });

/** A guest's report of the organizer's photo. @returns its address */
async function newReport(): Promise<string> {
  const { client } = await join(scene.party);
  const path = `/api/photos/${scene.photo.id}/flag`;
  const { json } = expectStatus(await client.post<{ id: number }>(path, {}), 201);
  return `/api/flag-reports/${json.id}`;
}
const deleteEvent = ({ client }: Pick<Caller, 'client'>, { event }: Party) =>
  client.delete(`/api/admin/events/${event.id}`);

const ofEvent = (rest = '') => `/api/events/${scene.party.event.id}${rest}`;

/** What the organizer of the event alone may do. */
const OURS: Row[2] = [401, 401, 403, 403, 200];

const READS: Row[] = [
  ['GET /api/user', get(() => '/api/user'), [401, 200, 200, 200, 200]],
  ['GET /api/events/{id}', get(() => ofEvent()), [401, 200, 200, 403, 200]],
  ['GET /api/events/{id}/users', get(() => ofEvent('/users')), [401, 200, 200, 403, 200]],
  ['GET /api/events/{id}/top-photos', get(() => ofEvent('/top-photos')), [401, 200, 200, 403, 200]],
  [
    'GET /api/events/{id}/download-top-photos',
    get(() => ofEvent('/download-top-photos')),
    [401, 401, 200, 403, 200],
  ],
  [
    'GET /api/events/{id}/download-all-photos',
    get(() => ofEvent('/download-all-photos')),
    [401, 401, 403, 403, 200],
  ],
  [
    'GET /api/events/{id}/download-top-photos-csv',
    get(() => ofEvent('/download-top-photos-csv')),
    [401, 401, 403, 403, 200],
  ],
  [
    'GET /api/photos/event/{id}',
    get(() => `/api/photos/event/${scene.party.event.id}`),
    [401, 200, 200, 403, 200],
  ],
  [
    'GET /api/photos/user/{id}',
    get(() => `/api/photos/user/${scene.guest.user.id}`),
    [401, 200, 200, 403, 200],
  ],
  ['GET /api/favorites', get(() => '/api/favorites'), [401, 401, 200, 200, 200]],
  [
    'GET /api/events/{id}/flag-reports',
    get(() => ofEvent('/flag-reports')),
    [401, 401, 403, 403, 200],
  ],
  ['GET /api/messages', get(() => '/api/messages'), [401, 401, 200, 200, 200]],
  ['GET /api/admin/events', get(() => '/api/admin/events'), [401, 401, 403, 200, 200]],
  ['GET /api/admin/users', get(() => '/api/admin/users'), [401, 401, 403, 200, 200]],
  ['GET /media/…', get(() => scene.photo.imageUrl), [401, 200, 200, 403, 200]],
];

const WRITES: Row[] = [
  [
    'POST /api/photos, an own one here',
    async (caller) => {
      const { id: eventId } = scene.party.event;
      const slot = { userId: idOf(caller), eventId };
      return sendPhoto(asPerson(caller), 2, await smallJpeg(), slot);
    },
    [401, 401, 201, 403, 201],
  ],
  [
    'POST /api/photos, for somebody else',
    async (caller) => {
      const { id: userId, eventId } = scene.guest.user;
      return sendPhoto(asPerson(caller), 3, await smallJpeg(), { userId, eventId });
    },
    [401, 401, 403, 403, 403],
  ],
  [
    'DELETE /api/photos/{id}, an own one',
    async (caller) => {
      const isMember = caller.user !== null;
      const { id } = isMember ? await addPhoto(asPerson(caller), 1) : scene.photo;
      return caller.client.delete(`/api/photos/${id}`);
    },
    [401, 401, 200, 200, 200],
  ],
  [
    'DELETE /api/photos/{id}, somebody else’s',
    async ({ client }) =>
      client.delete(`/api/photos/${(await addPhoto(await join(scene.party), 1)).id}`),
    [401, 401, 403, 403, 200],
  ],
  [
    'POST /api/favorites',
    post('/api/favorites', (caller) => ({ userId: idOf(caller), photoId: scene.photo.id })),
    [401, 401, 201, 403, 201],
  ],
  [
    'POST /api/favorites, for somebody else',
    post('/api/favorites', () => ({ userId: scene.guest.user.id, photoId: scene.photo.id })),
    [401, 401, 403, 403, 403],
  ],
  [
    'DELETE /api/favorites/{id}',
    ({ client }) => client.delete(`/api/favorites/${scene.photo.id}`),
    [401, 401, 200, 403, 200],
  ],
  [
    'POST /api/photos/{id}/flag',
    async (caller) => {
      const photo = await addPhoto(await join(scene.party), 1);
      return caller.client.post(`/api/photos/${photo.id}/flag`, {});
    },
    [401, 401, 201, 403, 201],
  ],
  [
    'PATCH /api/flag-reports/{id}',
    async ({ client }) =>
      client.request('PATCH', await newReport(), { json: { status: 'dismissed' } }),
    [401, 401, 403, 403, 200],
  ],
  [
    'DELETE /api/flag-reports/{id}',
    async ({ client }) => client.delete(await newReport()),
    [401, 401, 403, 403, 200],
  ],
  [
    'POST /api/users/selfie',
    async (caller) => sendSelfie(asPerson(caller), await smallJpeg()),
    [401, 401, 200, 200, 200],
  ],
  [
    'POST /api/users/remove-selfie',
    post('/api/users/remove-selfie', () => ({})),
    [401, 401, 200, 200, 200],
  ],
  [
    'POST /api/messages, to the organizer',
    post('/api/messages', () => ({ toUserId: scene.party.organizer.user.id, message: 'Hi' })),
    [401, 401, 201, 403, 403],
  ],
  [
    'POST /api/messages, to a participant',
    post('/api/messages', () => ({ toUserId: scene.guest.user.id, message: 'Hi' })),
    [401, 401, 403, 403, 201],
  ],
  [
    'POST /api/messages, to everyone',
    post('/api/messages', () => ({ toUserId: 'all', message: 'Hi' })),
    // Elsewhere nobody has joined.
    [401, 401, 403, 404, 201],
  ],
  [
    'PATCH /api/messages/{id}/read, somebody else’s',
    async ({ client }) => {
      const message = { toUserId: scene.guest.user.id, message: 'Hi' };
      const sent = await scene.party.organizer.client.post<{ id: number }>(
        '/api/messages',
        message,
      );
      return client.request('PATCH', `/api/messages/${sent.json.id}/read`);
    },
    [401, 401, 403, 403, 403],
  ],
  [
    'POST /api/messages/read-all',
    post('/api/messages/read-all', () => ({})),
    [401, 401, 200, 200, 200],
  ],
  [
    'POST /api/verify-admin',
    post('/api/verify-admin', () => ({ username: 'admin', password: 'admin-password' })),
    [401, 401, 403, 403, 403],
  ],
  [
    'PATCH /api/events/{id}/max-users',
    ({ client }) => client.request('PATCH', ofEvent('/max-users'), { json: { maxUsers: 1 } }),
    [401, 401, 403, 403, 403],
  ],
  [
    'PATCH /api/events/{id}/dates',
    ({ client }) => client.request('PATCH', ofEvent('/dates'), { json: { endDate: day(1) } }),
    [401, 401, 403, 403, 403],
  ],
  ['PATCH /api/events/{id}/voting-status', set('voting-status', { votingEnabled: true }), OURS],
  ['PATCH /api/events/{id}/description', set('description', { description: 'A party' }), OURS],
  ['PATCH /api/events/{id}/max-photos', set('max-photos', { maxPhotosPerUser: 3 }), OURS],
  [
    'POST /api/events/{id}/image',
    async ({ client }) => sendEventImage(client, scene.party.event.id, await smallJpeg()),
    OURS,
  ],
  [
    'DELETE /api/users/{id}',
    async ({ client }) => client.delete(`/api/users/${(await join(scene.party)).user.id}`),
    [401, 401, 403, 403, 200],
  ],
  [
    'DELETE /api/users/{id}, oneself',
    (caller) => caller.client.delete(`/api/users/${idOf(caller)}`),
    [401, 401, 403, 403, 403],
  ],
  [
    'DELETE /api/admin/events/{id}',
    async (caller) => {
      if (caller.user?.id !== scene.party.organizer.user.id)
        return deleteEvent(caller, scene.party);
      // The scene has to stay: one of the same kind goes.
      const party = await createParty(origin);
      return deleteEvent(party.organizer, party);
    },
    [401, 401, 403, 403, 200],
  ],
  [
    'DELETE /api/admin/users/{id}',
    ({ client }) => client.delete(`/api/admin/users/${scene.guest.user.id}`),
    [401, 401, 403, 403, 403],
  ],
  [
    'PATCH /api/admin/credentials',
    ({ client }) =>
      client.request('PATCH', '/api/admin/credentials', { json: { username: 'mine' } }),
    [401, 401, 403, 403, 403],
  ],
];

const FOR_EVERYBODY: Row[] = [
  [
    'POST /api/login',
    post('/api/login', () => {
      const { name, email } = scene.guest.user;
      return { ...scene.party.names, name, email };
    }),
    [200, 200, 200, 200, 200],
  ],
  [
    'POST /api/register',
    post('/api/register', () => ({
      ...scene.party.names,
      name: `Guest ${unique()}`,
      email: `${unique()}@example.com`,
    })),
    [201, 201, 201, 201, 201],
  ],
  [
    'POST /api/visitor-access',
    post('/api/visitor-access', () => scene.party.names),
    [200, 200, 200, 200, 200],
  ],
  [
    'POST /api/create-event',
    post('/api/create-event', () => ({
      name: `Event ${unique()}`,
      organizerName: 'Ann Lee',
      organizerEmail: 'ann@example.com',
    })),
    [201, 201, 201, 201, 201],
  ],
  ['POST /api/logout', post('/api/logout', () => ({})), [200, 200, 200, 200, 200]],
  [
    'GET /invitation-pdf/{id}/pdf',
    get(() => `/invitation-pdf/${scene.party.event.id}/pdf`),
    [200, 200, 200, 200, 200],
  ],
  ['GET /healthz', get(() => '/healthz'), [200, 200, 200, 200, 200]],
];

async function statusesOf(ask: Ask, callers: Caller[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const caller of callers) statuses.push((await ask(caller)).status);
  return statuses;
}

describe(`who may: ${ROLES.join(', ')}`, () => {
  test.each([...READS, ...WRITES, ...FOR_EVERYBODY])('%s', async (_call, ask, expected) => {
    const callers = await Promise.all(ROLES.map(callerOf));
    expect(await statusesOf(ask, callers)).toEqual(expected);
  });
});

describe('once the event has ended, its organizer alone', () => {
  let callers: Caller[];
  beforeAll(async () => {
    scene = await setScene();
    callers = await Promise.all(ROLES.map(callerOf));
    const { db, close } = await connectDatabase({ url: databaseUrl, dataDir: '' });
    await db.update(events).set(ENDED).where(eq(events.id, scene.party.event.id));
    await close();
  });

  const isAboutTheEvent = ([call]: Row) => !/user$|favorites$|messages$|admin/.test(call);
  test.each(READS.filter(isAboutTheEvent))('%s', async (_call, ask) => {
    expect(await statusesOf(ask, callers)).toEqual([401, 403, 403, 403, 200]);
  });

  test.each(['/api/favorites', '/api/messages', '/api/admin/users', '/api/admin/events'])(
    'GET %s',
    async (path) => {
      const ask = get(() => path);
      expect(await statusesOf(ask, callers)).toEqual([401, 403, 403, 200, 200]);
    },
  );

  test('the refusal says so', async () => {
    const { json } = await (callers[2] as Caller).client.get(ofEvent());
    expect(json).toEqual({ message: 'This event has ended. Only the organizer can access it now' });
  });

  test('a session learns who it is, and can end', async () => {
    expect(
      await statusesOf(
        get(() => '/api/user'),
        callers,
      ),
    ).toEqual([401, 200, 200, 200, 200]);
    const { client } = callers[2] as Caller;
    expect((await client.post('/api/logout')).status).toBe(200);
  });
});
