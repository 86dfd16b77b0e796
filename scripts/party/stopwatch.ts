/** What was measured of one kind of request. Times are in milliseconds. */
export interface CallFigures {
  label: string;
  count: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
  /** Answers 429 and 503 with `Retry-After`, after which the request was made again. */
  retried: number;
  /** Answers nobody expected, and connections that broke. */
  errors: number;
}

interface Measured {
  times: number[];
  retried: number;
  errors: number;
}

/** Measures every request of the party, by kind. */
export class Stopwatch {
  readonly #calls = new Map<string, Measured>();

  /** Notes one request: what it was, how long it took (ms) and how it went. */
  note(label: string, milliseconds: number, outcome: 'fine' | 'retried' | 'error'): void {
    const call = this.#calls.get(label) ?? { times: [], retried: 0, errors: 0 };
    call.times.push(milliseconds);
    if (outcome === 'retried') call.retried += 1;
    if (outcome === 'error') call.errors += 1;
    this.#calls.set(label, call);
  }

  /** How many requests were made so far. */
  get requests(): number {
    return [...this.#calls.values()].reduce((sum, call) => sum + call.times.length, 0);
  }

  /** The figures of each kind of request, and of all together. */
  figures(): { calls: CallFigures[]; all: CallFigures } {
    const calls = [...this.#calls].map(([label, call]) => figuresOf(label, call));
    const everything = [...this.#calls.values()];
    return {
      calls: calls.sort((a, b) => compareCalls(a.label, b.label)),
      all: figuresOf('all', {
        times: everything.flatMap((call) => call.times),
        retried: everything.reduce((sum, call) => sum + call.retried, 0),
        errors: everything.reduce((sum, call) => sum + call.errors, 0),
      }),
    };
  }
}

/**
 * The nearest-rank percentile: the smallest value that at least `percent` of all do not exceed.
 * 0 when there are no values.
 */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = Math.ceil((percent / 100) * sorted.length);
  return sorted[Math.max(rank, 1) - 1] ?? 0;
}

function figuresOf(label: string, call: Measured): CallFigures {
  return {
    label,
    count: call.times.length,
    p50: percentile(call.times, 50),
    p95: percentile(call.times, 95),
    p99: percentile(call.times, 99),
    max: percentile(call.times, 100),
    retried: call.retried,
    errors: call.errors,
  };
}

/** By path, then method, so that what belongs together stands together. */
function compareCalls(a: string, b: string): number {
  const key = (label: string) => label.replace(/^(\S+) (.*?)( → \d+)?$/, '$2 $1$3');
  return key(a).localeCompare(key(b), 'en');
}
