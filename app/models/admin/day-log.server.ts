import { BUCKET_MS, BUCKETS, type Bucket, type EndedRequest, type FailedRequest } from './day';

/** How many failed requests are remembered. */
const FAILURES_MAX = 20;
/** How often values that rise and fall are sampled. */
const SAMPLE_MS = 10_000;

/** The last 24 hours of this server, in memory. */
export interface DayLog {
  readonly startedAt: Date;
  request(ended: EndedRequest): void;
  upload(): void;
  /** The buckets since the start, at most 24 hours, the oldest first. The last one is still being filled. */
  buckets(): Bucket[];
  /** The last failed requests, the newest first. */
  failures(): FailedRequest[];
  /** Ends the sampling. */
  close(): void;
}

/**
 * Starts to record. Every sum has a fixed size, whatever arrives.
 * @param options.waiting how many images wait now
 * @param options.readFree the free space on the disk, in bytes
 */
export function createDayLog({
  now,
  waiting,
  readFree,
}: {
  now(): Date;
  waiting(): number;
  readFree(): Promise<number>;
}): DayLog {
  const startedAt = now();
  const buckets: Bucket[] = [];
  const failures: FailedRequest[] = [];

  /** The bucket of this moment. A clock that is set back stays in the last one. */
  const current = (): Bucket => {
    const begins = Math.floor(now().getTime() / BUCKET_MS) * BUCKET_MS;
    let last = buckets.at(-1);
    // Hours without anything, for instance while a laptop slept, are skipped.
    while (!last || last.at.getTime() < begins) {
      const next = last ? Math.max(last.at.getTime() + BUCKET_MS, begins - DAY_MS) : begins;
      last = { at: new Date(next), ...EMPTY };
      buckets.push(last);
    }
    buckets.splice(0, buckets.length - BUCKETS);
    return last;
  };
  const sample = async () => {
    const bucket = current();
    bucket.queue = Math.max(bucket.queue, waiting());
    bucket.memory = Math.max(bucket.memory, process.memoryUsage.rss());
    const free = await readFree().catch(() => null);
    if (free !== null) bucket.free = Math.min(bucket.free ?? free, free);
  };
  void sample();
  const timer = setInterval(() => void sample(), SAMPLE_MS).unref();

  return {
    startedAt,
    request({ id, method, route, status, error }) {
      const bucket = current();
      bucket.requests += 1;
      if (status === null || status < 500) return;
      bucket.errors += 1;
      // A refusal in a rush has neither, and would push out what has to be looked at.
      if (id === null || error === undefined) return;
      failures.unshift({ id, at: now(), method, route, status, type: typeOf(error) });
      failures.length = Math.min(failures.length, FAILURES_MAX);
    },
    upload: () => void (current().uploads += 1),
    buckets: () => {
      current();
      return [...buckets];
    },
    failures: () => [...failures],
    close: () => clearInterval(timer),
  };
}

const DAY_MS = BUCKETS * BUCKET_MS;
const EMPTY = { requests: 0, errors: 0, uploads: 0, queue: 0, memory: 0, free: null };
const CAUSES_MAX = 5;

/**
 * The kind of an error: the name and the code of its innermost cause, such as `error 57014`. A message may
 * contain names and addresses.
 */
function typeOf(error: unknown): string {
  let inner = error;
  for (let depth = 0; depth < CAUSES_MAX && inner instanceof Error && inner.cause; depth++) {
    inner = inner.cause;
  }
  if (!(inner instanceof Error)) return typeof inner;
  const { code } = inner as { code?: unknown };
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? `${inner.name} ${code}` : inner.name;
}
