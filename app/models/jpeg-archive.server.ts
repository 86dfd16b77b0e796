import { createHash } from 'node:crypto';
import { ImageError, type ImageProcessor } from '~/services/images.server';
import { streamZip, type StreamedFile } from '~/services/zip.server';
import {
  asking,
  findMissing,
  listOf,
  type Contents,
  type PackDeps,
  type PackedImage,
} from './archive.server';
import { isWholeFile, readMedia } from './media.server';

/** What making photos into JPEG takes of the application. */
export interface JpegDeps extends PackDeps {
  images: Pick<ImageProcessor, 'toJpeg'>;
}

/** A zip of JPEGs, which are made while it is read. */
export interface JpegArchive {
  /** Two archives with the same identity hold the same photos, not always byte for byte. */
  identity: string;
  /** How many bytes it will have about. */
  estimate: number;
  /**
   * Its bytes from front to back; each photo is made once the one before was taken. A file that is not there
   * any more, or is damaged, is listed at the end.
   * @throws the signal's reason once it says so, and what a storage throws
   */
  read(signal: AbortSignal): AsyncGenerator<Uint8Array, void>;
}

/** A photo at that quality has so many times the bytes of its WebP. */
const TIMES_AS_LARGE = 2.2;
/** Goes into every identity: another number for photos that are made in another way. */
const FORMAT = 1;

/**
 * A zip of images as JPEG (rule `files.jpeg-zip`). Nothing is made before it is read; the storage is asked now
 * for what it does not have.
 * @param contents.images their names end in `.webp` as stored; in the zip they end in `.jpg`
 * @throws DomainError busy when a storage does not answer
 */
export async function openJpegArchive(
  deps: JpegDeps,
  contents: Omit<Contents, 'texts'>,
): Promise<JpegArchive> {
  const images = contents.images.map((image) => ({ ...image, name: jpegName(image.name) }));
  const lost = await asking(deps, () => findMissing(deps, { ...contents, images }));
  const there = images.filter((image) => !lost.has(image));
  const bytes = there.reduce((sum, { imageBytes }) => sum + imageBytes, 0);
  return {
    identity: identityOf(there),
    estimate: Math.round(bytes * TIMES_AS_LARGE),
    read: (signal) => streamZip(filesOf(deps, { ...contents, images }, new Set(lost), signal)),
  };
}

async function* filesOf(
  deps: JpegDeps,
  { images, missingNote }: Contents,
  lost: Set<PackedImage>,
  signal: AbortSignal,
): AsyncGenerator<StreamedFile, void> {
  for (const image of images) {
    signal.throwIfAborted();
    if (lost.has(image)) continue;
    const bytes = await jpegOf(deps, image, signal);
    if (bytes) yield { name: image.name, bytes, modifiedAt: image.modifiedAt };
    else lost.add(image);
  }
  if (lost.size > 0)
    yield listOf(
      images.filter((image) => lost.has(image)),
      missingNote,
    );
}

/** Null for a file that is nowhere, or that no picture can be read from. */
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

/** A key's file never changes, so it stands for its bytes, wherever it lies. */
function identityOf(images: PackedImage[]): string {
  const lines = images.map(({ imageKey, modifiedAt, name }) => {
    return `${Math.floor(modifiedAt.getTime() / 1000)} ${imageKey} ${name}`;
  });
  return createHash('sha256')
    .update(['jpeg', FORMAT, ...lines].join('\n'))
    .digest('base64url');
}
