// How long a start takes until the first page, what memory the server holds then, and what its packages
// weigh, on both databases: `npm run bench:start`. SNAPODIUM_ROOT names another checkout with a build.
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { startPostgres } from '../tests/setup/postgres';
import { freePort, SESSION_SECRET } from '../tests/setup/server';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
/** After the first page, before memory is read: what the start left to do is done by then. */
const SETTLE_MS = 3000;
const own = fileURLToPath(new URL('..', import.meta.url));
const root = resolve(process.env.SNAPODIUM_ROOT ?? own);

interface Start {
  /** From the process' beginning to the whole first page. */
  seconds: number;
  /** Resident memory, in MB: after the first page, and the most there was. */
  idle: number;
  peak: number;
}

const results = new Map<string, Start[]>();
const cluster = await startPostgres();
try {
  const admin = postgres(cluster.url('postgres'), { max: 1 });
  for (let round = 0; round < ROUNDS; round += 1) {
    await admin.unsafe(`create database round_${round}`);
    const url = cluster.url(`round_${round}`);
    await keep('bare Express with postgres.js', () =>
      start(join(own, 'bench/support/bare-server.mjs'), url),
    );
    for (const [name, address] of [
      ['PostgreSQL', url],
      ['embedded database', ''],
    ] as const) {
      const dataDir = await mkdtemp(join(tmpdir(), 'snapodium-start-'));
      const once = () => start(join(root, 'scripts/start.mjs'), address, dataDir);
      await keep(`${name}, first start`, once);
      await keep(`${name}, later start`, once);
      await rm(dataDir, { recursive: true, force: true });
    }
  }
  await admin.end();
} finally {
  await cluster.stop();
}

const median = (starts: Start[], of: (start: Start) => number) =>
  starts.map(of).sort((a, b) => a - b)[Math.floor(starts.length / 2)] ?? NaN;
const bare = results.get('bare Express with postgres.js') ?? [];
for (const [name, starts] of results) {
  const ratio = (of: (start: Start) => number) =>
    (median(starts, of) / median(bare, of)).toFixed(1);
  process.stdout.write(
    `${name}: first page after ${median(starts, (s) => s.seconds).toFixed(2)} s (${ratio((s) => s.seconds)} of bare), ` +
      `idle ${median(starts, (s) => s.idle).toFixed(0)} MB (${ratio((s) => s.idle)} of bare), ` +
      `peak ${median(starts, (s) => s.peak).toFixed(0)} MB\n`,
  );
}
const { production, all } = await packagesSize();
process.stdout.write(
  `node_modules: ${production} MB to run it, ${all} MB with what builds and tests it\n`,
);

async function keep(name: string, once: () => Promise<Start>): Promise<void> {
  results.set(name, [...(results.get(name) ?? []), await once()]);
}

async function start(script: string, databaseUrl: string, dataDir = tmpdir()): Promise<Start> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, [script], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      SESSION_SECRET,
      LOG_LEVEL: 'warn',
    },
  });
  const exited = new Promise((end) => child.once('exit', end));
  const fell = exited.then(() => Promise.reject(new Error(`${script} has ended by itself`)));
  try {
    await Promise.race([firstPage(`http://127.0.0.1:${port}/auth`), fell]);
    const seconds = (performance.now() - began) / 1000;
    await wait(SETTLE_MS);
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
    const megabytes = (field: string) =>
      (Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024) / 1e6;
    return { seconds, idle: megabytes('VmRSS'), peak: megabytes('VmHWM') };
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
}

async function firstPage(address: string): Promise<void> {
  for (;;) {
    try {
      const answer = await fetch(address, { headers: { Connection: 'close' } });
      await answer.text();
      if (answer.ok) return;
    } catch {
      // Nobody listens yet.
    }
    await wait(20);
  }
}

/** What `npm ci` puts on the disk, in MB, by what the lock file says of each package. */
async function packagesSize() {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  let production = 0;
  let all = 0;
  for (const [path, { dev, devOptional }] of Object.entries(lock.packages)) {
    if (path === '') continue;
    const bytes = await sizeOf(join(root, path));
    all += bytes;
    if (!dev && !devOptional) production += bytes;
  }
  return { production: Math.round(production / 1e6), all: Math.round(all / 1e6) };
}

/** The files of a folder, without the packages below it: those count by themselves. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries) {
    if (entry.name === 'node_modules') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await sizeOf(path);
    else if (entry.isFile()) bytes += (await stat(path)).size;
  }
  return bytes;
}
