import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { ImageError, type ImageProcessor } from '~/services/images.server';
import { streamZip, type StreamedFile } from '~/services/zip.server';
import {
  orBusy,
  findMissing,
  missingFilesText,
  type Contents,
  type PackDeps,
  type PackedImage,
  type PackedText,
} from './archive.server';
import { isWholeFile, readMedia } from '../photo/media.server';

/** What converting photos to JPEG needs from the application. */
export interface JpegDeps extends PackDeps {
  images: Pick<ImageProcessor, 'toJpeg'>;
}

/** A zip of JPEGs that are converted while it is read. */
export interface JpegArchive {
  /** Two archives with the same identity hold the same photos, but not always the same bytes. */
  identity: string;
  /** Its approximate size in bytes. */
  estimate: number;
  /**
   * Streams its bytes. Each photo is converted after the previous one was consumed. Missing and damaged files
   * are listed at the end.
   * @throws the signal's reason when it aborts, and what a storage throws
   */
  read(signal: AbortSignal): AsyncGenerator<Uint8Array, void>;
}

/** How much larger a JPEG of that quality is than its WebP. */
const TIMES_AS_LARGE = 2.2;

/** The approximate size, in bytes, of stored photos once they are JPEG. */
export function jpegBytes(storedBytes: number): number {
  return Math.round(storedBytes * TIMES_AS_LARGE);
}

/** Part of every identity. Increase it when photos are converted differently. */
const FORMAT = 1;

/**
 * Opens a zip of images as JPEG (rule `files.jpeg-zip`). It checks now which files the storage lacks, but
 * converts nothing before it is read.
 * @param contents.images their names end in `.webp` as stored; in the zip they end in `.jpg`
 * @throws DomainError busy when a storage does not answer
 */
export async function openJpegArchive(deps: JpegDeps, contents: Contents): Promise<JpegArchive> {
  const images = contents.images.map((image) => ({ ...image, name: jpegName(image.name) }));
  const lost = await orBusy(deps, () => findMissing(deps, { ...contents, images }));
  const there = images.filter((image) => !lost.has(image));
  const bytes = there.reduce((sum, { imageBytes }) => sum + imageBytes, 0);
  return {
    identity: identityOf(there, contents.texts),
    estimate: jpegBytes(bytes),
    read: (signal) => streamZip(filesOf(deps, { ...contents, images }, new Set(lost), signal)),
  };
}

async function* filesOf(
  deps: JpegDeps,
  { texts = [], images, missingNote }: Contents,
  lost: Set<PackedImage>,
  signal: AbortSignal,
): AsyncGenerator<StreamedFile, void> {
  yield* texts;
  for (const image of images) {
    signal.throwIfAborted();
    if (lost.has(image)) continue;
    const bytes = await jpegOf(deps, image, signal);
    if (bytes) yield { name: image.name, bytes, modifiedAt: image.modifiedAt };
    else lost.add(image);
  }
  if (lost.size > 0)
    yield missingFilesText(
      images.filter((image) => lost.has(image)),
      missingNote,
    );
}

/** Null for a file that is missing or cannot be decoded. */
async function jpegOf(
  deps: JpegDeps,
  { imageStorage: storage, imageKey: key, imageBytes }: PackedImage,
  signal: AbortSignal,
): Promise<Buffer | null> {
  const full = await readMedia(deps, { storage, key, variant: 'full' });
  if (!full || !isWholeFile(full, imageBytes)) return null;
  try {
    return await deps.images.toJpeg(full, signal);
  } catch (error) {
    if (!(error instanceof ImageError && error.reason === 'invalid')) throw error;
    deps.log?.error({ err: error, key }, 'a stored photo cannot be made into a JPEG');
    return null;
  }
}

function jpegName(name: string): string {
  return name.replace(/\.webp$/, '.jpg');
}

/** The file under a key never changes, so the key identifies its bytes, in whichever storage it is. */
function identityOf(images: PackedImage[], texts: PackedText[] = []): string {
  const lines = images.map(({ imageKey, modifiedAt, name }) => {
    return `${Math.floor(modifiedAt.getTime() / 1000)} ${imageKey} ${name}`;
  });
  const said = texts.map(({ name, bytes }) => `${name} ${crc32(bytes)}`);
  return createHash('sha256')
    .update(['jpeg', FORMAT, ...said, ...lines].join('\n'))
    .digest('base64url');
}
