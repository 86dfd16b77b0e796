import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { connectDatabase } from '~db/client.server';
import type { PublicEvent } from '~/models/event/shape';
import { Client, type Answer } from '../setup/client';
import { createPostgresDatabase } from '../setup/databases';
import { ADMIN_PASSWORD } from '../setup/server';
import { errorAt, fieldsOf, open, send } from './pages';
import {
  addPhoto,
  createParty,
  day,
  expectStatus,
  join,
  sendSelfie,
  signInAdministrator,
  smallJpeg,
  unique,
} from './party';
import { startApart } from './servers';

const { origin } = inject('postgresServer');

type ListedEvent = PublicEvent & {
  organizer: { id: number; name: string; email: string } | null;
  participantCount: number;
};

const refusal = ({ status, json }: Answer) => [status, (json as { message: string }).message];

let administrator: Client;
beforeAll(async () => {
  administrator = (await signInAdministrator(origin)).speak('en');
});

/** User 1, signed in without a fresh check. */
async function signInUnchecked(): Promise<Client> {
  const client = new Client(origin).speak('en');
  const person = { name: 'Demo', email: 'admin@example.com', password: ADMIN_PASSWORD };
  expectStatus(
    await client.post('/api/login', { event: 'DEMO', organizerName: 'Demo', ...person }),
    200,
  );
  return client;
}

describe('endpoints', () => {
  test('GET /api/admin/events: all, and an organizer’s own', async () => {
    const party = await createParty(origin);
    const { event, organizer } = party;
    const { id, name, email } = organizer.user;
    const entry = { ...event, organizer: { id, name, email }, participantCount: 0 };
    const path = '/api/admin/events';
    const all = (await administrator.get<ListedEvent[]>(path)).json;
    expect(all.find((one) => one.id === event.id)).toEqual(entry);
    expect(all.find((one) => one.id === 1)).toMatchObject({ name: 'DEMO', organizer: { id: 1 } });
    expect((await organizer.client.get(path)).json).toEqual([entry]);
    const guest = await join(party);
    expect(refusal(await guest.client.get(path))).toEqual([403, 'Access denied']);
  });

  test('PATCH /api/events/{id}/dates moves the end and leaves the start', async () => {
    const { event, organizer } = await createParty(origin, {
      startDate: day(2),
      endDate: day(5),
    });
    const set = (json: object, id: number = event.id, client = administrator) =>
      client.request('PATCH', `/api/events/${id}/dates`, { json });
    const startDate = new Date().toISOString();
    const moved = await set({ startDate, endDate: `${day(9)}T10:00:00.000Z` });
    expect([moved.status, moved.json]).toEqual([200, { ...event, endDate: day(9) }]);
    for (const [endDate, message] of [
      ['', 'Please select a valid date'],
      [null, 'Please select a valid date'],
      ['2026-02-30', 'Please select a valid date'],
      [day(-1), 'Please select a future date'],
      [day(), 'The end date must not be before the start date'],
    ]) {
      expect(refusal(await set({ endDate }))).toEqual([400, message]);
    }
    expect(refusal(await set({ endDate: day(3) }, 123))).toEqual([404, 'Event not found']);
    const by = async (client: Client) => refusal(await set({ endDate: day(3) }, event.id, client));
    expect(await by(organizer.client)).toEqual([403, 'Access denied']);
    expect(await by(await signInUnchecked())).toEqual([403, 'Admin authentication required']);
  });

  test('an event that has ended is open again once it is extended', async () => {
    const party = await createParty(origin, { startDate: day(-8), endDate: day(-1) });
    const ask = () => new Client(origin).post('/api/visitor-access', party.names);
    expect((await ask()).status).toBe(403);
    const path = `/api/events/${party.event.id}/dates`;
    expectStatus(await administrator.request('PATCH', path, { json: { endDate: day() } }), 200);
    expectStatus(await ask(), 200);
    await join(party);
  });
});

describe('the check before every screen', () => {
  test.each(['/admin', '/admin/storage', '/admin/events?q=x', '/admin/users?page=2'])(
    '%s comes after it',
    async (path) => {
      const client = await signInUnchecked();
      const page = await open(client, path);
      expect(page.path).toBe(`/admin/verify?next=${encodeURIComponent(path)}`);
      expect(page.text).toContain('Admin Authentication Required');
      const username = 'admin';
      const wrong = await send(client, page, 'Access Admin Panel', { username, password: 'wrong' });
      expect([wrong.status, fieldsOf(wrong.html)]).toEqual([401, { username, password: '' }]);
      // The title says everything, so no text repeats it.
      expect(wrong.text).toContain('Authentication Failed');
      expect(wrong.text).not.toContain('Authentication failed');
      const right = await send(client, wrong, 'Access Admin Panel', {
        username,
        password: ADMIN_PASSWORD,
      });
      expect([right.path, right.status]).toEqual([path, 200]);
      expect(right.text).toContain('Admin access granted');
    },
  );

  test('redirects nowhere else', async () => {
    const client = await signInUnchecked();
    const page = await open(client, '/admin/verify?next=https://example.com');
    const credentials = { username: 'admin', password: ADMIN_PASSWORD };
    expect((await send(client, page, 'Access Admin Panel', credentials)).path).toBe('/admin');
  });

  test('a form without it changes nothing', async () => {
    const client = await signInUnchecked();
    const { event } = await createParty(origin);
    const fields = { intent: 'max', eventId: String(event.id), value: '77' };
    for (const path of ['/admin/events', `/admin/events/${event.id}/delete`]) {
      const answer = await client.submit(path, fields);
      expect(answer.headers.get('Location')).toContain('/admin/verify');
    }
    const listed = await administrator.get(`/api/admin/events?q=%23${event.id}`);
    expect(listed.json).toMatchObject([{ maxUsers: event.maxUsers }]);
  });

  test('everybody else is redirected to /, and nobody to the check', async () => {
    const party = await createParty(origin);
    const guest = await join(party);
    for (const path of ['/admin/verify', '/admin/events', '/admin/events/1/delete']) {
      for (const { client } of [party.organizer, guest]) {
        expect((await client.get(path)).headers.get('Location')).toBe('/');
        expect((await client.submit(path, {})).headers.get('Location')).toBe('/');
      }
      if (path === '/admin/verify') continue;
      expect((await new Client(origin).get(path)).headers.get('Location')).toBe(
        `/admin/verify?${new URLSearchParams({ next: path })}`,
      );
      const posted = await new Client(origin).submit(path, {});
      expect(posted.headers.get('Location')).toBe('/auth');
    }
  });
});

describe('the table without scripts', () => {
  const change = (event: { id: number }, intent: 'end' | 'max', value: string) =>
    administrator.submit(`/admin/events?q=%23${event.id}&sort=-end`, {
      intent,
      value,
      eventId: String(event.id),
    });

  test('end date and places are changed in the table', async () => {
    const { event } = await createParty(origin);
    const here = `/admin/events?q=%23${event.id}&sort=-end`;
    for (const [intent, value, notice] of [
      ['max', '60', 'Max users updated'],
      ['end', day(30), 'End date updated'],
    ] as const) {
      expect((await change(event, intent, value)).headers.get('Location')).toBe(here);
      const page = await open(administrator, here);
      expect(page.text).toContain(notice);
      expect(page.html).toContain(`value="${value}"`);
    }
    for (const [intent, value, message] of [
      ['max', '0', 'Invalid value Please enter a valid number greater than 0'],
      ['max', '1.5', 'Invalid value Please enter a valid number greater than 0'],
      ['max', '3000000000', 'Invalid value Please enter a number up to 1,000,000'],
      ['end', '', 'Invalid date Please select a valid date'],
      ['end', day(-1), 'Invalid date Please select a future date'],
    ] as const) {
      const { status, text } = await change(event, intent, value);
      expect(status).toBe(400);
      expect(text.replace(/<[^>]+>/g, '')).toContain(message);
      expect(text).toContain(`value="${value}"`);
    }
    expect((await administrator.get(`/api/admin/events?q=%23${event.id}`)).json).toMatchObject([
      { maxUsers: 60, endDate: day(30) },
    ]);
  });

  test('a change to an unknown event is refused', async () => {
    for (const [eventId, text] of [
      ['nothing', 'Invalid request'],
      ['123', 'Event not found'],
    ] as const) {
      const fields = { intent: 'max', value: '5', next: '/admin/events?q=x', eventId };
      const { status } = await administrator.submit('/admin/events', fields);
      expect([eventId, status]).toEqual([eventId, 302]);
      const page = await open(administrator, '/admin/events?q=x');
      expect(page.text).toContain(`Error updating max users ${text}`);
    }
  });

  test('an event is deleted after a question, the demo event never', async () => {
    const party = await createParty(origin);
    const guest = await join(party);
    await addPhoto(guest, 1);
    const path = `/admin/events/${party.event.id}/delete`;
    const page = await open(administrator, path);
    expect(page.text).toContain('Confirm Event Deletion');
    // The page says what is deleted, and nothing is deleted without the event's name.
    expect(page.text).toMatch(/Status Running.*Participants 1 Photos 1 · \d+ bytes/);
    const wrong = await send(administrator, page, 'Delete event', { typed: 'Another' });
    expect([wrong.status, errorAt(wrong, 'typed')]).toEqual([
      400,
      'Type the event name exactly as shown here.',
    ]);
    const typed = { typed: party.event.name.toUpperCase() };
    expect((await send(administrator, wrong, 'Delete event', typed)).text).toContain(
      'Event deleted',
    );
    expect((await open(administrator, path)).status).toBe(404);
    expect((await guest.client.get('/api/user')).status).toBe(401);
    expect((await administrator.get('/api/user')).json).toMatchObject({ id: 1 });

    expect((await open(administrator, '/admin/events/1/delete')).status).toBe(403);
    await administrator.submit('/admin/events/1/delete', {});
    expect((await administrator.get('/api/events/1')).status).toBe(200);
  });

  test('a search without results says so, and links back to all', async () => {
    const page = await open(administrator, `/admin/events?q=${unique()}`);
    expect(page.text).toContain('No Events Found');
    expect(page.html).toMatch(/href="\/admin\/events(\?sort=created)?"/);
  });
});

describe('an event that the administrator looks at', () => {
  test('is visible to the administrator only, and logged once', async () => {
    const party = await createParty(origin);
    const [guest, stranger] = [await join(party), await createParty(origin)];
    const unchecked = await signInUnchecked();
    const path = `/admin/events/${party.event.id}`;
    for (const [client, to] of [
      [guest.client, '/'],
      [party.organizer.client, '/'],
      [stranger.organizer.client, '/'],
      [unchecked, `/admin/verify?next=${encodeURIComponent(path)}`],
    ] as const) {
      const { status, headers } = await client.get(path);
      expect([status, headers.get('Location')]).toEqual([302, to]);
    }
    const noted = async () => {
      const { text } = await open(administrator, `/admin/audit?q=%23${party.event.id}`);
      return text.split('Event viewed').length - 1;
    };
    expect(await noted()).toBe(0);
    const empty = await open(administrator, path);
    expect(empty.text).toContain('No photos yet');
    await addPhoto(guest, 1);
    for (const query of ['', '?page=2']) {
      const page = await open(administrator, path + query);
      expect(page.status).toBe(200);
      for (const words of [party.event.name, guest.user.name, party.organizer.user.email]) {
        expect(page.text + page.html).toContain(words);
      }
    }
    expect(await noted()).toBe(1);
  });

  test('is not found if it does not exist', async () => {
    for (const id of ['123', 'nothing', '0', '1e3', '-1', '9999999999999999999']) {
      expect([id, (await open(administrator, `/admin/events/${id}`)).status]).toEqual([id, 404]);
    }
  });

  test('has its files, including hidden ones and selfies, readable only with a fresh check', async () => {
    const party = await createParty(origin);
    const [guest, stranger] = [await join(party), await createParty(origin)];
    const photo = await addPhoto(guest, 1);
    const selfie = expectStatus(await sendSelfie(guest, await smallJpeg()), 200).json.selfieUrl;
    const hidden = { hidden: '1', next: '/' };
    await party.organizer.client.submit(`/photos/${photo.id}/hidden`, hidden);
    expect((await (await join(party)).client.get(photo.imageUrl)).status).toBe(404);
    const unchecked = await signInUnchecked();
    for (const url of [photo.imageUrl, photo.imageUrl.replace('.webp', '-320.webp'), selfie]) {
      const { status, headers } = await administrator.get(url ?? '');
      expect([url, status]).toEqual([url, 200]);
      expect(headers.get('Cache-Control')).toBe('private, max-age=31536000, immutable');
      for (const client of [unchecked, stranger.organizer.client]) {
        const refused = await client.get(url ?? '');
        expect([url, refused.status]).toEqual([url, 403]);
        expect(refused.headers.get('Cache-Control')).toBe('no-store');
      }
    }
  });
});

test('a section that cannot be loaded says so inside the frame', async () => {
  const url = await createPostgresDatabase();
  const server = await startApart({ DATABASE_URL: url, LOG_LEVEL: 'silent' });
  onTestFinished(async () => {
    await server.stop();
    await server.clean();
  });
  const client = (await signInAdministrator(server.origin)).speak('en');
  const { db, close } = await connectDatabase({ url, dataDir: '' });
  await db.execute('alter table photos rename to somewhere_else');
  await close();
  for (const [path, words] of [
    ['/admin/users', 'Failed to load users. Please try again later.'],
    ['/admin/storage', 'Failed to load storage configuration.'],
  ] as const) {
    const page = await open(client, path);
    expect(page.status).toBe(500);
    expect(page.text).toContain(words);
    expect(page.text).toContain('Admin Settings');
  }
});
