/** Runs jobs in the order they came, a few at a time. */
export interface Queue {
  /** Runs a job when its turn comes. @throws what `refuse` makes when too many wait already */
  run<T>(job: () => Promise<T>): Promise<T>;
  /** Refuses what waits and whatever comes, and resolves when the running jobs are done. */
  close(): Promise<void>;
}

/**
 * Makes a queue.
 * @param options.concurrency jobs at a time
 * @param options.limit how many may wait
 * @param options.refuse makes the error for one too many
 */
export function createQueue(options: {
  concurrency: number;
  limit: number;
  refuse: () => Error;
}): Queue {
  const waiting: { start: () => void; refuse: (reason: Error) => void }[] = [];
  let running = 0;
  let isClosed = false;
  let whenIdle: () => void = () => undefined;

  const takePlace = async (): Promise<void> => {
    if (!isClosed && running < options.concurrency) {
      running += 1;
      return;
    }
    if (isClosed || waiting.length >= options.limit) throw options.refuse();
    await new Promise<void>((start, refuse) => waiting.push({ start, refuse }));
  };
  const leavePlace = () => {
    const next = waiting.shift();
    // The place goes to the next one directly, so that nobody can slip in between.
    if (next) return next.start();
    running -= 1;
    if (running === 0) whenIdle();
  };

  return {
    async run(job) {
      await takePlace();
      try {
        return await job();
      } finally {
        leavePlace();
      }
    },
    async close() {
      isClosed = true;
      for (const { refuse } of waiting.splice(0)) refuse(options.refuse());
      if (running > 0) await new Promise<void>((resolve) => (whenIdle = resolve));
    },
  };
}
