import { availableParallelism } from 'node:os';
import { encodeThumbnails } from './image-encoding.server';
import { ImageError, ownWork, reading } from './image-error.server';
import { decode } from './image-source.server';
import {
  limitSharp,
  createImageWork,
  type ImageWork,
  type ProcessedImage,
} from './image-work.server';
import type { PodiumSheet } from './podium-print.server';
import { createQueue, type QueueFigures } from './queue.server';
import type { ImageFiles } from './storage/store';

export { ImageError, type ImageErrorReason } from './image-error.server';
export type { ProcessedImage } from './image-work.server';

/** Processes uploads into stored images, as many at a time as there are cores. */
export interface ImageProcessor {
  /**
   * Decodes the file at `path`, whatever its name, and encodes it again: upright, in sRGB, without metadata,
   * at most 1920 px and 1 MB, with thumbnails (rule `uploads.stored`).
   * @param options.owner the image's user; each user's images are processed one at a time, and users take
   *   turns
   * @throws ImageError
   */
  process(path: string, options?: { owner?: number }): Promise<ProcessedImage>;
  /**
   * Converts the full file of a stored image to JPEG, one at a time and only when no upload waits.
   * @throws ImageError busy when the server stops, invalid for a damaged file; the signal's reason if it
   *   aborts before the work starts
   */
  toJpeg(full: Uint8Array, signal: AbortSignal): Promise<Buffer>;
  /**
   * Renders a stored image as the picture of link previews, only when no upload waits.
   * @throws ImageError busy when the server stops, invalid for a damaged file; the signal's reason if it
   *   aborts before the work starts
   */
  toPrint(picture: Uint8Array, signal: AbortSignal): Promise<Buffer>;
  /**
   * Converts a stored image to a small JPEG for a mail, only when no upload waits.
   * @throws ImageError busy when the server stops, invalid for a damaged file
   */
  toMailPicture(picture: Uint8Array): Promise<Buffer>;
  /**
   * Puts a shared picture of the podium together, only when no upload waits.
   * @throws ImageError busy when the server stops, failed
   */
  toPodium(sheet: PodiumSheet): Promise<Buffer>;
  /** Whether the queue is so full that an image would be refused as `busy` now. */
  isFull(): boolean;
  /** How many images wait, and how many may. */
  waiting(): { waiting: number; limit: number };
  figures(): QueueFigures;
  /** Refuses waiting and new jobs, and resolves when the running ones are done. */
  close(): Promise<void>;
}

/**
 * The queue limit: as many images as the cores process within a minute on a busy machine. Clients, and
 * proxies in between, wait no longer (rule `uploads.queue`).
 */
export function waitingImages(cores: number): number {
  return Math.max(64, 32 * cores);
}

/** Never aborts. */
const ENDLESS = new AbortController().signal;

/**
 * Creates the processor.
 * @param options.concurrency the number of jobs at a time; the number of cores by default
 * @param options.queueLimit how many may wait; further ones get `busy`. `waitingImages` by default
 * @param options.ownerLimit how many images of one user may wait; further ones get `busy`
 * @param options.work the image processing, in this process or in a separate one
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
  limitSharp();
  const refuse = (figures: ImageError['figures']) => new ImageError('busy', { figures });
  const limits = { limit: queueLimit, limitPerOwner: ownerLimit, refuse };
  const queue = createQueue({ concurrency, ...limits });
  const heifs = createQueue({ concurrency: 1, ...limits });
  const jpegs = createQueue({ concurrency: 1, ...limits });
  return {
    async process(path, options) {
      const made = await queue.run(() => work.make(path), options);
      if (!('heif' in made)) return made;
      // Waits for its turn without taking a place from images that decode faster.
      const decodeIt = () => work.makeHeif(path, made.heif);
      return heifs.run(() => queue.run(decodeIt, options), options);
    },
    // Downloads take turns here, and only the first in line takes a place among the uploads.
    toJpeg: (full, signal) =>
      jpegs.runLast(() => queue.runLast(() => work.toJpeg(full), signal), signal),
    toPrint: (picture, signal) =>
      jpegs.runLast(() => queue.runLast(() => work.toPrint(picture), signal), signal),
    toMailPicture: (picture) =>
      jpegs.runLast(() => queue.runLast(() => work.toMailPicture(picture), ENDLESS), ENDLESS),
    // Several requests may wait for one picture, so none of them stops it.
    toPodium: (sheet) =>
      jpegs.runLast(() => queue.runLast(() => work.toPodium(sheet), ENDLESS), ENDLESS),
    isFull: () => queue.isFull(),
    waiting: () => queue.waiting(),
    figures: () => queue.figures(),
    async close() {
      await Promise.all([heifs.close(), jpegs.close(), queue.close()]);
      await work.close?.();
    },
  };
}

/**
 * Renders the thumbnails of a stored image again from its full file.
 * @throws ImageError
 */
export async function makeThumbnails(full: Uint8Array): Promise<Omit<ImageFiles, 'full'>> {
  const pixels = await reading(() => decode(Buffer.from(full)));
  const { files } = await ownWork(() => encodeThumbnails(pixels));
  return files;
}
