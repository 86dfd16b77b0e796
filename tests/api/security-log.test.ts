import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from '../setup/client';
import { parsePage } from '../setup/html';
import type { TestServer } from '../setup/server';
import { createParty, expectStatus, join, signInAdministrator } from './party';
import { startApart } from './servers';

let server: TestServer;
beforeAll(async () => {
  server = await startApart({ LOG_LEVEL: 'info' });
});
afterAll(async () => {
  await server.stop();
  await server.clean();
});

test('sign-ins and lock-outs are lines of the log, and a list of the administrator', async () => {
  const party = await createParty(server.origin, { organizerPassword: 'open-sesame-17' });
  const { user, client } = party.organizer;
  const guest = await join(party);
  const settings = { currentPassword: 'open-sesame-17' };
  const change = { ...settings, intent: 'password', password: 'open-barley-18' };
  expectStatus(await client.submit('/settings', change), 302);
  expectStatus(await client.delete(`/api/users/${guest.user.id}`), 200);
  const stranger = new Client(server.origin, '10.99.98.97');
  const guess = { ...party.names, name: user.name, email: user.email, password: 'a wrong one' };
  for (let count = 0; count < 22; count++) await stranger.post('/api/login', guess);

  const administrator = await signInAdministrator(server.origin);
  administrator.speak('en');
  const rows = async (search: string) => {
    const { text } = await administrator.get(`/admin/security?q=${encodeURIComponent(search)}`);
    return [...parsePage(text).querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].map((cell) => cell.textContent?.trim()).join(' | '),
    );
  };
  // The search finds #12 in #120, too, and events as well as people.
  const own = (await rows(`#${user.id}`)).filter((row) =>
    row.includes(` | #${user.id} | #${party.event.id} | `),
  );
  const counted = ['Logged in', 'Password changed'].map(
    (kind) => own.filter((row) => row.includes(kind)).length,
  );
  expect(counted).toEqual([1, 1]);
  // A failed sign-in does not log the person who was meant.
  expect((await rows(`#${party.event.id}`)).join()).toContain('Too many failed logins');
  expect((await rows(`#${guest.user.id}`)).join()).toContain('Participant removed');
  expect((await rows('#1')).join()).toContain('Administrator confirmed');
  // The guest's IP address is written nowhere.
  const noted = server
    .output()
    .split('\n')
    .filter((line) => line.includes('"security"'));
  const kinds = noted.map(
    (line) => (JSON.parse(line) as { security: { kind: string } }).security.kind,
  );
  expect(kinds).toEqual(
    expect.arrayContaining([
      'sign_in',
      'locked_out',
      'password_changed',
      'member_removed',
      'admin_check',
    ]),
  );
  expect(noted.join() + own.join()).not.toContain('10.99.98.97');
  expect(noted.join()).not.toContain(user.email);
});
