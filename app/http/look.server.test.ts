import { expect, test } from 'vitest';
import type { FeedSnapshot } from '~/models/photo/balance.server';
import type { RequestArgs } from './context';
import { LOOK_MS, readLook, readLookPlace, writeLookPlace } from './look.server';

const NOON = Date.UTC(2026, 5, 15, 12);
const [EVENT, OTHER_EVENT] = [7, 8];

const snapshotOf = (number: number, eventId = EVENT): FeedSnapshot => ({
  number,
  eventId,
  salt: Buffer.alloc(16),
  photoIds: [],
  levels: [],
});

/** A browser that keeps its cookie, and a server that makes a snapshot whenever somebody begins to look. */
function browser() {
  const stored: FeedSnapshot[] = [];
  const snapshots = {
    latest: async (eventId: number) => {
      const made = snapshotOf(stored.length + 1, eventId);
      stored.push(made);
      return made;
    },
    find: async (eventId: number, number: number) =>
      stored.find((one) => one.number === number && one.eventId === eventId) ?? null,
  };
  const state = { cookie: '', now: NOON };
  const argsOf = (path: string, headers: Record<string, string>) => {
    const request = new Request(`https://party.example${path}`, {
      headers: { Cookie: `other=1; ${state.cookie}`, ...headers },
    });
    const context = {
      app: { snapshots, now: () => new Date(state.now) },
      setHeader: (name: string, value: string) => {
        if (name === 'Set-Cookie') state.cookie = value.split(';')[0] ?? '';
      },
    };
    return { request, context } as unknown as RequestArgs;
  };
  const ask = async (
    path = '/feed',
    headers: Record<string, string> = {},
    { mayBegin = true, eventId = EVENT } = {},
  ) => {
    const { snapshot, seed } = await readLook(argsOf(path, headers), eventId, { mayBegin });
    return `${snapshot.number}.${seed}`;
  };
  return { state, stored, ask, argsOf };
}

const from = (path: string) => ({ Referer: `https://party.example${path}` });

test('a look lasts ten minutes, and then another one begins where the feed is opened', async () => {
  const { state, ask } = browser();
  const look = await ask();
  state.now += LOOK_MS - 1000;
  expect(await ask()).toBe(look);
  expect(await ask('/feed', from('/top'))).toBe(look);
  state.now += 1000;
  const next = await ask('/feed', from('/top'));
  expect(next).not.toBe(look);
  expect(await ask()).toBe(next);
});

test('it continues on the pages that show it, however long ago it began', async () => {
  const { state, ask } = browser();
  const look = await ask();
  state.now += 10 * LOOK_MS;
  for (const path of ['/feed', '/feed?after=1', '/photos/12?from=feed']) {
    expect(await ask('/feed', from(path))).toBe(look);
  }
  expect(await ask('/feed?over=/settings', from('/messages'))).toBe(look);
  expect(await ask('/feed', { 'Sec-Purpose': 'prefetch' })).toBe(look);
  expect(await ask('/pile', from('/top'), { mayBegin: false })).toBe(look);
  expect(await ask('/feed')).not.toBe(look);
});

test('a prefetch stores no look, and another event or a lost snapshot begins one', async () => {
  const { state, stored, ask } = browser();
  await ask('/feed', { 'Sec-Purpose': 'prefetch' });
  expect(state.cookie).toBe('');
  const look = await ask();
  expect(await ask('/feed', {}, { eventId: OTHER_EVENT })).not.toBe(look);
  const other = await ask('/feed', {}, { eventId: OTHER_EVENT });
  stored.length = 0;
  expect(await ask('/feed', from('/feed'), { eventId: OTHER_EVENT })).not.toBe(other);
});

test('an invalid cookie is ignored', async () => {
  const { state, ask } = browser();
  const look = await ask();
  const good = state.cookie;
  for (const bad of ['', 'feed_look=', 'feed_look=7.1.xyz.1', `${good}9999999`, `x${good}`]) {
    state.cookie = bad;
    expect(await ask(), bad).not.toBe(look);
  }
  // One that claims to have begun later is over.
  state.cookie = good;
  state.now -= 2 * LOOK_MS;
  expect(await ask()).not.toBe(look);
});

test('a place survives a URL, and belongs to its event', async () => {
  const { ask, stored, argsOf } = browser();
  await ask();
  const [snapshot] = stored;
  if (!snapshot) throw new Error('There is no snapshot');
  const args = argsOf('/feed', {});
  const place = { look: { snapshot, seed: '0123abcd' }, photoId: 57 };
  expect(await readLookPlace(args, EVENT, writeLookPlace(place))).toEqual(place);
  expect(await readLookPlace(args, OTHER_EVENT, writeLookPlace(place))).toBeNull();
  for (const text of [
    null,
    '',
    '57',
    '1.0123abcd',
    '1.0123ABCD.57',
    '1.0123abcd.57.1',
    '9.0123abcd.1',
  ]) {
    expect(await readLookPlace(args, EVENT, text)).toBeNull();
  }
});
