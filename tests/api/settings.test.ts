import { beforeAll, describe, expect, inject, test } from 'vitest';
import { Client } from '../setup/client';
import { attributesOf } from '../setup/html';
import { errorAt, fieldsOf, open, send, type Page } from './pages';
import {
  addPhoto,
  createParty,
  expectStatus,
  join,
  signInAdministrator,
  unique,
  visit,
  type Party,
  type Person,
} from './party';

const { origin } = inject('pgliteServer');

let party: Party;
beforeAll(async () => {
  party = await createParty(origin);
});

const settingsOf = (client: Client) => open(client.speak('en'), '/settings');
const save = (client: Client, page: Page, fields: Record<string, string>) =>
  send(client, page, 'details', { ...fields, intent: 'details' });
const savePassword = (client: Client, page: Page, fields: Record<string, string>) =>
  send(client, page, 'new-password', { ...fields, intent: 'password' });
const logIn = (names: Party['names'], person: { name: string; email: string; password?: string }) =>
  new Client(origin).post('/api/login', { ...names, ...person });

describe('one’s own name and e-mail', () => {
  test('can be changed, and sign in from then on', async () => {
    const { client, user } = await join(party);
    const details = { name: `Ann ${unique()}`, email: `${unique()}@example.com` };
    const page = await settingsOf(client);
    expect(fieldsOf(page.html)).toMatchObject({ name: user.name, email: user.email });
    const saved = await save(client, page, details);
    expect([saved.path, saved.status]).toEqual(['/settings', 200]);
    expect(saved.text).toContain('Details saved');
    expect(fieldsOf(saved.html)).toMatchObject(details);
    expect((await logIn(party.names, details)).status).toBe(200);
    expect((await logIn(party.names, user)).status).toBe(401);
  });

  test('every rule has its message at its field, and what was typed stays', async () => {
    const { client } = await join(party);
    const bad = await save(client, await settingsOf(client), { name: ' ab ', email: 'ann@' });
    expect(bad.status).toBe(400);
    expect(errorAt(bad, 'name')).toBe('Name must be at least 3 characters');
    expect(errorAt(bad, 'email')).toBe('Please enter a valid email address');
    expect(fieldsOf(bad.html)).toMatchObject({ email: 'ann@' });
  });

  test('nobody can take the name and address of somebody else in the event', async () => {
    const { user } = await join(party);
    const { client } = await join(party);
    const { name, email } = user;
    const taken = await save(client, await settingsOf(client), { name, email });
    expect(taken.status).toBe(409);
    expect(errorAt(taken, 'name')).toContain('is already registered for this event');
    expect(fieldsOf(taken.html)).toMatchObject({ name, email });
  });

  test('an organizer’s new name is how the event is found', async () => {
    const own = await createParty(origin);
    const namesake = await createParty(origin, { name: own.names.event });
    const { client } = own.organizer;
    const { email } = own.organizer.user;
    const page = await settingsOf(client);
    expect(page.text).toContain('Codes and links you have shared keep working');
    const taken = await save(client, page, { name: namesake.names.organizerName, email });
    expect(taken.status).toBe(409);
    expect(errorAt(taken, 'name')).toBe('An event with this name and organizer already exists');
    const name = `Organizer ${unique()}`;
    expect((await save(client, taken, { name, email })).text).toContain('Details saved');
    const find = (organizerName: string) =>
      new Client(origin).post('/api/visitor-access', { event: own.names.event, organizerName });
    expect((await find(name)).status).toBe(200);
    expect((await find(own.names.organizerName)).status).toBe(200);
    expect((await find('Somebody else')).status).toBe(403);
  });
});

describe('an organizer’s ways in', () => {
  test('a password is chosen, then changed with the current one', async () => {
    const own = await createParty(origin);
    const { client, user } = own.organizer;
    const short = await savePassword(client, await settingsOf(client), { password: 'abc' });
    expect(short.status).toBe(400);
    expect(errorAt(short, 'password')).toBe('Password must be at least 6 characters');
    expect(short.html).not.toContain('abc"');
    const known = await savePassword(client, short, { password: `${own.names.event}!` });
    expect([known.status, errorAt(known, 'password')]).toEqual([
      400,
      'Other people know this name, so it’s one of the first to be guessed. Please choose another password.',
    ]);
    const chosen = await savePassword(client, short, { password: 'first-one' });
    expect(chosen.text).toContain('Password saved');
    expect((await logIn(own.names, user)).status).toBe(401);
    const password = 'first-one';
    expect((await logIn(own.names, { ...user, password })).status).toBe(200);

    const empty = await savePassword(client, chosen, { currentPassword: '', password: 'second-1' });
    expect(errorAt(empty, 'currentPassword')).toBe('Please enter the organizer password');
    const wrong = { currentPassword: 'not-this-one', password: 'second-1' };
    const refused = await savePassword(client, empty, wrong);
    expect([refused.status, errorAt(refused, 'currentPassword')]).toEqual([
      401,
      'That password isn’t right',
    ]);
    expect(refused.html).not.toMatch(/not-this-one|second-1/);
    const right = { currentPassword: 'first-one', password: 'second-1' };
    expect((await savePassword(client, refused, right)).text).toContain('Password saved');
    expect((await logIn(own.names, { ...user, password })).status).toBe(401);
    expect((await logIn(own.names, { ...user, password: 'second-1' })).status).toBe(200);
  });

  test('a new private link works, is shown until it is kept, and the old one no longer does', async () => {
    const own = await createParty(origin);
    const { client } = own.organizer;
    // The first one, of the event's creation, is shown here until it is kept; no newer one is needed yet.
    expect((await settingsOf(client)).text).not.toContain('Make a new link');
    const renew = async () => {
      await client.submit('/settings', { intent: 'link-kept' });
      const page = await send(client, await settingsOf(client), 'Make a new link', {
        intent: 'link',
      });
      expect(page.text).toContain('Your new private link is ready');
      const [url = ''] = attributesOf(page.document, 'input[value*="/return/"]', 'value');
      expect(url).toMatch(/^https?:\/\/[^/]+\/return\/[\w-]{43}$/);
      return new URL(url).pathname;
    };
    const first = await renew();
    expect((await settingsOf(client)).html).toContain(first);
    const second = await renew();
    const visitLink = (path: string) => open(new Client(origin).speak('en'), path);
    expect((await visitLink(first)).status).toBe(404);
    const back = new Client(origin).speak('en');
    const home = await send(back, await open(back, second), 'Open my event');
    expect(home.status).toBe(200);
    expect((await back.get('/api/user')).json).toMatchObject({ id: own.organizer.user.id });
  });

  test('a participant cannot choose a password or make a link', async () => {
    const { client } = await join(party);
    const page = await settingsOf(client);
    expect(page.text).not.toMatch(/password|Your private link|Delete Event/);
    for (const intent of ['password', 'link']) {
      const answer = await client.submit('/settings', { intent, password: 'another-one' });
      expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/']);
    }
  });

  test('the administrator’s credentials cannot be changed here', async () => {
    const client = await signInAdministrator(origin);
    const page = await settingsOf(client);
    expect(page.text).not.toMatch(
      /Your details|Organizer password|Your private link|Leave the event|Delete the event/,
    );
    const details = { intent: 'details', name: 'Somebody', email: 'some@example.com' };
    for (const fields of [details, { intent: 'password', password: 'another-one' }]) {
      expect((await client.submit('/settings', fields)).status).toBe(403);
    }
    const link = await client.submit('/settings', { intent: 'link' });
    expect(link.status).toBe(403);
  });
});

describe('who sees what', () => {
  test('a visitor has a language and a link to join', async () => {
    const client = await visit(party);
    const page = await settingsOf(client);
    expect(page.status).toBe(200);
    expect(page.html).toContain('href="/login?next=%2Fsettings"');
    expect(page.text).not.toMatch(/Your details|Download my data|Leave the event|Delete the event/);
    const chosen = await open(client, '/settings?lang=de');
    expect([chosen.path, chosen.text.includes('Einstellungen')]).toEqual(['/settings', true]);
    const post = await client.submit('/settings', { intent: 'details', name: 'Ann Lee' });
    expect(post.headers.get('Location')).toBe('/login?next=%2Fsettings');
    expect((await open(new Client(origin), '/settings')).path).toBe('/auth');
  });

  test('a member downloads their own data; an organizer deletes the event', async () => {
    const guest = await settingsOf((await join(party)).client);
    expect(guest.html).toContain('href="/settings/data.zip"');
    expect(guest.html).toContain('href="/settings/delete"');
    const organizer = await settingsOf(party.organizer.client);
    expect(organizer.html).toContain('href="/settings/data.zip"');
    expect(organizer.html).toContain('href="/event/delete"');
    expect(organizer.html).not.toContain('href="/settings/delete"');
  });
});

describe('deleting one’s own account', () => {
  const confirm = async ({ client }: Person) =>
    send(client, await open(client.speak('en'), '/settings/delete'), 'Delete my account');

  test('everything is deleted, including the session, and the place is free again', async () => {
    const me = await join(party);
    const photo = await addPhoto(me, 1);
    const gone = await confirm(me);
    expect([gone.path, gone.status]).toEqual(['/auth', 200]);
    expect(gone.text).toContain('Your account has been deleted');
    expect((await me.client.get('/api/user')).status).toBe(401);
    expect((await logIn(party.names, me.user)).status).toBe(401);
    const { client } = party.organizer;
    const left = expectStatus(
      await client.get<{ id: number }[]>(`/api/photos/event/${party.event.id}`),
      200,
    );
    expect(left.json.map(({ id }) => id)).not.toContain(photo.id);
  });

  test('opening the question changes nothing, and an organizer is redirected to the settings', async () => {
    const me = await join(party);
    expect((await open(me.client, '/settings/delete')).status).toBe(200);
    expect((await me.client.get('/api/user')).status).toBe(200);
    const { client } = party.organizer;
    for (const answer of [
      await client.get('/settings/delete'),
      await client.submit('/settings/delete', {}),
    ]) {
      expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/settings']);
    }
    expect((await client.get('/api/user')).status).toBe(200);
    const visitor = await open(await visit(party), '/settings/delete');
    expect(visitor.path).toBe('/login?next=%2Fsettings');
  });
});
