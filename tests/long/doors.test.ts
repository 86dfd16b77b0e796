import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { openStream, type OpenedStream } from '../setup/change-stream';
import { Client, type Answer } from '../setup/client';
import { ADMIN_PASSWORD } from '../setup/server';
import {
  createParty,
  expectStatus,
  join,
  signInUserOne,
  unique,
  visit,
  type Party,
} from '../api/party';

// Attackers who exhaust the limits, and the people who can still sign in (rules `throttle.sign-in`,
// `throttle.names`).

const { origin } = inject('postgresServer');
const PASSWORD = 'open sesame';
const from = (address: string) => new Client(origin, address).speak('en');
const person = (name = `Guest ${unique()}`) => ({ name, email: `${unique()}@example.com` });
/** An IP address that no other test has. */
const addresses = (function* () {
  for (let i = 1; ; i++) yield `198.18.${Math.floor(i / 250)}.${(i % 250) + 1}`;
})();
const newAddress = () => String(addresses.next().value);
const statuses = (answers: Answer[]) => answers.map(({ status }) => status);

/** Tries this often, one after the other. */
async function times(count: number, attempt: () => Promise<Answer>): Promise<number[]> {
  const answers: Answer[] = [];
  for (let i = 0; i < count; i++) answers.push(await attempt());
  return statuses(answers);
}

describe('failed sign-ins under somebody else’s name', () => {
  const withPassword = () => createParty(origin, { organizerPassword: PASSWORD });
  const signIn = (client: Client, party: Party, fields: object = {}) => {
    const { name, email } = party.organizer.user;
    return client.post('/api/login', {
      ...party.names,
      name,
      email,
      password: PASSWORD,
      ...fields,
    });
  };
  /** 60 of them, from three IP addresses. */
  async function jam(party: Party): Promise<Client[]> {
    const attackers = [from(newAddress()), from(newAddress()), from(newAddress())];
    await Promise.all(
      attackers.map((attacker) =>
        times(20, () => signIn(attacker, party, person(party.names.organizerName))),
      ),
    );
    return attackers;
  }

  test('lock out their own IP address only', async () => {
    const party = await withPassword();
    const attacker = from(newAddress());
    const guess = () => signIn(attacker, party, { password: 'open barley' });
    expect(await times(21, guess)).toEqual([...Array<number>(20).fill(401), 429]);
    expect((await signIn(attacker, party)).status).toBe(429);
    expect((await signIn(from(newAddress()), party)).status).toBe(200);
  });

  test('from all sides leave one attempt to an address that has not failed, and 20 to a known browser', async () => {
    const party = await withPassword();
    const phone = party.organizer.client;
    const [attacker] = await jam(party);
    expect((await signIn(attacker as Client, party)).status).toBe(429);

    const elsewhere = newAddress();
    expect((await signIn(from(elsewhere), party)).status).toBe(200);
    // A success takes no attempt: the next one is the only one again.
    expect((await signIn(from(elsewhere), party)).status).toBe(200);
    expect((await signIn(from(elsewhere), party, { password: 'open barley' })).status).toBe(401);
    expect((await signIn(from(elsewhere), party)).status).toBe(429);

    const wrong = () => signIn(phone, party, { password: 'open barley' });
    expect(await times(19, wrong)).toEqual(Array(19).fill(401));
    expect((await signIn(phone, party)).status).toBe(200);
    expect(await times(2, wrong)).toEqual([401, 429]);
  });

  test('count for the person, whatever the name', async () => {
    const party = await withPassword();
    const { organizer } = party;
    const attacker = from(newAddress());
    const names = ['Ann Lee', 'Bob Ray', 'Cid Fox'].map((name) => `${name} ${unique()}`);
    const rename = (name: string) =>
      organizer.client.submit('/settings', {
        intent: 'details',
        name,
        email: organizer.user.email,
        currentPassword: PASSWORD,
      });
    for (const name of names) {
      expect((await rename(name)).status).toBe(302);
      await times(7, () => signIn(attacker, party, { name, password: 'open barley' }));
    }
    expect((await signIn(attacker, party, { name: names[2] })).status).toBe(429);
  });

  test('do not keep new guests from joining', async () => {
    const party = await withPassword();
    await jam(party);
    const namesake = person(`New ${party.names.event}`);
    expectStatus(
      await from(newAddress()).post('/api/register', { ...party.names, ...namesake }),
      201,
    );
  });
});

describe('failed checks of the administrator', () => {
  test('count by IP address, and lock out no browser that has signed in', async () => {
    const check = (client: Client, password = ADMIN_PASSWORD) =>
      client.post('/api/verify-admin', { username: 'admin', password });
    const sessionOf = async () => {
      const cookies = ((await signInUserOne(origin)).cookies.header() ?? '').split('; ');
      return String(cookies.find((cookie) => cookie.includes('snapodium_session=')));
    };
    const stolen = [await sessionOf(), await sessionOf()];
    const at = newAddress();
    let turn = 0;
    const copy = () => {
      const client = from(at);
      client.cookies.take([String(stolen[turn++ % 2])]);
      return client;
    };
    const wrong = () => check(copy(), 'wrong password');
    expect(await times(6, wrong)).toEqual([401, 401, 401, 401, 401, 429]);
    const own = await signInUserOne(origin);
    expect((await check(own)).status).toBe(200);
  });
});

describe('wrong names of events', () => {
  test('end after 300 from one IP address, without locking out anybody behind it', async () => {
    const party = await createParty(origin, { organizerPassword: PASSWORD });
    const guest = await join(party);
    const at = newAddress();
    const { id } = party.event;
    const unknown = { event: unique(), organizerName: 'Ann' };
    const guesses = [
      () => from(at).post('/api/visitor-access', unknown),
      () => from(at).post('/api/login', { ...unknown, ...person() }),
      () => from(at).post('/api/register', { ...unknown, ...person() }),
      () => from(at).get('/e/123456789012'),
      () => from(at).get('/e/123456789012/preview.jpg'),
      () => from(at).get('/invitation-pdf/123456789012'),
      () => from(at).get('/invitation-pdf/123456789012/pdf'),
      () => from(at).get('/invitation-pdf/123456789012/code/svg'),
      () => from(at).get(`/auth/join?event=${unique()}&organizer=Ann`),
      () => from(at).submit('/auth/join/confirm?event=a&organizer=b', unknown),
    ];
    for (let round = 0; round < 30; round++) {
      const answers = await Promise.all(guesses.map((guess) => guess()));
      expect(statuses(answers)).not.toContain(429);
    }
    const refused = await Promise.all(guesses.map((guess) => guess()));
    expect(statuses(refused)).toEqual([429, 429, 429, 429, 429, 429, 429, 429, 200, 429]);
    for (const answer of refused) {
      if (answer.status === 429)
        expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    }

    expectStatus(await from(at).post('/api/visitor-access', party.names), 200);
    expectStatus(await from(at).post('/api/register', { ...party.names, ...person() }), 201);
    const { name, email } = guest.user;
    expectStatus(await from(at).post('/api/login', { ...party.names, name, email }), 200);
    expect((await from(at).get(`/e/${id}`)).headers.get('Location')).toContain('/auth/join');
    expectStatus(await from(at).get(`/invitation-pdf/${id}`), 200);
    expectStatus(await from(at).get(`/invitation-pdf/${id}/pdf`), 200);
    const visitor = await visit(party);
    expectStatus(await visitor.get('/feed'), 200);
  });

  test('of unknown guests keep nobody from joining', async () => {
    const party = await createParty(origin);
    const at = newAddress();
    const strangers = Array.from(
      { length: 310 },
      () => () => from(at).post('/api/login', { ...party.names, ...person() }),
    );
    for (const stranger of strangers) await stranger();
    expectStatus(await from(at).post('/api/register', { ...party.names, ...person() }), 201);
  });
});

describe('streams of changes', () => {
  test('of visitors count by IP address, those of participants by person', async () => {
    const party = await createParty(origin);
    const at = newAddress();
    const streams: OpenedStream[] = [];
    onTestFinished(() => streams.forEach((stream) => stream.leave()));
    const listen = async (client: Client, address: string) => {
      const headers = { 'X-Forwarded-For': address };
      const stream = await openStream(client, party.event.id, headers);
      streams.push(stream);
      return stream;
    };
    const visitors = await Promise.all(Array.from({ length: 70 }, () => visit(party)));
    const opened: OpenedStream[] = [];
    for (const visitor of visitors) opened.push(await listen(visitor, at));
    const statusesOf = opened.map(({ status }) => status);
    expect(statusesOf).toEqual([...Array<number>(60).fill(200), ...Array<number>(10).fill(503)]);
    expect(opened.at(-1)?.headers.get('Retry-After')).toBe('300');
    expect((await listen(visitors[69] as Client, newAddress())).status).toBe(200);
    for (let i = 0; i < 3; i++) {
      expect((await listen((await join(party)).client, at)).status).toBe(200);
    }
    opened[0]?.leave();
    const free = async () => (await listen(visitors[60] as Client, at)).status;
    await expect.poll(free).toBe(200);
  });
});
