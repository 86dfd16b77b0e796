import pino from 'pino';
import { afterAll, expect, it, vi } from 'vitest';
import { fileMoves } from '~db/schema';
import { planMove } from '~/models/storage/file-move.server';
import { createTestEvent, createTestPhoto, createTestUser } from '../../tests/factories';
import { openPglite } from '../../tests/setup/databases';
import { createFakeStorage, trustedClock } from '../../tests/setup/fakes';
import { startFileMove } from './file-move.server';

const { db, close } = await openPglite();
afterAll(() => close());

it('the catch-up stops after the current image, and continues after a restart', async () => {
  const storage = createFakeStorage(['s3', 'local']);
  const log = pino({ level: 'silent' });
  const deps = { db, storage, log, now: () => new Date(Date.now() + 1000), clock: trustedClock };
  const image = {
    full: Buffer.from('f'),
    1080: Buffer.from('10'),
    720: Buffer.from('7'),
    320: Buffer.from('3'),
  };
  const { event } = await createTestEvent(db);
  const guest = await createTestUser(db, event.id);
  for (const position of [1, 2, 3]) {
    const { imageKey: key } = await createTestPhoto(db, guest, { position });
    await storage.write('local', key, image);
    await planMove(db, { key, target: 's3' });
  }
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const { write } = storage;
  const slow = vi.spyOn(storage, 'write').mockImplementation(async (...what) => {
    await released;
    return write.apply(storage, what);
  });

  const first = startFileMove(deps);
  await vi.waitFor(() => expect(slow).toHaveBeenCalledTimes(1), 10_000);
  const stopped = first.stop();
  release();
  await stopped;
  expect(storage.keys('s3')).toHaveLength(1);
  expect(await db.$count(fileMoves)).toBe(2);

  const second = startFileMove(deps);
  await vi.waitFor(async () => expect(await db.$count(fileMoves)).toBe(0), 10_000);
  await second.stop();
  expect(storage.keys('s3')).toHaveLength(3);
});
