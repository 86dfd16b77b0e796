import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { stepBack } from './image-threads.server';

const THREADS = '/proc/self/task';
const nameOf = (thread: string) => readFileSync(`${THREADS}/${thread}/comm`, 'utf8').trim();

it.runIf(process.platform === 'linux')('only threads of libvips step back', async () => {
  const background = { width: 3000, height: 3000, channels: 3, background: 'tomato' } as const;
  // libvips ends a thread that had nothing to do for a while.
  const work = sharp({ create: background }).resize(2000).webp().toBuffer();
  await expect
    .poll(() => readdirSync(THREADS).some((thread) => nameOf(thread) === 'libvips worker'))
    .toBe(true);
  stepBack();
  for (const thread of readdirSync(THREADS)) {
    const isWorker = nameOf(thread) === 'libvips worker';
    expect(getPriority(Number(thread)), nameOf(thread)).toBe(
      isWorker ? 12 : getPriority(process.pid),
    );
  }
  await work;
});
