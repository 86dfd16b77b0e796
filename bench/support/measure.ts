import { readFile, writeFile } from 'node:fs/promises';
import autocannon from 'autocannon';

/** How often each thing is measured, and for how long. BENCH_ROUNDS and BENCH_SECONDS change it. */
export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
export const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);

/** The measured cost of one kind of request. */
export interface Cost {
  /** Answers per second. */
  rate: number;
  /** Milliseconds of the server's CPU time per answer. */
  cpu: number;
}

export interface Step {
  path: string;
  method?: 'GET' | 'POST' | 'DELETE';
  body?: string;
}

/** Requests that are sent in turn, again and again. */
export interface Target {
  origin: string;
  headers?: Record<string, string>;
  steps: Step[];
}

/** The number of connections that send requests at once. */
const CONNECTIONS = 16;
/** Ticks of the kernel's clock per second. */
const TICKS = 100;

/**
 * Sends requests to a server for some seconds over 16 connections.
 * @param pids the processes that serve
 * @throws Error if an answer is not a success
 */
export async function load(
  { origin, headers, steps }: Target,
  { pids, seconds = SECONDS }: { pids: number[]; seconds?: number },
): Promise<Cost> {
  const before = await cpuOf(...pids);
  const result = await autocannon({
    url: origin,
    headers,
    requests: steps,
    connections: CONNECTIONS,
    duration: seconds,
  });
  const used = (await cpuOf(...pids)) - before;
  const good = result['2xx'] + result['3xx'];
  const bad = result.non2xx - result['3xx'] + result.errors;
  if (bad > 0) throw new Error(`${bad} of ${good + bad} answers were no success`);
  return { rate: good / result.duration, cpu: used / good };
}

/**
 * The CPU time, in ms, that processes and their children have used so far. Children that have ended count as
 * well, because images are made in a process that comes and goes.
 */
export async function cpuOf(...pids: number[]): Promise<number> {
  const all = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // User and system time, of the process and of its children that have ended (proc(5)).
      const own = fields.slice(11, 15).map((ticks) => (Number(ticks) * 1000) / TICKS);
      return own.reduce((sum, one) => sum + one, await cpuOf(...(await childrenOf(pid))));
    }),
  );
  return all.reduce((sum, one) => sum + one, 0);
}

/** The CPU time, in ms, that this process has used so far. */
export function ownCpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The megabytes that a process uses. */
export function memoryOf(pid: number): Promise<number> {
  return statusOf(pid, 'VmRSS');
}

/** Starts to watch the most memory that a process uses. The returned function reads it, in megabytes. */
export async function watchPeak(pid: number): Promise<() => Promise<number>> {
  // 5 resets the peak to what is in memory now (proc(5)).
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  return () => statusOf(pid, 'VmHWM');
}

async function statusOf(pid: number, field: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024;
}

/** A process's children that are still running. */
async function childrenOf(pid: number): Promise<number[]> {
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return listed.split(' ').filter(Boolean).map(Number);
}

/** Milliseconds that something takes. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The smallest of some numbers that at least this share of them do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(Math.ceil(share * sorted.length), 1) - 1] ?? Number.NaN;
}

/** The middle one of some numbers. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The median of what is read from each measurement. */
export function middle<T>(all: readonly T[], of: (one: T) => number): number {
  return median(all.map(of));
}

/** The median of the ratios of measurements that were taken in turns. */
export function ratioOf<T>({ ours, limit }: Turns<T>, of: (one: T) => number): number {
  return median(ours.map((one, index) => of(one) / of(limit[index] ?? one)));
}

/** The results of each round of two measurements. */
interface Turns<T> {
  ours: T[];
  limit: T[];
}

/** Takes two measurements in turns, so that the machine's other work affects both. */
export async function takeTurns<T>(
  ours: () => Promise<T>,
  limit: () => Promise<T>,
  rounds = ROUNDS,
): Promise<Turns<T>> {
  const results: Turns<T> = { ours: [], limit: [] };
  for (let round = 0; round < rounds; round += 1) {
    results.ours.push(await ours());
    results.limit.push(await limit());
  }
  return results;
}

/** Prints a line. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a table with columns of the necessary width. */
export function printTable(heads: string[], rows: (string | number)[][]): void {
  const cells = [heads, ...rows.map((row) => row.map(String))];
  const widths = heads.map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  for (const row of cells) {
    printLine(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}

/** Makes the bench fail if an aim is missed. */
export function aim(isMet: boolean): void {
  if (!isMet) process.exitCode = 1;
}
