/** Runs jobs a few at a time. */
export interface Queue {
  /**
   * Runs a job when its turn comes. Of one owner one job runs at a time, in the order they came;
   * owners who wait take turns, so that many jobs of one hold up nobody else. A job without an owner
   * stands for itself.
   * @throws what `refuse` makes when too many wait already
   */
  run<T>(job: () => Promise<T>, options?: { owner?: number }): Promise<T>;
  /** Refuses what waits and whatever comes, and resolves when the running jobs are done. */
  close(): Promise<void>;
}

type Owner = number | symbol;

interface Waiting {
  start: () => void;
  refuse: (reason: Error) => void;
}

/**
 * Makes a queue.
 * @param options.concurrency jobs at a time
 * @param options.limit how many may wait
 * @param options.limitPerOwner how many of one owner may wait; as many as of all unless it says less
 * @param options.refuse makes the error for one too many
 */
export function createQueue(options: {
  concurrency: number;
  limit: number;
  limitPerOwner?: number;
  refuse: () => Error;
}): Queue {
  const { concurrency, limit, limitPerOwner = limit } = options;
  /** What waits, by owner; the owner whose turn comes first stands first. */
  const lines = new Map<Owner, Waiting[]>();
  const running = new Set<Owner>();
  let waiting = 0;
  let isClosed = false;
  let whenIdle: () => void = () => undefined;

  const takePlace = async (owner: Owner): Promise<void> => {
    if (isClosed) throw options.refuse();
    if (running.size < concurrency && !running.has(owner)) {
      running.add(owner);
      return;
    }
    const line = lines.get(owner) ?? [];
    if (waiting >= limit || line.length >= limitPerOwner) throw options.refuse();
    waiting += 1;
    lines.set(owner, line);
    await new Promise<void>((start, refuse) => line.push({ start, refuse }));
  };
  const leavePlace = (owner: Owner) => {
    running.delete(owner);
    const own = lines.get(owner);
    if (own) {
      // This owner's line goes behind the others': owners take turns.
      lines.delete(owner);
      lines.set(owner, own);
    }
    startNext();
    if (running.size === 0) whenIdle();
  };
  /** Gives the free place to a waiting job at once: a job that comes now has to wait behind it. */
  const startNext = () => {
    for (const [owner, line] of lines) {
      if (running.has(owner)) continue;
      const next = line.shift();
      if (line.length === 0) lines.delete(owner);
      if (!next) continue;
      waiting -= 1;
      running.add(owner);
      return next.start();
    }
  };

  return {
    async run(job, { owner = Symbol('nobody') }: { owner?: Owner } = {}) {
      await takePlace(owner);
      try {
        return await job();
      } finally {
        leavePlace(owner);
      }
    },
    async close() {
      isClosed = true;
      const refused = [...lines.values()].flat();
      lines.clear();
      waiting = 0;
      for (const { refuse } of refused) refuse(options.refuse());
      if (running.size > 0) await new Promise<void>((resolve) => (whenIdle = resolve));
    },
  };
}
