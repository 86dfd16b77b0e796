import { readFile } from 'node:fs/promises';
import autocannon from 'autocannon';

/** What one kind of request was measured to cost. */
export interface Cost {
  /** Answers a second. */
  rate: number;
  /** Milliseconds of the server's CPU time for an answer. */
  cpu: number;
}

/** A request, as it is sent again and again. */
export interface Target {
  url: string;
  method?: 'GET' | 'POST' | 'DELETE';
  headers?: Record<string, string>;
  body?: string;
  /** Instead of one request, several in turn. */
  requests?: { path: string; method: 'GET' | 'POST' | 'DELETE'; body?: string }[];
}

/** Connections that ask at once. */
const CONNECTIONS = 16;
/** Ticks of the kernel's clock in a second. */
const TICKS = 100;

/**
 * Asks a server for some seconds over 16 connections.
 * @param pid the server's process
 * @throws Error when an answer is none of success
 */
export async function load(target: Target, { pid, seconds }: { pid: number; seconds: number }) {
  const { url, ...options } = target;
  const before = await cpuOf(pid);
  const result = await autocannon({
    url,
    ...options,
    connections: CONNECTIONS,
    duration: seconds,
  });
  const used = (await cpuOf(pid)) - before;
  const good = result['2xx'] + result['3xx'];
  const bad = result.non2xx - result['3xx'] + result.errors;
  if (bad > 0) throw new Error(`${bad} of ${good + bad} answers from ${url} were none of success`);
  return { rate: good / result.duration, cpu: used / good } satisfies Cost;
}

/** Milliseconds of CPU time that a process has taken so far. */
export async function cpuOf(pid: number): Promise<number> {
  const [user = 0, system = 0] = await timesOf(pid);
  return user + system;
}

/**
 * Milliseconds of CPU time that a process and those it has started have taken so far: what ended meanwhile
 * counts as well, because images are made in a process that comes and goes.
 */
export async function treeCpuOf(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'latin1');
  const running = await Promise.all(children.split(' ').filter(Boolean).map(Number).map(treeCpuOf));
  const own = await timesOf(pid);
  return [...own, ...running].reduce((sum, one) => sum + one, 0);
}

/** Of a process, and of those it has started that have ended: user and system, in milliseconds (proc(5)). */
async function timesOf(pid: number): Promise<number[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).map((ticks) => (Number(ticks) * 1000) / TICKS);
}

/** The middle one of some numbers. */
export function median(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/**
 * Takes two measurements in turns, so that whatever else the machine does befalls both.
 * @returns what each round gave
 */
export async function alternate<T>(
  rounds: number,
  ours: () => Promise<T>,
  limit: () => Promise<T>,
): Promise<{ ours: T[]; limit: T[] }> {
  const results: { ours: T[]; limit: T[] } = { ours: [], limit: [] };
  for (let round = 0; round < rounds; round++) {
    results.ours.push(await ours());
    results.limit.push(await limit());
  }
  return results;
}

/** Lines of a table, its columns as wide as they must be. */
export function table(rows: string[][]): string {
  const widths = rows.reduce<number[]>(
    (most, row) => row.map((cell, index) => Math.max(most[index] ?? 0, cell.length)),
    [],
  );
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
