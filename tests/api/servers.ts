import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDataDir } from '../setup/pglite-template';
import { startServer, type TestServer } from '../setup/server';

/**
 * Starts a built server whose uploads, too, lie in its data folder, in `snapodium-uploads`: other
 * servers of this machine leave theirs in the common one.
 * @param again the server to start again, on its data and port
 */
export async function startApart(
  env: Record<string, string> = {},
  again?: { dataDir: string; origin: string },
): Promise<TestServer> {
  const folder = again?.dataDir ?? (await mkdtemp(join(tmpdir(), 'snapodium-calls-')));
  if (!again && !env.DATABASE_URL) await prepareDataDir(folder);
  const port = again && Number(new URL(again.origin).port);
  return startServer({ dataDir: folder, port, env: { ...env, TMPDIR: folder } });
}
