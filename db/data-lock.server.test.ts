import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claimDataDir, DataInUseError } from './data-lock.server';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snapodium-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('claimDataDir', () => {
  it('lets one in at a time', async () => {
    const release = await claimDataDir(folder);
    await expect(claimDataDir(folder)).rejects.toThrow(DataInUseError);
    await release();
    await (
      await claimDataDir(folder)
    )();
  });

  it('takes over what a killed process left behind', async () => {
    const script = `require('net').createServer().listen(${JSON.stringify(join(folder, 'in-use.sock'))}, () => console.log('up'))`;
    const child = spawn(process.execPath, ['-e', script]);
    await once(child.stdout, 'data');
    await expect(claimDataDir(folder)).rejects.toThrow(DataInUseError);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await (
      await claimDataDir(folder)
    )();
  });

  it('holds for folders with long names, too', async () => {
    const deep = join(folder, 'x'.repeat(120));
    const release = await claimDataDir(deep);
    await expect(claimDataDir(deep)).rejects.toThrow(DataInUseError);
    await release();
  });
});
