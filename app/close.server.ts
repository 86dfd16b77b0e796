import type { Logger } from 'pino';

/** Something that runs and is asked to end: it ends by itself, or too late. */
export interface Closing {
  name: string;
  /** Asks it to end; resolves when it has. */
  end(): Promise<void>;
}

/**
 * Asks all parts to end, and waits for them for so long at most: what a stop interrupts is due again
 * after the start, so nothing is worth being killed for. Whatever does not end in time is told.
 */
export async function endInTime(
  parts: Closing[],
  { limitMs, log }: { limitMs: number; log: Logger },
): Promise<void> {
  const open = new Set<string>();
  const endings = parts.map(async ({ name, end }) => {
    open.add(name);
    try {
      await end();
    } catch (error) {
      log.warn({ err: error, part: name }, 'could not be ended');
    }
    open.delete(name);
  });
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([Promise.all(endings), overdue]);
  clearTimeout(timer);
  if (open.size > 0) log.warn({ parts: [...open] }, 'did not end in time; the stop goes on');
}
