import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { drawCorners } from '../../tests/images';
import { decodeHeic, type HeicPixels } from './heic.server';
import { createImageWork } from './image-work.server';
import { createImageProcessor } from './images.server';

vi.setConfig({ testTimeout: 30_000 });

const HEIC = fileURLToPath(new URL('../../tests/fixtures/phone.heic', import.meta.url));

/** The number of running decoders, and the gates of those that wait. */
const decoders = { running: 0, most: 0, gates: [] as (() => void)[] };

async function heicDecoder(path: string): Promise<HeicPixels> {
  decoders.running += 1;
  decoders.most = Math.max(decoders.most, decoders.running);
  await new Promise<void>((resolve) => decoders.gates.push(resolve));
  try {
    return await decodeHeic(path);
  } finally {
    decoders.running -= 1;
  }
}

beforeEach(() => Object.assign(decoders, { running: 0, most: 0, gates: [] }));

const folder = await mkdtemp(join(tmpdir(), 'snapodium-heic-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Opens the gate of the next decoder, once it has started. */
async function openGate(): Promise<void> {
  await vi.waitFor(() => expect(decoders.gates).not.toHaveLength(0), { timeout: 20_000 });
  decoders.gates.shift()?.();
}

it('HEIC photos are decoded one at a time, and do not delay others', async () => {
  const images = createImageProcessor({ concurrency: 2, work: createImageWork(heicDecoder) });
  const heics = [1, 2, 3].map((owner) => images.process(HEIC, { owner }));
  await vi.waitFor(() => expect(decoders.running).toBe(1), { timeout: 20_000 });

  const jpeg = join(folder, 'photo.jpg');
  await writeFile(jpeg, await drawCorners(300, 200).jpeg().toBuffer());
  for (const owner of [4, 5, 6]) {
    expect(await images.process(jpeg, { owner })).toMatchObject({ width: 300, height: 200 });
  }
  for (let turn = 0; turn < heics.length; turn += 1) await openGate();
  for (const made of await Promise.all(heics)) {
    expect(made).toMatchObject({ width: 320, height: 240 });
  }
  expect(decoders.most).toBe(1);
  await images.close();
});

it('waiting HEIC photos are refused on close', async () => {
  const images = createImageProcessor({ concurrency: 2, work: createImageWork(heicDecoder) });
  const first = images.process(HEIC, { owner: 1 });
  await vi.waitFor(() => expect(decoders.running).toBe(1), { timeout: 20_000 });
  const second = images.process(HEIC, { owner: 2 });
  const refused = expect(second).rejects.toMatchObject({ reason: 'busy' });
  const closed = images.close();
  await openGate();
  await expect(first).resolves.toMatchObject({ width: 320 });
  await refused;
  await closed;
});
