import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claimDataDir, DataInUseError } from './data-lock.server';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snapodium-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Another process that listens on a socket. */
async function listenElsewhere(path: string): Promise<ChildProcessWithoutNullStreams> {
  const script = `require('net').createServer().listen(${JSON.stringify(path)}, () => console.log('up'))`;
  const child = spawn(process.execPath, ['-e', script]);
  await once(child.stdout, 'data');
  return child;
}

async function kill(child: ChildProcessWithoutNullStreams): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('claimDataDir', () => {
  it('admits one process at a time', async () => {
    const release = await claimDataDir(folder);
    await expect(claimDataDir(folder)).rejects.toThrow(DataInUseError);
    await release();
    await (
      await claimDataDir(folder)
    )();
  });

  it('takes over from a killed process', async () => {
    const child = await listenElsewhere(join(folder, 'in-use.sock'));
    await expect(claimDataDir(folder)).rejects.toThrow(DataInUseError);
    await kill(child);
    await (
      await claimDataDir(folder)
    )();
  });

  it('admits exactly one of many that start at once after a killed process', async () => {
    const path = join(folder, 'in-use.sock');
    for (let round = 0; round < 10; round += 1) {
      await kill(await listenElsewhere(path));
      const claims = await Promise.allSettled(
        Array.from({ length: 20 }, () => claimDataDir(folder)),
      );
      const won = claims.filter((claim) => claim.status === 'fulfilled');
      const lost = claims.filter((claim) => claim.status === 'rejected');
      expect(won).toHaveLength(1);
      expect(lost.every(({ reason }) => reason instanceof DataInUseError)).toBe(true);
      for (const claim of won) await claim.value();
      expect(await readdir(folder)).toEqual([]);
    }
  });

  it('works for folders with long names, too', async () => {
    const deep = join(folder, 'x'.repeat(120));
    const release = await claimDataDir(deep);
    await expect(claimDataDir(deep)).rejects.toThrow(DataInUseError);
    await release();
  });
});
