import { availableParallelism } from 'node:os';
import sharp, { type Metadata } from 'sharp';
import { decodeHeic, type HeicDecoder } from './heic.server';
import {
  encodeFull,
  encodeJpeg,
  encodePlaceholder,
  encodeThumbnails,
} from './image-encoding.server';
import { ImageError, ownWork, reading } from './image-error.server';
import {
  checkBeginning,
  decode,
  isHeic,
  openHeic,
  openSource,
  readHeader,
  type Pixels,
} from './image-source.server';
import { stepBack } from './image-threads.server';
import { findKeepable, isAllPicture } from './kept-webp.server';
import { encodePrint } from './print.server';
import { createQueue } from './queue.server';
import type { ImageFiles } from './storage/types';
import { wrapFrame } from './webp.server';

export { ImageError, type ImageErrorReason } from './image-error.server';

/** An upload made into what is stored (rule `uploads.stored`). */
export interface ProcessedImage {
  /** Of the full file, in pixels, upright. */
  width: number;
  height: number;
  /** A few pixels as a data URI of at most 400 characters. */
  placeholder: string;
  files: ImageFiles;
}

/** Makes uploads into stored images, as many at a time as there are cores. */
export interface ImageProcessor {
  /**
   * Decodes the file at `path`, whatever its name says, and encodes it anew: upright, in sRGB,
   * without metadata, at most 1920 px and 1 MB, with its thumbnails. Of a WebP that is all this already
   * the picture itself is kept (rule `uploads.stored`).
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
 * Makes the processor. It also sets sharp's own threads and cache, which hold for the process: one
 * thread a job, because the queue already fills the cores, and no cache, because no upload comes
 * twice and memory would never be given back.
 * @param options.concurrency jobs at a time; the number of cores unless it says otherwise
 * @param options.queueLimit how many may wait; the next one gets `busy`. `waitingImages` unless it says otherwise
 * @param options.ownerLimit how many images of one user may wait; their next one gets `busy`
 * @param options.heicDecoder what decodes HEIC, one at a time
 */
export function createImageProcessor({
  concurrency = availableParallelism(),
  queueLimit = waitingImages(concurrency),
  ownerLimit = 25,
  heicDecoder = decodeHeic,
}: {
  concurrency?: number;
  queueLimit?: number;
  ownerLimit?: number;
  heicDecoder?: HeicDecoder;
} = {}): ImageProcessor {
  sharp.concurrency(1);
  sharp.cache(false);
  const refuse = (figures: ImageError['figures']) => new ImageError('busy', { figures });
  const limits = { limit: queueLimit, limitPerOwner: ownerLimit, refuse };
  const queue = createQueue({ concurrency, ...limits });
  const heics = createQueue({ concurrency: 1, ...limits });
  const jpegs = createQueue({ concurrency: 1, ...limits });
  return {
    async process(path, options) {
      const made = await queue.run(() => processFile(path), options);
      if (!('heic' in made)) return made;
      // It waits for its turn without keeping a place from what is decoded sooner.
      return heics.run(
        () => queue.run(() => processHeic(path, made.heic, heicDecoder), options),
        options,
      );
    },
    // Of several downloads each gets its turn here, and only the first in line a place among the uploads.
    toJpeg: (full, signal) =>
      jpegs.runLast(() => queue.runLast(() => makeJpeg(full), signal), signal),
    toPrint: (picture, signal) =>
      jpegs.runLast(() => queue.runLast(() => makePrint(picture), signal), signal),
    isFull: () => queue.isFull(),
    waiting: () => queue.waiting(),
    close: async () => void (await Promise.all([heics.close(), jpegs.close(), queue.close()])),
  };
}

/** @returns the header alone of a HEIC, which takes a thread and much memory of its own */
async function processFile(path: string): Promise<ProcessedImage | { heic: Metadata }> {
  await checkBeginning(path);
  const header = await reading(() => readHeader(path));
  if (isHeic(header)) return { heic: header };
  const frame = await reading(() => findKeepable(path, header));
  const source = frame ? wrapFrame(frame.data) : openSource(path, header);
  const pixels = await reading(() => decode(source));
  // Decoding has made the threads that the rest is done on.
  stepBack();
  const isKept = frame !== null && (await ownWork(() => isAllPicture(frame)));
  return encode(pixels, isKept ? wrapFrame(frame.data) : undefined);
}

async function processHeic(
  path: string,
  header: Metadata,
  heicDecoder: HeicDecoder,
): Promise<ProcessedImage> {
  return encode(await reading(async () => decode(await openHeic(path, header, heicDecoder))));
}

/** @param kept the full file, where it need not be made */
function encode(pixels: Pixels, kept?: Buffer): Promise<ProcessedImage> {
  return ownWork(async () => {
    const full = kept ? { data: kept, info: pixels.info } : await encodeFull(pixels);
    const { files, smallest } = await encodeThumbnails(pixels);
    return {
      width: full.info.width,
      height: full.info.height,
      placeholder: await encodePlaceholder(smallest),
      files: { full: full.data, ...files },
    };
  });
}

async function makeJpeg(full: Uint8Array): Promise<Buffer> {
  const file = await reading(() => encodeJpeg(full));
  stepBack();
  return file;
}

async function makePrint(picture: Uint8Array): Promise<Buffer> {
  const file = await reading(() => encodePrint(picture));
  stepBack();
  return file;
}

/** Makes the thumbnails of a stored image anew, from its full file. @throws ImageError */
export async function makeThumbnails(full: Uint8Array): Promise<Omit<ImageFiles, 'full'>> {
  const pixels = await reading(() => decode(Buffer.from(full)));
  const { files } = await ownWork(() => encodeThumbnails(pixels));
  return files;
}
