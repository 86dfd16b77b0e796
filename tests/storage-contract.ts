import { describe, expect, it } from 'vitest';
import { fileOf, newImageKey } from '~/services/storage/keys.server';
import { IMAGE_VARIANTS, type FileStore, type ImageFiles } from '~/services/storage/store';

const EVENT_ID = 123456789012;

/** What every store must do, whatever its technology. Call it from the driver's test. */
export function describeStore(name: string, create: () => FileStore | Promise<FileStore>) {
  describe(`${name} fulfils the contract of a store`, () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    const image = (text: string): ImageFiles => ({
      full: bytes(`${text} full`),
      1080: bytes(`${text} 1080`),
      720: bytes(`${text} 720`),
      320: bytes(`${text} 320`),
    });

    it('reads back each variant as it was written', async () => {
      const store = await create();
      const key = newImageKey(EVENT_ID);
      // Bytes that no text encoding survives.
      const files = { ...image('a'), full: Uint8Array.from({ length: 256 }, (_, byte) => byte) };
      await store.write(key, files);
      for (const variant of IMAGE_VARIANTS) {
        const read = await store.read(key, variant);
        expect(Buffer.from(read ?? []).equals(files[variant])).toBe(true);
      }
    });

    it('distinguishes keys that differ in case, "-" and "_" only', async () => {
      const store = await create();
      const keys = [
        'aaaaaaaaaaaaaaaaaaaa-b',
        'aaaaaaaaaaaaaaaaaaaa_b',
        'aaaaaaaaaaaaaaa-720',
        'aaaaaaaaaaaaaaa',
      ];
      for (const key of keys) await store.write(`${EVENT_ID}/${key}-_`, image(key));
      for (const key of keys) {
        const read = await store.read(`${EVENT_ID}/${key}-_`, 'full');
        expect(new TextDecoder().decode(read ?? undefined)).toBe(`${key} full`);
      }
    });

    it('answers null for a missing file', async () => {
      const store = await create();
      expect(await store.read(newImageKey(EVENT_ID), 'full')).toBeNull();
    });

    it('reads a full file into existing memory', async () => {
      const store = await create();
      const key = newImageKey(EVENT_ID);
      await store.write(key, image('piece'));
      const read = async (length: number) => {
        const target = new Uint8Array(length).fill(0x2e);
        const count = await store.readInto(key, target);
        return [count, new TextDecoder().decode(target)];
      };
      expect(await read(10)).toEqual([10, 'piece full']);
      expect(await read(4)).toEqual([4, 'piec']);
      expect(await read(12)).toEqual([10, 'piece full..']);
      expect(await store.readInto(newImageKey(EVENT_ID), new Uint8Array(1))).toBeNull();
    });

    it.each([2, 40])('finds which of %i images are missing', async (count) => {
      const store = await create();
      // Of two events, one of which never had an image.
      const keys = Array.from({ length: count }, () => newImageKey(EVENT_ID));
      const never = Array.from({ length: count }, () => newImageKey(EVENT_ID + 1));
      const [lost, kept] = [keys.slice(0, 1), keys.slice(1)];
      for (const key of kept) await store.write(key, { full: bytes('f') });
      // Its other files do not make the image complete.
      for (const key of lost) await store.write(key, { ...image('a'), full: undefined });
      const missing = await store.findMissing([...keys, ...never]);
      expect(missing.sort()).toEqual([...lost, ...never].sort());
      expect(await store.findMissing([])).toEqual([]);
    });

    it('removes all variants, and only those of the key', async () => {
      const store = await create();
      const [gone, kept] = [newImageKey(EVENT_ID), newImageKey(EVENT_ID)];
      await store.write(gone, image('gone'));
      await store.write(kept, image('kept'));
      await store.remove(gone);
      for (const variant of IMAGE_VARIANTS) {
        expect(await store.read(gone, variant)).toBeNull();
        expect(await store.read(kept, variant)).not.toBeNull();
      }
    });

    it('accepts removing an image that is already gone', async () => {
      const store = await create();
      await expect(store.remove(newImageKey(EVENT_ID))).resolves.toBeUndefined();
    });

    it('lists all files, of all keys', async () => {
      const store = await create();
      const keys = [newImageKey(EVENT_ID), newImageKey(1)];
      for (const key of keys) await store.write(key, image(key));
      const files = keys.flatMap((key) => IMAGE_VARIANTS.map((variant) => fileOf(key, variant)));
      expect(await store.list()).toEqual(expect.arrayContaining(files));
    });

    it('refuses keys that lead elsewhere', async () => {
      const store = await create();
      await expect(store.write('1/../../etc/x', image('x'))).rejects.toThrow();
    });

    it('passes its own check', async () => {
      const store = await create();
      await expect(store.check()).resolves.toBeUndefined();
    });
  });
}
