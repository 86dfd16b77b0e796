import { open } from 'node:fs/promises';
import sharp, { type Metadata, type OutputInfo, type SharpInput } from 'sharp';
import { withColourProfile, type HeicDecoder } from './heic.server';
import { ImageError, ownWork } from './image-error.server';

const MAX_PIXELS = 60_000_000;
/** For AVIF and HEIC: their decoders take much more memory than others, about 18 bytes per pixel. */
const MAX_HEIF_PIXELS = 25_000_000;
/** The longer side of the stored image (rule `uploads.stored`). */
export const MAX_EDGE = 1920;
/** An error that some phones make in every photo and every decoder ignores. */
const HARMLESS = /Invalid SOS parameters/;
/** With a shorter side, the pixels lost to rounding would be visible. */
const MIN_SHRUNK_EDGE = 64;

/** Raw pixels, decoded once and encoded several times. */
export interface Pixels {
  data: Buffer;
  info: OutputInfo;
}

/**
 * Checks a file's first bytes.
 * @throws ImageError invalid if it is not an accepted format
 */
export async function checkBeginning(path: string): Promise<void> {
  if (!isImage(await ownWork(() => readHead(path)))) throw new ImageError('invalid');
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
 * Whether a file starts like one of the accepted formats (rule `uploads.formats`). Other files (SVG, PDF,
 * HTML, video …) never reach a decoder.
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

/**
 * Reads the header only.
 * @throws ImageError too_many_pixels
 */
export async function readHeader(path: string): Promise<Metadata> {
  const header = await sharp(path, { limitInputPixels: false }).metadata();
  checkPixels(header);
  return header;
}

function checkPixels({
  format,
  width,
  height,
}: Pick<Metadata, 'format' | 'width' | 'height'>): void {
  const [pixels, limit] = [width * height, isHeif({ format }) ? MAX_HEIF_PIXELS : MAX_PIXELS];
  if (pixels <= limit) return;
  throw new ImageError('too_many_pixels', { figures: { pixels, limit } });
}

/** Whether a file is AVIF or HEIC, which are decoded one at a time. */
export function isHeif({ format }: Pick<Metadata, 'format'>): boolean {
  return format === 'heif';
}

/** Whether sharp cannot decode a file, which then needs a separate thread. */
export function isHeic(header: Metadata): boolean {
  return header.compression === 'hevc';
}

/**
 * The input for sharp. A JPEG of at least twice (four, eight times) the stored size is decoded at half (a
 * quarter, an eighth) of its size: its blocks of 8 × 8 pixels contain smaller ones, so decoding takes half
 * the time. sharp does this by itself, but not if the size is only slightly above such a factor, as for 12
 * megapixels. libvips takes options after a file's name.
 */
export function openSource(path: string, { format, width, height }: Metadata): string {
  const factor = Math.floor(Math.max(width, height) / MAX_EDGE);
  if (format !== 'jpeg' || Math.min(width, height) < MIN_SHRUNK_EDGE) return path;
  return [2, 4, 8].includes(factor) ? `${path}[shrink=${factor}]` : path;
}

/** sharp reads the header of a HEIC but cannot decode it, so libheif's pixels are passed on as PNG. */
export async function openHeic(
  path: string,
  header: Metadata,
  decodeHeic: HeicDecoder,
): Promise<Buffer> {
  const { width, height, data } = await decodeHeic(path);
  checkPixels({ format: header.format, width, height });
  const raw = { width, height, channels: 4 } as const;
  const decoded = sharp(data, { raw, limitInputPixels: MAX_PIXELS }).resize(within(MAX_EDGE));
  if (!header.hasAlpha) decoded.removeAlpha();
  const png = await ownWork(() => decoded.png({ compressionLevel: 1 }).toBuffer());
  return header.icc ? withColourProfile(png, header.icc) : png;
}

/**
 * Decodes strictly: a truncated photo is refused, because nobody would notice before the podium. Returns
 * upright pixels in sRGB, 8 bits, within 1920 px; for an animation the first frame.
 */
export async function decode(source: SharpInput): Promise<Pixels> {
  try {
    return await decodePixels(source, 'warning');
  } catch (error) {
    if (!(error instanceof Error && HARMLESS.test(error.message))) throw error;
    return decodePixels(source, 'error');
  }
}

function decodePixels(source: SharpInput, failOn: 'warning' | 'error'): Promise<Pixels> {
  return sharp(source, { failOn, limitInputPixels: MAX_PIXELS, pages: 1 })
    .autoOrient()
    .resize(within(MAX_EDGE))
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
}

/** Resize options for at most this many pixels on the longer side, without enlarging. */
export function within(edge: number) {
  return { width: edge, height: edge, fit: 'inside', withoutEnlargement: true } as const;
}
