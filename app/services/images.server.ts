import { open } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import sharp, { type Metadata, type OutputInfo, type Sharp, type SharpInput } from 'sharp';
import { decodeHeic, HeicDecoderError, withColourProfile } from './heic.server';
import { createQueue } from './queue.server';
import type { ImageFiles } from './storage/types';

const MAX_PIXELS = 60_000_000;
const MAX_EDGE = 1920;
const MAX_BYTES = 1_000_000;
const QUALITY = 82;
/** For the few pictures that are over 1 MB otherwise. */
const LOWER_QUALITY = 55;
const THUMBNAIL_QUALITY = 76;
const PLACEHOLDER_EDGES = [16, 12, 8];
const PLACEHOLDER_MAX_LENGTH = 400;
/** 2.5 times as fast as sharp's own 4, for files that are 5 % larger. */
const EFFORT = 2;
/** What some phones write wrongly in every photo, and every decoder overlooks. */
const HARMLESS = /Invalid SOS parameters/;
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

  constructor(
    readonly reason: ImageErrorReason,
    options?: ErrorOptions,
  ) {
    super(`image: ${reason}`, options);
  }
}

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
   * without metadata, at most 1920 px and 1 MB, with its thumbnails (rule `uploads.stored`).
   * @param options.owner the user whose image it is: of each one at a time, taking turns
   * @throws ImageError
   */
  process(path: string, options?: { owner?: number }): Promise<ProcessedImage>;
  /** Refuses what waits and whatever comes, and resolves when the running jobs are done. */
  close(): Promise<void>;
}

/**
 * Makes the processor. It also sets sharp's own threads and cache, which hold for the process: one
 * thread a job, because the queue already fills the cores, and no cache, because no upload comes
 * twice and memory would never be given back.
 * @param options.concurrency jobs at a time; the number of cores unless it says otherwise
 * @param options.queueLimit how many may wait; the next one gets `busy`
 * @param options.ownerLimit how many images of one user may wait; their next one gets `busy`
 */
export function createImageProcessor({
  concurrency = availableParallelism(),
  queueLimit = 200,
  ownerLimit = 25,
}: { concurrency?: number; queueLimit?: number; ownerLimit?: number } = {}): ImageProcessor {
  sharp.concurrency(1);
  sharp.cache(false);
  const queue = createQueue({
    concurrency,
    limit: queueLimit,
    limitPerOwner: ownerLimit,
    refuse: () => new ImageError('busy'),
  });
  return {
    process: (path, options) => queue.run(() => processFile(path), options),
    close: () => queue.close(),
  };
}

async function processFile(path: string): Promise<ProcessedImage> {
  if (!isImage(await ownWork(() => readHead(path)))) throw new ImageError('invalid');
  const pixels = await reading(async () => decode(await openSource(path)));
  return ownWork(async () => {
    const full = await encodeFull(pixels);
    return {
      width: full.info.width,
      height: full.info.height,
      placeholder: await encodePlaceholder(pixels),
      files: { full: full.data, ...(await encodeThumbnails(pixels)) },
    };
  });
}

/** Makes the thumbnails of a stored image anew, from its full file. @throws ImageError */
export async function makeThumbnails(full: Uint8Array): Promise<Omit<ImageFiles, 'full'>> {
  const pixels = await reading(() => decode(Buffer.from(full)));
  return ownWork(() => encodeThumbnails(pixels));
}

/**
 * Runs a step that a bad upload can make fail: `invalid`, or `failed` where the system was at
 * fault.
 */
async function reading<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ImageError) throw error;
    throw new ImageError(isOwnFailure(error) ? 'failed' : 'invalid', { cause: error });
  }
}

/** Runs a step that no upload can make fail: every error is `failed`. */
async function ownWork<T>(work: () => Promise<T>): Promise<T> {
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

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * Whether a file begins like one of the accepted formats (rule `uploads.formats`). What begins
 * otherwise (SVG, PDF, HTML, video …) never reaches a decoder.
 */
function isImage(head: Buffer): boolean {
  const text = head.toString('latin1');
  return (
    text.startsWith('\xff\xd8\xff') || // JPEG
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    /^GIF8[79]a/.test(text) ||
    /^RIFF[^]{4}WEBP/.test(text) ||
    /^(II[*+]\0|MM\0[*+])/.test(text) || // TIFF
    /^[^]{4}ftyp(avif|avis|mif1|msf1|hei[cxms]|hev[cxms])/.test(text) // AVIF, HEIC, HEIF
  );
}

/** Reads the header alone, decides by it, and gives what sharp can decode. */
async function openSource(path: string): Promise<SharpInput> {
  const header = await sharp(path, { limitInputPixels: false }).metadata();
  if (header.width * header.height > MAX_PIXELS) throw new ImageError('too_many_pixels');
  return header.compression === 'hevc' ? openHeic(path, header) : path;
}

/** sharp reads the header of a HEIC, but cannot decode it: what libheif made of it goes on as PNG. */
async function openHeic(path: string, header: Metadata): Promise<Buffer> {
  const { width, height, data } = await decodeHeic(path);
  if (width * height > MAX_PIXELS) throw new ImageError('too_many_pixels');
  const raw = { width, height, channels: 4 } as const;
  const decoded = sharp(data, { raw, limitInputPixels: MAX_PIXELS }).resize(within(MAX_EDGE));
  if (!header.hasAlpha) decoded.removeAlpha();
  const png = await ownWork(() => decoded.png({ compressionLevel: 1 }).toBuffer());
  return header.icc ? withColourProfile(png, header.icc) : png;
}

/** Raw pixels: decoded once, encoded several times. */
interface Pixels {
  data: Buffer;
  info: OutputInfo;
}

/** Decodes strictly: half a photo is refused, because nobody would notice before the podium. */
async function decode(source: SharpInput): Promise<Pixels> {
  try {
    return await decodePixels(source, 'warning');
  } catch (error) {
    if (!(error instanceof Error && HARMLESS.test(error.message))) throw error;
    return decodePixels(source, 'error');
  }
}

/** Upright, sRGB, 8 bits, within 1920 px; nothing but pixels. Of an animation the first frame. */
function decodePixels(source: SharpInput, failOn: 'warning' | 'error'): Promise<Pixels> {
  return sharp(source, { failOn, limitInputPixels: MAX_PIXELS, pages: 1 })
    .autoOrient()
    .resize(within(MAX_EDGE))
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
}

/** Of what is too large the quality goes down first, then the size. */
async function encodeFull(pixels: Pixels) {
  const encode = (edge: number, quality: number) =>
    image(pixels)
      .resize(within(edge))
      .webp({ quality, effort: EFFORT })
      .toBuffer({ resolveWithObject: true });

  let file = await encode(MAX_EDGE, QUALITY);
  if (file.data.length > MAX_BYTES) file = await encode(MAX_EDGE, LOWER_QUALITY);
  while (file.data.length > MAX_BYTES) {
    // Bytes go with the area, so this lands just below the limit.
    const scale = 0.95 * Math.sqrt(MAX_BYTES / file.data.length);
    const edge = Math.max(file.info.width, file.info.height) * scale;
    file = await encode(Math.floor(edge), LOWER_QUALITY);
  }
  return file;
}

async function encodeThumbnails(pixels: Pixels): Promise<Omit<ImageFiles, 'full'>> {
  return {
    1080: await encodeThumbnail(pixels, 1080),
    720: await encodeThumbnail(pixels, 720),
    320: await encodeThumbnail(pixels, 320),
  };
}

function encodeThumbnail(pixels: Pixels, width: number): Promise<Buffer> {
  return image(pixels)
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: THUMBNAIL_QUALITY, effort: EFFORT })
    .toBuffer();
}

async function encodePlaceholder(pixels: Pixels): Promise<string> {
  let uri = '';
  for (const edge of PLACEHOLDER_EDGES) {
    const file = await image(pixels)
      .resize(within(edge))
      .webp({ quality: 40, alphaQuality: 40 })
      .toBuffer();
    uri = `data:image/webp;base64,${file.toString('base64')}`;
    if (uri.length <= PLACEHOLDER_MAX_LENGTH) break;
  }
  return uri;
}

function image({ data, info }: Pixels): Sharp {
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels } });
}

function within(edge: number) {
  return { width: edge, height: edge, fit: 'inside', withoutEnlargement: true } as const;
}
