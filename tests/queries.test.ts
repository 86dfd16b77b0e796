import type { AppLoadContext, LoaderFunctionArgs } from '@remix-run/node';
import pino from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { api } from '~/api';
import type { Env } from '~/env.server';
import { sendMedia as media } from '~/files/media';
import { createLastEventCookie, rememberEvent } from '~/http/last-event.server';
import { createSessionStore, signIn } from '~/http/session.server';
import { createFeedAnswers } from '~/models/photo/feed-answers.server';
import { createFeedSnapshots } from '~/models/photo/snapshots.server';
import { singleRow } from '~/models/row.server';
import { createIdentities } from '~/models/session/identity.server';
import type { EventRow } from '~/models/event/read.server';
import type { PhotoRow } from '~/models/photo/read.server';
import type { UserRow } from '~/models/user/read.server';
import { loader as landing } from '~/routes/auth/landing';
import { loader as feed } from '~/routes/event/feed';
import { loader as viewer } from '~/routes/event/photo';
import { loader as shell } from '~/routes/event/shell';
import { loader as top } from '~/routes/event/top';
import { createMemoryStorage } from '~/services/storage/memory.server';
import { createTestEvent, createTestPhotos, TODAY } from './factories';
import { borrowPglite } from './setup/databases';

// The number of database queries of a request, however large the event is.

const { db, close } = await borrowPglite();
const client = (db as unknown as { $client: { query(...args: unknown[]): unknown } }).$client;
const storage = createMemoryStorage();
const SECRET = { SESSION_SECRET: ['test'] } as unknown as Env;
const app = {
  db,
  storage,
  sessions: createSessionStore(SECRET),
  lastEvent: createLastEventCookie(SECRET),
  feeds: createFeedAnswers({ db, storage }),
  snapshots: createFeedSnapshots({ db }),
  identities: createIdentities({ db }),
  push: { publicKey: 'a key' },
  env: { EVENT_TIME_ZONE: 'Europe/Paris' },
  today: () => TODAY,
  now: () => new Date(`${TODAY}T12:00:00Z`),
};
const newContext = () =>
  ({
    app,
    log: pino({ level: 'silent' }),
    setHeader: () => {},
    logFailure: () => {},
  }) as unknown as AppLoadContext;

const callAt = (path: string) => (args: LoaderFunctionArgs) =>
  api.find((call) => call.path === path)?.answer(args);
const feedCall = callAt('/api/photos/event/:eventId');
const userCall = callAt('/api/user');

let event: EventRow;
let guest: UserRow;
let photos: PhotoRow[];
let cookie: string;
/** A guest's order, as positions in it name it. */
let look: string;

beforeAll(async () => {
  ({ event } = await createTestEvent(db));
  const full = Buffer.from('a photo');
  const made = await createTestPhotos(db, event.id, 60, () => ({ imageBytes: full.length }));
  photos = made.photos;
  guest = singleRow(made.owners.slice(-1));
  for (const photo of photos) await storage.write('local', photo.imageKey, { full });
  vi.setSystemTime(app.now());
  const args = { request: new Request('http://localhost/'), context: newContext() };
  const headers = await signIn(args, { user: guest });
  cookie = headers.get('Set-Cookie')?.split(';')[0] ?? '';
});
afterAll(async () => {
  vi.useRealTimers();
  await close();
});

/** Runs loaders for one request of somebody who was idle for a while, and counts their queries. */
async function queriesOf(
  path: string,
  loaders: ((args: LoaderFunctionArgs) => unknown)[],
  params: Record<string, string> = {},
  Cookie = cookie,
): Promise<number> {
  app.identities.forget(event.id);
  const request = new Request(`http://localhost${path}`, { headers: { Cookie } });
  const context = newContext();
  const query = vi.spyOn(client, 'query');
  try {
    await Promise.all(loaders.map(async (loader) => loader({ request, context, params })));
    return query.mock.calls.length;
  } finally {
    query.mockRestore();
  }
}

it('a page of the feed takes nine, with its frame, and six while nothing has changed', async () => {
  // Once in half a minute for all guests.
  const { number } = await app.snapshots.latest(event.id, app.now());
  look = `${number}.0000abcd`;
  const cookies = `${cookie}; feed_look=${event.id}.${look}.${app.now().getTime() / 1000}`;
  expect(await queriesOf('/feed', [shell, feed], {}, cookies)).toBe(9);
  expect(await queriesOf('/feed', [shell, feed], {}, cookies)).toBe(6);
});

it('a later page takes no more', async () => {
  app.feeds.forget(event.id);
  expect(await queriesOf(`/feed?after=${look}.${photos[30]?.id}`, [feed])).toBe(5);
});

it('newest first it takes eight, and six while nothing has changed', async () => {
  app.feeds.forget(event.id);
  expect(await queriesOf('/feed?sort=newest', [shell, feed])).toBe(8);
  expect(await queriesOf('/feed?sort=newest', [shell, feed])).toBe(6);
});

it('the podium takes six, with its frame, and three while nothing has changed', async () => {
  app.feeds.forget(event.id);
  expect(await queriesOf('/top', [shell, top])).toBe(6);
  expect(await queriesOf('/top', [shell, top])).toBe(3);
});

it('the viewer takes nine, and less with the order of a guest’s feed', async () => {
  const photoId = String(photos[30]?.id);
  expect(await queriesOf(`/photos/${photoId}?from=newest`, [viewer], { photoId })).toBe(9);
  expect(await queriesOf(`/photos/${photoId}?from=feed`, [viewer], { photoId })).toBe(6);
});

it('an image takes two, including the caller, and one if it was requested before', async () => {
  const [eventId = '', name = ''] = (photos[0]?.imageKey ?? '').split('/');
  const params = { eventId, file: `${name}-720.webp` };
  expect(await queriesOf(`/media/${eventId}/${params.file}`, [media], params)).toBe(2);
  expect(await queriesOf(`/media/${eventId}/${params.file}`, [media], params)).toBe(1);
});

it('twenty images of a screen share one query for the caller, whoever has seen them before', async () => {
  const files = photos.slice(0, 20).map(({ imageKey }) => imageKey.split('/'));
  const askForAll = files.map(([eventId, name]) => (args: LoaderFunctionArgs) => {
    const params = { eventId, file: `${name}-720.webp` };
    // Each is a separate request.
    return media({ ...args, context: newContext(), params });
  });
  expect(await queriesOf('/media', askForAll)).toBeLessThanOrEqual(1 + 20);
  expect(await queriesOf('/media', askForAll)).toBe(1);
});

it('a poll takes one while nothing has changed', async () => {
  const params = { eventId: String(event.id) };
  const path = `/api/photos/event/${event.id}`;
  expect(await queriesOf(path, [feedCall], params)).toBe(2);
  expect(await queriesOf(path, [feedCall], params)).toBe(1);
});

it('the current user takes one', async () => {
  expect(await queriesOf('/api/user', [userCall])).toBe(1);
});

it('the landing page takes one, and one more if an event was left on this device', async () => {
  expect(await queriesOf('/auth', [landing], {}, '')).toBe(1);
  const args = { request: new Request('http://localhost/'), context: newContext() };
  const header = await rememberEvent(args, { eventId: event.id, code: null });
  expect(await queriesOf('/auth', [landing], {}, header.split(';')[0])).toBe(2);
});
