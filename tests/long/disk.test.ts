import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startApart, startIn } from '../api/servers';
import { createPostgresDatabase } from '../setup/databases';
import { expectNothingLost, uploadThrough } from './upload-through';

// The disk with the photos is full, or read-only, while guests upload, and the server is killed afterwards.

const FAULT_MS = 4000;
/** The size of a disk with room for all photos, and the room for a few more on one that gets full. */
const WIDE = '300m';
const ROOM_KB = 4096;

const canMount = process.getuid?.() === 0 && isMountAllowed();

function mount(...args: string[]): void {
  execFileSync('mount', args, { stdio: 'ignore' });
}

function isMountAllowed(): boolean {
  try {
    mount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', '/mnt');
    execFileSync('umount', ['/mnt']);
    return true;
  } catch {
    return false;
  }
}

const faults = {
  // A disk cannot become smaller than what is on it, which is more on a fast machine.
  full: {
    broken: async (media: string) => `size=${(await usedKb(media)) + ROOM_KB}k`,
    mended: `size=${WIDE}`,
  },
  'read-only': { broken: () => Promise.resolve('ro'), mended: 'rw' },
};

async function usedKb(folder: string): Promise<number> {
  const { blocks, bfree, bsize } = await statfs(folder);
  return Math.ceil(((blocks - bfree) * bsize) / 1024);
}

// Only root may mount a disk for a test.
describe.skipIf(!canMount)('a disk', () => {
  test.each(
    (['PGlite', 'PostgreSQL'] as const).flatMap((database) =>
      (['full', 'read-only'] as const).map((fault) => ({ database, fault })),
    ),
  )(
    'that is $fault loses no acknowledged photo, on $database',
    async ({ database, fault }) => {
      const env: Record<string, string> =
        database === 'PostgreSQL' ? { DATABASE_URL: await createPostgresDatabase() } : {};
      const first = await startApart(env);
      await first.stop();
      const { dataDir } = first;
      const media = join(dataDir, 'media');
      await mountOver(media);
      let server = await startIn(dataDir, env);
      onTestFinished(async () => {
        await server.stop('SIGKILL');
        execFileSync('umount', ['--lazy', media]);
        await server.clean();
      });
      const { broken, mended } = faults[fault];
      const told = await uploadThrough(
        server.origin,
        async (_firstStored, firstRefused) => {
          await sleep(FAULT_MS);
          mount('-o', `remount,${await broken(media)}`, media);
          // On a slow machine it takes longer until a disk is full.
          await Promise.race([firstRefused, sleep(60_000)]);
          await sleep(FAULT_MS);
          mount('-o', `remount,${mended}`, media);
        },
        [503, 507],
      );
      expect(told.refused).toBeGreaterThan(0);
      await expectNothingLost(server.origin, told);
      await server.stop('SIGKILL');
      server = await startIn(dataDir, env);
      await expectNothingLost(server.origin, told);
      const acknowledged = told.parties.reduce((sum, party) => sum + party.acknowledged.length, 0);
      expect(acknowledged).toBeGreaterThan(0);
    },
    600_000,
  );
});

/** Mounts a new disk over a folder, with the folder's content. */
async function mountOver(folder: string): Promise<void> {
  const aside = await mkdtemp(join(tmpdir(), 'snapodium-media-'));
  await cp(folder, aside, { recursive: true });
  mount('-t', 'tmpfs', '-o', `size=${WIDE}`, 'tmpfs', folder);
  await cp(aside, folder, { recursive: true });
  await rm(aside, { recursive: true });
}
