import { percentile } from '../support/measure';

/** The kinds of requests. Waiting for each means something else to a guest. */
const KINDS = ['page', 'data', 'call', 'upload', 'picture', 'file'] as const;
type Kind = (typeof KINDS)[number];

interface Measure {
  /** In milliseconds. */
  times: number[];
  /** The number of 429 and 503 answers with `Retry-After` after which the request was made again. */
  retried: number;
  errors: number;
}

/** Every request of a rush, by the part in which it ended and by its kind. */
export class Measured {
  readonly parts: { name: string; kinds: Map<Kind, Measure> }[] = [];

  /** Requests that end from now on belong to this part. */
  begin(name: string): void {
    this.parts.push({ name, kinds: new Map() });
  }

  /** Records a request's time and outcome. */
  note(method: string, path: string, time: number, outcome: 'fine' | 'retried' | 'error'): void {
    const part = this.parts.at(-1);
    const kind = kindOf(method, path);
    const measure = part?.kinds.get(kind) ?? { times: [], retried: 0, errors: 0 };
    measure.times.push(time);
    if (outcome === 'retried') measure.retried += 1;
    if (outcome === 'error') measure.errors += 1;
    part?.kinds.set(kind, measure);
  }

  /** The number of requests that finally failed. */
  get errors(): number {
    const all = this.parts.flatMap(({ kinds }) => [...kinds.values()]);
    return all.reduce((sum, { errors }) => sum + errors, 0);
  }

  /** A row for each part and kind: counts, then milliseconds. */
  rows(): (string | number)[][] {
    return this.parts.flatMap(({ name, kinds }) =>
      KINDS.flatMap((kind) => {
        const measure = kinds.get(kind);
        if (!measure) return [];
        const { times, errors, retried } = measure;
        const shares = [0.5, 0.95, 0.99, 1].map((share) => percentile(times, share).toFixed(0));
        return [[name, kind, times.length, errors, retried, ...shares]];
      }),
    );
  }
}

function kindOf(method: string, path: string): Kind {
  if (path.startsWith('/media')) return 'picture';
  if (path.startsWith('/assets')) return 'file';
  if (method === 'POST' && path === '/api/photos') return 'upload';
  if (path.startsWith('/api/')) return 'call';
  return path.split('?')[0]?.endsWith('.data') ? 'data' : 'page';
}
