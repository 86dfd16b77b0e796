import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { connectDatabase } from '~db/client.server';
import { events, photos } from '~db/schema';
import type { PublicPhoto } from '~/models/photo/shape';
import type { UserRecord } from '~/models/user/shape';
import routes from '~/routes';
import type { Client } from '../setup/client';
import { outlastCachedReads } from '../setup/cached-reads';
import { builtRoutes } from '../setup/routes';
import { open } from './pages';
import {
  addMissions,
  addPhoto,
  createParty,
  ENDED,
  expectStatus,
  join,
  openCard,
  sendSelfie,
  smallJpeg,
  unique,
  visit,
  type Party,
  type Person,
} from './party';

const { origin, databaseUrl } = inject('postgresServer');

/** What a guest who may look back reads when they try to write. */
const CLOSED_MESSAGE = 'This event has ended';
const ENDED_MESSAGE = 'This event has ended. Only the organizer can access it now';
const NO_REGISTRATION = 'This event has ended. New registrations are not accepted';
const OVERLAY = 'Event has expired';
const MORNING = 'The morning after';
/** Adds photos or stars, which nobody does after the end. */
const ADDING = /^POST .*\/(photos|users\/selfie|events\/:eventId\/image|favorites)$/;
const CLOSED_TO_ALL = [
  'DELETE /api/favorites/:photoId',
  'PATCH /api/photos/:photoId',
  'POST /api/seen',
  'POST /api/events/:eventId/guest-list',
  'POST /api/events/:eventId/duel',
  'POST /api/duels/:duelId/vote',
  'POST /api/events/:eventId/missions',
  'PATCH /api/missions/:missionId',
  'DELETE /api/missions/:missionId',
  'POST /api/missions/mine/swap',
];
/** The link of the organizer's overlay. */
const TO_SHOP = 'Extend it in the shop';
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
type Method = (typeof METHODS)[number];

/** An event that ended while all of them had it open. */
interface Scene {
  party: Party;
  guest: Person;
  visitor: Client;
  photo: PublicPhoto;
  reportId: number;
  /** The mission of that photo. */
  missionId: number;
  selfieUrl: string;
}

async function endedScene(look: { guestsMayLook?: boolean } = {}): Promise<Scene> {
  const party = await createParty(origin);
  const [guest, visitor] = await Promise.all([join(party), visit(party)]);
  const photo = await addPhoto(party.organizer, 1);
  const report = await guest.client.post<{ id: number }>(`/api/photos/${photo.id}/flag`, {});
  const starred = { userId: guest.user.id, photoId: photo.id };
  expectStatus(await guest.client.post('/api/favorites', starred), 201);
  const selfie = expectStatus(await sendSelfie(guest, await smallJpeg()), 200);
  for (const client of [guest.client, visitor, party.organizer.client]) client.speak('en');
  const made = await party.organizer.client.post<{ id: number }[]>(
    `/api/events/${party.event.id}/missions`,
    { text: 'Somebody’s shoes' },
  );
  const missionId = expectStatus(made, 201).json[0]?.id ?? 0;
  await setMission(photo.id, missionId);
  await setEvent(party, { ...ENDED, ...look });
  const selfieUrl = selfie.json.selfieUrl ?? '';
  return { party, guest, visitor, photo, reportId: report.json.id, missionId, selfieUrl };
}

async function setMission(photoId: number, missionId: number) {
  const { db, close } = await connectDatabase({ url: databaseUrl, dataDir: '' });
  await db.update(photos).set({ missionId }).where(eq(photos.id, photoId));
  await close();
}

async function setEvent({ event }: Party, values: Partial<typeof events.$inferInsert>) {
  const { db, close } = await connectDatabase({ url: databaseUrl, dataDir: '' });
  await db.update(events).set(values).where(eq(events.id, event.id));
  await close();
  await outlastCachedReads();
}

interface Route {
  path?: string;
  file: string;
  children?: Route[];
}

/** Every URL of the route table, and its module. */
function addressesOf(list: Route[], parent = ''): { path: string; file: string }[] {
  return list.flatMap(({ path = '', file, children }) => {
    const whole = [parent, path].filter(Boolean).join('/');
    const inside = children ? addressesOf(children, whole) : [];
    return children ? inside : [{ path: `/${whole}`, file }];
  });
}

const addresses = addressesOf(routes as unknown as Route[]);
const built = await builtRoutes();

/** The URL with its parameters filled in. */
function fill(
  path: string,
  { party, guest, photo, reportId, missionId, selfieUrl }: Scene,
): string {
  const [, , , file = ''] = selfieUrl.split('/');
  const values: Record<string, string | number> = {
    eventId: party.event.id,
    photoId: photo.id,
    userId: guest.user.id,
    reportId,
    messageId: 1,
    format: 'story',
    duelId: 1,
    missionId,
    token: 'unknown',
    file,
  };
  return path.replace(/:(\w+)\??/g, (_whole, name: string) => String(values[name]));
}

/** A valid input of the organizer's: only the event's end is wrong. */
async function something(call: string, { party, photo }: Scene) {
  const userId = party.organizer.user.id;
  if (call === 'PATCH /api/photos/:photoId') return { json: { caption: 'At the lake' } };
  if (call.endsWith('/guest-list')) return { json: { list: 'Ann Young, ann@example.com' } };
  if (call.endsWith('/duel')) return { json: { photoIds: [photo.id], seconds: 60 } };
  if (call.endsWith('/missions')) return { json: { text: 'Somebody’s shoes' } };
  if (call.endsWith('/:missionId')) return { json: { enabled: false } };
  if (call.endsWith('/swap')) return { json: {} };
  if (call.endsWith('/vote')) return { json: { photoId: photo.id } };
  if (call === 'POST /api/seen') return { json: { ids: [photo.id] } };
  if (call.endsWith('/favorites')) return { json: { userId, photoId: photo.id } };
  const body = new FormData();
  body.set('data', JSON.stringify({ userId, eventId: party.event.id, position: 2 }));
  body.set('image', new Blob([new Uint8Array(await smallJpeg())]), 'photo.jpg');
  return { body };
}

let scene: Scene;
/** The same, with guests' access closed by the organizer. */
let closed: Scene;
beforeAll(async () => {
  [scene, closed] = await Promise.all([endedScene(), endedScene({ guestsMayLook: false })]);
});

/** Endpoints for anyone, with or without an ended event; they are requested one by one below. */
const FOR_ANYONE = [
  ...['user', 'login', 'register', 'logout', 'visitor-access', 'create-event', '*'],
  // The description of the API
  ...['openapi.json', 'docs'],
];
const api = built.filter(({ path }) => path.startsWith('/api/'));
const calls = api.filter(({ path }) => !FOR_ANYONE.includes(path.replace('/api/', '')));

describe('the endpoints of an ended event', () => {
  test('are all those of the list', () => {
    expect(calls.length).toBeGreaterThan(25);
    expect(api.length - calls.length).toBe(FOR_ANYONE.length);
  });

  /** The answers of a URL to all methods that it knows. */
  async function answersOf(
    client: Client,
    at: Scene,
    path: string,
    methods: readonly Method[] = METHODS,
  ) {
    const answers: [string, number, unknown][] = [];
    for (const method of methods) {
      const json = method === 'GET' ? undefined : {};
      const { status, json: said } = await client.request(method, fill(path, at), { json });
      if (status !== 405) answers.push([method, status, said]);
    }
    return answers;
  }

  test.each(calls)('$path tells those who may not look that it has ended', async ({ path }) => {
    const answers = [
      ...(await answersOf(scene.visitor, scene, path)),
      ...(await answersOf(closed.visitor, closed, path)),
      ...(await answersOf(closed.guest.client, closed, path)),
    ];
    expect(answers.length).toBeGreaterThanOrEqual(3);
    for (const [, ...answer] of answers) {
      expect(answer).toMatchObject([403, { message: ENDED_MESSAGE }]);
    }
  });

  test.each(calls)('$path can be read by guests, and changed by none', async ({ path }) => {
    // A stream has no end.
    const methods = METHODS.filter((method) => method !== 'GET' || !path.endsWith('/changes'));
    for (const [method, ...answer] of await answersOf(scene.guest.client, scene, path, methods)) {
      // A device may be notified of the morning after (rule `push.topics`).
      const isOpen = method === 'GET' || path === '/api/push';
      if (isOpen) expect(JSON.stringify(answer)).not.toContain('has ended');
      else expect(answer).toMatchObject([403, { message: CLOSED_MESSAGE }]);
    }
  });

  test('return to guests who look back what they could read before', async () => {
    const { guest, party, photo } = scene;
    const of = `/api/events/${party.event.id}`;
    const feed = `/api/photos/event/${party.event.id}`;
    for (const path of [of, feed, `${of}/top-photos`, '/api/favorites', '/api/messages']) {
      expect([path, (await guest.client.get(path)).status]).toEqual([path, 200]);
    }
    const shown = await guest.client.get<PublicPhoto[]>(feed);
    expect(shown.json.map(({ id }) => id)).toContain(photo.id);
  });

  test('are closed to guests, and opened again, by the organizer only', async () => {
    const { party, guest } = await endedScene();
    const path = `/api/events/${party.event.id}`;
    const set = (client: Client, guestsMayLook: unknown) =>
      client.request('PATCH', path, { json: { guestsMayLook } });
    const statuses = [];
    for (const guestsMayLook of [false, true]) {
      const { status, json } = await set(party.organizer.client, guestsMayLook);
      expect([status, json]).toEqual([200, expect.objectContaining({ guestsMayLook })]);
      statuses.push((await guest.client.get(path)).status);
    }
    expect(statuses).toEqual([403, 200]);
    expect((await set(guest.client, false)).status).toBe(403);
    expect((await set(party.organizer.client, 'perhaps')).status).toBe(400);
    expect((await guest.client.get(path)).json).toMatchObject({ guestsMayLook: true });
  });

  test('keep working for the organizer', async () => {
    const own = await endedScene();
    const { client } = own.party.organizer;
    // What deletes the event, and with it the session, comes last.
    const last = (path: string) => Number(path.includes('/admin/'));
    const inOrder = [...calls].sort((a, b) => last(a.path) - last(b.path));
    for (const method of METHODS) {
      for (const { path } of inOrder) {
        // A stream has no end.
        if (method === 'GET' && path.endsWith('/changes')) continue;
        const call = `${method} ${path}`;
        const isRefused = ADDING.test(call) || CLOSED_TO_ALL.includes(call);
        const sent = isRefused ? await something(call, own) : { json: {} };
        const said = method === 'GET' ? undefined : sent;
        const { text } = await client.request(method, fill(path, own), said);
        expect([call, text.includes('has ended')]).toEqual([call, isRefused]);
      }
    }
    expect((await client.get('/api/user')).status).toBe(401);
  });

  test('for anyone: the current user, logging out, the organizer’s sign-in, another event', async () => {
    const { party, guest, visitor } = scene;
    for (const client of [guest.client, visitor]) {
      expect((await client.get('/api/user')).status).toBe(200);
    }
    const { name, email } = guest.user;
    const somebody = { name: `Guest ${unique()}`, email: `${unique()}@example.com` };
    const { user } = party.organizer;
    const ask = async (path: string, fields: object) => {
      const { status, json } = await (
        await join(await createParty(origin))
      ).client.post(path, {
        ...party.names,
        ...fields,
      });
      return [status, status < 300 ? null : json];
    };
    const refusal = (message: string) => [403, { message }];
    expect(await ask('/api/login', { name, email })).toEqual(refusal(ENDED_MESSAGE));
    expect(await ask('/api/login', somebody)).toEqual(refusal(ENDED_MESSAGE));
    expect(await ask('/api/visitor-access', {})).toEqual(refusal(ENDED_MESSAGE));
    expect(await ask('/api/register', somebody)).toEqual(refusal(NO_REGISTRATION));
    expect(await ask('/api/register', { name, email })).toEqual(refusal(NO_REGISTRATION));
    expect(await ask('/api/login', { name: user.name, email: user.email })).toEqual([200, null]);
    expect(await ask('/api/logout', {})).toEqual([200, null]);
  });
});

/** Screens that belong to no event: signing in and out, screens for anyone, and the platform's own. */
const NOT_OF_AN_EVENT =
  /^\/(auth|create-event|plans|wall|return|organize|invited|morning\/(?:in|stop)|login\/(?:link|confirm|email)|logout|e\/|invitation-pdf|healthz|manifest|\*|admin)/;
const screens = addresses.filter(
  ({ path, file }) => !file.startsWith('routes/system/') && !NOT_OF_AN_EVENT.test(path),
);

describe('the screens of an ended event', () => {
  const isLogin = (path: string) => path === '/login';
  /** Screens for adding something, and for guests to join. */
  const isForMore = (path: string) =>
    ['/photos/new', '/event/invite', '/event/remind'].includes(path);

  /** Screens that guests can still read. */
  const LOOKED_BACK_AT = [
    '/feed',
    '/pile',
    '/top',
    '/duel',
    '/morning',
    '/missions',
    '/missions/:missionId',
    '/reveal',
    '/messages',
    '/settings',
    '/photos/:photoId',
  ];
  /** URLs of forms without their own screen: they redirect to one of these, or to the own photos. */
  const LEADING_THERE =
    /^\/(photos\/:photoId\/star|event\/guests-may-look|settings\/(naming|morning-mail))$/;

  const isLookedBackAt = (path: string) =>
    LOOKED_BACK_AT.includes(path) || LEADING_THERE.test(path);

  test.each(screens)('$path shows the overlay to those who may not look', async ({ path }) => {
    const { party, guest, visitor } = scene;
    const address = fill(path, scene);
    const shown = async (client: Client, at = address) =>
      (await open(client, at)).text.includes(OVERLAY);
    // Guests who may look back are led to the morning after instead.
    const { text: toGuest } = await open(guest.client, address);
    expect(toGuest).not.toContain(OVERLAY);
    if (!isLookedBackAt(path)) expect(toGuest).toContain(MORNING);
    expect(await shown(closed.guest.client, fill(path, closed))).toBe(true);
    // The organizer may have come as a visitor, and the shop is where the event is extended.
    expect(await shown(visitor)).toBe(!isLogin(path));
    const { text } = await open(party.organizer.client, address);
    expect(text.includes(TO_SHOP)).toBe(isForMore(path));
  });

  /** What can be said about oneself as long as one may look (rules `share.names`, `mails.morning`). */
  const SAID = { '/settings/naming': 'named', '/settings/morning-mail': 'mailConsent' };

  test.each(screens.filter(({ path }) => !isLogin(path) && !(path in SAID)))(
    '$path: what a guest sends redirects to the overlay',
    async ({ path }) => {
      for (const client of [scene.guest.client, scene.visitor]) {
        const { status, headers } = await client.submit(fill(path, scene), { intent: 'send' });
        const location = headers.get('Location') ?? '';
        // Screens without a form answer 405, which is as good.
        expect([path, status === 405 ? '/' : location]).toEqual([path, '/']);
      }
    },
  );

  test.each(Object.entries(SAID))('who may not look says nothing at %s', async (path, field) => {
    const said = { [field]: 'true' };
    const answer = async ({ guest }: Scene) =>
      (await guest.client.submit(path, said)).headers.get('Location');
    expect([await answer(scene), await answer(closed)]).toEqual(['/settings', '/']);
    const { headers } = await scene.visitor.submit(path, said);
    expect(headers.get('Location')).toBe('/');
  });

  const SCREENS = ['/feed', '/pile', '/top', '/messages', '/settings', '/?tab=profile'];

  test.each(SCREENS)('%s says in one line until when guests may look', async (address) => {
    const { status, text } = await open(scene.guest.client, address);
    expect([status, text.includes('You can still look at everything until')]).toEqual([200, true]);
    const { text: ofOrganizer } = await open(scene.party.organizer.client, address);
    expect(ofOrganizer).not.toContain('You can still look at everything until');
  });

  test('guests are offered nothing that would change anything', async () => {
    const { guest, photo } = scene;
    for (const address of ['/', ...SCREENS]) {
      const { html, document } = await open(guest.client, address);
      const buttons = [...document.querySelectorAll('form button')];
      const sending = buttons.filter((button) => !button.hasAttribute('disabled'));
      const deeds = sending.map((button) => button.closest('form')?.getAttribute('action'));
      expect([
        address,
        deeds.filter((to) => to !== '/logout' && to !== '/settings/naming'),
      ]).toEqual([address, []]);
      expect(html).not.toMatch(/href="\/(photos\/new|selfie|account\/delete|photos\/\d+\/delete)/);
    }
    const { text } = await guest.client.get(`/photos/${photo.id}`);
    expect(text).not.toMatch(/href="\/photos\/\d+\/(report|delete)/);
    expect(text).toContain(`/photos/${photo.id}/file`);
  });

  test.each([
    ['guest', '/?tab=profile', '0 of 0'],
    ['organizer', '/?part=photos', 'Choose a photo'],
    ['organizer', '/participants/invited', 'Paste names'],
    ['organizer', '/event/missions', 'dealt in this order'],
    ['organizer', '/event/missions', 'Every guest gets'],
  ])('the %s reads at %s nothing like “%s”', async (who, address, promise) => {
    const client = who === 'guest' ? scene.guest.client : scene.party.organizer.client;
    const { status, text } = await open(client, address);
    expect([status, text.includes(promise)]).toEqual([200, false]);
  });

  test('who has done no mission is promised no card, and an undone one is not called done', async () => {
    const played = await open(scene.guest.client, '/missions');
    expect([played.path, played.text.includes('done')]).toEqual(['/missions', false]);
    expect(played.html).toContain(`href="/missions/${scene.missionId}"`);
    const none = await createParty(origin);
    await addMissions(none, 'Two hands');
    const idle = await join(none);
    await setEvent(none, ENDED);
    expect((await open(idle.client, '/missions')).path).toBe('/feed');
    const party = await createParty(origin);
    await addMissions(party, 'Two hands', 'The ceiling');
    const guest = await join(party);
    guest.client.speak('en');
    await addPhoto(guest, 1, (await openCard(guest)).missionId);
    await setEvent(party, ENDED);
    const { path, text } = await open(guest.client, '/missions');
    expect([path, text.includes('1 of 2 done')]).toEqual(['/missions', true]);
    expect(text).not.toContain('All your missions are done');
  });

  test('the organizer cannot add or star anything by form either', async () => {
    const { party, photo } = scene;
    const { client } = party.organizer;
    const image = new Blob([new Uint8Array(await smallJpeg())]);
    for (const path of [
      '/photos/add',
      '/photos/shared',
      '/images/add',
      '/selfie',
      '/event/image',
    ]) {
      const body = new FormData();
      const fields = { position: 1, place: 'selfie', userId: party.organizer.user.id };
      for (const [name, value] of Object.entries(fields)) body.set(name, String(value));
      body.set('image', image, 'photo.jpg');
      await client.request('POST', path, { body, headers: { Accept: 'application/json' } });
    }
    await client.submit(`/photos/${photo.id}/star`, { on: '1' });
    await client.submit(`/photos/${photo.id}/star/move`, { from: '1' });
    const page = await open(client, '/?part=photos');
    expect(page.text).not.toContain('/media/');
    expect((await client.get<UserRecord>('/api/user')).json.selfieUrl).toBeNull();
    expect((await client.get('/api/favorites')).json).toEqual([]);
  });

  test('a script that uploads is told the reason', async () => {
    const { status, json } = await scene.guest.client.request('POST', '/photos/add', {
      body: new FormData(),
      headers: { Accept: 'application/json' },
    });
    expect([status, json]).toEqual([403, { code: 'event_closed' }]);
  });

  test('guests are redirected to it from the administration, too', async () => {
    expect((await open(closed.guest.client, '/admin')).text).toContain(OVERLAY);
  });

  test('no new person gets in', async () => {
    const { visitor } = scene;
    const page = await visitor.submit('/login', {
      intent: 'submit',
      name: `Guest ${unique()}`,
      email: `${unique()}@example.com`,
      consent: 'on',
    });
    expect([page.status, page.text.includes(NO_REGISTRATION)]).toEqual([403, true]);
  });
});

describe('the files of an ended event', () => {
  const zips = built.filter(
    ({ path, kind }) =>
      kind === 'file' && !/^\/(media|wall|invitation|admin|e\/|manifest|offline)/.test(path),
  );

  /** What members could download before. */
  const MEMBERS = [
    '/settings/data.zip',
    '/photos/:photoId/file',
    '/top/photos.zip',
    '/top/podium/:format',
    '/photos/mine.zip',
    '/photos/all.zip',
  ];

  // Before that there is no result to download.
  beforeAll(async () => {
    const { event, organizer } = closed.party;
    expectStatus(await organizer.client.post(`/api/events/${event.id}/close-voting`), 200);
    // Whoever agrees has a page in the photo book.
    expectStatus(await organizer.client.submit('/settings/naming', { named: 'true' }), 302);
  });

  test('guests can still download what they could before, and nothing else', async () => {
    for (const { path } of zips) {
      const { status } = await scene.guest.client.get(fill(path, scene));
      expect([path, status]).toEqual([path, MEMBERS.includes(path) ? 200 : 302]);
    }
  });

  test.each(zips)(
    '$path redirects those who may not look to the overlay; a script gets the reason',
    async (route) => {
      const { guest, party } = closed;
      const path = fill(route.path, closed);
      expect((await open(guest.client, path)).text).toContain(OVERLAY);
      const { status, json } = await guest.client.get(path, { Accept: 'application/json' });
      expect([status, json]).toEqual([403, { code: 'event_ended' }]);
      expect((await party.organizer.client.get(path)).status).toBe(200);
    },
  );

  test('photos and selfies are available to the organizer, and to guests who may look', async () => {
    for (const { visitor, guest, party, photo, selfieUrl } of [scene, closed]) {
      for (const url of [photo.imageUrl, selfieUrl]) {
        const refused = { status: 403, text: ENDED_MESSAGE };
        expect(await visitor.get(url)).toMatchObject(refused);
        expect(await guest.client.get(url)).toMatchObject(
          party === closed.party ? refused : { status: 200 },
        );
        expect((await party.organizer.client.get(url)).status).toBe(200);
      }
    }
  });

  test('the invitation stays for anyone', async () => {
    const { guest, party } = scene;
    expect((await guest.client.get(`/invitation-pdf/${party.event.id}`)).status).toBe(200);
    expect((await guest.client.get(`/e/${party.event.id}`)).status).toBe(302);
  });
});

test('an extended event opens again for everybody who had it open', async () => {
  const { party, guest, visitor, photo } = await endedScene();
  const { startDate, endDate } = party.event;
  await setEvent(party, { startDate: startDate.slice(0, 10), endDate: endDate.slice(0, 10) });
  for (const client of [guest.client, visitor]) {
    expect((await open(client, '/')).text).not.toContain(OVERLAY);
    expect((await client.get(photo.imageUrl)).status).toBe(200);
  }
});
