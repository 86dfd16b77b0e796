import sharp, { type Metadata } from 'sharp';
import { decodeHeic, type HeicDecoder } from './heic.server';
import {
  encodeFull,
  encodeJpeg,
  encodePlaceholder,
  encodeThumbnails,
} from './image-encoding.server';
import { ownWork, reading } from './image-error.server';
import {
  checkBeginning,
  decode,
  isHeic,
  isHeif,
  openHeic,
  openSource,
  readHeader,
  type Pixels,
} from './image-source.server';
import { encodePrint } from './print.server';
import type { ImageFiles } from './storage/types';

/** An upload made into what is stored (rule `uploads.stored`). */
export interface ProcessedImage {
  /** Of the full file, in pixels, upright. */
  width: number;
  height: number;
  /** A few pixels as a data URI of at most 400 characters. */
  placeholder: string;
  files: ImageFiles;
}

/** What is done with images, one step at a time: in this process, or in one of its own. */
export interface ImageWork {
  /** @returns the header alone of an AVIF or a HEIC: either takes so much memory that one at a time is decoded */
  make(path: string): Promise<ProcessedImage | { heif: Metadata }>;
  /** Goes on with one of those. @param header what `make` has read of it */
  makeHeif(path: string, header: Metadata): Promise<ProcessedImage>;
  /** Makes a stored file into a JPEG. */
  toJpeg(full: Uint8Array): Promise<Buffer>;
  /** Makes a stored file into the picture of a link's preview. */
  toPrint(picture: Uint8Array): Promise<Buffer>;
}

/**
 * Sets sharp's own threads and cache, which hold for the process: one thread a job, because a queue already fills
 * the cores, and no cache, because no upload comes twice and memory would never be given back.
 */
export function calmSharp(): void {
  sharp.concurrency(1);
  sharp.cache(false);
}

/** Does the work in this process. */
export function createImageWork(heicDecoder: HeicDecoder = decodeHeic): ImageWork {
  calmSharp();
  return {
    make: processFile,
    makeHeif: (path, header) =>
      isHeic(header) ? processHeic(path, header, heicDecoder) : processDecodable(path, header),
    toJpeg: (full) => reading(() => encodeJpeg(full)),
    toPrint: (picture) => reading(() => encodePrint(picture)),
  };
}

async function processFile(path: string): Promise<ProcessedImage | { heif: Metadata }> {
  await checkBeginning(path);
  const header = await reading(() => readHeader(path));
  return isHeif(header) ? { heif: header } : processDecodable(path, header);
}

/** An image that sharp decodes itself. */
async function processDecodable(path: string, header: Metadata): Promise<ProcessedImage> {
  return encode(await reading(() => decode(openSource(path, header))));
}

async function processHeic(
  path: string,
  header: Metadata,
  heicDecoder: HeicDecoder,
): Promise<ProcessedImage> {
  return encode(await reading(async () => decode(await openHeic(path, header, heicDecoder))));
}

/** Makes every stored file from pixels: nothing else of an upload goes on from here. */
function encode(pixels: Pixels): Promise<ProcessedImage> {
  return ownWork(async () => {
    const full = await encodeFull(pixels);
    const { files, smallest } = await encodeThumbnails(pixels);
    return {
      width: full.info.width,
      height: full.info.height,
      placeholder: await encodePlaceholder(smallest),
      files: { full: full.data, ...files },
    };
  });
}
