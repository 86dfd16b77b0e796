import { readFile, writeFile } from 'node:fs/promises';
import { cpuOf } from '../support/measure';

/** Whose work is told apart. */
export interface Processes {
  server: number;
  /** PostgreSQL's first process; null for the embedded database. */
  postgres: number | null;
}

/** What processes have used in a part of the rush. */
export interface Usage {
  seconds: number;
  /** Of the processor, in seconds. */
  cpu: { server: number; postgres: number; guests: number };
  /** At its highest, in MB: what the server held, and what PostgreSQL's processes did together. */
  memory: { server: number; postgres: number };
}

const MEGABYTE = 1024 * 1024;
const LOOK_EVERY_MS = 2000;

/** Begins to measure; what is returned ends it and tells. */
export async function measureUsage(of: Processes): Promise<() => Promise<Usage>> {
  // 5 sets the peak back to what is in memory now (man 5 proc).
  await writeFile(`/proc/${of.server}/clear_refs`, '5');
  const before = await cpuNow(of);
  const start = performance.now();
  let postgres = 0;
  const look = async () => void (postgres = Math.max(postgres, await sharedMemory(of.postgres)));
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await look();
    const after = await cpuNow(of);
    const cpu = {
      server: after.server - before.server,
      postgres: after.postgres - before.postgres,
      guests: after.guests - before.guests,
    };
    const server = await kilobytesOf(`/proc/${of.server}/status`, 'VmHWM');
    return {
      seconds: (performance.now() - start) / 1000,
      cpu,
      memory: { server: (server * 1024) / MEGABYTE, postgres: (postgres * 1024) / MEGABYTE },
    };
  };
}

async function cpuNow({ server, postgres }: Processes): Promise<Usage['cpu']> {
  const { user, system } = process.cpuUsage();
  const all = postgres === null ? [] : [postgres, ...(await childrenOf(postgres))];
  const times = await Promise.all(all.map((pid) => cpuOf(pid).catch(() => 0)));
  return {
    server: (await cpuOf(server)) / 1000,
    postgres: times.reduce((sum, time) => sum + time, 0) / 1000,
    guests: (user + system) / 1e6,
  };
}

/** What PostgreSQL's processes hold, memory that they share counted once; in kilobytes. */
async function sharedMemory(postgres: number | null): Promise<number> {
  if (postgres === null) return 0;
  const all = [postgres, ...(await childrenOf(postgres))];
  const sizes = await Promise.all(
    all.map((pid) => kilobytesOf(`/proc/${pid}/smaps_rollup`, 'Pss').catch(() => 0)),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function childrenOf(pid: number): Promise<number[]> {
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return listed.split(' ').filter(Boolean).map(Number);
}

async function kilobytesOf(path: string, field: string): Promise<number> {
  const text = await readFile(path, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]);
}
