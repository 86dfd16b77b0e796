import { expect, inject, test } from 'vitest';
import { Client } from '../setup/client';
import { createParty, expectStatus, unique, type Party } from './party';

// If a name and an address open an event, somebody who knows both cannot lock its owner out (rule
// `sign-in.password-doubt`).

const { origin } = inject('postgresServer');
const WORDS = 'Somebody chose a password for your event';

const signInByNames = ({ names, organizer: { user } }: Party, password?: string) =>
  new Client(origin)
    .speak('en')
    .post('/api/login', { ...names, name: user.name, email: user.email, password });

async function byNames(party: Party): Promise<Client> {
  const client = new Client(origin).speak('en');
  const { names, organizer } = party;
  const { name, email } = organizer.user;
  expectStatus(await client.post('/api/login', { ...names, name, email }), 200);
  return client;
}

/** The private link, which the settings show this once. */
async function readLink(client: Client): Promise<string> {
  const { text } = await client.get('/settings');
  const link = /value="(http[^"]+\/return\/[^"]+)"/.exec(text)?.[1];
  expect(link).toBeDefined();
  return link ?? '';
}

const set = (client: Client, intent: string, fields: Record<string, string> = {}) =>
  client.submit('/settings', { intent, ...fields });
const isIn = async (client: Client) => (await client.get('/settings')).status === 200;

async function robbed() {
  const party = await createParty(origin);
  const owner = party.organizer.client.speak('en');
  const link = await readLink(owner);
  const phone = await byNames(party);
  const thief = await byNames(party);
  const password = `taken ${unique()}`;
  expectStatus(await set(thief, 'password', { password }), 302);
  return { party, owner, link, phone, thief, password };
}

test('a first password from a name and an address locks nobody out, and every session is told', async () => {
  const { party, owner, phone, thief, password } = await robbed();
  expectStatus(await signInByNames(party), 401);
  for (const client of [owner, phone]) {
    expect(await isIn(client)).toBe(true);
    expect((await client.get('/feed')).text).toContain(WORDS);
  }
  // Neither another password nor signing in with it gives the thief a better proof.
  const another = `taken ${unique()}`;
  expectStatus(await set(thief, 'password', { currentPassword: password, password: another }), 302);
  expect(await isIn(owner)).toBe(true);
  expectStatus(await set(thief, 'link', { currentPassword: another }), 403);
  expectStatus(await set(thief, 'agree'), 403);
  expectStatus(await set(thief, 'take-back', { link: '' }), 400);
  expect((await owner.get('/feed')).text).toContain(WORDS);
});

test('the private link takes it back in any session, and ends all others', async () => {
  const { party, owner, link, phone, thief, password } = await robbed();
  expectStatus(await set(phone, 'take-back', { link: `${link}x` }), 401);
  expect((await set(phone, 'take-back', { link: `${link}x` })).text).toContain(
    'This link is no longer valid',
  );
  expectStatus(await set(phone, 'take-back', { link }), 302);
  expect([await isIn(phone), await isIn(thief), await isIn(owner)]).toEqual([true, false, false]);
  expectStatus(await signInByNames(party, password), 200);
  expect((await phone.get('/settings')).text).not.toContain('Did you choose this password?');
  // The session has proved itself: its own password ends the others, and is not in doubt.
  const third = await byNames(party);
  const own = `own ${unique()}`;
  expectStatus(await set(phone, 'password', { password: own }), 302);
  expect([await isIn(phone), await isIn(third)]).toEqual([true, false]);
  expect((await phone.get('/feed')).text).not.toContain(WORDS);
});

test('the browser that created the event takes it back or accepts it without the link', async () => {
  const first = await robbed();
  expectStatus(await set(first.owner, 'take-back'), 302);
  expect([await isIn(first.owner), await isIn(first.thief)]).toEqual([true, false]);
  const second = await robbed();
  expectStatus(await set(second.owner, 'agree'), 302);
  expect((await second.phone.get('/feed')).text).not.toContain(WORDS);
  expectStatus(await set(second.thief, 'take-back', { link: second.link }), 302);
  expectStatus(await signInByNames(second.party), 401);
});

test('before there is a password, a name and an address make no new private link', async () => {
  const party = await createParty(origin);
  const link = await readLink(party.organizer.client);
  const thief = await byNames(party);
  expectStatus(await set(thief, 'link'), 403);
  expectStatus(await new Client(origin).submit(new URL(link).pathname, {}), 302);
  expectStatus(await set(party.organizer.client, 'link'), 302);
});

test('the dashboard asks for a password if a name and an address are enough', async () => {
  const party = await createParty(origin);
  const client = party.organizer.client.speak('en');
  const says = 'Anyone who knows your e-mail address can run this event.';
  expect((await client.get('/?tab=profile')).text).toContain(says);
  const answer = await set(client, 'password', { password: `own ${unique()}` });
  expectStatus(answer, 302);
  expect(answer.headers.get('Location')).toBe('/settings');
  expect((await client.get('/?tab=profile')).text).not.toContain(says);
});
