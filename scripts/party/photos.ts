import { readdir, readFile, stat } from 'node:fs/promises';
import { cpus } from 'node:os';
import { extname, join } from 'node:path';
import sharp from 'sharp';
import { UsageError } from './args';
import { eachOf } from './each-of';
import { isJpeg, withComment } from './jpeg';
import { pick, seeded, type Random } from './random';

/** A picture to upload. */
export interface PartyPhoto {
  name: string;
  type: string;
  bytes: Uint8Array;
  origin: PhotoOrigin;
}

/** What is known of a picture before the server has seen it. */
export interface PhotoOrigin {
  /** Its size once upright; null when our decoder cannot tell (HEIC). */
  upright: { width: number; height: number } | null;
  /** The EXIF orientation of a picture we made, whose sky must end up on top; else null. */
  madeWith: number | null;
}

export interface PhotoSource {
  /** What they are, for the report. */
  description: string;
  /** A picture; `stamp` makes its bytes its own. */
  next(random: Random, stamp: string): Promise<PartyPhoto>;
}

/** The sensor of a phone, in pixels. */
const SENSOR = { width: 4032, height: 3024 };
/** Held upright, flat, turned the other way round: how people hold a phone. */
const ORIENTATIONS = [6, 1, 6, 8, 1, 3, 6, 1];
export const PICTURES_MADE = ORIENTATIONS.length;
/** How far an upright picture is turned clockwise to become what the sensor saw. */
const SENSOR_TURN: Record<number, number> = { 1: 0, 3: 180, 6: 270, 8: 90 };
/** The device that the files name, and that no served file may name. */
export const CAMERA_MAKE = 'Partyphone';

const TYPES: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.heic': 'image/heic',
};

/**
 * Makes pictures as a phone does: 12 megapixels, 2 to 4 MB of JPEG, turned by EXIF only, with
 * the place and the device in them. `onMade` is called after each.
 */
export async function makePhonePhotos(random: Random, onMade: () => void): Promise<PhotoSource> {
  const made: { bytes: Uint8Array; origin: PhotoOrigin }[] = [];
  const plans = ORIENTATIONS.map((orientation) => ({ orientation, seed: random() * 2 ** 32 }));
  await eachOf([...plans.entries()], cpus().length, async ([index, { orientation, seed }]) => {
    made[index] = await makePhonePhoto(orientation, seeded(seed));
    onMade();
  });
  const megabytes = made.map(({ bytes }) => bytes.length / 1e6);
  return {
    description:
      `${made.length} made JPEG files, ${SENSOR.width} × ${SENSOR.height} px, ` +
      `${Math.min(...megabytes).toFixed(1)} to ${Math.max(...megabytes).toFixed(1)} MB`,
    next: (choose, stamp) => {
      const photo = pick(made, choose);
      if (!photo) throw new Error('there is no picture to upload');
      return Promise.resolve({
        name: `IMG_${stamp}.JPG`,
        type: 'image/jpeg',
        bytes: withComment(photo.bytes, stamp),
        origin: photo.origin,
      });
    },
  };
}

/**
 * Takes the pictures of a folder.
 * @throws UsageError when there is no such folder, or no picture in it
 */
export async function photosFrom(folder: string): Promise<PhotoSource> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new UsageError(`--from: there is no folder ${folder}`);
  const names = (await readdir(folder))
    .filter((name) => extname(name).toLowerCase() in TYPES)
    .sort();
  if (names.length === 0) {
    throw new UsageError(`--from: ${folder} holds no picture (${Object.keys(TYPES).join(', ')})`);
  }
  return {
    description: `${names.length} files of ${folder}`,
    next: async (random, stamp) => {
      const name = pick(names, random) ?? '';
      const bytes = await readFile(join(folder, name));
      return {
        name,
        type: TYPES[extname(name).toLowerCase()] ?? 'application/octet-stream',
        bytes: isJpeg(bytes) ? withComment(bytes, stamp) : bytes,
        origin: { upright: await uprightSize(bytes), madeWith: null },
      };
    },
  };
}

/** Whether a served picture of ours has its sky on top and its ground below. */
export async function isUpright(bytes: Uint8Array): Promise<boolean> {
  const { data, info } = await sharp(bytes)
    .resize(3, 9, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const blueOf = (row: number) => data[(row * info.width + 1) * info.channels + 2] ?? 0;
  return blueOf(0) > blueOf(info.height - 1) + 60;
}

async function uprightSize(bytes: Uint8Array): Promise<PhotoOrigin['upright']> {
  try {
    const { autoOrient } = await sharp(bytes).metadata();
    return { width: autoOrient.width, height: autoOrient.height };
  } catch {
    return null;
  }
}

async function makePhonePhoto(orientation: number, random: Random) {
  const isTurned = orientation >= 5;
  const upright = isTurned ? { width: SENSOR.height, height: SENSOR.width } : SENSOR;
  const { width, height } = upright;
  // Grain of the sensor, and foliage: texture that is still there in a smaller copy.
  const layers = [await grain(upright, 1, 9), await grain(upright, 4, 20 + random() * 16)];
  const seen = await sharp(Buffer.from(scene(width, height, random)))
    .composite(layers.map((input) => ({ input, ...rawOf(upright), blend: 'overlay' })))
    .removeAlpha()
    .raw()
    .toBuffer();
  const bytes = await sharp(seen, rawOf(upright))
    .rotate(SENSOR_TURN[orientation])
    .withMetadata({ orientation })
    .withExifMerge({
      IFD0: { Make: CAMERA_MAKE, Model: `${CAMERA_MAKE} 12` },
      IFD2: { DateTimeOriginal: '2025:06:21 19:42:07', FNumber: '18/10' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '48/1 51/1 2988/100',
        GPSLongitudeRef: 'E',
        GPSLongitude: '2/1 17/1 4020/100',
      },
    })
    .jpeg({ quality: 86 })
    .toBuffer();
  return { bytes, origin: { upright, madeWith: orientation } };
}

interface Size {
  width: number;
  height: number;
}

const rawOf = ({ width, height }: Size) => ({ raw: { width, height, channels: 3 as const } });

/** Gray noise in spots of so many pixels; `sigma` says how strong. Raw pixels. */
async function grain(size: Size, spot: number, sigma: number): Promise<Buffer> {
  const small = { width: Math.ceil(size.width / spot), height: Math.ceil(size.height / spot) };
  const noise = await sharp({
    create: {
      ...small,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma },
    },
  })
    .raw()
    .toBuffer();
  return sharp(noise, rawOf(small))
    .resize({ ...size, fit: 'fill' })
    .raw()
    .toBuffer();
}

/** An evening outdoors: a bright sky on top, dark ground below, lamps and people in between. */
function scene(width: number, height: number, random: Random): string {
  const between = (low: number, high: number) => Math.round(low + random() * (high - low));
  const hue = between(195, 225);
  const lamps = Array.from({ length: 40 }, () => {
    const [x, y, r] = [between(0, width), between(height * 0.35, height * 0.6), between(8, 60)];
    return `<circle cx="${x}" cy="${y}" r="${r}" fill="hsl(${between(30, 55)} 90% 75%)"/>`;
  });
  const people = Array.from({ length: 24 }, () => {
    const [x, y, r] = [between(0, width), between(height * 0.55, height * 0.8), between(60, 160)];
    const clothes = `hsl(${between(0, 360)} ${between(30, 80)}% ${between(25, 55)}%)`;
    return (
      `<rect x="${x - r}" y="${y + r}" width="${2 * r}" height="${5 * r}" rx="${r}" fill="${clothes}"/>` +
      `<circle cx="${x}" cy="${y}" r="${r}" fill="hsl(${between(18, 32)} 45% ${between(35, 75)}%)"/>`
    );
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="light" x2="0" y2="1">
      <stop offset="0" stop-color="hsl(${hue} 85% 72%)"/>
      <stop offset="0.5" stop-color="hsl(${hue - 170} 60% 62%)"/>
      <stop offset="0.6" stop-color="hsl(90 30% 28%)"/>
      <stop offset="1" stop-color="hsl(80 35% 14%)"/>
    </linearGradient></defs>
    <rect width="${width}" height="${height}" fill="url(#light)"/>
    ${lamps.join('')}${people.join('')}
    <rect y="${Math.round(height * 0.92)}" width="${width}" height="${height}" fill="hsl(80 35% 12%)"/>
  </svg>`;
}
