import PQueue from 'p-queue';

/** Runs jobs a few at a time. */
export interface Queue {
  /**
   * Runs a job when its turn comes. Of one owner one job runs at a time, in the order they came;
   * owners who wait take turns, so that many jobs of one hold up nobody else. A job without an owner
   * stands for itself.
   * @throws what `refuse` makes when too many wait already
   */
  run<T>(job: () => Promise<T>, options?: { owner?: number }): Promise<T>;
  /**
   * Runs a job once none of the others waits for a place. It counts among nobody's jobs, and waits however
   * many there are.
   * @throws what `refuse` makes once the queue is closed, and the signal's reason if it says so before the
   *   job has begun
   */
  runLast<T>(job: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Whether a job without an owner would be refused now. */
  isFull(): boolean;
  /** How many jobs wait, and how many may. */
  waiting(): { waiting: number; limit: number };
  /** Refuses what waits and whatever comes, and resolves when the running jobs are done. */
  close(): Promise<void>;
}

/** Below that of every other job, which has none. */
const LAST = -1;

type Owner = number | symbol;

/**
 * An owner with something to do. Their jobs go one at a time to the places, where each stands behind
 * what others have sent: so owners take turns.
 */
interface Line {
  turns: PQueue;
  /** How many jobs there are, and how many of them have not begun. */
  jobs: number;
  waiting: number;
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
  refuse: (figures: { waiting: number; limit: number }) => Error;
}): Queue {
  const { concurrency, limit, limitPerOwner = limit } = options;
  const places = new PQueue({ concurrency });
  const lines = new Map<Owner, Line>();
  let waiting = 0;
  let isClosed = false;
  const refusal = () => options.refuse({ waiting, limit });

  const isFull = (line?: Line): boolean => {
    const startsNow = !line && places.pending < concurrency;
    const isTooLong = waiting >= limit || (line?.waiting ?? 0) >= limitPerOwner;
    return isClosed || (isTooLong && !startsNow);
  };

  /** Takes an owner's job in, or refuses it. */
  const enter = (owner: Owner): Line => {
    const line = lines.get(owner);
    if (isFull(line)) throw refusal();
    const own = line ?? { turns: new PQueue({ concurrency: 1 }), jobs: 0, waiting: 0 };
    lines.set(owner, own);
    own.jobs += 1;
    own.waiting += 1;
    waiting += 1;
    return own;
  };

  return {
    async run(job, { owner = Symbol('nobody') }: { owner?: Owner } = {}) {
      const line = enter(owner);
      const start = () => {
        line.waiting -= 1;
        waiting -= 1;
        if (isClosed) throw refusal();
        return job();
      };
      try {
        return await line.turns.add(() => places.add(start));
      } finally {
        line.jobs -= 1;
        if (line.jobs === 0) lines.delete(owner);
      }
    },
    async runLast(job, signal) {
      const start = () => {
        if (isClosed) throw refusal();
        signal.throwIfAborted();
        return job();
      };
      if (isClosed) throw refusal();
      return places.add(start, { priority: LAST });
    },
    isFull: () => isFull(),
    waiting: () => ({ waiting, limit }),
    async close() {
      isClosed = true;
      // Whatever waits gets its turn, and is refused.
      places.concurrency = Infinity;
      for (const { turns } of lines.values()) turns.concurrency = Infinity;
      await places.onIdle();
    },
  };
}
