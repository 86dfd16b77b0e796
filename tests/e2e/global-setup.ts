import { copyFirstStart } from '../setup/first-start';
import { errorsIn, LONG_LIVED, startServer } from '../setup/server';

/** One built server on a temporary folder for all browser tests. Each test creates its own events. */
export default async function globalSetup() {
  const server = await startServer({ dataDir: await copyFirstStart(), nodeFlags: LONG_LIVED });
  process.env.SNAPODIUM_ORIGIN = server.origin;
  return async () => {
    await server.stop();
    process.stderr.write(errorsIn(server.output()));
    await server.clean();
  };
}
