import { mkdtemp, readdir, rm, symlink, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createMediaStorage } from './index.server';
import { fileOf, newImageKey, parseFile } from './keys.server';
import { createLocalStore } from './local.server';
import { createMemoryStorage } from './memory.server';
import { STORED_VARIANTS } from './store';

const folder = await mkdtemp(join(tmpdir(), 'snapodium-storage-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const files = {
  full: Buffer.from('f'),
  1080: Buffer.from('10'),
  720: Buffer.from('7'),
  320: Buffer.from('3'),
};

describe('local storage', () => {
  it('writes <DATA_DIR>/media/<eventId>/<random>.webp and its thumbnails', async () => {
    const storage = createMediaStorage({ dataDir: folder });
    await storage.write('local', '7/Ab-_Ab-_Ab-_Ab-_Ab-_Ab', files);
    expect((await readdir(join(folder, 'media/7'))).sort()).toEqual([
      'Ab-_Ab-_Ab-_Ab-_Ab-_Ab-1080.webp',
      'Ab-_Ab-_Ab-_Ab-_Ab-_Ab-320.webp',
      'Ab-_Ab-_Ab-_Ab-_Ab-_Ab-720.webp',
      'Ab-_Ab-_Ab-_Ab-_Ab-_Ab.webp',
    ]);
  });

  it('reports files that can be neither read nor removed', async () => {
    const base = join(folder, 'stubborn');
    const key = newImageKey(7);
    // A folder under a file's name cannot be unlinked; a link to itself cannot be opened.
    await mkdir(join(base, fileOf(key, 'full')), { recursive: true });
    const store = createLocalStore(base);
    await expect(store.remove(key)).rejects.toThrow('cannot be removed');
    await symlink(join(base, fileOf(key, 720)), join(base, fileOf(key, 720)));
    await expect(store.read(key, 720)).rejects.toThrow('ELOOP');
  });

  it('fails its check if nothing can be written', async () => {
    await writeFile(join(folder, 'occupied'), '');
    await expect(createLocalStore(join(folder, 'occupied')).check()).rejects.toThrow();
  });

  it('finds nothing in a storage that is not set up, and cannot remove from it', async () => {
    const storage = createMemoryStorage();
    expect(await storage.read('ftp', newImageKey(7), 'full')).toBeNull();
    await expect(storage.write('ftp', newImageKey(7), files)).rejects.toThrow('ftp');
    await expect(storage.remove('s3', newImageKey(7))).rejects.toThrow('s3');
  });
});

describe('keys', () => {
  it('have 128 random bits and lead back from their file names', () => {
    const key = newImageKey(123456789012);
    expect(key).toMatch(/^123456789012\/[\w-]{22}$/);
    for (const variant of STORED_VARIANTS) {
      const [eventId = '', file = ''] = fileOf(key, variant).split('/');
      expect(parseFile(eventId, file)).toEqual({ key, variant });
    }
  });

  it('stay distinct if the random part ends like a thumbnail', () => {
    expect(parseFile('1', 'aaaaaaaaaaaaaaaaaa-640.webp')).toEqual({
      key: '1/aaaaaaaaaaaaaaaaaa-640',
      variant: 'full',
    });
  });

  it.each([
    ['1', '../../etc/passwd'],
    ['1', 'short.webp'],
    ['1', 'aaaaaaaaaaaaaaaaaaaaaa-128.webp'],
    ['1', 'aaaaaaaaaaaaaaaaaaaaaa.png'],
    ['01', 'aaaaaaaaaaaaaaaaaaaaaa.webp'],
    ['..', 'aaaaaaaaaaaaaaaaaaaaaa.webp'],
    ['1', 'aaaaaaaaaaaaaaaaaaaaaa.webp\n'],
  ])('are not parsed from %s/%s', (eventId, file) => {
    expect(parseFile(eventId, file)).toBeNull();
  });
});
