import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { drawCorners } from '../../tests/images';
import { createImageProcess, type ImageProcess } from './image-process.server';

vi.setConfig({ testTimeout: 60_000 });

const MB = 1024 * 1024;
const folder = await mkdtemp(join(tmpdir(), 'snapodium-process-'));
const jpeg = join(folder, 'photo.jpg');
await writeFile(jpeg, await drawCorners(640, 480).jpeg().toBuffer());

const open: ImageProcess[] = [];
const start = (options: Partial<Parameters<typeof createImageProcess>[0]> = {}) => {
  const images = createImageProcess({ memory: 1024 * MB, ...options });
  open.push(images);
  return images;
};
afterEach(() => Promise.all(open.splice(0).map((images) => images.close())));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A script that answers with its pid and the path, and misbehaves as the path says: always, or once. */
const fake = join(folder, 'fake.mjs');
await writeFile(
  fake,
  `import { existsSync, writeFileSync } from 'node:fs';
  process.on('disconnect', () => process.exit());
  const kept = [];
  process.on('message', ({ id, given: [path] }) => {
    const [deed, once] = path.split(' ');
    if (once) {
      const mark = ${JSON.stringify(folder)} + '/' + once;
      if (existsSync(mark)) return process.send({ id, made: [process.pid, path] });
      writeFileSync(mark, '');
    }
    if (deed === 'crash') process.kill(process.pid, 'SIGSEGV');
    else if (deed === 'hang') return;
    else if (deed === 'grow') {
      setInterval(() => kept.push(Buffer.alloc(20 * ${MB}, 1)), 20);
    } else setTimeout(() => process.send({ id, made: [process.pid, path] }), 300);
  });
  process.send({ isReady: true });`,
);
const make = (images: ImageProcess, path: string) =>
  images.make(path) as unknown as Promise<[pid: number, path: string]>;
const isThere = (pid: number) => existsSync(`/proc/${pid}/stat`);

it('processes images, and gives the reason for refusals', async () => {
  const images = start();
  const made = await images.make(jpeg);
  expect(made).toMatchObject({ width: 640, height: 480 });
  if (!('files' in made)) throw new Error('a header');
  expect(Buffer.isBuffer(made.files.full)).toBe(true);
  expect((await images.toJpeg(made.files.full)).subarray(0, 2).toString('hex')).toBe('ffd8');
  await writeFile(join(folder, 'text'), 'no picture');
  await expect(images.make(join(folder, 'text'))).rejects.toMatchObject({ reason: 'invalid' });
  await expect(images.make(join(folder, 'nowhere'))).rejects.toMatchObject({ reason: 'failed' });
});

it('keeps the process for the next image, and ends it when idle', async () => {
  const images = start({ file: fake, idleMs: 1000 });
  const [[first], [second]] = await Promise.all([make(images, 'a'), make(images, 'b')]);
  expect(second).toBe(first);
  expect((await make(images, 'c'))[0]).toBe(first);
  await vi.waitFor(() => expect(isThere(first)).toBe(false), 20_000);
  expect((await make(images, 'd'))[0]).not.toBe(first);
});

it.runIf(process.platform === 'linux')(
  'refuses what takes more memory than there is, and nothing else',
  async () => {
    const images = start({ file: fake, memory: 200 * MB });
    const others = ['e', 'f', 'g'].map((path) => make(images, path));
    await expect(make(images, 'grow')).rejects.toMatchObject({ reason: 'too_many_pixels' });
    expect((await Promise.all(others)).map(([, path]) => path)).toEqual(['e', 'f', 'g']);
  },
);

it.each([
  ['crash', {}, 'invalid'],
  ['hang', { timeoutMs: 2000 }, 'invalid'],
] as const)('settles all requests when an image makes it %s', async (deed, options, reason) => {
  const images = start({ file: fake, ...options });
  // The culprit is found by retrying each alone.
  const asked = [make(images, 'h'), make(images, deed), make(images, 'i')];
  const settled = await Promise.allSettled(asked);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(settled[1]).toMatchObject({ reason: { reason } });
  expect((await make(images, 'j'))[1]).toBe('j');
});

it('retries the images of a process that ended', async () => {
  const images = start({ file: fake });
  const asked = [make(images, 'k'), make(images, 'crash once')];
  expect((await Promise.all(asked)).map(([, path]) => path)).toEqual(['k', 'crash once']);
});

it('reports its own failure if the process does not start', async () => {
  const images = start({ file: join(folder, 'nowhere.mjs') });
  await expect(make(images, 'l')).rejects.toMatchObject({ reason: 'failed' });
});

it('answers all requests, however often the process ends', async () => {
  const images = start({ file: fake, idleMs: 1, timeoutMs: 5000 });
  const paths = Array.from({ length: 24 }, (_, index) => (index % 8 ? `m${index}` : 'crash'));
  const settled = await Promise.allSettled(paths.map((path) => make(images, path)));
  settled.forEach((one, index) => {
    expect(one.status).toBe(paths[index] === 'crash' ? 'rejected' : 'fulfilled');
  });
});
