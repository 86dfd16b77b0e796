import { expect, it, vi } from 'vitest';
import { BREAK_MS, withBreaker } from './breaker.server';
import { newImageKey } from './keys.server';
import { createMemoryStore } from './memory.server';

const files = {
  full: Buffer.from('f'),
  1080: Buffer.from('10'),
  720: Buffer.from('7'),
  320: Buffer.from('3'),
};
const key = newImageKey(7);

/** A store behind a breaker whose calls can be made to fail, and a clock. */
function setUp() {
  const store = createMemoryStore();
  const clock = { now: new Date('2030-06-15T12:00:00Z') };
  const calls = { read: vi.spyOn(store, 'read'), write: vi.spyOn(store, 'write') };
  const isOutage = (error: unknown) => (error as Error).message === 'away';
  const broken = withBreaker(store, { isOutage, now: () => clock.now });
  const wait = (ms: number) => {
    clock.now = new Date(clock.now.getTime() + ms);
  };
  return { store: broken, calls, wait };
}

it('passes every call while the storage answers', async () => {
  const { store } = setUp();
  await store.write(key, files);
  expect(await store.read(key, 720)).toEqual(files[720]);
  expect(await store.list()).toHaveLength(4);
  await store.check();
  await store.remove(key);
  expect(store.isDown()).toBe(false);
});

it('stops asking a storage that did not answer for half a minute, and then asks again', async () => {
  const { store, calls, wait } = setUp();
  calls.read.mockRejectedValueOnce(new Error('away'));
  await expect(store.read(key, 'full')).rejects.toThrow('away');
  wait(BREAK_MS - 1);
  expect(store.isDown()).toBe(true);
  for (const asked of [store.write(key, files), store.read(key, 320), store.remove(key)]) {
    await expect(asked).rejects.toThrow('did not answer a moment ago');
  }
  expect(calls.read).toHaveBeenCalledTimes(1);
  expect(calls.write).not.toHaveBeenCalled();
  wait(1);
  expect(store.isDown()).toBe(false);
  await store.write(key, files);
  expect(await store.read(key, 'full')).toEqual(files.full);
});

it('keeps asking a storage that only refused to read a file', async () => {
  const { store, calls } = setUp();
  calls.read.mockRejectedValueOnce(new Error('550 not for you'));
  await expect(store.read(key, 'full')).rejects.toThrow('550');
  expect(store.isDown()).toBe(false);
  expect(await store.read(key, 'full')).toBeNull();
});

it('treats a storage that refuses to write as down', async () => {
  const { store, calls } = setUp();
  calls.write.mockRejectedValueOnce(new Error('552 full'));
  await expect(store.write(key, files)).rejects.toThrow('552');
  expect(store.isDown()).toBe(true);
});
