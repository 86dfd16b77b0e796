import { setPriority } from 'node:os';
import { ImageError, type ImageErrorReason } from './image-error.server';
import { createImageWork, type ImageWork } from './image-work.server';

// The process that works on images (image-process.server.ts). It has no secrets, no database and no network,
// and ends with the server.

/** A request to the process. */
export interface ImageQuestion {
  id: number;
  method: keyof ImageWork;
  given: unknown[];
}

/** A message from the process: ready, or the result of a request. */
export type ImageAnswer =
  { isReady: true } | { id: number; made: unknown } | { id: number; failure: ImageFailure };

/** A serialized ImageError. */
export interface ImageFailure {
  reason: ImageErrorReason;
  figures?: Readonly<Record<string, number>>;
  cause: string;
}

/** With this priority the process gets a fourteenth of the CPU time of a normal process when both want it. */
const NICENESS = 12;

const work = createImageWork();
const say = (answer: ImageAnswer) => process.send?.(answer, () => undefined);

lowerPriority();
// The server ends this process. A terminal sends these signals to all processes at once.
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

/** Lowers the priority, so that page requests do not wait for a party's photos. */
function lowerPriority(): void {
  try {
    setPriority(NICENESS);
  } catch {
    // The system does not allow it, so the priority stays normal.
  }
}

function failureOf(error: unknown): ImageFailure {
  if (!(error instanceof ImageError)) return { reason: 'failed', cause: String(error) };
  const { reason, figures, cause } = error;
  return { reason, figures, cause: String(cause ?? error) };
}
