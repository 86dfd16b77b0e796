import { availableParallelism } from 'node:os';
import { encodeThumbnails } from './image-encoding.server';
import { ImageError, ownWork, reading } from './image-error.server';
import { decode } from './image-source.server';
import {
  calmSharp,
  createImageWork,
  type ImageWork,
  type ProcessedImage,
} from './image-work.server';
import { createQueue } from './queue.server';
import type { ImageFiles } from './storage/types';

export { ImageError, type ImageErrorReason } from './image-error.server';
export type { ProcessedImage } from './image-work.server';

/** Makes uploads into stored images, as many at a time as there are cores. */
export interface ImageProcessor {
  /**
   * Decodes the file at `path`, whatever its name says, and encodes it anew: upright, in sRGB,
   * without metadata, at most 1920 px and 1 MB, with its thumbnails (rule `uploads.stored`).
   * @param options.owner the user whose image it is: of each one at a time, taking turns
   * @throws ImageError
   */
  process(path: string, options?: { owner?: number }): Promise<ProcessedImage>;
  /**
   * Makes the full file of a stored image into a JPEG, one at a time and whenever no upload waits.
   * @throws ImageError busy when the server stops, invalid for a damaged file; the signal's reason if it says
   *   so before the work has begun
   */
  toJpeg(full: Uint8Array, signal: AbortSignal): Promise<Buffer>;
  /**
   * Makes a stored image into the picture that previews of links show, whenever no upload waits.
   * @throws ImageError busy when the server stops, invalid for a damaged file; the signal's reason if it says
   *   so before the work has begun
   */
  toPrint(picture: Uint8Array, signal: AbortSignal): Promise<Buffer>;
  /** Whether so many wait that an image would be refused as `busy` now. */
  isFull(): boolean;
  /** How many images wait, and how many may. */
  waiting(): { waiting: number; limit: number };
  /** Refuses what waits and whatever comes, and resolves when the running jobs are done. */
  close(): Promise<void>;
}

/**
 * How many images may wait: as many as so many cores work off within a minute on a machine that has much
 * else to do. Whoever sends them, and the proxies on the way, wait no longer (rule `uploads.queue`).
 */
export function waitingImages(cores: number): number {
  return Math.max(64, 32 * cores);
}

/**
 * Makes the processor.
 * @param options.concurrency jobs at a time; the number of cores unless it says otherwise
 * @param options.queueLimit how many may wait; the next one gets `busy`. `waitingImages` unless it says otherwise
 * @param options.ownerLimit how many images of one user may wait; their next one gets `busy`
 * @param options.work where images are worked on: in this process, or in one of its own
 */
export function createImageProcessor({
  concurrency = availableParallelism(),
  queueLimit = waitingImages(concurrency),
  ownerLimit = 25,
  work = createImageWork(),
}: {
  concurrency?: number;
  queueLimit?: number;
  ownerLimit?: number;
  work?: ImageWork & { close?(): Promise<void> };
} = {}): ImageProcessor {
  calmSharp();
  const refuse = (figures: ImageError['figures']) => new ImageError('busy', { figures });
  const limits = { limit: queueLimit, limitPerOwner: ownerLimit, refuse };
  const queue = createQueue({ concurrency, ...limits });
  const heifs = createQueue({ concurrency: 1, ...limits });
  const jpegs = createQueue({ concurrency: 1, ...limits });
  return {
    async process(path, options) {
      const made = await queue.run(() => work.make(path), options);
      if (!('heif' in made)) return made;
      // It waits for its turn without keeping a place from what is decoded sooner.
      const decodeIt = () => work.makeHeif(path, made.heif);
      return heifs.run(() => queue.run(decodeIt, options), options);
    },
    // Of several downloads each gets its turn here, and only the first in line a place among the uploads.
    toJpeg: (full, signal) =>
      jpegs.runLast(() => queue.runLast(() => work.toJpeg(full), signal), signal),
    toPrint: (picture, signal) =>
      jpegs.runLast(() => queue.runLast(() => work.toPrint(picture), signal), signal),
    isFull: () => queue.isFull(),
    waiting: () => queue.waiting(),
    async close() {
      await Promise.all([heifs.close(), jpegs.close(), queue.close()]);
      await work.close?.();
    },
  };
}

/** Makes the thumbnails of a stored image anew, from its full file. @throws ImageError */
export async function makeThumbnails(full: Uint8Array): Promise<Omit<ImageFiles, 'full'>> {
  const pixels = await reading(() => decode(Buffer.from(full)));
  const { files } = await ownWork(() => encodeThumbnails(pixels));
  return files;
}
