import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connectDatabase, type DatabaseConnection } from '~db/client.server';
import { events } from '~db/schema';
import { Client, type Answer } from '../setup/client';
import { createPostgresDatabase } from '../setup/databases';
import { failOn as failRows } from '../setup/failing-rows';
import { textOf } from '../setup/html';
import type { TestServer } from '../setup/server';
import { fieldsOf, open, send, type Page } from './pages';
import {
  addPhoto,
  createParty,
  day,
  join,
  sendSelfie,
  signInAdministrator,
  smallJpeg,
  unique,
  visit,
  type Party,
} from './party';
import { startApart } from './servers';

// Failures that no rule has refused: the database itself fails, for this test's rows only.

const { origin, databaseUrl } = inject('postgresServer');
let connection: DatabaseConnection;
let doomed: Party;

beforeAll(async () => {
  connection = await connectDatabase({ url: databaseUrl, dataDir: '' });
  doomed = await createParty(origin);
  const isIt = eq(events.id, doomed.event.id);
  await connection.db.update(events).set({ maxUsers: 100 }).where(isIt);
});
afterAll(async () => {
  for (const mend of mended) await mend();
  await connection.close();
});

const mended: (() => Promise<void>)[] = [];

/** Makes a statement on some rows fail during these tests. */
async function failOn(table: string, statement: string, when: string): Promise<void> {
  mended.push(await failRows(connection.db, { table, statement, when }));
}

const isPhoto = (id: number) => `new.photo_id = ${id}`;

const UNKNOWN = 'Something went wrong. Please try again.';

/** The note of a form. */
const noteOf = ({ document }: Page) =>
  [...document.querySelectorAll('.note.error')].map(textOf).join();

/** The stacks of failures in a log, by the code of the answer. */
function errorsIn(log: string): Map<string, string> {
  const lines = log.split('\n').filter((line) => line.startsWith('{') && line.endsWith('}'));
  const told = lines.map((line) => JSON.parse(line) as Partial<ErrorLine>);
  return new Map(told.map(({ refusal, err }) => [refusal?.code ?? '', err?.stack ?? '']));
}

interface ErrorLine {
  refusal: { code: string };
  err: { stack: string };
}

const said = ({ status, json }: Answer<unknown>) => [status, (json as { message: string }).message];

describe('an event', () => {
  const values = (name: string) => ({
    name: `${name} ${unique()}`,
    organizerName: `Organizer ${unique()}`,
    organizerEmail: `${unique()}@example.com`,
  });

  test('that cannot be created', async () => {
    await failOn('events', 'insert', `new.name like 'Doomed %'`);
    const answer = await new Client(origin).post('/api/create-event', values('Doomed'));
    expect(said(answer)).toEqual([500, 'Event creation failed']);
    const client = new Client(origin);
    client.speak('en');
    const { name, ...rest } = values('Doomed');
    const form = await open(client, '/create-event');
    const confirm = await send(client, form, 'Continue', { name, ...rest });
    const page = await send(client, confirm, 'Confirm', { intent: 'create' });
    expect(page.status).toBe(500);
    expect(page.text).toContain('Failed to create event');
    expect(page.text).toContain('Event creation failed');
  });
});

describe('on the screens', () => {
  test('Login/Register, at its last step', async () => {
    const client = (await visit(doomed)).speak('en');
    const typed = { name: `Guest ${unique()}`, email: `lost-${unique()}@example.com` };
    const login = await open(client, '/login');
    const confirm = await send(client, login, 'Continue', { ...typed, consent: 'on' });
    await failOn('users', 'insert', `new.email like 'lost-%'`);
    const page = await send(client, confirm, 'Submit', { intent: 'submit' });
    expect([page.status, noteOf(page)]).toEqual([500, `Error ${UNKNOWN}`]);
    expect(fieldsOf(page.html)).toMatchObject({ ...typed, consent: 'on' });
  });

  test('a star given', async () => {
    const { client } = await join(doomed);
    client.speak('en');
    const owner = await join(doomed);
    const photo = await addPhoto(owner, 1);
    await failOn('favorites', 'insert', isPhoto(photo.id));
    const star = `Give a star to the photo by ${owner.user.name}`;
    const page = await send(client, await open(client, '/feed'), star, {});
    expect(page.text).toContain('Failed to add to favorites');
    expect(page.text).toContain('Failed to add or remove favorites');
  });

  test('a star that is taken back', async () => {
    const { client, user } = await join(doomed);
    client.speak('en');
    const owner = await join(doomed);
    const photo = await addPhoto(owner, 1);
    await client.post('/api/favorites', { userId: user.id, photoId: photo.id });
    await failOn('favorites', 'delete', `old.photo_id = ${photo.id}`);
    const star = `Give a star to the photo by ${owner.user.name}`;
    const page = await send(client, await open(client, '/feed'), star, {});
    expect(page.text).toContain('Failed to remove from favorites');
  });

  test('a selfie', async () => {
    const guest = await join(doomed);
    const { client, user } = guest;
    client.speak('en');
    const form = new FormData();
    form.set('image', new Blob(['no image']), 'me.jpg');
    await client.request('POST', '/selfie', { body: form });
    const page = await open(client, '/?tab=profile');
    expect(page.text).toContain('Failed to update selfie');
    expect(page.text).toContain('Selfie upload failed: Invalid image file');
    await sendSelfie(guest, await smallJpeg());
    await failOn('users', 'update', `new.id = ${user.id}`);
    const profile = await send(client, await open(client, '/?tab=profile'), 'Remove selfie', {});
    expect(profile.text).toContain('Failed to remove profile image');
    expect(profile.text).toContain('Please try again later');
  });

  test('a description', async () => {
    const { organizer, event } = await createParty(origin);
    const { client } = organizer;
    client.speak('en');
    await failOn('events', 'update', `new.id = ${event.id}`);
    const dialog = await open(client, '/event/description');
    const page = await send(client, dialog, 'Save', { description: 'Another' });
    expect(page.status).toBe(500);
    expect(page.text).toContain('Failed to update event description');
    expect(page.text).toContain(UNKNOWN);
    expect(fieldsOf(page.html)).toMatchObject({ description: 'Another' });
  });

  test('the administrator’s: an end date, an event, the storage', async () => {
    const administrator = await signInAdministrator(origin);
    administrator.speak('en');
    const { event } = await createParty(origin);
    await failOn('events', 'update', `new.id = ${event.id}`);
    await failOn('events', 'delete', `old.id = ${event.id}`);
    const said = async (path: string, fields: Record<string, string>) => {
      const answer = await administrator.submit(path, fields);
      return (await open(administrator, answer.headers.get('Location') ?? path)).text;
    };
    const cell = { eventId: String(event.id), intent: 'end', value: day(3) };
    expect(await said('/admin/events', cell)).toContain('Error updating end date');
    expect(await said(`/admin/events/${event.id}/delete`, { typed: event.name })).toContain(
      'Error deleting event',
    );
    const mode = { intent: 'mode', useFtp: 'true' };
    expect(await said('/admin/storage', mode)).toContain('Failed to toggle storage mode');
    const ftp = {
      intent: 'ftp',
      ftpHost: '127.0.0.1:1',
      ftpUser: 'u',
      ftpPassword: 'p',
      ftpDirectory: '',
      ftpBaseUrl: 'http://127.0.0.1:1/',
    };
    const storage = await administrator.submit('/admin/storage', ftp);
    expect(storage.status).toBe(400);
    expect(storage.text).toContain('Failed to update FTP configuration');
  });

  test('a user’s photo list', async () => {
    const { client, user } = await join(doomed);
    client.speak('en');
    const page = await open(client, `/feed?userId=${user.id}`);
    expect(page.text).toContain('No Photos Found');
    expect(page.text).toContain('This person hasn’t added a photo yet.');
  });
});

describe('in an event', () => {
  test('a star, a report and a deletion of a photo', async () => {
    const owner = await join(doomed);
    const { client, user } = await join(doomed);
    client.speak('en');
    const photo = await addPhoto(owner, 1);
    const isIt = `photo_id = ${photo.id}`;
    await failOn('favorites', 'insert', `new.${isIt}`);
    await failOn('flag_reports', 'insert', `new.${isIt}`);
    const star = { userId: user.id, photoId: photo.id };
    expect(said(await client.post('/api/favorites', star))).toEqual([
      500,
      'Failed to add or remove favorites',
    ]);
    expect(said(await client.post(`/api/photos/${photo.id}/flag`, {}))).toEqual([
      500,
      'Failed to report photo',
    ]);
    const dialog = await open(client, `/photos/${photo.id}/report`);
    const page = await send(client, dialog, 'Report', {});
    expect(page.status).toBe(500);
    expect(page.text).toContain('Error');
    expect(page.text).toContain('An unexpected error occurred');

    await failOn('photos', 'delete', `old.id = ${photo.id}`);
    expect(said(await owner.client.delete(`/api/photos/${photo.id}`))).toEqual([
      500,
      'Failed to delete photo',
    ]);
  });
});

describe('failed reads', () => {
  let server: TestServer;
  let broken: DatabaseConnection;
  beforeAll(async () => {
    const url = await createPostgresDatabase();
    server = await startApart({ DATABASE_URL: url, LOG_LEVEL: 'error' });
    broken = await connectDatabase({ url, dataDir: '' });
  });
  afterAll(async () => {
    await server.stop();
    await broken.close();
    await server.clean();
  });

  test.each([
    ['users', 'Error fetching users: 500', 'Error fetching users'],
    ['events', 'Error fetching event: 500', null],
  ])('of an invitation: %s', async (table, words, plain) => {
    const { event } = await createParty(server.origin);
    const reader = new Client(server.origin).speak('en');
    const rename = (from: string, to: string) =>
      broken.db.execute(sql.raw(`alter table ${from} rename to ${to}`));
    await rename(table, `${table}_gone`);
    try {
      const page = await open(reader, `/invitation-pdf/${event.id}`);
      const heading = page.document.querySelector('h1')?.textContent;
      expect([page.status, heading]).toEqual([500, `Error: ${words}`]);
      if (plain) {
        const pdf = await reader.get(`/invitation-pdf/${event.id}/pdf`);
        expect([pdf.status, pdf.text]).toEqual([500, plain]);
        const told = () => errorsIn(server.output()).get('users_failed');
        await expect.poll(told).toMatch(/\n +at /);
      }
    } finally {
      await rename(`${table}_gone`, table);
    }
  });

  test('reports, the ranking, an event, the session’s user', async () => {
    const party = await createParty(server.origin);
    const { organizer, event } = party;
    const visitor = await visit(party);
    const { client } = organizer;
    client.speak('en');
    const administrator = (await signInAdministrator(server.origin)).speak('en');
    for (const table of ['flag_reports', 'favorites', 'photos']) {
      await broken.db.execute(sql.raw(`alter table ${table} rename to ${table}_gone`));
    }
    expect(said(await client.get(`/api/events/${event.id}/flag-reports`))).toEqual([
      500,
      'Failed to fetch reports',
    ]);
    const flags = await open(client, '/flags');
    expect(flags.status).toBe(500);
    expect(flags.text).toContain('Failed to load flagged photos');
    const top = await open(client, '/top');
    expect([top.status, top.text.includes('Error loading top photos')]).toEqual([500, true]);

    const list = await open(administrator, '/admin/events');
    expect([list.status, list.text.includes('Failed to load events.')]).toEqual([500, true]);

    await broken.db.execute(sql.raw('alter table events rename to events_gone'));
    // With scripts the form stays even if its sender is unknown.
    const typed = { ...party.names, name: 'Zoé Doe', email: 'zoe@example.com', consent: 'on' };
    for (const path of ['/login', '/auth/join/confirm']) {
      const answer = await visitor.submit(`${path}.data`, { ...typed, intent: 'submit' });
      expect([path, answer.status, answer.text]).toEqual([
        path,
        500,
        expect.stringContaining('entry_failed'),
      ]);
    }
    const stranger = new Client(server.origin);
    stranger.speak('en');
    const names = new URLSearchParams({ event: 'DEMO', organizer: 'Demo' });
    const confirm = await open(stranger, `/auth/join/confirm?${names}`);
    const page = await send(stranger, confirm, 'Confirm', {});
    expect([page.status, noteOf(page)]).toEqual([500, `Error ${UNKNOWN}`]);
    expect(fieldsOf(page.html)).toMatchObject({ event: 'DEMO', organizerName: 'Demo' });
    await expect.poll(() => errorsIn(server.output()).get('entry_failed')).toMatch(/\n +at /);
  });
});

test('a user’s deletion and the administrator’s credentials', async () => {
  const administrator = await signInAdministrator(origin);
  administrator.speak('en');
  const { user } = await join(doomed);
  await failOn('users', 'delete', `old.id = ${user.id}`);
  expect(said(await administrator.delete(`/api/admin/users/${user.id}`))).toEqual([
    500,
    'Failed to delete the user',
  ]);
  const dialog = await open(administrator, `/admin/users/${user.id}/delete`);
  const users = await send(administrator, dialog, 'Delete', {});
  expect(users.text).toContain('Error deleting user');
  expect(users.text).toContain('Failed to delete the user');

  await failOn('users', 'update', `new.id = 1 and new.username = 'root-of-evil'`);
  const path = '/api/admin/credentials';
  const json = { username: 'root-of-evil', password: '' };
  expect(said(await administrator.request('PATCH', path, { json }))).toEqual([
    500,
    'Failed to update admin credentials',
  ]);
  const form = await open(administrator, '/admin/credentials');
  const page = await send(administrator, form, 'Update Credentials', { username: json.username });
  expect(page.status).toBe(500);
  expect(page.text).toContain('Error updating credentials');
  expect(page.text).toContain('Failed to update admin credentials');
});
