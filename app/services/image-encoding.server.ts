import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { MAX_EDGE, within, type Pixels } from './image-source.server';
import type { ImageFiles } from './storage/types';

/** What a stored file weighs at most (rule `uploads.stored`). */
export const MAX_BYTES = 1_000_000;
const QUALITY = 82;
/** For the few pictures that are over 1 MB otherwise. */
const LOWER_QUALITY = 55;
const THUMBNAIL_QUALITY = 76;
const PLACEHOLDER_EDGES = [16, 12, 8];
const PLACEHOLDER_MAX_LENGTH = 400;
/** Below it skies begin to show rings on paper; above it files grow by much more than anybody sees. */
const JPEG_QUALITY = 92;
/** 2.5 times as fast as sharp's own 4, for files that are 5 % larger. */
const EFFORT = 2;

/** Makes the full file. Of what is too large the quality goes down first, then the size. */
export async function encodeFull(pixels: Pixels): Promise<{ data: Buffer; info: OutputInfo }> {
  const encode = (edge: number, quality: number) =>
    image(pixels)
      .resize(edge < MAX_EDGE ? within(edge) : undefined)
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

/**
 * Makes the smaller files, that of 720 px from the pixels of that of 1080. That of 320 px would become a
 * tenth larger that way: shrunk in several steps, fine texture turns to edges.
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

/** Makes a few pixels into a data URI of at most 400 characters. */
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
 * Makes a stored file into a JPEG of the same size, as print shops take it: they guess at colours without a
 * profile, so sRGB's goes with it. The colours have half the resolution (4:2:0), as in the WebP that it is
 * made from: more (4:4:4) would be a fifth more bytes and time with nothing in them. What is transparent
 * becomes the paper's white.
 */
export async function encodeJpeg(full: Uint8Array): Promise<Buffer> {
  return sharp(full, { limitInputPixels: MAX_EDGE * MAX_EDGE })
    .flatten({ background: 'white' })
    .withIccProfile('srgb')
    .jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:2:0' })
    .toBuffer();
}

function image({ data, info }: Pixels): Sharp {
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels } });
}
