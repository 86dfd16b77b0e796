import { StorageOutage } from './outage.server';
import type { FileStore } from './store';

/** How long a storage that did not answer is not asked again. */
export const BREAK_MS = 30_000;

/** A store that is not asked for a while after it did not answer. */
interface BreakableStore extends FileStore {
  isDown(): boolean;
}

/**
 * Passes every call to a store until the store fails to answer. Then every call fails at once for half a
 * minute, so that guests do not wait for the same time-out one after the other.
 * @param options.isOutage whether an error means that the storage is down; an error while writing always does
 */
export function withBreaker(
  store: FileStore,
  { isOutage, now }: { isOutage(error: unknown): boolean; now(): Date },
): BreakableStore {
  let downUntil = 0;
  const isDown = () => now().getTime() < downUntil;

  async function pass<T>(work: () => Promise<T>, isWrite = false): Promise<T> {
    if (isDown()) throw new StorageOutage('the storage did not answer a moment ago');
    try {
      return await work();
    } catch (error) {
      if (isWrite || isOutage(error)) downUntil = now().getTime() + BREAK_MS;
      throw error;
    }
  }

  return {
    isDown,
    write: (key, files) => pass(() => store.write(key, files), true),
    read: (key, variant) => pass(() => store.read(key, variant)),
    readInto: (key, target) => pass(() => store.readInto(key, target)),
    findMissing: (keys, sizes) => pass(() => store.findMissing(keys, sizes)),
    remove: (key) => pass(() => store.remove(key)),
    list: () => pass(() => store.list()),
    check: () => pass(() => store.check()),
  };
}
