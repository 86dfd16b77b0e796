import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDataDir } from '../setup/pglite-template';
import { startServer } from '../setup/server';

/** One built server on a temporary folder for all browser tests; each test makes its own events. */
export default async function globalSetup() {
  const dataDir = await mkdtemp(join(tmpdir(), 'snapodium-e2e-'));
  await prepareDataDir(dataDir);
  const server = await startServer({ dataDir });
  process.env.SNAPODIUM_ORIGIN = server.origin;
  return async () => {
    await server.stop();
    await server.clean();
  };
}
