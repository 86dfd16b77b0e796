import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { openUploadFolder, type UploadFolder } from './upload-folder.server';

let dataDir: string;
let uploads: UploadFolder;
const isFull = vi.fn(() => Promise.resolve(false));
const openFolder = () => openUploadFolder({ dataDir, disk: { isFull } });
const folder = () => join(dataDir, 'snapodium-uploads');
const leftovers = () => readdir(folder());

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'snapodium-folder-test-'));
  uploads = await openFolder();
});
afterEach(async () => {
  await uploads.close();
  await rm(dataDir, { recursive: true, force: true });
});

it('allows four bodies per person; others are not delayed, and an end frees a place', async () => {
  const places = await Promise.all(Array.from({ length: 4 }, () => uploads.enter(7)));
  expect(new Set(places.map(({ path }) => path)).size).toBe(4);
  const figures = { bodies: 4, limit: 4 };
  await expect(uploads.enter(7)).rejects.toMatchObject({ code: 'busy', retryAfter: 5, figures });
  await uploads.enter(8);
  places[0]?.leave();
  await uploads.enter(7);
  await expect(uploads.enter(7)).rejects.toMatchObject({ code: 'busy' });
});

it('refuses uploads while the disk is full, without taking a place', async () => {
  isFull.mockResolvedValue(true);
  for (let number = 0; number < 5; number++) {
    const full = { code: 'disk_full', status: 503, retryAfter: 60 };
    await expect(uploads.enter(7)).rejects.toMatchObject(full);
  }
  isFull.mockResolvedValue(false);
  await uploads.enter(7);
});

it('deletes files that a killed server left half an hour ago, at startup and every hour', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const leave = async () => {
    for (const name of ['old', 'new']) await writeFile(join(folder(), name), 'x');
    const before = new Date(Date.now() - 31 * 60 * 1000);
    await utimes(join(folder(), 'old'), before, before);
  };
  await leave();
  const other = await openFolder();
  expect(await leftovers()).toEqual(['new']);
  await leave();
  await vi.advanceTimersByTimeAsync(60 * 60 * 1000);
  await vi.waitFor(async () => expect(await leftovers()).toEqual(['new']), 10_000);
  await other.close();
});

it('deletes a server’s own bodies when it stops, and no other server’s', async () => {
  const other = await openFolder();
  await writeFile((await other.enter(1)).path, 'x');
  const mine = await uploads.enter(1);
  await writeFile(mine.path, 'x');
  await other.close();
  expect(await leftovers()).toEqual([basename(mine.path)]);
});
