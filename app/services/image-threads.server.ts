import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** What libvips calls the threads that it shrinks pictures on. */
const NAME = 'libvips worker';
/** A fourteenth of what a thread without a word of this gets, where both want the processor. */
const NICENESS = 12;
const THREADS = '/proc/self/task';

const known = new Set<string>();

/**
 * Has the threads that work on images step back for everything else: whoever waits for a page then doesn't
 * wait for a party's photos. libvips makes threads as it needs them and ends idle ones, so this looks for new
 * ones each time. On Linux a thread has a priority of its own; elsewhere nothing happens.
 */
export function stepBack(): void {
  const threads = list();
  for (const thread of known) if (!threads.includes(thread)) known.delete(thread);
  for (const thread of threads) {
    if (known.has(thread)) continue;
    try {
      if (readFileSync(`${THREADS}/${thread}/comm`, 'utf8').trim() !== NAME) continue;
      setPriority(Number(thread), NICENESS);
      known.add(thread);
    } catch {
      // It has ended meanwhile, or the system does not let us: then it works on as it did.
    }
  }
}

function list(): string[] {
  try {
    return readdirSync(THREADS);
  } catch {
    return [];
  }
}
