import { open } from 'node:fs/promises';
import sharp, { type Metadata, type OutputInfo, type SharpInput } from 'sharp';
import { withColourProfile, type HeicDecoder } from './heic.server';
import { ImageError, ownWork } from './image-error.server';

const MAX_PIXELS = 60_000_000;
/** Of AVIF and HEIC: their decoders take many times the memory of others, about 18 bytes a pixel. */
const MAX_HEIF_PIXELS = 25_000_000;
/** The longer side of what is kept (rule `uploads.stored`). */
export const MAX_EDGE = 1920;
/** What some phones write wrongly in every photo, and every decoder overlooks. */
const HARMLESS = /Invalid SOS parameters/;
/** Of a shorter side the pixels lost to rounding would be seen. */
const MIN_SHRUNK_EDGE = 64;

/** Raw pixels: decoded once, encoded several times. */
export interface Pixels {
  data: Buffer;
  info: OutputInfo;
}

/**
 * Reads a file's beginning alone.
 * @throws ImageError invalid when it begins like no format we take
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

/** Reads the header alone. @throws ImageError too_many_pixels */
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

/** Whether a file is an AVIF or a HEIC, of which one at a time is decoded. */
export function isHeif({ format }: Pick<Metadata, 'format'>): boolean {
  return format === 'heif';
}

/** Whether a file is one that sharp cannot decode, and that takes a thread of its own. */
export function isHeic(header: Metadata): boolean {
  return header.compression === 'hevc';
}

/**
 * What sharp is to decode. A JPEG of twice (four, eight times) the size we keep is decoded at half (a
 * quarter, an eighth) of it: its blocks of 8 × 8 pixels hold smaller ones, so that takes half the time.
 * sharp does so itself, but not where little more than such a factor is wanted: exactly what 12
 * megapixels need. libvips takes options behind a file's name.
 */
export function openSource(path: string, { format, width, height }: Metadata): string {
  const factor = Math.floor(Math.max(width, height) / MAX_EDGE);
  if (format !== 'jpeg' || Math.min(width, height) < MIN_SHRUNK_EDGE) return path;
  return [2, 4, 8].includes(factor) ? `${path}[shrink=${factor}]` : path;
}

/** sharp reads the header of a HEIC, but cannot decode it: what libheif made of it goes on as PNG. */
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
 * Decodes strictly: half a photo is refused, because nobody would notice before the podium. Gives pixels
 * that stand upright, in sRGB, 8 bits, within 1920 px; of an animation the first frame.
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

/** The size of at most so many pixels on the longer side, never larger than it is. */
export function within(edge: number) {
  return { width: edge, height: edge, fit: 'inside', withoutEnlargement: true } as const;
}
