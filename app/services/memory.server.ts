import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';

const MB = 1024 * 1024;

/** What this machine, or the control group that the process is in, has in bytes. */
export function availableMemory(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

/**
 * What decoding images may take of it: of a small machine the embedded database and the server need the rest. A HEIC
 * of 25 megapixels takes half a gigabyte.
 */
export function imageMemory(available: number): number {
  return Math.min(1024 * MB, Math.max(160 * MB, 0.4 * available));
}

/** How many images are worked on at a time: as many as there are cores, and on a small machine one. */
export function imagesAtOnce(available: number, cores: number): number {
  return available < 1024 * MB ? 1 : cores;
}

/** What a process has in memory, in bytes; 0 where nobody can tell (not Linux), or it has ended. */
export function memoryOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    return Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
