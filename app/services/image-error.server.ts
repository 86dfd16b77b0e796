import { HeicDecoderError } from './heic.server';

/** System errors that decoders report as text only: missing files, memory, threads, disk space … */
const SYSTEM_TROUBLE = new RegExp(
  [
    'input file is missing',
    'out of memory',
    'cannot allocate memory',
    "(unable|failed|could not|couldn't|can't|cannot) (to )?(allocate|create thread|create temporary)",
    '(error|unable to) creat(e|ing) thread',
    'temporary file',
    'unable to open (for read|file)',
    '(unix|system) error',
    'no space left on device',
    'disk quota exceeded',
    'too many open files',
    'resource temporarily unavailable',
    'input/output error',
    'permission denied',
    'read-only file system',
  ].join('|'),
  'i',
);
/** Allocations that decoders refuse because no real picture needs them. */
const BEYOND_LIMIT = /beyond the|exceeds|security limit/i;

/** Why an image was refused. */
export type ImageErrorReason = 'invalid' | 'too_many_pixels' | 'busy' | 'failed';

/**
 * An upload that cannot be processed at all, or not now: because the queue is full (`busy`), or because of
 * our own failure (`failed`), which `cause` explains.
 */
export class ImageError extends Error {
  override readonly name = 'ImageError';

  /** Measurements for the log: pixels, queue length. */
  readonly figures?: Readonly<Record<string, number>>;

  constructor(
    readonly reason: ImageErrorReason,
    options: ErrorOptions & Pick<ImageError, 'figures'> = {},
  ) {
    super(`image: ${reason}`, options);
    this.figures = options.figures;
  }
}

/**
 * Runs a step that a bad upload can fail. Errors become `invalid`, or `failed` if the system was at fault.
 */
export async function reading<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ImageError) throw error;
    throw new ImageError(isOwnFailure(error) ? 'failed' : 'invalid', { cause: error });
  }
}

/** Runs a step that no upload can fail. Every error becomes `failed`. */
export async function ownWork<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new ImageError('failed', { cause: error });
  }
}

/** Whether decoding failed because of the system rather than the upload. */
function isOwnFailure(error: unknown): boolean {
  if (error instanceof HeicDecoderError) return true;
  const { code, message } = error as NodeJS.ErrnoException;
  if (typeof code === 'string' && /^E[A-Z0-9]+$/.test(code)) return true;
  return SYSTEM_TROUBLE.test(message) && !BEYOND_LIMIT.test(message);
}
