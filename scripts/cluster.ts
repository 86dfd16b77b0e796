// Several built servers on this machine behind nginx, with one PostgreSQL and one bucket, all in temporary
// folders, until Ctrl-C: `npx tsx scripts/cluster.ts [--servers 4] [--port 8080]`.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { startNginx } from '../tests/setup/nginx';
import { startPostgres } from '../tests/setup/postgres';
import { s3Variables, startS3Server } from '../tests/setup/s3-server';
import { ADMIN_PASSWORD, startServer } from '../tests/setup/server';
import { isBuildStale, root } from './build-stamp.mjs';
import { ensureClusterTools } from './install-test-tools.mjs';

const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: '4' },
    port: { type: 'string', default: '8080' },
  },
});
const ends: (() => Promise<unknown>)[] = [];

ensureClusterTools();
// Build once, before several servers notice that there is no build.
if (isBuildStale()) spawnSync(process.execPath, [`${root}scripts/build.mjs`], { stdio: [0, 2, 2] });
// The terminal and npm may both pass an interrupt on. Only the first one counts, so that the clean-up is not
// interrupted.
const interrupted = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve());
});
try {
  await start();
  await interrupted;
} finally {
  process.stderr.write('Ending everything …\n');
  for (const end of ends.reverse()) await end();
}

async function start(): Promise<void> {
  const tell = (step: string) => process.stderr.write(`Starting ${step} …\n`);
  tell('PostgreSQL');
  const postgres = await startPostgres();
  ends.push(() => postgres.stop());
  tell('storage');
  const s3 = await startS3Server();
  ends.push(() => s3.clean());
  const env = { DATABASE_URL: postgres.url('postgres'), ...s3Variables(s3.access()) };
  const servers = [];
  for (let number = 1; number <= Number(values.servers); number += 1) {
    tell(`server ${number}`);
    const server = await startServer({ env, isDetached: true });
    ends.push(() => server.stop().then(server.clean));
    servers.push(server);
  }
  tell('nginx');
  const origins = servers.map(({ origin }) => origin);
  const nginx = await startNginx({ origins, port: Number(values.port) });
  ends.push(() => nginx.stop());
  const lines = [
    `Snapodium: ${nginx.origin}`,
    ...servers.map(({ origin, process: { pid } }) => `  behind it ${origin}, process ${pid}`),
    `  administrator: admin, ${ADMIN_PASSWORD}`,
    `Guests for it: npm run bench -- rush --base ${nginx.origin} --guests 30 --compress 30`,
  ];
  process.stdout.write(`${lines.join('\n')}\nCtrl-C ends everything.\n`);
}
