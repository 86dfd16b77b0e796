import sharp, { type OverlayOptions } from 'sharp';
import { PRINT_BORDER, type Box } from './podium-geometry';

/** A shared picture of the podium, ready to be put together. */
export interface PodiumSheet {
  /** Everything but the photos, as an SVG. */
  drawing: Uint8Array;
  prints: {
    /** Null if no storage has it: the print stays empty. */
    picture: Uint8Array | null;
    box: Box;
    /** In degrees. */
    tilt: number;
  }[];
}

const PAPER = '#ffffff';
const EMPTY = '#e7dccb';
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
const RADIUS = 6;
const QUALITY = 87;

/**
 * Puts a shared picture together, as a JPEG without any metadata.
 * @throws what the decoder throws for a damaged drawing
 */
export async function encodePodium({ drawing, prints }: PodiumSheet): Promise<Buffer> {
  const layers = await Promise.all(prints.map(printLayer));
  return sharp(drawing).composite(layers).flatten().jpeg({ quality: QUALITY }).toBuffer();
}

/** A print, tilted around its middle. */
async function printLayer({
  picture,
  box,
  tilt,
}: PodiumSheet['prints'][number]): Promise<OverlayOptions> {
  const { width, height } = box;
  const shot = { width: width - 2 * PRINT_BORDER, height: height - 2 * PRINT_BORDER };
  const edge = PRINT_BORDER;
  const framed = await sharp(await photoOf(picture, shot))
    .extend({ top: edge, left: edge, right: edge, bottom: edge, background: PAPER })
    .ensureAlpha()
    .composite([{ input: roundMask(width, height), blend: 'dest-in' }])
    .png()
    .toBuffer();
  const { data: input, info } = await sharp(framed)
    .rotate(tilt, { background: CLEAR })
    .png()
    .toBuffer({ resolveWithObject: true });
  return {
    input,
    left: Math.round(box.left + (width - info.width) / 2),
    top: Math.round(box.top + (height - info.height) / 2),
  };
}

/** A photo that fills its place, or a blank one if there is none that can be read. */
async function photoOf(
  picture: Uint8Array | null,
  shot: { width: number; height: number },
): Promise<Buffer> {
  const blank = () =>
    sharp({ create: { ...shot, channels: 3, background: EMPTY } })
      .png()
      .toBuffer();
  if (!picture) return blank();
  const fill = () =>
    sharp(picture)
      .resize({ ...shot, fit: 'cover' })
      .flatten({ background: PAPER })
      .png()
      .toBuffer();
  return fill().catch(blank);
}

const roundMask = (width: number, height: number) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" rx="${RADIUS}"/></svg>`,
  );
