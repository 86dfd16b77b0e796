import type { FileStore } from './store';

/** How long a storage that did not answer is left alone. */
export const BREAK_MS = 30_000;

/** A store that is not asked for a while after it did not answer. */
export interface BreakableStore extends FileStore {
  isDown(): boolean;
}

/**
 * Lets everything through to a store until it fails to answer; then everything fails at once for
 * half a minute, instead of keeping each guest waiting for the same time-out.
 * @param options.isOutage whether an error says that the storage is down; one while writing always does
 */
export function withBreaker(
  store: FileStore,
  { isOutage, now }: { isOutage(error: unknown): boolean; now(): Date },
): BreakableStore {
  let downUntil = 0;
  const isDown = () => now().getTime() < downUntil;

  async function pass<T>(work: () => Promise<T>, isWrite = false): Promise<T> {
    if (isDown()) throw new Error('the storage did not answer a moment ago');
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
