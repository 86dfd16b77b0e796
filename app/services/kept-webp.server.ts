import { open } from 'node:fs/promises';
import sharp, { type Metadata } from 'sharp';
import { withColourProfile } from './heic.server';
import { MAX_BYTES } from './image-encoding.server';
import { ImageError, ownWork, reading } from './image-error.server';
import { MAX_EDGE } from './image-source.server';
import { findFrame, shortenFrame, wrapFrame, type Frame } from './webp.server';

/** What may lie around a picture of 1 MB: a profile, a place, a preview. */
const WRAPPING_BYTES = 100_000;
/** In how many steps of each colour a profile is tried, and how far it may be from sRGB. */
const STEPS = 7;
const MAX_DIFFERENCE = 2;

/**
 * Finds the picture of a WebP that may be stored as it came (rule `uploads.stored`): what our own page
 * sends from a phone. It is lossy, opaque and still, stands upright, is within our bounds, and its
 * colours are sRGB.
 * @param header what sharp reads of the file
 * @returns null for every other file
 */
export async function findKeepable(path: string, header: Metadata): Promise<Frame | null> {
  const { format, width, height, orientation = 1, hasAlpha, pages = 1, icc } = header;
  if (format !== 'webp' || hasAlpha || pages > 1 || orientation !== 1) return null;
  if (Math.max(width, height) > MAX_EDGE) return null;
  const file = await readSmall(path);
  const frame = file && findFrame(file);
  if (!frame || frame.width !== width || frame.height !== height) return null;
  if (wrapFrame(frame.data).length > MAX_BYTES) return null;
  return !icc || (await isSrgb(icc)) ? frame : null;
}

/**
 * Whether every byte of a picture that can be decoded belongs to it: nothing is hidden where decoders do
 * not look.
 * @throws ImageError failed
 */
export async function isAllPicture(frame: Frame): Promise<boolean> {
  for (const file of shortenFrame(frame)) if (await isDecodable(file)) return false;
  return true;
}

async function isDecodable(file: Buffer): Promise<boolean> {
  try {
    // Of no use but to be decoded whole.
    await reading(() => sharp(file, { failOn: 'warning' }).resize(32).raw().toBuffer());
    return true;
  } catch (error) {
    // Whatever the system failed at says nothing about the file.
    if (error instanceof ImageError && error.reason === 'invalid') return false;
    throw error;
  }
}

/** A file's bytes, unless there are more than could be kept. */
async function readSmall(path: string): Promise<Buffer | null> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    return size > MAX_BYTES + WRAPPING_BYTES ? null : await file.readFile();
  } finally {
    await file.close();
  }
}

/** Whether a profile leaves colours as they are. Browsers write sRGB in words of their own. */
async function isSrgb(profile: Buffer): Promise<boolean> {
  const colours = Buffer.from(
    Array.from({ length: STEPS ** 3 }, (_, index) =>
      [1, STEPS, STEPS ** 2].map((weight) =>
        Math.round(((Math.floor(index / weight) % STEPS) * 255) / (STEPS - 1)),
      ),
    ).flat(),
  );
  const raw = { width: STEPS ** 2, height: STEPS, channels: 3 } as const;
  const png = await ownWork(() => sharp(colours, { raw }).png().toBuffer());
  const shown = await sharp(withColourProfile(png, profile))
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer();
  return shown.every((value, index) => Math.abs(value - (colours[index] ?? 0)) <= MAX_DIFFERENCE);
}
