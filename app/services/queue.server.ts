import PQueue from 'p-queue';

/** How busy a queue is, and what it has done since the start. Where nothing can wait, only the first two are set. */
export interface QueueFigures {
  running: number;
  refused: number;
  waiting?: number;
  /** How many may wait. */
  limit?: number;
  started?: number;
  /** How long all started jobs have waited, together. */
  waitedSeconds?: number;
}

/** Runs a limited number of jobs at a time. */
export interface Queue {
  /**
   * Runs a job when its turn comes. An owner's jobs run one at a time, in order of arrival, and owners take
   * turns, so that one owner's many jobs do not delay others. A job without an owner counts as an owner of
   * its own.
   * @throws the error that `refuse` creates when the queue is full
   */
  run<T>(job: () => Promise<T>, options?: { owner?: number }): Promise<T>;
  /**
   * Runs a job once no other job waits. It does not count towards the limits, and is never refused for them.
   * @throws the error that `refuse` creates once the queue is closed, and the signal's reason if it aborts
   *   before the job starts
   */
  runLast<T>(job: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Whether a job without an owner would be refused now. */
  isFull(): boolean;
  /** How many jobs wait, and how many may. */
  waiting(): { waiting: number; limit: number };
  /** Without jobs of `runLast`. */
  figures(): QueueFigures;
  /** Refuses waiting and new jobs, and resolves when the running ones are done. */
  close(): Promise<void>;
}

/** Below the default priority of all other jobs. */
const LAST = -1;

type Owner = number | symbol;

/**
 * An owner with jobs. Their jobs enter the shared queue one at a time, each behind the jobs that others have
 * added, so that owners take turns.
 */
interface Line {
  turns: PQueue;
  /** The number of jobs, and how many have not started. */
  jobs: number;
  waiting: number;
}

/**
 * Creates a queue.
 * @param options.concurrency the number of jobs at a time
 * @param options.limit how many may wait
 * @param options.limitPerOwner how many of one owner may wait; by default the same limit
 * @param options.refuse creates the error for a full queue
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
  const done = { started: 0, refused: 0, waitedSeconds: 0 };
  let running = 0;
  const refusal = () => options.refuse({ waiting, limit });

  const isFull = (line?: Line): boolean => {
    const startsNow = !line && places.pending < concurrency;
    const isTooLong = waiting >= limit || (line?.waiting ?? 0) >= limitPerOwner;
    return isClosed || (isTooLong && !startsNow);
  };

  /** Adds an owner's job, or refuses it. */
  const enter = (owner: Owner): Line => {
    const line = lines.get(owner);
    if (isFull(line)) {
      done.refused += 1;
      throw refusal();
    }
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
      const enteredAt = performance.now();
      const start = async () => {
        line.waiting -= 1;
        waiting -= 1;
        if (isClosed) throw refusal();
        done.started += 1;
        done.waitedSeconds += (performance.now() - enteredAt) / 1000;
        running += 1;
        try {
          return await job();
        } finally {
          running -= 1;
        }
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
    figures: () => ({ ...done, running, waiting, limit }),
    async close() {
      isClosed = true;
      // Waiting jobs get their turn now, and are refused.
      places.concurrency = Infinity;
      for (const { turns } of lines.values()) turns.concurrency = Infinity;
      await places.onIdle();
    },
  };
}
