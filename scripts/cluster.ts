import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { ADMIN_PASSWORD } from '../tests/setup/server';
import { isBuildStale, root } from './build-stamp.mjs';
import { startCluster, type Cluster } from './cluster/cluster';
import { ensureClusterTools } from './install-test-tools.mjs';

// `npm run cluster`: several servers on this machine behind nginx, with one PostgreSQL and one bucket, on
// nothing but temporary folders. It runs until Ctrl-C, which ends everything.

const USAGE = `Runs several built servers behind nginx on this machine until Ctrl-C.

  npm run cluster -- [--servers 4] [--port 8080]

  --servers N   servers, 1 to 16 (4)
  --port N      where nginx listens (8080)
`;

try {
  await run();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const settings = readSettings();
  if (!settings) return void process.stdout.write(USAGE);
  ensureClusterTools();
  // One build, before several servers see that there is none.
  if (isBuildStale()) build();

  const interrupted = untilInterrupted();
  const tell = (step: string) => process.stderr.write(`Starting ${step} …\n`);
  const cluster = await startCluster({ ...settings, tell });
  describe(cluster);
  // At once, if that was while it started.
  await interrupted;
  process.stderr.write('Ending everything …\n');
  await cluster.stop();
}

/** The terminal and npm may both pass an interruption on: only the first one counts, none ends us halfway. */
function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve());
  });
}

function readSettings(): { count: number; port: number } | null {
  const { values } = parseArgs({
    options: {
      servers: { type: 'string', default: '4' },
      port: { type: 'string', default: '8080' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  return {
    count: wholeNumber('servers', values.servers, 1, 16),
    port: wholeNumber('port', values.port, 1, 65535),
  };
}

function wholeNumber(name: string, value: string, min: number, max: number): number {
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new Error(`--${name}: must be a whole number from ${min} to ${max}`);
}

function build(): void {
  const { status } = spawnSync(process.execPath, [`${root}scripts/build.mjs`], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error('The build failed.');
}

function describe({ origin, servers }: Cluster): void {
  const lines = [
    '',
    `Snapodium: ${origin}`,
    ...servers.map((server) => `  behind it ${server.origin}, process ${server.process.pid}`),
    `  administrator: admin, ${ADMIN_PASSWORD}`,
    '',
    'A party against it:',
    `  npm run party -- --base ${origin} --admin-password ${ADMIN_PASSWORD} --guests 30`,
    '',
    'Ctrl-C ends everything.',
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
