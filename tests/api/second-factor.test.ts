import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../setup/client';
import { attributesOf } from '../setup/html';
import { ADMIN_PASSWORD, type TestServer } from '../setup/server';
import { errorAt, fieldsOf, open, send, type Page } from './pages';
import { createParty, expectStatus, signInAdministrator, visit, type Party } from './party';
import { codeIn, codesOn, SECOND_FACTOR, turnOn } from './second-factor';
import { startApart } from './servers';

// A second factor, by the forms of a browser without scripts and by the calls (rules `second-factor.…`).

let server: TestServer;
beforeAll(async () => {
  server = await startApart({});
});
afterAll(async () => {
  await server.stop();
  await server.clean();
});

const PASSWORD = 'open sesame';
const MISSING = 'Enter the code from your authenticator app, or a recovery code';
const WRONG = 'This code is wrong or has already been used. Wait for the next one.';

async function party() {
  const made = await createParty(server.origin, { organizerPassword: PASSWORD });
  const { name, email } = made.organizer.user;
  const login = { ...made.names, name, email, password: PASSWORD };
  const newClient = () => new Client(server.origin).speak('en');
  const logIn = (fields: object = {}, client = newClient()) =>
    client.post<{ message?: string }>('/api/login', { ...login, ...fields });
  return { ...made, newClient, logIn, ...(await turnOn(made.organizer.client, PASSWORD)) };
}

describe('an organizer’s second factor', () => {
  test('is set up by password and code; the recovery codes are shown once, and other devices are signed out', async () => {
    const made = await createParty(server.origin, { organizerPassword: PASSWORD });
    const { client, user } = made.organizer;
    client.speak('en');
    const { name, email } = user;
    const login = { ...made.names, name, email, password: PASSWORD };
    const elsewhere = new Client(server.origin);
    expectStatus(await elsewhere.post('/api/login', login), 200);

    const first = await open(client, SECOND_FACTOR);
    const wrong = await send(client, first, 'Continue', { intent: 'begin', currentPassword: 'no' });
    expect([wrong.status, errorAt(wrong, 'currentPassword')]).toEqual([
      401,
      'That password isn’t right',
    ]);
    const shown = await send(client, wrong, 'Continue', {
      intent: 'begin',
      currentPassword: PASSWORD,
    });
    expect(shown.document.querySelector('svg[role=img]')).not.toBeNull();
    const refused = await send(client, shown, 'Turn on', { intent: 'confirm', code: '000000' });
    expect([refused.status, errorAt(refused, 'code')]).toEqual([401, WRONG]);
    // The same key can still be scanned.
    expect(fieldsOf(refused.html).offered).toHaveLength(fieldsOf(shown.html).offered?.length ?? 0);
    expectStatus(await elsewhere.get('/api/user'), 200);

    const { done, codes } = await turnOn(client, PASSWORD);
    expect([done.status, new Set(codes).size]).toEqual([200, 10]);
    const links = attributesOf(done.document, 'a', 'href').map(decodeURIComponent);
    const file = `data:text/plain;charset=utf-8,${codes[0]}`;
    expect(links.some((link) => link.startsWith(file))).toBe(true);
    expectStatus(await elsewhere.get('/api/user'), 401);
    const later = await open(client, SECOND_FACTOR);
    expect([later.status, codesOn(later)]).toEqual([200, []]);
    expect(later.text).toContain('10 recovery codes are left');
  });

  test('is asked for by the call, after the right password only', async () => {
    const { logIn, secret, codes } = await party();
    const answers = [
      await logIn(),
      await logIn({ password: 'open barley', code: codeIn(secret, 1) }),
      await logIn({ code: '000000' }),
    ];
    expect(answers.map(({ status, json }) => [status, json.message])).toEqual([
      [401, MISSING],
      [401, 'Invalid credentials or event'],
      [401, WRONG],
    ]);
    for (const { headers } of answers) expect(headers.getSetCookie()).toEqual([]);
    const code = codeIn(secret, 1);
    const both = await Promise.all([logIn({ code }), logIn({ code })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expectStatus(await logIn({ code: codes[0] }), 200);
    expectStatus(await logIn({ code: codes[0] }), 401);
  });

  test('counts wrong codes like wrong passwords', async () => {
    const { logIn, newClient, codes, organizer } = await party();
    const guesser = newClient();
    const statuses: number[] = [];
    for (let i = 0; i < 21; i++) {
      const fields = i % 2 ? { code: String(100_000 + i) } : { password: `open barley ${i}` };
      statuses.push((await logIn(fields, guesser)).status);
    }
    expect(statuses).toEqual([...Array<number>(20).fill(401), 429]);
    expectStatus(await logIn({ code: codes[1] }, guesser), 429);
    // Nobody else is locked out, and a right code does not count.
    expectStatus(await logIn({ code: codes[1] }), 200);
    for (let i = 0; i < 25; i++) expectStatus(await logIn({}, organizer.client), 401);
    expectStatus(await logIn({ code: codes[2] }, organizer.client), 200);
  });

  test('is asked for by Login/Register, without scripts', async () => {
    const made = await party();
    const client = (await visit(made)).speak('en');
    const { name, email } = made.organizer.user;
    const asked = await askForCode(client, made);
    expect([asked.status, errorAt(asked, 'code')]).toEqual([200, null]);
    expect(fieldsOf(asked.html)).toMatchObject({ name, email, password: '', code: '' });
    expect(asked.html).not.toContain(PASSWORD);
    const sendCode = (page: Page, code: string) =>
      send(client, page, 'Submit', { intent: 'submit', password: PASSWORD, code });
    const empty = await sendCode(asked, '');
    expect([empty.status, errorAt(empty, 'code')]).toEqual([401, MISSING]);
    const wrong = await sendCode(empty, '123456');
    expect([wrong.status, errorAt(wrong, 'code')]).toEqual([401, WRONG]);
    const done = await sendCode(wrong, made.codes[0] ?? '');
    expect([done.status, done.path]).toEqual([200, '/']);
    expect(done.text).toContain(made.event.name);
  });

  async function askForCode(client: Client, { organizer }: Party) {
    const { name, email } = organizer.user;
    const fields = { name, email, consent: 'on' };
    const confirm = await send(client, await open(client, '/login'), 'Continue', fields);
    const password = await send(client, confirm, 'Submit', { intent: 'submit' });
    return send(client, password, 'Submit', { intent: 'submit', password: PASSWORD });
  }

  test('is asked for by the private link, too', async () => {
    const { organizer, newClient, codes, event } = await party();
    const { client } = organizer;
    // The first link is shown in place of the button until it is kept.
    await client.submit('/settings', { intent: 'link-kept' });
    const settings = await open(client, '/settings');
    const renewed = await send(client, settings, 'Make a new link', {
      intent: 'link',
      currentPassword: PASSWORD,
    });
    const path = /\/return\/[\w-]{43}/.exec(renewed.html)?.[0] ?? 'no link';
    const stranger = newClient();
    expectStatus(await stranger.submit(path, {}), 401);
    const page = await open(stranger, path);
    const wrong = await send(stranger, page, 'Open my event', { code: '123456' });
    expect([wrong.status, errorAt(wrong, 'code')]).toEqual([401, WRONG]);
    expectStatus(await stranger.get('/api/user'), 401);
    const done = await send(stranger, wrong, 'Open my event', { code: codes[3] ?? '' });
    expect([done.path, done.text.includes(event.name)]).toEqual(['/', true]);
  });

  test('is turned off, or gets new recovery codes, by password and code', async () => {
    const { organizer, logIn, codes } = await party();
    const { client } = organizer;
    const page = await open(client, SECOND_FACTOR);
    const given = { currentPassword: PASSWORD, code: codes[0] ?? '' };
    const empty = await send(client, page, 'Turn off', { ...given, intent: 'off', code: '' });
    expect([empty.status, errorAt(empty, 'code')]).toEqual([401, MISSING]);
    const renewed = await send(client, empty, 'Turn off', { ...given, intent: 'renew' });
    expect(codesOn(renewed)).toHaveLength(10);
    expectStatus(await logIn({ code: codes[1] }), 401);
    const [fresh = '', second = ''] = codesOn(renewed);
    expectStatus(await logIn({ code: fresh }), 200);
    const off = await send(client, await open(client, SECOND_FACTOR), 'Turn off', {
      ...given,
      intent: 'off',
      code: second,
    });
    expect(off.path).toBe('/settings');
    expect(off.text).toContain('The second factor is off');
    expectStatus(await logIn(), 200);
  });

  test('is useless without a password', async () => {
    const { organizer } = await createParty(server.origin);
    const answer = await organizer.client.get(SECOND_FACTOR);
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/settings']);
    expect((await open(organizer.client.speak('en'), '/settings')).html).not.toContain(
      SECOND_FACTOR,
    );
  });
});

test('the administrator’s is asked for at the check, logged in the list, and removed by the operator', async () => {
  const admin = await signInAdministrator(server.origin);
  const { secret, codes } = await turnOn(admin, ADMIN_PASSWORD);
  expect(codes).toHaveLength(10);
  const check = (fields: object) =>
    admin.post('/api/verify-admin', { username: 'admin', password: ADMIN_PASSWORD, ...fields });
  // As often as necessary: nothing can be guessed by it.
  for (let i = 0; i < 7; i++) {
    expect((await check({})).json).toEqual({ isAdmin: false, message: MISSING });
  }
  const wrong = await check({ code: '123456' });
  expect([wrong.status, wrong.json]).toEqual([401, { isAdmin: false, message: WRONG }]);
  const used = codeIn(secret, 1);
  expect((await check({ code: used })).json).toMatchObject({ isAdmin: true });
  expectStatus(await check({ code: used }), 401);

  const demo = { event: 'DEMO', organizerName: 'Demo', name: 'Demo', email: 'admin@example.com' };
  const again = new Client(server.origin).speak('en');
  const login = { ...demo, password: ADMIN_PASSWORD };
  expectStatus(await again.post('/api/login', login), 401);
  expectStatus(await again.post('/api/login', { ...login, code: codes[0] }), 200);
  const screen = await open(again, '/admin');
  expect(screen.text).toContain('Admin Authentication Required');
  const given = { username: 'admin', password: ADMIN_PASSWORD };
  const refused = await send(again, screen, 'Access Admin Panel', {
    ...given,
    code: codes[0] ?? '',
  });
  expect([refused.status, errorAt(refused, 'code')]).toEqual([401, WRONG]);
  await send(again, refused, 'Access Admin Panel', { ...given, code: codes[1] ?? '' });

  // Without a session, only the right password tells that there is a second factor.
  const newcomer = new Client(server.origin).speak('en');
  const form = await open(newcomer, '/admin');
  expect(fieldsOf(form.html)).not.toHaveProperty('code');
  const wrongOne = { username: 'admin', password: 'open barley' };
  const stopped = await send(newcomer, form, 'Access Admin Panel', wrongOne);
  expect(fieldsOf(stopped.html)).not.toHaveProperty('code');
  const asked = await send(newcomer, stopped, 'Access Admin Panel', given);
  expect([asked.status, errorAt(asked, 'code')]).toEqual([401, MISSING]);
  expectStatus(await newcomer.get('/api/user'), 401);
  const code = codes[2] ?? '';
  const inside = await send(newcomer, asked, 'Access Admin Panel', { ...given, code });
  expect(inside.path).toBe('/admin');

  const list = await open(again, `/admin/security?q=${encodeURIComponent('#1')}`);
  for (const kind of [
    'Second factor turned on',
    'Recovery code used',
    'Administrator’s check failed',
  ]) {
    expect(list.text).toContain(kind);
  }

  for (let i = 0; i < 5; i++) await check({ code: String(200_000 + i) });
  expectStatus(await check({ code: codes[3] }), 429);

  await server.stop();
  const { status, stdout } = spawnSync('npx', ['tsx', 'scripts/second-factor-off.ts'], {
    env: { ...process.env, DATA_DIR: server.dataDir },
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([
    0,
    'The administrator has no second factor any more, and is logged out everywhere.\n',
  ]);
  server = await startApart({}, server);
  const back = new Client(server.origin);
  expectStatus(await back.post('/api/login', login), 200);
});
