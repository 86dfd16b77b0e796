import type { Logger } from 'pino';

/** A running part that can be ended. */
export interface Closing {
  name: string;
  /** Ends it; resolves when it has ended. */
  end(): Promise<void>;
}

/**
 * Ends all parts and waits up to a limit. Interrupted work is due again after the restart, so exceeding the
 * limit and being killed would gain nothing. Parts that do not end in time are logged.
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
