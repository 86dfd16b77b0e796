import { join as joinPath } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { connectDatabase } from '~db/client.server';
import { events } from '~db/schema';
import { removeDueFiles } from '~/models/storage/file-removal.server';
import { createMediaStorage } from '~/services/storage/index.server';
import { IMAGE_VARIANTS } from '~/services/storage/store';
import { filesIn, findFaults, findTraces } from '../consistency';
import { Client } from '../setup/client';
import { outlastCachedReads } from '../setup/cached-reads';
import { createPostgresDatabase } from '../setup/databases';
import { fieldsOf, open, send, type Page } from './pages';
import {
  addPhoto,
  createParty,
  ENDED,
  expectStatus,
  join,
  sendPhoto,
  sendSelfie,
  signInAdministrator,
  smallJpeg,
  visit,
  type Party,
  type Person,
} from './party';
import { startApart } from './servers';

const { origin, databaseUrl } = inject('postgresServer');

const SUCCESS = { success: true };
const NOBODY = { message: 'Authentication required' };
const removal = (userId: number, next = '') => `/participants/${userId}/remove${next}`;

describe('endpoints', () => {
  test('a removed participant has no rights from the next click on', async () => {
    const party = await createParty(origin);
    const guest = await join(party);
    const { client } = party.organizer;
    const answer = await client.delete(`/api/users/${guest.user.id}`);
    expect([answer.status, answer.json]).toEqual([200, SUCCESS]);
    const again = await client.delete(`/api/users/${guest.user.id}`);
    expect([again.status, again.json]).toEqual([404, { message: 'User not found' }]);

    const { status, json, headers } = await guest.client.get('/api/favorites');
    expect([status, json]).toEqual([401, NOBODY]);
    expect(headers.get('Set-Cookie')).toContain('snapodium_session=');
    expect((await open(guest.client, '/feed')).path).toBe('/auth');
  });

  test('neither oneself nor a guest of another event can be removed', async () => {
    const party = await createParty(origin);
    const { client, user } = party.organizer;
    const stranger = await join(await createParty(origin));
    for (const id of [user.id, stranger.user.id]) {
      const { status, json } = await client.delete(`/api/users/${id}`);
      expect([status, json]).toEqual([403, { message: 'Access denied' }]);
    }
    expect((await client.delete('/api/users/selfie')).status).toBe(405);
    expect((await client.delete('/api/users/nobody')).status).toBe(400);
  });

  test('an organizer deletes their own event, and is signed out', async () => {
    const party = await createParty(origin);
    const guest = await join(party);
    const { client, user } = party.organizer;
    const answer = await client.delete(`/api/admin/events/${party.event.id}`);
    expect([answer.status, answer.json]).toEqual([200, SUCCESS]);
    expect(answer.headers.get('Set-Cookie')).toContain('snapodium_session=');
    for (const { client: gone } of [party.organizer, guest]) {
      expect((await gone.get('/api/user')).status).toBe(401);
    }
    // Both names are free again.
    const { event, organizerName } = party.names;
    const fields = { name: event, organizerName, organizerEmail: user.email };
    expect((await createParty(origin, fields)).event.id).not.toBe(party.event.id);
  });

  test('the administrator deletes any event after a fresh check, but never the demo event', async () => {
    const party = await createParty(origin);
    const unchecked = new Client(origin);
    const demo = { event: 'DEMO', organizerName: 'Demo', name: 'Demo' };
    const password = 'admin-password';
    await unchecked.post('/api/login', { ...demo, email: 'admin@example.com', password });
    const path = `/api/admin/events/${party.event.id}`;
    const refused = await unchecked.delete(path);
    expect([refused.status, refused.json]).toEqual([
      403,
      { message: 'Admin authentication required' },
    ]);

    const administrator = await signInAdministrator(origin);
    expect((await administrator.delete(path)).json).toEqual(SUCCESS);
    expect((await administrator.delete(path)).json).toEqual({ message: 'Event not found' });
    const own = await administrator.delete('/api/admin/events/1');
    expect([own.status, own.json]).toEqual([
      403,
      { message: "The administrator's own event cannot be deleted" },
    ]);
    expect((await administrator.get('/api/user')).json).toMatchObject({ id: 1, eventId: 1 });
  });
});

describe('pages without scripts', () => {
  let party: Party;
  let organizer: Client;
  let amelie: Person;
  beforeAll(async () => {
    party = await createParty(origin);
    organizer = party.organizer.client.speak('en');
    amelie = await join(party, { name: 'Amélie <Poulain>' });
    await join(party, { name: 'Ben Ali' });
    await addPhoto(amelie, 1);
  });

  test('are the organizer’s only', async () => {
    const places: [Client, string][] = [
      [new Client(origin), '/auth'],
      [await visit(party), '/'],
      [amelie.client, '/'],
    ];
    const paths = ['/participants', removal(amelie.user.id), '/event/delete'];
    for (const [client, place] of places) {
      for (const path of paths)
        expect([path, (await open(client, path)).path]).toEqual([path, place]);
      for (const path of [removal(amelie.user.id), '/event/delete']) {
        expect((await client.submit(path, {})).headers.get('Location')).toBe(place);
      }
    }
    expect((await open(organizer, '/participants')).text).toContain('Amélie');
    const elsewhere = await join(await createParty(origin));
    for (const id of [elsewhere.user.id, party.organizer.user.id]) {
      const refused = await open(organizer, await locationOf(organizer, removal(id)));
      expect(refused.text).toContain('Access denied');
    }
    const missed = await open(organizer, await locationOf(organizer, removal(9_000_000_000)));
    expect(missed.text).toContain('User not found');
  });

  test('the list counts places, and finds names whatever their accents', async () => {
    const everybody = await open(organizer, '/participants');
    expect(everybody.text).toContain('2 / 10');
    expect(everybody.html).toContain('aria-label="2 of 10 places taken"');
    for (const words of [party.organizer.user.name, 'Amélie <Poulain>', 'Ben Ali', 'Organizer']) {
      expect(everybody.text).toContain(words);
    }
    expect(everybody.html).toContain(`href="/feed?userId=${amelie.user.id}"`);
    expect(everybody.html).not.toContain(removal(party.organizer.user.id));

    const found = await open(organizer, '/participants?q=AMELIE');
    expect(found.text).toContain('1 person found');
    expect(found.text).toContain('Amélie <Poulain>');
    expect(found.text).not.toContain('Ben Ali');
    expect(fieldsOf(found.html)).toMatchObject({ q: 'AMELIE' });
    expect(found.html).toContain(removal(amelie.user.id, '?next=%2Fparticipants%3Fq%3DAMELIE'));
    const none = await open(organizer, '/participants?q=zzz');
    expect(none.text).toContain('Nobody found');
    expect(fieldsOf(none.html)).toMatchObject({ q: 'zzz' });

    const empty = (await createParty(origin)).organizer.client.speak('en');
    expect((await open(empty, '/participants')).text).toContain(
      'No participants found for this event.',
    );
  });

  test('removing says what is deleted, returns, and is undone', async () => {
    const guest = await join(party, { name: 'Cleo Roux' });
    await addPhoto(guest, 1);
    await addPhoto(guest, 2);
    const page = await open(organizer, '/participants?q=cleo');
    const back = await send(organizer, page, 'Remove Cleo Roux');
    expect([back.path, back.status]).toEqual(['/participants?q=cleo', 200]);
    expect(back.text).toContain('Participant removed');
    expect(back.text).toContain('Their 2 photos, selfie, stars and messages');
    expect(back.text).toContain('Will be removed');

    const undone = await send(organizer, back, 'Undo');
    expect(undone.path).toBe('/participants?q=cleo');
    expect(undone.text).toContain('Cleo Roux stays');
    expect(undone.text).not.toContain('Will be removed');
    expect((await guest.client.get('/api/user')).status).toBe(200);
    const twice = await send(organizer, back, 'Undo');
    expect(twice.text).toContain('Failed to remove participant');

    const astray = removal(amelie.user.id, '?next=https%3A%2F%2Fevil.example');
    const { headers } = await organizer.submit(astray, {});
    expect(headers.get('Location')).toBe('/participants');
    await organizer.submit(astray, { intent: 'undo' });
  });

  test('deleting the event says what is deleted, ends it and the session', async () => {
    const own = await createParty(origin);
    const client = own.organizer.client.speak('en');
    const guest = await join(own);
    for (const position of [1, 2]) await addPhoto(guest, position);
    const page = await open(client, '/event/delete');
    expect(page.text).toContain(
      `“${own.names.event}”, its 2 photos and the account of its one guest will be deleted.`,
    );
    const wrong = await send(client, page, 'Delete', { typed: 'Another one' });
    expect([wrong.path, wrong.status]).toEqual(['/event/delete', 400]);
    expect(wrong.text).toContain('Type the event name exactly as shown here.');
    expect(wrong.html).toContain('value="Another one"');
    const typed = `  ${own.names.event.toUpperCase()} `;
    const landing = await send(client, wrong, 'Delete', { typed });
    expect([landing.path, landing.status]).toEqual(['/auth', 200]);
    expect(landing.text).toContain('Event deleted');
    expect((await client.get('/api/user')).status).toBe(401);
    expect((await open(guest.client, '/')).path).toBe('/auth');
  });

  test('the demo event cannot be deleted', async () => {
    const administrator = (await signInAdministrator(origin)).speak('en');
    const page = await open(administrator, '/event/delete');
    expect(page.status).toBe(403);
    expect(page.text).toContain("The administrator's own event cannot be deleted");
    const refused = await open(administrator, await locationOf(administrator, '/event/delete'));
    expect(refused.text).toContain('Failed to delete event');
    expect(refused.text).toContain("The administrator's own event cannot be deleted");
  });
});

/** Where a plain POST redirects. */
async function locationOf(client: Client, path: string): Promise<string> {
  return (await client.submit(path, {})).headers.get('Location') ?? '';
}

describe('the shop', () => {
  const buttonsOf = ({ document }: Page) => [
    ...document.querySelectorAll('main li button.button.w-full'),
  ];

  test.each([
    ['fr', 'Gratuit', '3,00\u00a0€'],
    ['en', 'Free', '€3.00'],
    ['es', 'Gratis', '3,00\u00a0€'],
    ['de', 'Kostenlos', '3,00\u00a0€'],
    ['nl', 'Gratis', '€\u00a03,00'],
  ] as const)('creating an event costs 0 EUR in %s, which is %s', async (language, free, basic) => {
    const landing = await open(new Client(origin).speak(language), '/auth');
    const create = landing.document.querySelector('a[href="/create-event"]');
    expect(create?.querySelector('.pill')?.textContent).toBe('0 EUR');
    expect(create?.nextElementSibling?.textContent).toMatch(new RegExp(`^${free} · `));

    const { client } = (await createParty(origin)).organizer;
    const { document } = await open(client.speak(language), '/shop');
    const texts = (selector: string) =>
      [...document.querySelectorAll(selector)].slice(0, 2).map((one) => one.textContent);
    expect(texts('main li h2 + p')).toEqual(['0 EUR', basic]);
    expect(texts('main li h2')[0]).toBe(free);
  });

  test('shows prices in the reader’s language, marks the plan, and sells nothing yet', async () => {
    const party = await createParty(origin);
    const { client } = party.organizer;
    const page = await open(client.speak('en'), '/shop');
    expect(page.text).toContain('The shop is not open yet');
    for (const words of [
      'Free 0 EUR 10 places Photos until',
      'MOST POPULAR Basic €3.00 +50 participants +1 month',
      'GOOD VALUE Standard €9.00 +250 participants +3 months',
      'XL Premium €29.00 +1000 participants +6 months',
    ]) {
      expect(page.text.replaceAll('\u00a0', ' ')).toContain(words);
    }
    expect(buttonsOf(page)).toHaveLength(4);
    for (const button of buttonsOf(page)) expect(button.hasAttribute('disabled')).toBe(true);
    expect(page.html).toContain('href="mailto:admin@example.com"');
    expect((await open(client.speak('fr'), '/shop')).text).toMatch(/29,00\s€/);

    const { db, close } = await connectDatabase({ url: databaseUrl, dataDir: '' });
    await db.update(events).set({ plan: 'basic' }).where(eq(events.id, party.event.id));
    await close();
    await outlastCachedReads();
    const upgraded = await open(client.speak('en'), '/shop');
    expect(upgraded.text).toMatch(/Current plan Basic €3\.00/);
    expect(buttonsOf(upgraded)).toHaveLength(3);
  });

  test('stays open to the organizer of an ended event, whose screens link to it', async () => {
    const party = await createParty(origin, ENDED);
    const client = party.organizer.client.speak('en');
    for (const path of ['/', '/photos/new']) {
      const { text, html } = await open(client, path);
      expect([path, text]).toEqual([path, expect.stringContaining('Event has expired')]);
      expect(html).toMatch(/href="\/shop["?]/);
    }
    const shop = await open(client, '/shop');
    expect(shop.text).toContain('Premium');
    expect(shop.text).not.toContain('Event has expired');
  });
});

test('after removals and a deletion during uploads no row and no file is left', async () => {
  const env = { DATABASE_URL: await createPostgresDatabase() };
  const server = await startApart(env);
  onTestFinished(async () => {
    await server.stop('SIGKILL');
    await server.clean();
  });
  const [party, stays] = [await createParty(server.origin), await createParty(server.origin)];
  const guests = await Promise.all(Array.from({ length: 6 }, () => join(party)));
  const neighbour = await join(stays);
  const { client, user } = party.organizer;
  const file = await smallJpeg();

  const uploads = [...guests, neighbour].flatMap((guest) => [
    sendSelfie(guest, file),
    ...[1, 2, 3].map((position) => sendPhoto(guest, position, file)),
  ]);
  // Some are stored, most are still being sent.
  await Promise.any(uploads);
  const removed = guests.slice(0, 3).map((guest) => client.delete(`/api/users/${guest.user.id}`));
  for (const answer of await Promise.all(removed)) expectStatus(answer, 200);
  expectStatus(await client.delete(`/api/admin/events/${party.event.id}`), 200);
  const statuses = (await Promise.all(uploads)).map(({ status }) => status);
  expect(statuses.filter((status) => ![200, 201, 401].includes(status))).toEqual([]);
  expect(await server.stop()).toBe(0);

  const { db, close } = await connectDatabase({ url: env.DATABASE_URL, dataDir: '' });
  const folder = joinPath(server.dataDir, 'media');
  expect(await findFaults(db, await filesIn(folder))).toEqual([]);
  await removeDueFiles({ db, storage: createMediaStorage({ dataDir: server.dataDir }) });
  const files = await filesIn(folder);
  expect(await findFaults(db, files)).toEqual([]);
  const gone = { events: [party.event.id], users: [user.id, ...guests.map((one) => one.user.id)] };
  expect(await findTraces(db, files, gone)).toEqual([]);
  // The neighbour's three photos and selfie are there.
  expect(files.filter((name) => name.startsWith(`${stays.event.id}/`))).toHaveLength(
    4 * IMAGE_VARIANTS.length,
  );
  await close();
});
