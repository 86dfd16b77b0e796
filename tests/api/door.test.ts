import { describe, expect, inject, test } from 'vitest';
import { readQrOfImage } from '../pdf';
import { openStream } from '../setup/change-stream';
import { Client } from '../setup/client';
import { open, send, type Page } from './pages';
import {
  addPhoto,
  createParty,
  expectStatus,
  join,
  sendEventImage,
  smallJpeg,
  unique,
  visit,
  type Party,
} from './party';

// Who may enter with what, and how that is revoked (rules `door.open`, `door.code`, `door.renew`).

interface Renewed {
  door: string;
  url: string;
}

const reader = (origin: string) => new Client(origin).speak('en');
const person = () => ({ name: `Guest ${unique()}`, email: `${unique()}@example.com` });
const CODE_ONLY = 'This event only opens with its code. Scan it, or ask the organizer';

describe.each(['pgliteServer', 'postgresServer'] as const)('an event’s door, on the %s', (name) => {
  const { origin } = inject(name);
  const renew = async ({ organizer, event }: Party, door = 'names') => {
    const answer = await organizer.client.post<Renewed>(`/api/events/${event.id}/renew-code`, {
      door,
    });
    return expectStatus(answer, 200).json.url.replace(origin, '');
  };
  const codeIn = (url: string) => new URL(url, origin).searchParams.get('k') ?? '';
  /** A phone that has scanned a code. */
  async function scan(path: string): Promise<{ phone: Client; page: Page }> {
    const phone = reader(origin);
    return { phone, page: await open(phone, path) };
  }
  /** The text of the page, without the event's number. */
  const told = ({ text }: Page) => text.replace(/\d{12}/g, 'N');

  test('what opened it before a new code is answered like an unknown event', async () => {
    const party = await createParty(origin);
    const { id } = party.event;
    const old = await renew(party);
    const link = await renew(party);
    const never = '123456789012';
    for (const path of ['', `?k=${codeIn(old)}`, '?k=']) {
      for (const at of [
        '/e/:id',
        '/e/:id/preview.jpg',
        '/invitation-pdf/:id',
        '/invitation-pdf/:id/pdf',
        '/invitation-pdf/:id/code/svg',
      ]) {
        const [gone, unknown] = await Promise.all(
          [String(id), never].map((number) =>
            open(reader(origin), at.replace(':id', number) + path),
          ),
        );
        if (!gone || !unknown) throw new Error('no answer');
        expect([at + path, gone.status]).toEqual([at + path, 404]);
        expect(unknown.status).toBe(404);
        expect(told(gone)).toBe(told(unknown));
        expect(gone.html).not.toContain(party.names.event);
      }
    }
    const { page } = await scan(link);
    expect(page.text).toContain(party.names.event);
    const k = codeIn(link);
    expectStatus(await reader(origin).get(`/invitation-pdf/${id}?k=${k}`), 200);
    expectStatus(await reader(origin).get(`/invitation-pdf/${id}/pdf?k=${k}`), 200);
    const svg = expectStatus(
      await reader(origin).get(`/invitation-pdf/${id}/code/svg?k=${k}`),
      200,
    );
    expect(await readQrOfImage(svg.bytes)).toBe(origin + link);
    // Typed from paper, on a keyboard that starts with a capital.
    expect((await scan(link.replace(k, k.toUpperCase()))).page.text).toContain(party.names.event);
  });

  test('the dashboard’s links, pictures and prints have the new code at once', async () => {
    const party = await createParty(origin);
    const { client } = party.organizer;
    client.speak('en');
    const form = await open(client, '/event/door');
    const renewed = await send(client, form, 'Renew the code', { intent: 'renew' });
    expect(renewed.text).toContain('The code is renewed');
    const desk = await open(client, '/');
    const links = [...desk.document.querySelectorAll('a[href*="invitation-pdf"], img')].map(
      (one) => one.getAttribute('href') ?? one.getAttribute('src') ?? '',
    );
    const invitations = links.filter((link) => link.includes('invitation-pdf'));
    expect(invitations.length).toBeGreaterThan(2);
    for (const path of invitations) {
      expectStatus(await reader(origin).get(path.replaceAll('&amp;', '&')), 200);
    }
    const invite = await open(client, '/event/invite');
    for (const link of invite.document.querySelectorAll('a[target="_blank"]')) {
      expectStatus(await reader(origin).get(link.getAttribute('href') ?? ''), 200);
    }
  });

  test('a new code ends visits with their streams; guests stay, and old names open nothing', async () => {
    const party = await createParty(origin);
    const guest = await join(party);
    const [visitor, leaving] = [await visit(party), await visit(party)];
    const stream = await openStream(visitor, party.event.id);
    const own = await openStream(guest.client, party.event.id);
    const renamed = { ...party.names, event: `Another ${unique()}` };
    const { startDate, endDate } = party.event;
    await party.organizer.client.submit('/event/edit', {
      name: renamed.event,
      startDate,
      endDate,
    });
    expectStatus(await reader(origin).post('/api/visitor-access', party.names), 200);

    await renew(party);
    await expect.poll(() => stream.isOver).toBe(true);
    expect((await visitor.get('/api/user')).status).toBe(401);
    expectStatus(await guest.client.get('/api/user'), 200);
    expect(own.isOver).toBe(false);
    own.leave();
    expectStatus(await reader(origin).post('/api/visitor-access', party.names), 404);
    expectStatus(await reader(origin).post('/api/visitor-access', renamed), 200);

    // The device of an ended visit does not see the current names.
    await leaving.submit('/logout', {});
    expect((await open(leaving.speak('en'), '/auth')).text).not.toContain(renamed.event);
    await guest.client.submit('/logout', {});
    expect((await open(guest.client.speak('en'), '/auth')).text).toContain(renamed.event);
  });

  test('closed to the names, it opens for the code, and for those who have joined', async () => {
    const party = await createParty(origin, { organizerPassword: 'open sesame' });
    const guest = await join(party);
    const link = await renew(party, 'code');
    const stranger = reader(origin);
    for (const [path, body] of [
      ['/api/visitor-access', party.names],
      ['/api/register', { ...party.names, ...person() }],
    ] as const) {
      const refused = await stranger.post<{ message: string }>(path, body);
      expect([path, refused.status, refused.json.message]).toEqual([path, 403, CODE_ONLY]);
    }
    expectStatus(await stranger.post('/api/login', { ...party.names, ...person() }), 401);
    const query = new URLSearchParams({
      event: party.names.event,
      organizer: party.names.organizerName,
    });
    expect((await open(stranger, `/auth/join?${query}`)).text).toContain(CODE_ONLY);
    const form = await open(stranger, '/auth/join');
    expect((await send(stranger, form, 'Submit', party.names)).text).toContain(CODE_ONLY);
    const confirm = await open(stranger, `/auth/join/confirm?${query}`);
    expect((await send(stranger, confirm, 'Confirm')).text).toContain(CODE_ONLY);

    const { phone, page } = await scan(link);
    await send(phone, page, 'Enter');
    expectStatus(await phone.get('/api/user'), 200);
    const newcomer = (await scan(link)).phone;
    expectStatus(await newcomer.post('/api/register', { ...party.names, ...person() }), 201);

    // A participant on a phone that has seen no code, and an organizer with their password.
    const sign = reader(origin);
    const door = await open(sign, `/auth/sign-in?${query}`);
    const { name, email } = guest.user;
    expect((await send(sign, door, 'Submit', { name, email: 'no@example.com' })).text).toContain(
      'Login failed',
    );
    expect((await send(sign, door, 'Submit', { name, email })).text).toContain('Welcome back');
    const desk = reader(origin);
    const organizers = await open(desk, '/auth/join?as=organizer');
    const signIn = await send(desk, organizers, 'Submit', party.names);
    expect(signIn.path).toContain('/auth/sign-in');
    const host = party.organizer.user;
    const asked = await send(desk, signIn, 'Submit', { name: host.name, email: host.email });
    const inside = await send(desk, asked, 'Submit', {
      name: host.name,
      email: host.email,
      password: 'open sesame',
    });
    expect(inside.text).toContain('Code and invitation');
  });

  test('only members, and visitors who used it, see the code', async () => {
    const party = await createParty(origin);
    await sendEventImage(party.organizer.client, party.event.id, await smallJpeg());
    const guest = await join(party);
    await addPhoto(guest, 1);
    const k = codeIn(await renew(party));
    const visitor = await visit(party);
    const { id } = party.event;
    const stranger = reader(origin);
    const query = new URLSearchParams({
      event: party.names.event,
      organizer: party.names.organizerName,
    });
    for (const [who, path] of [
      [stranger, `/auth/join?${query}`],
      [visitor, '/?tab=profile'],
      [visitor, '/feed'],
      [visitor, `/api/events/${id}`],
      [guest.client, `/api/events/${id}`],
      [guest.client, `/api/events/${id}/users`],
      [guest.client, '/api/user'],
      [party.organizer.client, `/api/events/${id}`],
    ] as const) {
      const answer = await who.get(path);
      expect([path, answer.status]).toEqual([path, 200]);
      expect([path, answer.text.includes(k)]).toEqual([path, false]);
    }
    // What a visitor shares opens by the names, what a guest shares by the code.
    expect((await visitor.get('/?tab=profile')).text).toContain('/auth/join?event=');
    expect((await guest.client.get('/?tab=profile')).text).toContain(`/e/${id}?k=${k}`);
  });
});
