import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { morningToken } from '~/models/user/morning-link.server';
import { addPhoto, createParty, join, unique, type Party, type Person } from '../api/party';
import { codeIn, turnOn } from '../api/second-factor';
import { startApart } from '../api/servers';
import { Client } from '../setup/client';
import { SESSION_SECRET, type TestServer } from '../setup/server';

// SESSION_SECRET is replaced in the three steps of docs/operations.md, while a party runs.

const FRESH = randomBytes(24).toString('hex');
const PASSWORD = 'open sesame';

let server: TestServer;
let party: Party;
let guest: Person;
/** The organizer's second factor. */
let factor: { secret: string; codes: string[] };
/** The address of a guest who was removed and banned. */
const banned = `${unique()}@example.com`;
/** The link of a mail that was sent before. */
let link: string;

beforeAll(async () => {
  server = await startApart();
  party = await createParty(server.origin, { organizerPassword: PASSWORD });
  guest = await join(party);
  await addPhoto(guest, 1);
  factor = await turnOn(party.organizer.client, PASSWORD);
  const { user } = await join(party, { email: banned });
  await party.organizer.client.delete(`/api/users/${user.id}?keepOut=1`);
  const emailKey = guest.user.email ?? '';
  const env = { SESSION_SECRET: [SESSION_SECRET] as [string] };
  link = `/morning/stop/${morningToken({ id: guest.user.id, emailKey }, 'morning stop', env)}`;
});
afterAll(async () => {
  await server.stop();
  await server.clean();
});

async function restartWith(secrets: string): Promise<void> {
  await server.stop();
  server = await startApart({ SESSION_SECRET: secrets }, server);
}

const isSignedIn = async ({ client }: Person) => (await client.get('/api/user')).status;
const logIn = async (code: string) => {
  const { name, email } = party.organizer.user;
  const login = { ...party.names, name, email, password: PASSWORD, code };
  return (await new Client(server.origin).post('/api/login', login)).status;
};
const joinBanned = async () => {
  const person = { ...party.names, name: `Guest ${unique()}`, email: banned };
  return (await new Client(server.origin).post('/api/register', person)).status;
};
const openLink = async () => (await new Client(server.origin).get(link)).status;

test('before: all of it works', async () => {
  expect(await isSignedIn(guest)).toBe(200);
  expect([await joinBanned(), await openLink()]).toEqual([403, 200]);
});

test('while the old secret is second, nothing changes for anybody', async () => {
  await restartWith(`${SESSION_SECRET},${FRESH}`);
  await restartWith(`${FRESH},${SESSION_SECRET}`);
  expect(await isSignedIn(guest)).toBe(200);
  expect(await logIn(factor.codes[0] ?? '')).toBe(200);
  expect([await joinBanned(), await openLink()]).toEqual([403, 200]);
});

test('without it, old sessions, recovery codes, bans and links in mails end; the second factor stays', async () => {
  const later = await join({ ...party, origin: server.origin });
  await restartWith(FRESH);
  expect([await isSignedIn(guest), await isSignedIn(later)]).toEqual([401, 200]);
  expect(await logIn(factor.codes[1] ?? '')).toBe(401);
  // A code counts once, and the one of this moment has turned the factor on.
  expect(await logIn(codeIn(factor.secret, 1))).toBe(200);
  expect([await joinBanned(), await openLink()]).toEqual([201, 404]);
  const page = await new Client(server.origin).speak('en').get(link);
  expect(page.text).toContain('This link is no longer valid');
});
