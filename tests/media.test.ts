import type { AppLoadContext } from '@remix-run/node';
import pino from 'pino';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { events, photos, users } from '~db/schema';
import { sendMedia } from '~/files/media';
import type { Env } from '~/env.server';
import { createSessionStore, signIn, type SignIn } from '~/http/session.server';
import { createFeedAnswers } from '~/models/photo/feed-answers.server';
import { createIdentities } from '~/models/session/identity.server';
import { singleRow } from '~/models/row.server';
import type { UserRow } from '~/models/user/read.server';
import { newImageKey } from '~/services/storage/keys.server';
import { createMemoryStorage } from '~/services/storage/memory.server';
import { borrowPglite } from './setup/databases';

const { db, close } = await borrowPglite();
const storage = createMemoryStorage();
const sessions = createSessionStore({ SESSION_SECRET: ['test'] } as unknown as Env);
let today = '2030-06-15';
const identities = createIdentities({ db });
const feeds = createFeedAnswers({ db, storage });
const app = { db, storage, sessions, identities, feeds, today: () => today, now: () => new Date() };
const newContext = () => ({ app, log: pino({ level: 'silent' }) }) as unknown as AppLoadContext;

const HERE = 111111111111;
const ELSEWHERE = 222222222222;
const [photo, selfie, image] = [newImageKey(HERE), newImageKey(HERE), newImageKey(HERE)];
const members = new Map<string, UserRow>();

async function member(name: string, eventId: number, isOrganizer = false): Promise<number> {
  const rows = await db
    .insert(users)
    .values({
      eventId,
      username: name,
      name,
      nameKey: name,
      email: name,
      emailKey: name,
      isOrganizer,
    })
    .returning();
  const user = singleRow(rows);
  members.set(name, user);
  return user.id;
}

beforeAll(async () => {
  for (const [id, name] of [
    [HERE, 'here'],
    [ELSEWHERE, 'elsewhere'],
  ] as const) {
    const dates = { startDate: '2030-06-10', endDate: '2030-06-20' };
    const names = { name, nameKey: name, organizerNameKey: name, description: name };
    await db.insert(events).values({ id, ...names, ...dates });
  }
  const owner = await member('owner', HERE);
  await member('organizer', HERE, true);
  await member('stranger', ELSEWHERE);
  const files = (name: string) => ({
    full: Buffer.from(`${name} full`),
    1080: Buffer.from(`${name} 1080`),
    720: Buffer.from(`${name} 720`),
    320: Buffer.from(`${name} 320`),
  });
  await storage.write('local', photo, files('photo'));
  await storage.write('local', selfie, files('selfie'));
  await storage.write('local', image, files('image'));
  const picture = { width: 4, height: 3, placeholder: 'data:,' };
  const place = { imageStorage: 'local', imageKey: photo } as const;
  await db
    .insert(photos)
    .values({ userId: owner, eventId: HERE, position: 1, ...place, ...picture });
  await db
    .update(users)
    .set({ selfieStorage: 'local', selfieKey: selfie })
    .where(eq(users.id, owner));
  await db
    .update(events)
    .set({ imageStorage: 'local', imageKey: image })
    .where(eq(events.id, HERE));
});
afterAll(() => close());

/** Requests a file as a member by name, a visitor of an event, or nobody. */
async function get(file: string, who?: string | number, headers: Record<string, string> = {}) {
  const url = `http://localhost/media/${file}`;
  const request = new Request(url, { headers: { ...headers, ...(await cookieOf(who)) } });
  const [eventId, name] = file.split('/');
  const args = { request, context: newContext(), params: { eventId, file: name } };
  const answer = await sendMedia(args);
  return answer instanceof Response ? answer : answer.otherwise();
}

async function cookieOf(who?: string | number): Promise<Record<string, string>> {
  if (who === undefined) return {};
  // A user who has just been removed.
  if (who === 'removed') await member(who, HERE);
  const user = members.get(String(who));
  const signedIn: SignIn =
    typeof who === 'number'
      ? { visitorOf: { id: who, code: null } }
      : { user: singleRow(user ? [user] : []) };
  const args = { request: new Request('http://localhost/'), context: newContext() };
  const cookie = (await signIn(args, signedIn)).get('Set-Cookie') ?? '';
  if (who === 'removed' && user) await db.delete(users).where(eq(users.id, user.id));
  return { Cookie: cookie.split(';')[0] ?? '' };
}

describe('who may see it', () => {
  it.each([
    ['a member sees a photo', photo, 'owner', 200],
    ['a visitor sees a photo', photo, HERE, 200],
    ['a visitor sees a selfie', selfie, HERE, 200],
    ['nobody sees no photo', photo, undefined, 401],
    ['nobody sees no selfie', selfie, undefined, 401],
    ['someone of another event sees no photo', photo, 'stranger', 403],
    ['a visitor of another event sees no selfie', selfie, ELSEWHERE, 403],
    ['someone who was removed sees no photo', photo, 'removed', 401],
    ['nobody sees the event’s image', image, undefined, 200],
    ['someone of another event sees the event’s image', image, 'stranger', 200],
  ])('%s', async (_name, key, who, status) => {
    for (const variant of ['', '-1080', '-720', '-320']) {
      expect((await get(`${key}${variant}.webp`, who)).status).toBe(status);
    }
  });

  it('after the end of the event, participants see its photos as long as they are stored', async () => {
    const whoSees = async () => ({
      owner: (await get(`${photo}.webp`, 'owner')).status,
      visitor: (await get(`${photo}.webp`, HERE)).status,
      organizer: (await get(`${photo}.webp`, 'organizer')).status,
      nobody: (await get(`${image}.webp`)).status,
    });
    today = '2030-07-20';
    expect(await whoSees()).toEqual({ owner: 200, visitor: 403, organizer: 200, nobody: 200 });
    today = '2030-07-21';
    expect(await whoSees()).toEqual({ owner: 403, visitor: 403, organizer: 200, nobody: 200 });
    today = '2030-06-15';
  });

  it('a removed member’s cookie is cleared', async () => {
    const response = await get(`${photo}.webp`, 'removed');
    expect(response.headers.get('Set-Cookie')).toContain('snapodium_session=');
    expect(await response.text()).toBe('Authentication required');
  });
});

describe('the answer', () => {
  it('is the file of the variant, cached for a year, for this reader only', async () => {
    const response = await get(`${photo}-720.webp`, 'owner');
    expect(await response.text()).toBe('photo 720');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': '9',
      'cache-control': 'private, max-age=31536000, immutable',
    });
  });

  it('is the next larger file if a width was never made', async () => {
    const former = newImageKey(HERE);
    await storage.write('local', former, { full: Buffer.from('full'), 320: Buffer.from('320') });
    await db.update(photos).set({ imageKey: former }).where(eq(photos.imageKey, photo));
    for (const [variant, text] of [
      ['-320', '320'],
      ['-640', 'full'],
      ['-720', 'full'],
      ['-1080', 'full'],
    ]) {
      expect(await (await get(`${former}${variant}.webp`, 'owner')).text()).toBe(text);
    }
    await db.update(photos).set({ imageKey: photo }).where(eq(photos.imageKey, former));
  });

  it('may be cached by everybody if it is an event’s image', async () => {
    const response = await get(`${image}.webp`);
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
  });

  it('is 304 for a client that has it, and only if they may have it', async () => {
    const etag = (await get(`${photo}.webp`, 'owner')).headers.get('ETag') ?? '';
    const small = (await get(`${photo}-320.webp`, 'owner')).headers.get('ETag');
    expect(small).not.toBe(etag);
    const headers = { 'If-None-Match': `"other", W/${etag}` };
    const again = await get(`${photo}.webp`, 'owner', headers);
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await get(`${photo}.webp`, undefined, headers)).status).toBe(401);
  });

  it('is 404 for a missing file', async () => {
    const files = [
      `${newImageKey(HERE)}.webp`,
      `${photo}-128.webp`,
      `${photo}.jpg`,
      `${HERE}/x.webp`,
    ];
    for (const file of files) {
      const response = await get(file, 'owner');
      expect(response.status).toBe(404);
      expect(response.headers.get('Cache-Control')).toBe('no-store');
    }
    // The same key under another event's number is another key.
    expect((await get(`${ELSEWHERE}/${photo.split('/')[1]}.webp`, 'stranger')).status).toBe(404);
  });
});
