import { describe, expect, it } from 'vitest';
import { newImageKey } from '~/services/storage/keys.server';
import { IMAGE_VARIANTS, type ImageFiles, type MediaStorage } from '~/services/storage/types';

const EVENT_ID = 123456789012;

/** What every storage must do, whatever it is made of. Call it from the driver's test. */
export function describeStorage(name: string, create: () => MediaStorage | Promise<MediaStorage>) {
  describe(`${name} keeps the storage contract`, () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    const image = (text: string): ImageFiles => ({
      full: bytes(`${text} full`),
      640: bytes(`${text} 640`),
      320: bytes(`${text} 320`),
    });

    it('reads back each variant as it was written', async () => {
      const storage = await create();
      const key = newImageKey(EVENT_ID);
      // Bytes that no text encoding survives.
      const files = { ...image('a'), full: Uint8Array.from({ length: 256 }, (_, byte) => byte) };
      const place = await storage.write(key, files);
      for (const variant of IMAGE_VARIANTS) {
        const read = await storage.read(place, key, variant);
        expect(Buffer.from(read ?? []).equals(files[variant])).toBe(true);
      }
    });

    it('keeps keys apart that differ in case, "-" and "_" only', async () => {
      const storage = await create();
      const keys = [
        'aaaaaaaaaaaaaaaaaaaa-b',
        'aaaaaaaaaaaaaaaaaaaa_b',
        'aaaaaaaaaaaaaaa-640',
        'aaaaaaaaaaaaaaa',
      ];
      for (const key of keys) await storage.write(`${EVENT_ID}/${key}-_`, image(key));
      for (const key of keys) {
        const read = await storage.read('local', `${EVENT_ID}/${key}-_`, 'full');
        expect(new TextDecoder().decode(read ?? undefined)).toBe(`${key} full`);
      }
    });

    it('answers null for what is not there', async () => {
      const storage = await create();
      expect(await storage.read('local', newImageKey(EVENT_ID), 'full')).toBeNull();
    });

    it('removes all variants, and only those of the key', async () => {
      const storage = await create();
      const [gone, kept] = [newImageKey(EVENT_ID), newImageKey(EVENT_ID)];
      const place = await storage.write(gone, image('gone'));
      await storage.write(kept, image('kept'));
      await storage.remove(place, gone);
      for (const variant of IMAGE_VARIANTS) {
        expect(await storage.read(place, gone, variant)).toBeNull();
        expect(await storage.read(place, kept, variant)).not.toBeNull();
      }
    });

    it('removes what is already gone without a word', async () => {
      const storage = await create();
      await expect(storage.remove('local', newImageKey(EVENT_ID))).resolves.toBeUndefined();
    });

    it('gives addresses that end in the key', async () => {
      const storage = await create();
      const key = newImageKey(EVENT_ID);
      expect(storage.url('local', key).endsWith(`/${key}.webp`)).toBe(true);
    });

    it('refuses keys that lead elsewhere', async () => {
      const storage = await create();
      await expect(storage.write('1/../../etc/x', image('x'))).rejects.toThrow();
    });

    it('passes its own check', async () => {
      const storage = await create();
      await expect(storage.check()).resolves.toBeUndefined();
    });
  });
}
