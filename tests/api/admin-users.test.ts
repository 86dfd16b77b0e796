import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AdminUser } from '~/models/admin/shape';
import { Client } from '../setup/client';
import { attributesOf, parsePage } from '../setup/html';
import { ADMIN_PASSWORD, type TestServer } from '../setup/server';
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
import { startApart } from './servers';

// On a separate server, because the last of them change the administrator's credentials.

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startApart();
  admin = (await signInAdministrator(server.origin)).speak('en');
});
afterAll(async () => {
  await server.stop();
  await server.clean();
});

const usersOf = async (client: Client, query = '') =>
  expectStatus(await client.get<AdminUser[]>(`/api/admin/users${query}`), 200).json;
/** The URL that asks for the credentials again. */
const checkOf = (path: string) => `/admin/verify?next=${encodeURIComponent(path)}`;
const whereTo = (answer: { headers: Headers }) => answer.headers.get('Location');
/** Follows a redirect to its page, with its notice. */
const follow = async (client: Client, answer: { headers: Headers }) =>
  (await client.get(whereTo(answer) ?? '')).text;
const aParty = () => createParty(server.origin);
const verify = (client: Client, username: string, password: string) =>
  client.post('/api/verify-admin', { username, password });

test('the administrator sees everybody, an organizer their own event only', async () => {
  const [party, other] = await Promise.all([aParty(), aParty()]);
  const guest = await join(party);
  await addPhoto(guest, 1);
  const { organizer } = party;
  const own = [
    [organizer.user.id, true, 0],
    [guest.user.id, false, 1],
  ];
  const brief = (users: AdminUser[]) =>
    users.map(({ id, isOrganizer, photoCount }) => [id, isOrganizer, photoCount]);
  expect(brief(await usersOf(organizer.client))).toEqual(own);
  expect(brief(await usersOf(admin, `?q=${party.names.event}`))).toEqual(own);

  const everybody = await usersOf(admin);
  expect(everybody[0]).toMatchObject({ id: 1, username: 'admin' });
  expect(everybody).toContainEqual({
    id: other.organizer.user.id,
    name: other.organizer.user.name,
    email: other.organizer.user.email,
    username: other.organizer.user.username,
    isOrganizer: true,
    event: { id: other.event.id, name: other.event.name },
    photoCount: 0,
  });
  expect((await usersOf(admin, '?sort=-id')).map(({ id }) => id)).toEqual(
    everybody.map(({ id }) => id).reverse(),
  );
  expect(await usersOf(admin, '?page=1')).toEqual(everybody.slice(0, 25));
  expect(await usersOf(admin, '?page=99')).toEqual([]);
});

test('without a fresh check the administrator is asked for it, and others are refused', async () => {
  const { client, user } = await join(await aParty());
  const login = { event: 'DEMO', organizerName: 'Demo', name: 'Demo', email: 'admin@example.com' };
  expectStatus(await client.post('/api/login', { ...login, password: ADMIN_PASSWORD }), 200);
  const answers = [
    await client.get('/api/admin/users'),
    await client.delete(`/api/admin/users/${user.id}`),
    await client.request('PATCH', '/api/admin/credentials', { json: { username: 'mine' } }),
  ];
  for (const { status, json } of answers) {
    expect([status, json]).toEqual([403, { message: 'Admin authentication required' }]);
  }
  const party = await aParty();
  for (const guest of [party.organizer.client, (await join(party)).client]) {
    const refused = await guest.delete(`/api/admin/users/${user.id}`);
    expect([refused.status, refused.json]).toEqual([403, { message: 'Access denied' }]);
  }
  const screens = ['/admin/users', `/admin/users/${user.id}/delete`, '/admin/credentials'];
  for (const path of screens) {
    expect([path, whereTo(await client.get(path))]).toEqual([path, checkOf(path)]);
  }
  for (const path of screens.slice(1)) {
    expect([path, whereTo(await client.submit(path, {}))]).toEqual([path, checkOf(path)]);
  }
});

test('only the administrator sees the screens', async () => {
  const party = await aParty();
  const guest = await join(party);
  const screens = ['/admin/users', `/admin/users/${guest.user.id}/delete`, '/admin/credentials'];
  for (const { client } of [party.organizer, guest]) {
    for (const path of screens) expect(whereTo(await client.get(path))).toBe('/');
    expect(whereTo(await client.submit(screens[1] as string, {}))).toBe('/');
  }
  expectStatus(await guest.client.get('/api/user'), 200);
});

test('anybody but the administrator is deleted by a call', async () => {
  const { client, user } = await join(await aParty());
  const path = `/api/admin/users/${user.id}`;
  expect(expectStatus(await admin.delete(path), 200).json).toEqual({ success: true });
  expectStatus(await client.get('/api/user'), 401);
  expect(await admin.delete(path)).toMatchObject({
    status: 404,
    json: { message: 'User not found' },
  });
  expect(await admin.delete('/api/admin/users/1')).toMatchObject({
    status: 403,
    json: { message: 'Access denied' },
  });
  expectStatus(await admin.get('/api/user'), 200);
});

test('an organizer deleted by a call deletes the event', async () => {
  const party = await aParty();
  const guest = await join(party);
  const path = `/api/admin/users/${party.organizer.user.id}`;
  // A caller who means a successor and names none must not lose the event.
  for (const successor of ['', '0', '-1', 'x', '1.5', '1'.repeat(16)]) {
    expect(await admin.delete(`${path}?successorId=${successor}`)).toMatchObject({
      status: 400,
      json: { message: 'Invalid request' },
    });
  }
  expectStatus(await guest.client.get('/api/user'), 200);
  expect(expectStatus(await admin.delete(path), 200).json).toEqual({ success: true });
  for (const { client } of [guest, party.organizer]) {
    expectStatus(await client.get('/api/user'), 401);
  }
  expectStatus(await guest.client.get(`/invitation-pdf/${party.event.id}`), 404);
});

/** What guests see once somebody else has taken an event over. */
async function expectToFollow({ event, names, origin }: Party, heir: Person, guest: Person) {
  const { client } = guest;
  const invitation = expectStatus(await client.speak('en').get(`/invitation-pdf/${event.id}`), 200);
  expect(invitation.text).toContain(heir.user.name);
  expect(invitation.text).not.toContain(names.organizerName);
  expectStatus(await client.get(`/invitation-pdf/${event.id}/pdf`), 200);
  for (const path of ['/', '/feed', '/top', '/settings', '/api/messages']) {
    expectStatus(await client.get(path), 200);
  }
  expect(expectStatus(await client.get('/messages'), 200).text).toContain(heir.user.name);
  const hello = { toUserId: heir.user.id, message: 'Hello' };
  expectStatus(await client.post('/api/messages', hello), 201);
  expect(expectStatus(await client.get(`/api/events/${event.id}`), 200).json).toMatchObject({
    organizerId: heir.user.id,
  });
  // The link of the QR code leads in with the new names, and so does an older print.
  const link = `/auth/join?event=${names.event}&organizer=${heir.user.name}`;
  expect(expectStatus(await new Client(origin).get(link), 200).text).toContain(heir.user.name);
  await visit({ origin, names: { ...names, organizerName: heir.user.name } } as Party);
  await visit({ origin, names } as Party);
}

test('an organizer deleted by a call leaves the event to the named successor', async () => {
  const party = await aParty();
  const [heir, guest, stranger] = [
    await join(party),
    await join(party),
    await join(await aParty()),
  ];
  await addPhoto(heir, 1);
  const path = `/api/admin/users/${party.organizer.user.id}`;
  for (const { id } of [stranger.user, party.organizer.user, { id: 999_999_999 }]) {
    expect(await admin.delete(`${path}?successorId=${id}`)).toMatchObject({
      status: 404,
      json: { message: 'User not found' },
    });
  }
  await createParty(server.origin, { name: party.names.event, organizerName: guest.user.name });
  expect(await admin.delete(`${path}?successorId=${guest.user.id}`)).toMatchObject({
    status: 409,
    json: { message: 'An event with this name and organizer already exists' },
  });
  expectStatus(await party.organizer.client.get('/api/user'), 200);

  const answer = await admin.delete(`${path}?successorId=${heir.user.id}`);
  expect(expectStatus(answer, 200).json).toEqual({ success: true });
  expectStatus(await party.organizer.client.get('/api/user'), 401);
  // The successor is still signed in, and is the organizer from the next click on.
  expect(expectStatus(await heir.client.get('/api/user'), 200).json).toMatchObject({
    id: heir.user.id,
    isOrganizer: true,
  });
  expect((await usersOf(heir.client)).map(({ id }) => id)).toEqual([heir.user.id, guest.user.id]);
  await expectToFollow(party, heir, guest);
});

test('without scripts: searching, sorting, and deleting an organizer with a successor', async () => {
  const mark = unique();
  const party = await createParty(server.origin, { name: `Ball ${mark}` });
  const heir = await join(party, { email: `a${mark}@example.com`, name: `Heir ${mark}` });
  const guest = await join(party, { email: `b${mark}@example.com` });
  await addPhoto(party.organizer, 1);
  const { id } = party.organizer.user;
  const organizerAddress = party.organizer.user.email;

  const list = `/admin/users?q=${mark}&sort=-email`;
  const { text } = expectStatus(await admin.get(list), 200);
  expect(text).toContain('3 of 3');
  expect(text).toContain('aria-sort="descending"');
  expect(text.indexOf(organizerAddress)).toBeGreaterThan(0);
  const remove = `/admin/users/${id}/delete?next=${encodeURIComponent(list)}`;
  // Spaces and signs in URLs may be encoded in two ways.
  const links = attributesOf(parsePage(text), 'a', 'href').map(decodeURIComponent);
  expect(links.some((link) => link.startsWith(decodeURIComponent(remove)))).toBe(true);

  const question = expectStatus(await admin.get(remove), 200).text;
  expect(question).toContain('Confirm User Deletion');
  expect(question).toContain(
    `Delete the event “Ball ${mark}” too, with 2 participants and 1 photo`,
  );
  expect(isChecked(question, 'stays')).toBe(true);
  expect(peopleIn(question)).toEqual([guest, heir].map(({ user }) => String(user.id)));
  expect(selectedIn(question)).toBeUndefined();

  const heirs = String(heir.user.id);
  const conflict = { name: `Ball ${mark}`, organizerName: guest.user.name };
  await createParty(server.origin, conflict);
  for (const { fields, status, message, checked, selected } of [
    { fields: {}, status: 400, message: WHICH, checked: 'stays', selected: undefined },
    {
      fields: { successorId: heirs },
      status: 400,
      message: WHICH,
      checked: 'stays',
      selected: heirs,
    },
    {
      fields: { fate: 'goes', successorId: heirs, typed: 'Ball' },
      status: 400,
      message: TYPED,
      checked: 'goes',
      selected: heirs,
    },
    {
      fields: { fate: 'stays', successorId: '' },
      status: 400,
      message: 'Choose who takes over',
      checked: 'stays',
      selected: undefined,
    },
    {
      fields: { fate: 'stays', successorId: '1' },
      status: 404,
      message: 'User not found',
      checked: 'stays',
      selected: undefined,
    },
    {
      fields: { fate: 'stays', successorId: String(guest.user.id) },
      status: 409,
      message: 'An event with this name and organizer already exists',
      checked: 'stays',
      selected: String(guest.user.id),
    },
  ]) {
    const answer = await admin.submit(remove, fields as Record<string, string>);
    expect([fields, answer.status]).toEqual([fields, status]);
    expect(answer.text).toContain(message);
    expect([fields, isChecked(answer.text, checked)]).toEqual([fields, true]);
    expect([fields, selectedIn(answer.text)]).toEqual([fields, selected]);
  }

  const deleted = await admin.submit(remove, { fate: 'stays', successorId: heirs });
  expect(whereTo(deleted)).toBe(list);
  expect(await follow(admin, deleted)).toContain('User deleted');
  expectStatus(await admin.get(remove), 404);
  const again = await follow(admin, await admin.submit(remove, { fate: 'goes', typed: 'Ball' }));
  expect(again).toContain('Error deleting user');
  expect(again).toContain('User not found');
  expect(whereTo(await admin.submit(`${remove}`.replace(`/${id}/`, '/1/'), {}))).toBe(list);
  expect((await usersOf(admin)).map((user) => user.id)).toContain(1);
  await expectToFollow(party, heir, guest);

  const nobody = (await admin.get(`/admin/users?q=${unique()}`)).text;
  expect(nobody).toContain('No Users');
  expect(nobody).toContain('Clear search');
});

const WHICH = 'Choose whether to delete the event or hand it over';
const FATE = 'input[name=fate]';
const HEIR = 'input[name=successorId]';
const TYPED = 'Type the event name exactly as shown here.';
const isChecked = (text: string, fate: string) =>
  attributesOf(parsePage(text), `${FATE}[checked]`, 'value').includes(fate);
const peopleIn = (text: string) => attributesOf(parsePage(text), HEIR, 'value');
const selectedIn = (text: string) => attributesOf(parsePage(text), `${HEIR}[checked]`, 'value')[0];

test('without scripts: an organizer without participants is deleted with the event, once its name is typed', async () => {
  const party = await aParty();
  const remove = `/admin/users/${party.organizer.user.id}/delete`;
  const question = expectStatus(await admin.get(remove), 200).text;
  expect(question).toContain('There are no other participants, so nobody can take over.');
  const page = parsePage(question);
  // Nothing is preselected.
  expect(attributesOf(page, FATE, 'value')).toEqual(['goes']);
  expect(page.querySelector('input[checked]')).toBeNull();
  for (const [fields, message] of [
    [{}, WHICH],
    [{ fate: 'goes' }, TYPED],
  ] as const) {
    const answer = await admin.submit(remove, fields);
    expect([answer.status, answer.text.includes(message)]).toEqual([400, true]);
  }
  const typed = party.event.name;
  expect(whereTo(await admin.submit(remove, { fate: 'goes', typed }))).toBe('/admin/users');
  expectStatus(await admin.get(`/invitation-pdf/${party.event.id}`), 404);
});

test('without scripts: a successor is searched for', async () => {
  const party = await aParty();
  for (const name of ['Ana', 'Béa', 'Cem']) await join(party, { name });
  const remove = `/admin/users/${party.organizer.user.id}/delete`;
  const found = expectStatus(await admin.get(`${remove}?q=bea`), 200).text;
  expect(peopleIn(found)).toHaveLength(1);
  const [bea] = peopleIn(found);
  // A refused form keeps the search.
  const refused = await admin.submit(`${remove}?q=bea`, { fate: 'stays' });
  expect([refused.status, peopleIn(refused.text)]).toEqual([400, [bea]]);
  const none = expectStatus(await admin.get(`${remove}?q=nobody`), 200).text;
  expect(peopleIn(none)).toEqual([]);
  expect(isChecked(none, 'stays')).toBe(true);
  const done = await admin.submit(`${remove}?q=bea`, { fate: 'stays', successorId: bea ?? '' });
  expect(whereTo(done)).toBe('/admin/users');
});

test('a user who has taken an event over since the question was asked is asked about it', async () => {
  const party = await aParty();
  const [heir, guest] = [await join(party), await join(party)];
  const remove = `/admin/users/${heir.user.id}/delete`;
  const question = expectStatus(await admin.get(remove), 200).text;
  expect(parsePage(question).querySelector(FATE)).toBeNull();
  const path = `/api/admin/users/${party.organizer.user.id}?successorId=${heir.user.id}`;
  expectStatus(await admin.delete(path), 200);
  const answer = await admin.submit(remove, {});
  expect(answer.status).toBe(400);
  expect(answer.text).toContain(WHICH);
  expectStatus(await guest.client.get('/api/user'), 200);
});

test('without scripts: invalid credentials show what is wrong', async () => {
  const post = (fields: Record<string, string>) =>
    admin.submit('/admin/credentials', {
      username: 'admin',
      password: '',
      passwordConfirmation: '',
      ...fields,
    });
  for (const [fields, message] of [
    [{ username: '  ' }, 'Username required: Please enter a valid username'],
    [
      { username: 'boss', password: 'secret-one', passwordConfirmation: 'secret-two' },
      'Passwords don&#x27;t match: Please make sure the passwords match',
    ],
    [
      { password: 'short', passwordConfirmation: 'short' },
      'Password must be at least 6 characters',
    ],
    [
      { password: 'Trustno1', passwordConfirmation: 'Trustno1' },
      'Many people use this password, so it’s one of the first to be guessed. Please choose another one.',
    ],
  ] as const) {
    const answer = await post(fields);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(message);
    expect(answer.text).not.toContain('secret-one');
    if ('password' in fields && 'username' in fields) {
      expect(answer.text).toContain('value="boss"');
    }
  }
  const call = (json: object) => admin.request('PATCH', '/api/admin/credentials', { json });
  expect(await call({ username: ' ', password: '' })).toMatchObject({ status: 400 });
  expect(await call({ username: 'admin', password: 'short' })).toMatchObject({
    status: 400,
    json: { message: 'Password must be at least 6 characters' },
  });
  expect(await call({ username: 'big.boss', password: 'BigBoss1' })).toMatchObject({
    status: 400,
    json: {
      message:
        'Other people know this name, so it’s one of the first to be guessed. Please choose another password.',
    },
  });
  expectStatus(await verify(admin, 'admin', ADMIN_PASSWORD), 200);
});

test('a new password ends the sessions begun with the old one, except the one that set it', async () => {
  const elsewhere = await signInAdministrator(server.origin);
  const call = (json: object) => admin.request('PATCH', '/api/admin/credentials', { json });

  // A new name alone ends nobody's session, nor its check.
  expect(expectStatus(await call({ username: ' boss ', password: '' }), 200).json).toMatchObject({
    id: 1,
    username: 'boss',
  });
  await usersOf(elsewhere);

  const stolen = elsewhere.cookies.header() ?? '';
  const changed = await admin.submit('/admin/credentials', {
    username: 'boss',
    password: 'another-password',
    passwordConfirmation: ' another-password ',
  });
  expect(whereTo(changed)).toBe('/admin/users');
  expect(await follow(admin, changed)).toContain('Admin credentials updated');
  await usersOf(admin);
  expectStatus(await elsewhere.get('/api/admin/users'), 401);
  expect(whereTo(await elsewhere.get('/admin/users'))).toBe(checkOf('/admin/users'));
  const replayed = await fetch(`${server.origin}/api/admin/storage-config`, {
    headers: { Cookie: stolen },
  });
  expect(replayed.status).toBe(401);

  const signIn = (password: string) => elsewhere.post('/api/login', { ...ADMINISTRATOR, password });
  expectStatus(await signIn(ADMIN_PASSWORD), 401);
  expectStatus(await signIn('another-password'), 200);
  expect(whereTo(await elsewhere.get('/admin/users'))).toBe(checkOf('/admin/users'));
  expectStatus(await verify(elsewhere, 'boss', ADMIN_PASSWORD), 401);
  expectStatus(await verify(elsewhere, 'boss', 'another-password'), 200);
  await usersOf(elsewhere);

  // Also by the endpoint, whose answer carries the session.
  expectStatus(await call({ username: 'boss', password: 'a-third-password' }), 200);
  await usersOf(admin);
  expectStatus(await elsewhere.get('/api/admin/users'), 401);
});

/** How the administrator signs in, except for the password. */
const ADMINISTRATOR = {
  event: 'DEMO',
  organizerName: 'Demo',
  name: 'Demo',
  email: 'admin@example.com',
};
