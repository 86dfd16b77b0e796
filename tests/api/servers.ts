import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer, type TestServer } from '../setup/server';

/**
 * Starts a built server whose uploads, too, lie in its data folder, in `snapodium-uploads`: other
 * servers of this machine leave theirs in the common one.
 * @param dataDir an existing folder, to start again on its data
 */
export async function startApart(
  env: Record<string, string> = {},
  dataDir?: string,
): Promise<TestServer> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'snapodium-calls-')));
  return startServer({ dataDir: folder, env: { ...env, TMPDIR: folder } });
}
