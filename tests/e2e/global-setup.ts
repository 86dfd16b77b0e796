import { copyFirstStart } from '../setup/first-start';
import { startServer } from '../setup/server';

/** One built server on a temporary folder for all browser tests. Each test creates its own events. */
export default async function globalSetup() {
  const server = await startServer({ dataDir: await copyFirstStart() });
  process.env.SNAPODIUM_ORIGIN = server.origin;
  return async () => {
    await server.stop();
    process.stderr.write(errorsIn(server.output()));
    await server.clean();
  };
}

/** The errors in a server's log, which say why a test was answered with 500. */
function errorsIn(log: string): string {
  const lines = log.split('\n').filter((line) => /"level":(50|60)/.test(line));
  return lines.length === 0 ? '' : `The server logged errors:\n${lines.join('\n')}\n`;
}
