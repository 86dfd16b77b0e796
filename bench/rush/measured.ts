import { Stopwatch, type CallFigures } from '../../scripts/party/stopwatch';

/** What is asked for: how long one waits for each means something else. */
export const KINDS = ['page', 'data', 'call', 'upload', 'picture', 'file'] as const;
export type Kind = (typeof KINDS)[number];

/** Which kind a request is, by its name in the party's table. */
export function kindOf(label: string): Kind {
  const [method = '', path = ''] = label.split(' ');
  if (path.startsWith('/media')) return 'picture';
  if (path.startsWith('/assets')) return 'file';
  if (method === 'POST' && path === '/api/photos') return 'upload';
  if (path.startsWith('/api/')) return 'call';
  return path.endsWith('.data') ? 'data' : 'page';
}

/** A stopwatch that keeps the parts of a rush apart. */
export class Measured extends Stopwatch {
  readonly parts: { name: string; kinds: Stopwatch }[] = [];

  /** From now on what ends belongs to this part. */
  begin(name: string): void {
    this.parts.push({ name, kinds: new Stopwatch() });
  }

  override note(label: string, milliseconds: number, outcome: 'fine' | 'retried' | 'error'): void {
    super.note(label, milliseconds, outcome);
    this.parts.at(-1)?.kinds.note(kindOf(label), milliseconds, outcome);
  }

  /** A part's figures by kind, in the order of `KINDS`. */
  figuresOf(part: { kinds: Stopwatch }): CallFigures[] {
    const { calls } = part.kinds.figures();
    return KINDS.flatMap((kind) => calls.find(({ label }) => label === kind) ?? []);
  }
}
