import { setPriority } from 'node:os';
import { ImageError, type ImageErrorReason } from './image-error.server';
import { createImageWork, type ImageWork } from './image-work.server';

// The process that works on images (image-process.server.ts). It knows no secrets, no database and no network,
// and ends with the server.

/** What it is asked to do. */
export interface ImageQuestion {
  id: number;
  method: keyof ImageWork;
  given: unknown[];
}

/** What it says: that it is there, or what came of a question. */
export type ImageAnswer =
  { isReady: true } | { id: number; made: unknown } | { id: number; failure: ImageFailure };

/** An ImageError on its way to the server. */
export interface ImageFailure {
  reason: ImageErrorReason;
  figures?: Readonly<Record<string, number>>;
  cause: string;
}

/** A fourteenth of what a process without a word of this gets, where both want the processor. */
const NICENESS = 12;

const work = createImageWork();
const say = (answer: ImageAnswer) => process.send?.(answer, () => undefined);

stepBack();
// The server says when it ends, also where a terminal has told all processes.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
process.on('message', async ({ id, method, given }: ImageQuestion) => {
  try {
    const doIt = work[method] as (...all: unknown[]) => Promise<unknown>;
    say({ id, made: await doIt(...given) });
  } catch (error) {
    say({ id, failure: failureOf(error) });
  }
});
say({ isReady: true });

/** Whoever waits for a page doesn't wait for a party's photos. */
function stepBack(): void {
  try {
    setPriority(NICENESS);
  } catch {
    // The system does not let us: then it works as everything else.
  }
}

function failureOf(error: unknown): ImageFailure {
  if (!(error instanceof ImageError)) return { reason: 'failed', cause: String(error) };
  const { reason, figures, cause } = error;
  return { reason, figures, cause: String(cause ?? error) };
}
