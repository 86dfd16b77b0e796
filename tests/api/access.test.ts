import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { events } from '~db/schema';
import { outlastCachedReads } from '../setup/cached-reads';
import { openStream } from '../setup/change-stream';
import { Client } from '../setup/client';
import { builtRoutes } from '../setup/routes';
import { ADMINISTRATION, FOR_EVERYBODY, READS, type Call } from './access-endpoints';
import { EVENTS, PEOPLE, PHOTOS } from './access-endpoints-event';
import { addressOf, checkRow, DONE, requestOf } from './access-matrix';
import { callerOf, ROLES, withStage, type Caller, type Role, type Scene } from './access-scene';
import { CALLS } from './access-sent';
import { storageCalls, withFtpSettings } from './access-storage';
import { ENDED } from './party';

const stage = withStage();
const ftpSettings = withFtpSettings();

const WRITES = [...PHOTOS, ...PEOPLE, ...EVENTS, ...ADMINISTRATION, ...storageCalls(ftpSettings)];
const ROWS = [...READS, ...FOR_EVERYBODY, ...WRITES];

describe(`who may: ${ROLES.join(', ')}`, () => {
  test.each(ROWS)('$what', (row) => checkRow(stage, row, CALLS));
});

/** The URLs of calls that the description of the API contains. */
const DESCRIBED = /^\/(api|webhooks)\/[^*]/;
/** An answer to it has no end. */
const STREAM = '/api/events/:eventId/changes';

test(`GET ${STREAM}: ${ROLES.join(', ')}`, async () => {
  const scene = await stage.sharedScene();
  const statuses: number[] = [];
  for (const role of ROLES) {
    const { client } = await callerOf(role, scene);
    const stream = await openStream(client, scene.party.event.id);
    statuses.push(stream.status);
    stream.leave();
  }
  expect(statuses).toEqual([401, 200, 200, 403, 200, 403, 403, 401, 403, 200]);
});

test('every call of the server and of its description has its line, and every line its call', async () => {
  const rows = [...ROWS.map(requestOf), `GET ${STREAM}`].map((row) => row.split('?')[0] ?? '');
  const lines = rows.filter((row) => DESCRIBED.test(row.split(' ')[1] ?? ''));
  const once = (calls: string[]) => [...new Set(calls)].sort();
  expect(once(lines)).toEqual(once(documentedCalls()));
  expect(once(lines)).toEqual(once(await endpointsOfServer()));
});

/** Every call of the description of the API, with its parameters written as in the lines. */
function documentedCalls(): string[] {
  return Object.entries(inject('apiDocument').paths).flatMap(([path, calls]) =>
    Object.keys(calls).map((verb) => `${verb.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
}

/** Every method of every endpoint. A URL that is requested with another one answers which it has. */
async function endpointsOfServer(): Promise<string[]> {
  const client = new Client(stage.origin);
  const routes = await builtRoutes();
  const calls = routes.map(({ path }) => path).filter((path) => DESCRIBED.test(path));
  const methods = await Promise.all(
    calls.map(async (path) => {
      const url = path.replaceAll(/:\w+/g, '1');
      // No URL has both of these.
      for (const method of ['PUT', 'PATCH']) {
        const { status, headers } = await client.request(method, url);
        const allowed = headers.get('Allow');
        if (status === 405 && allowed) return allowed.split(', ').map((one) => `${one} ${path}`);
      }
      throw new Error(`${path} refuses no method`);
    }),
  );
  return methods.flat();
}

describe.each([
  ['whose organizer lets guests look', true],
  ['whose organizer does not', false],
])('an ended event %s', (_whose, guestsMayLook) => {
  const callers = new Map<Role, Caller>();
  let scene: Scene;
  beforeAll(async () => {
    scene = await stage.setScene();
    for (const role of ROLES) callers.set(role, await callerOf(role, scene));
    await stage.db
      .update(events)
      .set({ ...ENDED, guestsMayLook })
      .where(eq(events.id, scene.party.event.id));
    await outlastCachedReads();
  });

  /** The answers to all of them, in the order of the roles. */
  const statusesOf = (path: string) =>
    Promise.all(
      Array.from(callers.values(), async ({ client }) => (await client.get(path)).status),
    );

  const isAboutTheEvent = ({ what }: Call) =>
    !/user$|favorites$|messages$|mine$|admin|shop/.test(what);
  test.each(READS.filter(isAboutTheEvent))('$what', async (row) => {
    const caller = callers.get('organizer') as Caller;
    const [, path = ''] = await addressOf(row, { caller, scene });
    // Its files are available to the administrator, too.
    const administrator = path.startsWith('/media/') ? 200 : 403;
    const { done: own } = row;
    const isGuests = row.answers[ROLES.indexOf('participant')] === DONE;
    const guest = guestsMayLook && isGuests ? own : 403;
    expect(await statusesOf(path)).toEqual([
      401,
      403,
      guest,
      403,
      own,
      403,
      administrator,
      401,
      403,
      own,
    ]);
  });

  test.each([
    ['/api/favorites', 200, guestsMayLook ? 200 : 403, 200],
    ['/api/messages', 200, guestsMayLook ? 200 : 403, 200],
    ['/api/missions/mine', 200, guestsMayLook ? 200 : 403, 200],
    ['/api/admin/users', 403, 403, 403],
    ['/api/admin/events', 403, 403, 403],
  ])('GET %s', async (path, unchecked, guest, elsewhere) => {
    const expected = [401, 403, guest, 200, 200, unchecked, 200, 401, elsewhere, 200];
    expect(await statusesOf(path)).toEqual(expected);
  });

  test('the refusal says so', async () => {
    const { client } = callers.get('visitor') as Caller;
    const { json } = await client.get(`/api/events/${scene.party.event.id}`);
    expect(json).toEqual({ message: 'This event has ended. Only the organizer can access it now' });
  });

  test('a session returns its user, and can end', async () => {
    expect(await statusesOf('/api/user')).toEqual([
      401, 200, 200, 200, 200, 200, 200, 401, 200, 200,
    ]);
    const { client } = callers.get('participant') as Caller;
    expect((await client.post('/api/logout')).status).toBe(200);
  });
});
