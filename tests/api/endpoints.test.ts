import { beforeAll, describe, expect, inject, test } from 'vitest';
import { events } from '../../db/schema';
import { connectDatabase } from '../../db/client.server';
import { eq } from 'drizzle-orm';
import { EVENT_TEXT_NAMES } from '~/models/event/rules';
import { FAVORITES_MAX } from '~/models/photo/star';
import type { PublicEvent } from '~/models/event/shape';
import type { TopPhoto } from '~/models/photo/shape';
import type { FeedPhoto, PublicPhoto } from '~/models/photo/shape';
import type { UserRecord } from '~/models/user/shape';
import { Client, type Answer } from '../setup/client';
import {
  addPhoto,
  addPhotos,
  createParty,
  day,
  expectStatus,
  ENDED,
  join,
  sendPhoto,
  sendSelfie,
  signInAdministrator,
  smallJpeg,
  unique,
  visit,
  type Party,
  type Person,
} from './party';

/** Status and message of a refusal (rule `api.refusals`). */
const refusal = ({ status, json }: Answer) => [status, (json as { message?: string }).message];

const USER_FIELDS = [
  'email',
  'eventId',
  'id',
  'isOrganizer',
  'isVisitor',
  'name',
  'selfieUrl',
  'tableId',
  'username',
];
const PHOTO_FIELDS = [
  'caption',
  'createdAt',
  'eventId',
  'favoriteCount',
  'id',
  'imageUrl',
  'late',
  'missionId',
  'position',
  'userId',
];
const TOO_LONG = 'Caption must be 40 characters or less';
const fieldsOf = (value: unknown) => Object.keys(value as object).sort();

describe.each([
  { database: 'PGlite', origin: inject('pgliteServer').origin },
  { database: 'PostgreSQL', origin: inject('postgresServer').origin },
])('calls on $database', ({ origin }) => {
  const nobody = () => new Client(origin);

  describe('GET /api/user', () => {
    test('nobody', async () => {
      expect(refusal(await nobody().get('/api/user'))).toEqual([401, 'Not authenticated']);
    });

    test('a visitor has id -1 and is called Visitor', async () => {
      const party = await createParty(origin);
      const { status, json } = await (await visit(party)).get('/api/user');
      expect(status).toBe(200);
      expect(json).toMatchObject({
        id: -1,
        name: 'Visitor',
        eventId: party.event.id,
        isOrganizer: false,
        isVisitor: true,
        selfieUrl: null,
        tableId: null,
      });
      expect(fieldsOf(json)).toEqual(USER_FIELDS);
    });

    test('a participant', async () => {
      const party = await createParty(origin);
      const { client, user } = await join(party, { name: 'Ann Lee', email: 'Ann@Example.com' });
      const { json } = await client.get('/api/user');
      expect(json).toEqual({
        id: user.id,
        username: 'ann_lee',
        email: 'Ann@Example.com',
        name: 'Ann Lee',
        eventId: party.event.id,
        isOrganizer: false,
        isVisitor: false,
        selfieUrl: null,
        tableId: null,
      });
    });
  });

  describe('POST /api/login', () => {
    const person = { name: 'Ann Lee', email: 'ann@example.com' };
    let party: Party;
    beforeAll(async () => {
      party = await createParty(origin);
      await join(party, person);
    });
    const login = (fields: object) => nobody().post<UserRecord>('/api/login', fields);

    test('a known guest gets their record, and a session', async () => {
      const client = nobody();
      const { status, json } = await client.post('/api/login', { ...party.names, ...person });
      expect(status).toBe(200);
      expect(json).toMatchObject({ ...person, isOrganizer: false, isVisitor: false });
      expect(fieldsOf(json)).toEqual(USER_FIELDS);
      expect((await client.get('/api/user')).json).toEqual(json);
    });

    test('names and e-mail are compared trimmed and in any case', async () => {
      const loud = {
        event: ` ${party.names.event.toUpperCase()} `,
        organizerName: ` ${party.names.organizerName.toUpperCase()} `,
        name: ' ANN LEE ',
        email: ' ANN@EXAMPLE.COM ',
      };
      expect((await login(loud)).status).toBe(200);
    });

    test('refusals come in order of priority', async () => {
      const wrong = { name: '', email: '' };
      const organizerName = 'Somebody else';
      const ended = await createParty(origin, ENDED);
      const unknown = { event: unique(), organizerName };
      const answers = [
        await login({ ...wrong, event: '  ', organizerName }),
        await login({ ...wrong, organizerName }),
        await login({ ...wrong, ...unknown }),
        await login({ ...wrong, ...party.names, organizerName }),
        await login({ ...wrong, ...ended.names }),
        await login({ ...party.names, name: 'An', email: 'ann@example.com' }),
        await login({ ...party.names, name: 'Ann Lee', email: 'ann' }),
        await login({ ...party.names, name: 'Ann Lee', email: 'bob@example.com' }),
        await login({ ...party.names, name: 'Bob Lee', email: 'ann@example.com' }),
      ];
      expect(answers.map(refusal)).toEqual([
        [400, 'Event name is required'],
        [400, 'Event name is required'],
        [404, 'Event not found'],
        [403, 'Incorrect organizer name'],
        [403, 'This event has ended. Only the organizer can access it now'],
        [400, 'Name must be at least 3 characters'],
        [400, 'Please enter a valid email address'],
        [401, 'Invalid credentials or event'],
        [401, 'Invalid credentials or event'],
      ]);
    });

    test('an organizer signs in by name and e-mail, even once the event has ended', async () => {
      const ended = await createParty(origin, ENDED);
      const { name, email } = ended.organizer.user;
      const client = nobody();
      const { status, json } = await client.post('/api/login', { ...ended.names, name, email });
      expect([status, json]).toEqual([200, ended.organizer.user]);
      expect((await client.get(`/api/events/${ended.event.id}`)).status).toBe(200);
    });

    test('a chosen password is required', async () => {
      const closed = await createParty(origin, { organizerPassword: 'open sesame' });
      const { name, email } = closed.organizer.user;
      const fields = { ...closed.names, name, email };
      const answers = [
        await login(fields),
        await login({ ...fields, password: 'open barley' }),
        await login({ ...fields, password: 'open sesame' }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 200]);
      expect(answers.slice(0, 2).map(refusal)).toEqual([
        [401, 'Please enter the organizer password'],
        [401, 'Invalid credentials or event'],
      ]);
    });
  });

  describe('POST /api/register', () => {
    const register = (fields: object) => nobody().post<UserRecord>('/api/register', fields);
    const person = () => ({ name: `Guest ${unique()}`, email: `${unique()}@example.com` });

    test('returns the record with 201, and a session', async () => {
      const party = await createParty(origin);
      const client = nobody();
      const { status, json } = await client.post('/api/register', {
        ...party.names,
        name: ' Ann  Lee ',
        email: ' ann@example.com ',
        username: 'ann',
        password: 'a random one',
        isOrganizer: true,
      });
      expect(status).toBe(201);
      expect(json).toMatchObject({
        username: 'ann',
        email: 'ann@example.com',
        eventId: party.event.id,
        isOrganizer: false,
        isVisitor: false,
        selfieUrl: null,
        tableId: null,
      });
      expect(fieldsOf(json)).toEqual(USER_FIELDS);
      expect((await client.get('/api/user')).json).toEqual(json);
    });

    test('the same name and e-mail twice', async () => {
      const party = await createParty(origin);
      const fields = { ...party.names, ...person() };
      expect((await register(fields)).status).toBe(201);
      const again = { ...fields, name: fields.name.toUpperCase() };
      expect(refusal(await register(again))).toEqual([
        409,
        'A user with this name and email is already registered for this event',
      ]);
      const { name, email } = fields;
      const elsewhere = { ...(await createParty(origin)).names, name, email };
      expect((await register(elsewhere)).status).toBe(201);
    });

    test('every rule has its message', async () => {
      const { names } = await createParty(origin);
      const fields = { ...names, ...person() };
      const answers = [
        await register({ ...fields, name: ' An ' }),
        await register({ ...fields, email: 'ann@' }),
        await register({ ...fields, username: 'an' }),
        await register({ ...fields, username: 'a'.repeat(31) }),
        await register({ ...fields, password: '12345' }),
        await register({ ...fields, event: ' ' }),
        await register({ ...fields, event: unique() }),
        await register({ ...fields, organizerName: 'Somebody else' }),
      ];
      expect(answers.map(refusal)).toEqual([
        [400, 'Name must be at least 3 characters'],
        [400, 'Please enter a valid email address'],
        [400, 'Username must be at least 3 characters'],
        [400, 'Username must be 30 characters or less'],
        [400, 'Password must be at least 6 characters'],
        [400, 'Event name is required'],
        [404, 'Event not found'],
        [403, 'Incorrect organizer name'],
      ]);
    });

    test('a full event, and an ended one', async () => {
      const party = await createParty(origin);
      const administrator = await signInAdministrator(origin);
      const path = `/api/events/${party.event.id}/max-users`;
      await administrator.request('PATCH', path, { json: { maxUsers: 2 } });
      const answers = await Promise.all(
        [1, 2, 3, 4, 5, 6].map(() => register({ ...party.names, ...person() })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409]);
      expect(refusal(await register({ ...party.names, ...person() }))).toEqual([
        409,
        'This event has reached the maximum participant limit',
      ]);
      const ended = await createParty(origin, ENDED);
      expect(refusal(await register({ ...ended.names, ...person() }))).toEqual([
        403,
        'This event has ended. New registrations are not accepted',
      ]);
    });
  });

  test('POST /api/logout ends the session', async () => {
    const { client } = await join(await createParty(origin));
    const { status, json } = await client.post('/api/logout');
    expect([status, json]).toEqual([200, { success: true }]);
    expect((await client.get('/api/user')).status).toBe(401);
    expect((await client.post('/api/logout')).status).toBe(200);
  });

  test('POST /api/visitor-access opens an event to a visitor', async () => {
    const party = await createParty(origin);
    const ended = await createParty(origin, ENDED);
    const client = nobody();
    const ask = (names: object) => client.post('/api/visitor-access', names);
    const refusals = [
      await ask({ ...party.names, event: ' ' }),
      await ask({ ...party.names, event: unique() }),
      await ask({ ...party.names, organizerName: 'Somebody else' }),
      await ask(ended.names),
    ];
    expect(refusals.map(refusal)).toEqual([
      [400, 'Event name is required'],
      [404, 'Event not found'],
      [403, 'Incorrect organizer name'],
      [403, 'This event has ended. Only the organizer can access it now'],
    ]);
    expect((await client.get('/api/user')).status).toBe(401);
    expect((await ask(party.names)).status).toBe(200);
    expect((await client.get(`/api/events/${party.event.id}`)).status).toBe(200);
  });

  describe('POST /api/create-event', () => {
    const payload = () => ({
      name: `Event ${unique()}`,
      organizerName: 'Ann Lee',
      organizerEmail: 'ann@example.com',
    });
    const create = (fields: object, client = nobody()) =>
      client.post<{ event: PublicEvent; user: UserRecord }>('/api/create-event', fields);

    test('three fields are enough: the others have defaults', async () => {
      const client = nobody();
      const { status, json } = await create({ ...payload(), name: '  Zoé’s party  ' }, client);
      expect(status).toBe(201);
      expect(json).toEqual({
        event: {
          id: expect.any(Number),
          name: 'Zoé’s party',
          ...Object.fromEntries(EVENT_TEXT_NAMES.map((name) => [name, expect.any(String)])),
          description: expect.stringMatching(/./),
          imageUrl: null,
          startDate: day(),
          endDate: day(7),
          organizerId: json.user.id,
          maxUsers: 10,
          votingEnabled: true,
          maxPhotosPerUser: 3,
          plan: 'free',
          partyDate: day(),
          endedAt: null,
          standings: 'open',
          votingOpensAt: null,
          votingClosesAt: null,
          revealedAt: null,
          approvalRequired: false,
          guestsMayLook: true,
          guestsMayDownload: true,
          photosUntil: null,
          thanks: null,
        },
        user: {
          id: expect.any(Number),
          username: 'ann_lee',
          email: 'ann@example.com',
          name: 'Ann Lee',
          eventId: json.event.id,
          isOrganizer: true,
          isVisitor: false,
          selfieUrl: null,
          tableId: null,
        },
      });
      expect(String(json.event.id)).toMatch(/^[1-9]\d{11}$/);
      expect((await client.get('/api/user')).json).toEqual(json.user);
    });

    test('takes every field, and instants for days', async () => {
      const { json } = await create({
        ...payload(),
        organizerUsername: 'boss',
        organizerPassword: 'auto_generated',
        description: ' A day at sea ',
        startDate: `${day(1)}T08:00:00.000Z`,
        endDate: day(3),
        partyDate: `${day(2)}T18:00:00.000Z`,
      });
      expect(json.event).toMatchObject({
        description: 'A day at sea',
        startDate: day(1),
        endDate: day(3),
        partyDate: day(2),
      });
      expect(json.user.username).toBe('boss');
    });

    test('the default description is in the caller’s language', async () => {
      const { json } = await create(payload(), nobody().speak('en'));
      expect(json.event.description).toBe(
        'Share your best photos of the party and add stars to your favorites.',
      );
    });

    test('the same two names twice', async () => {
      const fields = payload();
      expect((await create(fields)).status).toBe(201);
      const again = { ...fields, name: ` ${fields.name.toUpperCase()} ` };
      expect(refusal(await create(again))).toEqual([
        409,
        'An event with this name and organizer already exists',
      ]);
      expect((await create({ ...fields, organizerName: 'Bob Lee' })).status).toBe(201);
    });

    test('the same two names written differently, wherever they are sent', async () => {
      const own = payload();
      const fields = { ...own, name: `🎉 Noël & Été ${own.name}`, organizerName: 'Zoé et Léo' };
      const { json } = await create(fields);
      const names = { event: `noel-ete ${own.name}!`, organizerName: 'ZOE AND LEO 💍' };
      const { event, organizerName } = names;
      expect(refusal(await create({ ...fields, name: event, organizerName }))).toEqual([
        409,
        'An event with this name and organizer already exists',
      ]);
      const visitor = await nobody().post<UserRecord>('/api/visitor-access', names);
      expect([visitor.status, visitor.json.eventId]).toEqual([200, json.event.id]);
      const { name, email } = json.user;
      const organizer = await nobody().post<UserRecord>('/api/login', { ...names, name, email });
      expect([organizer.status, organizer.json.isOrganizer]).toEqual([200, true]);
    });

    test('every rule has its message', async () => {
      const NAME_INVALID = 'This name contains characters we can’t use';
      const fields = payload();
      const cases: [object | null | unknown[], string][] = [
        [{ ...fields, name: 'ab ' }, 'Event name must be at least 3 characters'],
        [{ ...fields, name: undefined }, 'Event name must be at least 3 characters'],
        [{ ...fields, name: 'Summer\nparty' }, NAME_INVALID],
        [{ ...fields, organizerName: 'Ann\u202eLee' }, NAME_INVALID],
        [{ ...fields, organizerName: 'An' }, 'Organizer name must be at least 3 characters'],
        [{ ...fields, organizerEmail: 'ann' }, 'Invalid email address'],
        [{ ...fields, organizerUsername: 'an' }, 'Username must be at least 3 characters'],
        [
          { ...fields, organizerUsername: 'a'.repeat(31) },
          'Username must be 30 characters or less',
        ],
        [{ ...fields, organizerPassword: '12345' }, 'Password must be at least 6 characters'],
        [
          { ...fields, organizerPassword: 'sunshine' },
          'Many people use this password, so it’s one of the first to be guessed. Please choose another one.',
        ],
        [{ ...fields, description: ' ' }, 'Description is required'],
        [{ ...fields, startDate: '' }, 'Start date is required'],
        [{ ...fields, endDate: 'soon' }, 'End date is required'],
        [
          { ...fields, startDate: day(2), endDate: day(1) },
          'The end date must not be before the start date',
        ],
        [{ ...fields, partyDate: 'soon' }, 'Please select a valid date'],
        [{ ...fields, partyDate: day(8) }, 'The day must lie between the first and the last day'],
        [['no', 'event'], 'Invalid event data'],
        [null, 'Invalid event data'],
      ];
      for (const [body, message] of cases) {
        expect(refusal(await create(body as object))).toEqual([400, message]);
      }
    });
  });

  describe('an event is read', () => {
    test('GET /api/events/{id}, by its members', async () => {
      const party = await createParty(origin);
      const path = `/api/events/${party.event.id}`;
      for (const client of [party.organizer.client, await visit(party)]) {
        expect((await client.get(path)).json).toEqual(party.event);
      }
      expect(refusal(await nobody().get(path))).toEqual([401, 'Authentication required']);
      const elsewhere = await join(await createParty(origin));
      expect(refusal(await elsewhere.client.get(path))).toEqual([403, 'Access denied']);
      expect(refusal(await elsewhere.client.get('/api/events/999'))).toEqual([
        403,
        'Access denied',
      ]);
      expect((await elsewhere.client.get('/api/events/nonsense')).status).toBe(400);
    });

    test('GETs carry an ETag and answer 304 until something changes', async () => {
      const party = await createParty(origin);
      const path = `/api/events/${party.event.id}/users`;
      const { client } = party.organizer;
      const first = await client.get(path);
      const etag = first.headers.get('ETag') ?? '';
      expect(etag).toMatch(/^(W\/)?".+"$/);
      const again = await client.get(path, { 'If-None-Match': etag });
      expect([again.status, again.text]).toEqual([304, '']);
      await join(party);
      expect((await client.get(path, { 'If-None-Match': etag })).status).toBe(200);
    });

    test('GET /api/events/{id}/users lists the members without their addresses', async () => {
      const party = await createParty(origin, { organizerEmail: 'secret@example.com' });
      const guest = await join(party, { email: 'hidden@example.com' });
      await visit(party);
      const { json, text } = await guest.client.get(`/api/events/${party.event.id}/users`);
      expect(json).toEqual(
        [party.organizer.user, guest.user].map(({ id, name, username, isOrganizer }) => ({
          id,
          name,
          username,
          isOrganizer,
          selfieUrl: null,
        })),
      );
      expect(text).not.toMatch(/@|password|token/i);
    });
  });

  describe('photos', () => {
    let party: Party;
    let ann: Person;
    let bob: Person;
    beforeAll(async () => {
      party = await createParty(origin);
      ann = await join(party, { name: 'Ann Lee' });
      bob = await join(party, { name: 'Bob Lee' });
    });

    test('POST /api/photos fills a slot once', async () => {
      const { status, json } = await sendPhoto(ann, 1, await smallJpeg());
      expect(status).toBe(201);
      expect(json).toMatchObject({
        userId: ann.user.id,
        eventId: party.event.id,
        position: 1,
        favoriteCount: 0,
      });
      expect(json.imageUrl).toMatch(new RegExp(`^/media/${party.event.id}/[\\w-]{22}\\.webp$`));
      expect(new Date(json.createdAt).toISOString()).toBe(json.createdAt);
      // Its owner reads the status, too.
      expect(fieldsOf(json)).toEqual([...PHOTO_FIELDS, 'status'].sort());
      expect(refusal(await sendPhoto(ann, 1, await smallJpeg()))).toEqual([
        409,
        'This slot already has a photo',
      ]);
    });

    test('POST /api/photos refuses', async () => {
      const photo = await smallJpeg();
      const elsewhere = await createParty(origin);
      const noData = new FormData();
      noData.set('image', new Blob([Uint8Array.from(photo)]), 'photo.jpg');
      const send = (body: FormData) => ann.client.request('POST', '/api/photos', { body });
      const noFile = new FormData();
      noFile.set(
        'data',
        JSON.stringify({ userId: ann.user.id, eventId: ann.user.eventId, position: 2 }),
      );
      const answers = [
        await sendPhoto(ann, 2, photo, { userId: bob.user.id }),
        await sendPhoto(ann, 2, photo, { eventId: elsewhere.event.id }),
        await sendPhoto(ann, 4, photo),
        await sendPhoto(ann, 0, photo),
        await send(noData),
        await send(noFile),
        await ann.client.post('/api/photos', { userId: ann.user.id }),
      ];
      expect(answers.map(refusal)).toEqual([
        [403, 'Access denied'],
        [403, 'Access denied'],
        [400, 'You can’t add a photo here'],
        [400, 'You can’t add a photo here'],
        [400, 'Invalid request'],
        [400, 'Please choose a photo'],
        [415, 'Send a form or JSON'],
      ]);
    });

    test('of twenty uploads into one slot one is stored', async () => {
      const guest = await join(party);
      const photo = await smallJpeg();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => sendPhoto(guest, 1, photo)),
      );
      // Four uploads of one person are read at once; the others are told to retry.
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 201)).toHaveLength(1);
      expect(new Set(statuses)).toEqual(new Set([201, 409, 503]));
      const { json } = await guest.client.get(`/api/photos/user/${guest.user.id}`);
      expect(json).toHaveLength(1);
    });

    test('GET /api/photos/user/{userId} lists a member’s photos by slot', async () => {
      const guest = await join(party);
      await addPhoto(guest, 3);
      await addPhoto(guest, 1);
      const path = `/api/photos/user/${guest.user.id}`;
      const { json } = await (await visit(party)).get<PublicPhoto[]>(path);
      expect(json.map(({ position }) => position)).toEqual([1, 3]);
      expect(fieldsOf(json[0])).toEqual(PHOTO_FIELDS);
      const stranger = await join(await createParty(origin));
      expect(refusal(await stranger.client.get(path))).toEqual([403, 'Access denied']);
      expect(refusal(await ann.client.get('/api/photos/user/99999999999'))).toEqual([
        404,
        'User not found',
      ]);
    });

    test('GET /api/photos/event/{eventId} is the feed, newest first', async () => {
      const here = await createParty(origin);
      const guest = await join(here, { name: 'Cleo Lee' });
      const { selfieUrl } = (await sendSelfie(guest, await smallJpeg())).json;
      const older = await addPhoto(guest, 1);
      const newer = await addPhoto(here.organizer, 1);
      const feed = await guest.client.get<FeedPhoto[]>(`/api/photos/event/${here.event.id}`);
      expect(feed.json).toEqual([
        {
          ...newer,
          ...{ status: undefined, views: undefined },
          ...{ userName: here.organizer.user.name, userSelfie: null },
        },
        { ...older, userName: 'Cleo Lee', userSelfie: selfieUrl },
      ]);
    });

    test('GET /api/photos/event/{eventId} has parts, each with the URL of the next', async () => {
      const here = await createParty(origin);
      const guest = await join(here);
      const photos = [await addPhoto(guest, 1), await addPhoto(guest, 2), await addPhoto(guest, 3)];
      const newestFirst = photos.map(({ id }) => id).reverse();
      const path = `/api/photos/event/${here.event.id}`;
      const part = async (address: string) => {
        const { json, headers } = await guest.client.get<FeedPhoto[]>(address);
        const next = /^<(\/api\/[^>]+)>; rel="next"$/.exec(headers.get('Link') ?? '')?.[1];
        return { ids: json.map(({ id }) => id), next: next ?? null };
      };
      const first = await part(`${path}?limit=2`);
      expect(first.ids).toEqual(newestFirst.slice(0, 2));
      expect(await part(first.next ?? '')).toEqual({ ids: newestFirst.slice(2), next: null });
      expect(await part(`${path}?limit=3`)).toEqual({ ids: newestFirst, next: null });
      const ids = await guest.client.get(`${path}?fields=id`);
      expect(ids.json).toEqual(newestFirst.map((id) => ({ id })));
      const unchanged = await guest.client.request('GET', `${path}?fields=id`, {
        headers: { 'If-None-Match': ids.headers.get('ETag') ?? '' },
      });
      expect(unchanged.status).toBe(304);
      for (const query of ['limit=0', 'limit=x', 'limit=-1', 'limit=1.5', 'after=x', 'after=1']) {
        expect((await guest.client.get(`${path}?${query}`)).status).toBe(400);
      }
    });

    test('PATCH /api/photos/{photoId} changes the caption', async () => {
      const guest = await join(party);
      const own = expectStatus(
        await sendPhoto(guest, 1, await smallJpeg(), {}, ' Hold\nstill '),
        201,
      );
      expect(own.json.caption).toBe('Hold still');
      const path = `/api/photos/${own.json.id}`;
      const write = ({ client }: Person, caption: unknown) =>
        client.request('PATCH', path, { json: { caption } });
      const { status, json } = await write(guest, 'Just\u202E married');
      expect([status, json]).toEqual([200, { ...own.json, caption: 'Just married' }]);
      const feed = await guest.client.get<PublicPhoto[]>(`/api/photos/event/${party.event.id}`);
      expect(feed.json.find(({ id }) => id === own.json.id)?.caption).toBe('Just married');
      expect(refusal(await write(guest, 'x'.repeat(41)))).toEqual([400, TOO_LONG]);
      expect((await write(guest, {})).status).toBe(400);
      // A request without the field changes nothing.
      expect((await write(guest, undefined)).status).toBe(400);
      expect(refusal(await write(bob, ''))).toEqual([403, 'Access denied']);
      expect(refusal(await write(party.organizer, 'Other words'))).toEqual([403, 'Access denied']);
      const emptied = await write(party.organizer, '');
      expect(emptied.json).toEqual({ ...own.json, caption: null, views: 0 });
      const answer = await sendPhoto(guest, 2, await smallJpeg(), {}, 'x'.repeat(41));
      expect(refusal(answer)).toEqual([400, TOO_LONG]);
      expect(
        (await guest.client.get<unknown[]>(`/api/photos/user/${guest.user.id}`)).json,
      ).toHaveLength(1);
    });

    test('DELETE /api/photos/{photoId} empties the slot', async () => {
      const guest = await join(party);
      const own = await addPhoto(guest, 1);
      const path = `/api/photos/${own.id}`;
      expect(refusal(await bob.client.delete(path))).toEqual([403, 'Access denied']);
      const { status, json } = await guest.client.delete(path);
      expect([status, json]).toEqual([200, { success: true }]);
      expect(refusal(await guest.client.delete(path))).toEqual([404, 'Photo not found']);
      const again = await addPhoto(guest, 1);
      const byOrganizer = await party.organizer.client.delete(`/api/photos/${again.id}`);
      expect([byOrganizer.status, byOrganizer.json]).toEqual([200, { success: true }]);
      expect((await guest.client.get(`/api/photos/user/${guest.user.id}`)).json).toEqual([]);
    });
  });

  describe('favorites', () => {
    let party: Party;
    let ann: Person;
    let photos: PublicPhoto[];
    beforeAll(async () => {
      party = await createParty(origin);
      ann = await join(party);
      photos = [...(await addPhotos(party, FAVORITES_MAX)), await addPhoto(party.organizer, 1)];
    });
    const star = ({ client, user }: Person, photo?: { id: number }) =>
      client.post('/api/favorites', { userId: user.id, photoId: photo?.id });

    test('every star and none more; one taken back can be given again', async () => {
      const starred = photos.slice(0, FAVORITES_MAX);
      const [[first], one] = [starred, photos.at(-1)];
      for (const photo of starred) {
        const { status, json } = await star(ann, photo);
        expect([status, json]).toEqual([201, { userId: ann.user.id, photoId: photo?.id }]);
      }
      // An existing star is not one more.
      expect((await star(ann, first)).status).toBe(201);
      expect(refusal(await star(ann, one))).toEqual([
        409,
        `You've reached the maximum of ${FAVORITES_MAX} favorites`,
      ]);
      const list = await ann.client.get<PublicPhoto[]>('/api/favorites');
      expect(list.json.map(({ id }) => id).sort()).toEqual(starred.map(({ id }) => id).sort());
      expect(list.json[0]).toMatchObject({ eventId: party.event.id, favoriteCount: 1 });
      expect(list.json[0]?.imageUrl).toMatch(/^\/media\//);

      const back = await ann.client.delete(`/api/favorites/${first?.id}`);
      expect([back.status, back.json]).toEqual([200, { success: true }]);
      expect((await star(ann, one)).status).toBe(201);
    });

    test('of forty simultaneous stars as many count as one has', async () => {
      const guest = await join(party);
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) => star(guest, photos[index % photos.length])),
      );
      expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
      expect((await guest.client.get('/api/favorites')).json).toHaveLength(FAVORITES_MAX);
    });

    test('refusals', async () => {
      const elsewhere = await createParty(origin);
      const theirs = await addPhoto(elsewhere.organizer, 1);
      const { client, user } = ann;
      const answers = [
        await star(party.organizer, photos.at(-1)),
        await star(ann, theirs),
        await star(ann, { id: 999_999_999_999 }),
        await client.post('/api/favorites', { userId: user.id + 1, photoId: photos[0]?.id }),
        await client.post('/api/favorites', { userId: user.id }),
      ];
      expect(answers.map(refusal)).toEqual([
        [409, 'You cannot favorite your own photo'],
        [403, 'Access denied'],
        [404, 'Photo not found'],
        [403, 'Access denied'],
        [400, 'Invalid request'],
      ]);
    });
  });

  describe('GET /api/events/{eventId}/top-photos', () => {
    let party: Party;
    let ranked: number[];
    let path: string;
    beforeAll(async () => {
      party = await createParty(origin);
      path = `/api/events/${party.event.id}/top-photos`;
      const owner = await join(party, { name: 'Ann Lee' });
      const voters = [await join(party), await join(party), party.organizer];
      const photos = [await addPhoto(owner, 1), await addPhoto(owner, 2), await addPhoto(owner, 3)];
      await addPhoto(party.organizer, 1);
      // Two photos with two stars each: the earlier upload comes first; the third has one.
      const [early, late, few] = photos.map(({ id }) => id);
      const stars = [late, early, few, early, late];
      for (const [index, photoId] of stars.entries()) {
        const voter = voters[Math.floor(index / 2)] as Person;
        await voter.client.post('/api/favorites', { userId: voter.user.id, photoId });
      }
      ranked = [early, late, few] as number[];
    });

    test('by stars, then earlier upload; photos without a star are left out', async () => {
      const { json } = await party.organizer.client.get<TopPhoto[]>(`${path}?limit=10`);
      expect(json.map(({ id, favoriteCount }) => [id, favoriteCount])).toEqual([
        [ranked[0], 2],
        [ranked[1], 2],
        [ranked[2], 1],
      ]);
      expect(fieldsOf(json[0])).toEqual([
        'caption',
        'favoriteCount',
        'id',
        'imageUrl',
        'userName',
        'userSelfie',
      ]);
      expect(json[0]).toMatchObject({ userName: 'Ann Lee', userSelfie: null });
    });

    test('limit', async () => {
      const visitor = await visit(party);
      const idsFor = async (query: string) =>
        (await visitor.get<TopPhoto[]>(path + query)).json.map(({ id }) => id);
      expect(await idsFor('')).toEqual(ranked);
      expect(await idsFor('?limit=1')).toEqual(ranked.slice(0, 1));
      expect(await idsFor('?limit=2')).toEqual(ranked.slice(0, 2));
      expect(await idsFor('?limit=1000')).toEqual(ranked);
      for (const limit of ['0', '-1', '1.5', 'many', '']) {
        expect((await visitor.get(`${path}?limit=${limit}`)).status).toBe(400);
      }
    });

    test('a deleted photo leaves it at once', async () => {
      await party.organizer.client.delete(`/api/photos/${ranked[1]}`);
      const { json } = await party.organizer.client.get<TopPhoto[]>(path);
      expect(json.map(({ id }) => id)).toEqual([ranked[0], ranked[2]]);
    });
  });

  test('at most ten top photos', async () => {
    const party = await createParty(origin);
    const guests = await Promise.all([1, 2, 3, 4].map(() => join(party)));
    for (const [index, guest] of guests.entries()) {
      const photos = await Promise.all([1, 2, 3].map((slot) => addPhoto(guest, slot)));
      const { client, user } = guests[(index + 1) % 4] as Person;
      for (const { id } of photos)
        await client.post('/api/favorites', { userId: user.id, photoId: id });
    }
    const top = await party.organizer.client.get(
      `/api/events/${party.event.id}/top-photos?limit=50`,
    );
    expect(top.json).toHaveLength(10);
  });

  test('a selfie is set, replaced and removed', async () => {
    const guest = await join(await createParty(origin));
    const first = await sendSelfie(guest, await smallJpeg());
    expect([first.status, fieldsOf(first.json)]).toEqual([200, USER_FIELDS]);
    expect(first.json.selfieUrl).toMatch(/^\/media\/\d+\/[\w-]{22}\.webp$/);
    const second = await sendSelfie(guest, await smallJpeg());
    expect(second.json.selfieUrl).not.toBe(first.json.selfieUrl);
    expect((await guest.client.get('/api/user')).json).toEqual(second.json);
    expect((await guest.client.get(first.json.selfieUrl ?? '')).status).toBe(404);
    const remove = () => guest.client.post('/api/users/remove-selfie');
    for (const removed of [await remove(), await remove()]) {
      expect(removed.status).toBe(200);
      expect(removed.json).toMatchObject({ id: guest.user.id, selfieUrl: null });
    }
    expect((await guest.client.get('/api/user')).json).toEqual(guest.user);
    expect(refusal(await sendSelfie(guest, Buffer.from('no image')))).toEqual([
      400,
      'Invalid image file',
    ]);
  });

  describe('the administrator', () => {
    test('POST /api/verify-admin requires the credentials of user 1', async () => {
      const administrator = await signInAdministrator(origin);
      const check = (username: string, password: string) =>
        administrator.post('/api/verify-admin', { username, password });
      const right = await check(' admin ', ' admin-password ');
      expect([right.status, right.json]).toEqual([
        200,
        { isAdmin: true, message: 'Admin access granted' },
      ]);
      const wrong = [await check('admin', 'admin-passwort'), await check('', 'admin-password')];
      expect(wrong.map(refusal)).toEqual([
        [401, 'Authentication failed'],
        [401, 'Authentication failed'],
      ]);
      const { client } = (await createParty(origin)).organizer;
      const credentials = { username: 'admin', password: 'admin-password' };
      const other = await client.post('/api/verify-admin', credentials);
      expect([other.status, other.json]).toEqual([
        403,
        { isAdmin: false, message: 'You do not have admin privileges' },
      ]);
    });

    test('PATCH /api/events/{id}/max-users', async () => {
      const party = await createParty(origin);
      const path = `/api/events/${party.event.id}/max-users`;
      const administrator = await signInAdministrator(origin);
      const set = (json: object, client = administrator) => client.request('PATCH', path, { json });
      const { status, json } = await set({ maxUsers: 25 });
      expect([status, json]).toEqual([200, { ...party.event, maxUsers: 25 }]);
      for (const maxUsers of [0, -1, 2.5, 'many', null]) {
        expect(refusal(await set({ maxUsers }))).toEqual([
          400,
          'Please enter a valid number greater than 0',
        ]);
      }
      const ofNothing = await administrator.request('PATCH', '/api/events/123/max-users', {
        json: { maxUsers: 5 },
      });
      expect(refusal(ofNothing)).toEqual([404, 'Event not found']);
      expect((await set({ maxUsers: 5 }, party.organizer.client)).status).toBe(403);
    });
  });

  describe('bad requests', () => {
    test('an unknown call', async () => {
      for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
        const answer = await nobody().request(method, '/api/nothing/here');
        expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/);
        expect(refusal(answer)).toEqual([404, 'Not found']);
      }
    });

    test('a known call with another method', async () => {
      const calls = ['POST /api/user', 'GET /api/login', 'PUT /api/photos', 'GET /api/photos'];
      for (const call of [...calls, 'DELETE /api/events/1', 'PATCH /api/create-event']) {
        const [method = '', path = ''] = call.split(' ');
        const answer = await nobody().request(method, path);
        expect([call, ...refusal(answer)]).toEqual([call, 405, 'Method not allowed']);
      }
    });

    test('a body that is neither form nor JSON, or malformed', async () => {
      const post = (body: BodyInit, type: string) =>
        nobody().request('POST', '/api/login', { body, headers: { 'Content-Type': type } });
      const answers = [
        await post('event=DEMO', 'text/plain'),
        await post('<event/>', 'application/xml'),
        await post('{"event": "DE', 'application/json'),
        await post('', 'application/json'),
        await post('[]', 'application/json'),
        await post('"DEMO"', 'application/json; charset=utf-8'),
        await post('{"event": {"toString": 1}}', 'application/json'),
      ];
      expect(answers.map(refusal)).toEqual([
        [415, 'Send a form or JSON'],
        [415, 'Send a form or JSON'],
        ...Array.from({ length: 5 }, () => [400, 'Invalid request']),
      ]);
    });

    test('a form works where JSON does', async () => {
      const party = await createParty(origin);
      const answer = await nobody().submit('/api/visitor-access', party.names);
      expect(answer.status).toBe(200);
    });
  });
});

describe('states that no call can cause', () => {
  const { origin, databaseUrl } = inject('postgresServer');

  test('while voting is disabled stars are neither given nor taken back', async () => {
    const party = await createParty(origin);
    const [owner, guest] = [await join(party), await join(party)];
    const photos = [await addPhoto(owner, 1), await addPhoto(owner, 2)];
    const star = (photoId?: number) =>
      guest.client.post('/api/favorites', { userId: guest.user.id, photoId });
    await star(photos[0]?.id);

    const { db, close } = await connectDatabase({ url: databaseUrl, dataDir: '' });
    await db.update(events).set({ votingEnabled: false }).where(eq(events.id, party.event.id));
    await close();
    const answers = [
      await star(photos[1]?.id),
      await guest.client.delete(`/api/favorites/${photos[0]?.id}`),
    ];
    expect(answers.map(refusal)).toEqual([
      [403, 'Voting has been disabled by the organizer'],
      [403, 'Voting has been disabled by the organizer'],
    ]);
  });
});
