import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { MAX_EDGE, within, type Pixels } from './image-source.server';
import type { ImageFiles } from './storage/store';

/** The maximum size of a stored file (rule `uploads.stored`). */
const MAX_BYTES = 1_000_000;
const QUALITY = 82;
/** For the few pictures that would exceed 1 MB otherwise. */
const LOWER_QUALITY = 55;
const THUMBNAIL_QUALITY = 76;
const PLACEHOLDER_EDGES = [16, 12, 8];
const PLACEHOLDER_MAX_LENGTH = 400;
/**
 * A lower quality shows banding in skies on paper; a higher one makes files much larger without a visible
 * difference.
 */
const JPEG_QUALITY = 92;
/** 2.5 times as fast as sharp's default of 4, for files that are 5 % larger. */
const EFFORT = 2;

/** Encodes the full file. If it is too large, reduces the quality first and then the size. */
export async function encodeFull(pixels: Pixels): Promise<{ data: Buffer; info: OutputInfo }> {
  const encode = (edge: number, quality: number) =>
    image(pixels)
      .resize(edge < MAX_EDGE ? within(edge) : undefined)
      .webp({ quality, effort: EFFORT })
      .toBuffer({ resolveWithObject: true });

  let file = await encode(MAX_EDGE, QUALITY);
  if (file.data.length > MAX_BYTES) file = await encode(MAX_EDGE, LOWER_QUALITY);
  while (file.data.length > MAX_BYTES) {
    // The size in bytes is roughly proportional to the area, so this lands just below the limit.
    const scale = 0.95 * Math.sqrt(MAX_BYTES / file.data.length);
    const edge = Math.max(file.info.width, file.info.height) * scale;
    file = await encode(Math.floor(edge), LOWER_QUALITY);
  }
  return file;
}

/**
 * Encodes the thumbnails. The one of 720 px is made from the one of 1080 px. The one of 320 px is not,
 * because it would be a tenth larger: repeated shrinking turns fine texture into edges.
 */
export async function encodeThumbnails(
  pixels: Pixels,
): Promise<{ files: Omit<ImageFiles, 'full'>; smallest: Pixels }> {
  const large = await shrink(pixels, 1080);
  const middle = await shrink(large, 720);
  const small = await shrink(pixels, 320);
  const files = {
    1080: await encodeThumbnail(large),
    720: await encodeThumbnail(middle),
    320: await encodeThumbnail(small),
  };
  return { files, smallest: small };
}

async function shrink(pixels: Pixels, width: number): Promise<Pixels> {
  if (pixels.info.width <= width) return pixels;
  return image(pixels).resize({ width }).raw().toBuffer({ resolveWithObject: true });
}

function encodeThumbnail(pixels: Pixels): Promise<Buffer> {
  return image(pixels).webp({ quality: THUMBNAIL_QUALITY, effort: EFFORT }).toBuffer();
}

/** Encodes a tiny preview as a data URI of at most 400 characters. */
export async function encodePlaceholder(pixels: Pixels): Promise<string> {
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

/**
 * Encodes a stored file as a JPEG of the same size for print shops. They guess colours without a profile, so
 * the sRGB profile is included. Chroma is subsampled (4:2:0), as in the WebP: 4:4:4 would cost a fifth more
 * bytes and time without adding information. Transparent areas become white.
 */
export async function encodeJpeg(full: Uint8Array): Promise<Buffer> {
  return sharp(full, { limitInputPixels: MAX_EDGE * MAX_EDGE })
    .flatten({ background: 'white' })
    .withIccProfile('srgb')
    .jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:2:0' })
    .toBuffer();
}

/** The width of the pictures in mails, in pixels: twice the width at which most programs show them. */
const MAIL_WIDTH = 400;
const MAIL_QUALITY = 78;

/** Encodes a stored file as a small JPEG, which every mail program shows. */
export async function encodeMailPicture(picture: Uint8Array): Promise<Buffer> {
  return sharp(picture, { limitInputPixels: MAX_EDGE * MAX_EDGE })
    .resize({ width: MAIL_WIDTH, withoutEnlargement: true })
    .flatten({ background: 'white' })
    .withIccProfile('srgb')
    .jpeg({ quality: MAIL_QUALITY, chromaSubsampling: '4:2:0', mozjpeg: true })
    .toBuffer();
}

function image({ data, info }: Pixels): Sharp {
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels } });
}
