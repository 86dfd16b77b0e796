import { HeicDecoderError } from './heic.server';

/** System errors that decoders pass on as text only: no file, memory, thread, space … */
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
/** What decoders refuse to allocate because no honest picture needs it. */
const BEYOND_LIMIT = /beyond the|exceeds|security limit/i;

/** Why an image was not taken. */
export type ImageErrorReason = 'invalid' | 'too_many_pixels' | 'busy' | 'failed';

/**
 * An upload that cannot be made into an image, or not now: because too many wait (`busy`), or because
 * we failed ourselves (`failed`), for which the cause says why.
 */
export class ImageError extends Error {
  override readonly name = 'ImageError';

  /** What was measured: pixels, how many wait. */
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
 * Runs a step that a bad upload can make fail: `invalid`, or `failed` where the system was at
 * fault.
 */
export async function reading<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ImageError) throw error;
    throw new ImageError(isOwnFailure(error) ? 'failed' : 'invalid', { cause: error });
  }
}

/** Runs a step that no upload can make fail: every error is `failed`. */
export async function ownWork<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new ImageError('failed', { cause: error });
  }
}

/** Whether decoding failed because of the system, and not because of the upload. */
function isOwnFailure(error: unknown): boolean {
  if (error instanceof HeicDecoderError) return true;
  const { code, message } = error as NodeJS.ErrnoException;
  if (typeof code === 'string' && /^E[A-Z0-9]+$/.test(code)) return true;
  return SYSTEM_TROUBLE.test(message) && !BEYOND_LIMIT.test(message);
}
