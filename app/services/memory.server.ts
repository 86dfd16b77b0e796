import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';

const MB = 1024 * 1024;

/** The memory of this machine, or of the process's control group, in bytes. */
export function availableMemory(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

/**
 * The memory limit for decoding images. On a small machine the embedded database and the server need the
 * rest. A HEIC of 25 megapixels takes half a gigabyte.
 */
export function imageMemory(available: number): number {
  return Math.min(1024 * MB, Math.max(160 * MB, 0.4 * available));
}

/** The number of images processed at a time: the number of cores, or one on a small machine. */
export function imagesAtOnce(available: number, cores: number): number {
  return available < 1024 * MB ? 1 : cores;
}

/** The resident memory of a process in bytes; 0 if it is unknown (not Linux), or the process has ended. */
export function memoryOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    return Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
