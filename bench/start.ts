// How long a start takes until the first page, how much memory the server uses then, and the size of its
// packages, on both databases. SNAPODIUM_ROOT names another built checkout.
import { execSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres } from '../tests/setup/postgres';
import { freePort, SESSION_SECRET } from '../tests/setup/server';
import { BARE_SERVER } from './support/bare';
import {
  memoryOf,
  middle,
  ROUNDS,
  printLine,
  printTable,
  timeOf,
  watchPeak,
} from './support/measure';

/** The wait after the first page before memory is read, so that the start has finished its work. */
const SETTLE_MS = 3000;
const root = resolve(process.env.SNAPODIUM_ROOT ?? join(import.meta.dirname, '..'));

interface Start {
  /** From the start of the process to the complete first page. */
  seconds: number;
  /** Megabytes: after the first page, and at most. */
  idle: number;
  peak: number;
}

export default async function measureStart(): Promise<void> {
  const results = new Map<string, Start[]>();
  const keep = async (name: string, script: string, url: string, dataDir?: string) => {
    results.set(name, [...(results.get(name) ?? []), await start(script, url, dataDir)]);
  };
  const cluster = await startPostgres();
  try {
    const admin = new pg.Client(cluster.url('postgres'));
    await admin.connect();
    for (let round = 0; round < ROUNDS; round += 1) {
      await admin.query(`create database round_${round}`);
      const url = cluster.url(`round_${round}`);
      await keep('bare Express with pg', BARE_SERVER, url);
      for (const [name, address] of Object.entries({ PostgreSQL: url, 'embedded database': '' })) {
        const dataDir = await mkdtemp(join(tmpdir(), 'snapodium-start-'));
        for (const time of ['first start', 'later start']) {
          await keep(`${name}, ${time}`, join(root, 'scripts/start.mjs'), address, dataDir);
        }
        await rm(dataDir, { recursive: true, force: true });
      }
    }
    await admin.end();
  } finally {
    await cluster.stop();
  }
  const [bare = []] = results.values();
  const rows = [...results].map(([name, starts]) => {
    const cell = (of: (one: Start) => number, digits: number) =>
      `${middle(starts, of).toFixed(digits)} (${(middle(starts, of) / middle(bare, of)).toFixed(1)})`;
    const peak = middle(starts, (one) => one.peak).toFixed(0);
    return [name, cell(({ seconds }) => seconds, 2), cell(({ idle }) => idle, 0), peak];
  });
  printTable(['', 'first page, s (of bare)', 'idle, MB (of bare)', 'peak, MB'], rows);
  const [all, run] = [packagesSize(), packagesSize('--omit=dev')];
  printLine(`node_modules: ${run} MB to run it, ${all} MB with what builds and tests it`);
}

async function start(script: string, databaseUrl: string, dataDir = tmpdir()): Promise<Start> {
  const port = await freePort();
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
    const pid = child.pid ?? 0;
    const peakOf = await watchPeak(pid);
    const address = `http://127.0.0.1:${port}/auth`;
    const elapsed = await timeOf(() => Promise.race([firstPage(address), fell]));
    await sleep(SETTLE_MS);
    return { seconds: elapsed / 1000, idle: await memoryOf(pid), peak: await peakOf() };
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
}

async function firstPage(address: string): Promise<void> {
  // Nobody listens at first.
  const ask = async () => {
    const answer = await fetch(address, { headers: { Connection: 'close' } });
    await answer.text();
    return answer.ok;
  };
  while (!(await ask().catch(() => false))) await sleep(20);
}

/** The size of what `npm ci` installs, in MB: all packages, or only those that run the product. */
function packagesSize(omitted = ''): string {
  const listed = `npm ls --all --parseable ${omitted} | grep /node_modules/ | tr '\\n' '\\0'`;
  const sizes = execSync(`${listed} | du -cb --files0-from=- | tail -n 1`, { cwd: root });
  return (parseInt(String(sizes), 10) / 1e6).toFixed(0);
}
