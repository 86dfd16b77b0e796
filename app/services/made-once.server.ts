import { LRUCache } from 'lru-cache';

/** Files that take long to make and can be made again. */
interface MadeOnce {
  /**
   * The cached file, or the one that is being made, or a new one.
   * @param key identifies the content
   * @param make `isWhole` says whether the file lacks nothing; one that does is not cached
   * @param beforeMake called before a file is made that is neither cached nor in progress; if it throws, only this
   *   request fails
   * @throws what `make` and `beforeMake` throw
   */
  get(
    key: string,
    make: () => Promise<{ file: Uint8Array; isWhole: boolean }>,
    beforeMake?: () => Promise<void>,
  ): Promise<Uint8Array>;
}

/**
 * Creates an empty cache.
 * @param options.bytes the limit for all files together
 */
export function createMadeOnce({ bytes }: { bytes: number }): MadeOnce {
  const cache = new LRUCache<string, Uint8Array>({
    maxSize: bytes,
    sizeCalculation: (file) => file.byteLength,
  });
  const beingMade = new Map<string, Promise<Uint8Array>>();

  return {
    async get(key, make, beforeMake) {
      const find = () => cache.get(key) ?? beingMade.get(key);
      if (!find()) await beforeMake?.();
      const found = find();
      if (found) return found;
      const making = make()
        .then(({ file, isWhole }) => {
          if (isWhole) cache.set(key, file);
          return file;
        })
        .finally(() => beingMade.delete(key));
      beingMade.set(key, making);
      return making;
    },
  };
}
