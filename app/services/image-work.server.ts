import sharp, { type Metadata } from 'sharp';
import { decodeHeic, type HeicDecoder } from './heic.server';
import {
  encodeFull,
  encodeJpeg,
  encodeMailPicture,
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
import { encodePodium, type PodiumSheet } from './podium-print.server';
import { encodePrint } from './print.server';
import type { ImageFiles } from './storage/store';

/** An upload processed into the stored files (rule `uploads.stored`). */
export interface ProcessedImage {
  /** The size of the full file in pixels, upright. */
  width: number;
  height: number;
  /** A tiny preview as a data URI of at most 400 characters. */
  placeholder: string;
  files: ImageFiles;
}

/** The steps of image processing, run in this process or in a separate one. */
export interface ImageWork {
  /**
   * Processes a file.
   * @returns only the header for AVIF and HEIC, which take so much memory that they are decoded one at a time
   */
  make(path: string): Promise<ProcessedImage | { heif: Metadata }>;
  /**
   * Processes one of those.
   * @param header what `make` returned
   */
  makeHeif(path: string, header: Metadata): Promise<ProcessedImage>;
  /** Converts a stored file to JPEG. */
  toJpeg(full: Uint8Array): Promise<Buffer>;
  /** Renders a stored file as the picture of a link preview. */
  toPrint(picture: Uint8Array): Promise<Buffer>;
  /** Converts a stored file to a small JPEG for a mail. */
  toMailPicture(picture: Uint8Array): Promise<Buffer>;
  /** Puts a shared picture of the podium together. */
  toPodium(sheet: PodiumSheet): Promise<Buffer>;
}

/**
 * Sets sharp's threads and cache for the whole process: one thread per job, because the queue already uses
 * all cores, and no cache, because no upload comes twice and its memory would never be freed.
 */
export function limitSharp(): void {
  sharp.concurrency(1);
  sharp.cache(false);
}

/** Processes images in this process. */
export function createImageWork(heicDecoder: HeicDecoder = decodeHeic): ImageWork {
  limitSharp();
  return {
    make: processFile,
    makeHeif: (path, header) =>
      isHeic(header) ? processHeic(path, header, heicDecoder) : processDecodable(path, header),
    toJpeg: (full) => reading(() => encodeJpeg(full)),
    toPrint: (picture) => reading(() => encodePrint(picture)),
    toMailPicture: (picture) => reading(() => encodeMailPicture(picture)),
    toPodium: (sheet) => ownWork(() => encodePodium(sheet)),
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

/** Encodes every stored file from pixels, so nothing else of the upload survives. */
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
