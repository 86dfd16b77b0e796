import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase, type Db } from '~db/client.server';
import { startPostgres } from '../../tests/setup/postgres';
import { freePort, startServer, type TestServer } from '../../tests/setup/server';
import { printLine } from './measure';

/**
 * The memory limit of the server's control group in megabytes, if BENCH_MEMORY_MB is set. Needs Linux and
 * root.
 */
const LIMIT_MB = Number(process.env.BENCH_MEMORY_MB ?? 0);
const GROUPS = '/sys/fs/cgroup/memory';
const GROUP = `${GROUPS}/snapodium-bench`;

/** A server to measure, with its database. */
export interface Stand {
  /** The server that is running. On the embedded database, `inDatabase` starts a new one. */
  server: TestServer;
  readonly origin: string;
  readonly pid: number;
  readonly dataDir: string;
  /** PostgreSQL's URL; empty for the embedded database. */
  readonly url: string;
  /** PostgreSQL's first process; null for the embedded database. */
  readonly postgres: number | null;
  /** Works on the database: beside the server on PostgreSQL, otherwise while the server is stopped. */
  inDatabase<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Another server with the same database and folder, which ends with the first. */
  startAnother(): Promise<TestServer>;
}

/**
 * Starts a built server for a measurement, and ends everything afterwards. SNAPODIUM_ROOT names another built
 * checkout, PROFILE a folder for a CPU profile of the server.
 */
export async function onServer(
  options: { database?: 'postgres' | 'embedded'; env?: Record<string, string>; flags?: string[] },
  work: (stand: Stand) => Promise<void>,
): Promise<void> {
  const cluster = options.database === 'embedded' ? null : await startPostgres();
  const url = cluster?.url('postgres') ?? '';
  const dataDir = await mkdtemp(join(tmpdir(), 'snapodium-bench-'));
  const { PROFILE, SNAPODIUM_ROOT: root } = process.env;
  const profile = PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${PROFILE}`] : [];
  const nodeFlags = [...profile, ...(options.flags ?? [])];
  const env = { DATABASE_URL: url, ...options.env };
  const start = async () => {
    const port = await freePort();
    return inGroup(() => startServer({ root, dataDir, port, nodeFlags, env }));
  };
  const others: TestServer[] = [];
  const stand: Stand = {
    server: await start(),
    get origin() {
      return stand.server.origin;
    },
    get pid() {
      return stand.server.process.pid ?? 0;
    },
    dataDir,
    url,
    postgres: cluster?.pid ?? null,
    async inDatabase(change) {
      if (!cluster) await stand.server.stop();
      const { db, close } = await connectDatabase(url ? { url, dataDir: '' } : { dataDir });
      const result = await change(db).finally(close);
      if (!cluster) stand.server = await start();
      return result;
    },
    async startAnother() {
      const other = await start();
      others.push(other);
      return other;
    },
  };
  try {
    await work(stand);
  } finally {
    await Promise.all([stand.server, ...others].map((server) => server.stop()));
    await stand.server.clean();
    await cluster?.stop();
    if (LIMIT_MB > 0) {
      const bytes = Number(readFileSync(`${GROUP}/memory.max_usage_in_bytes`, 'latin1'));
      printLine(
        `within ${LIMIT_MB} MB: the server took ${(bytes / 1024 / 1024).toFixed(0)} at most`,
      );
      rmdirSync(GROUP);
    }
  }
}

/** Starts a process in the control group: a process begins in the group of its parent. */
function inGroup<T>(start: () => Promise<T>): Promise<T> {
  if (LIMIT_MB === 0) return start();
  const own = /:memory:(.*)/.exec(readFileSync('/proc/self/cgroup', 'latin1'))?.[1] ?? '';
  const enter = (group: string) => writeFileSync(`${group}/cgroup.procs`, String(process.pid));
  mkdirSync(GROUP, { recursive: true });
  writeFileSync(`${GROUP}/memory.limit_in_bytes`, String(LIMIT_MB * 1024 * 1024));
  enter(GROUP);
  try {
    return start();
  } finally {
    enter(GROUPS + own);
  }
}
