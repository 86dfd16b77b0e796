import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { CLIENT_COMPRESSION } from '~/models/photo/rules';
import { createImageProcessor, type ProcessedImage } from '~/services/images.server';

/** Photos as a camera writes them: 12 megapixels, a few MB of JPEG, some rotated by EXIF only. */
export function cameraPhotos(count: number): Promise<Buffer[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const orientation = [6, 1, 8, 3][index % 4];
      const shapes = await drawShapes({ width: 4032, height: 3024, grain: 30 });
      return shapes.withMetadata({ orientation }).jpeg({ quality: 86 }).toBuffer();
    }),
  );
}

/** A camera's photo as a phone's page shrinks it, with the profile that Chromium writes for sRGB. */
export function shrinkAsPages(photo: Buffer): Promise<Buffer> {
  const { maxWidthOrHeight: edge, initialQuality } = CLIENT_COMPRESSION;
  return sharp(photo)
    .autoOrient()
    .resize({ width: edge, height: edge, fit: 'inside' })
    .withIccProfile('srgb')
    .webp({ quality: initialQuality * 100 })
    .toBuffer();
}

/** Stored photos of 1920 px and about 150 KB each; every third is landscape. */
export async function makePictures(count: number): Promise<ProcessedImage[]> {
  const folder = await mkdtemp(join(tmpdir(), 'snapodium-pictures-'));
  const processor = createImageProcessor();
  try {
    const made = [];
    for (let index = 0; index < count; index += 1) {
      const [width, height] = index % 3 > 0 ? [1440, 1920] : [1920, 1440];
      const path = join(folder, `${index}.jpg`);
      await (await drawShapes({ width, height, grain: 24 })).jpeg({ quality: 85 }).toFile(path);
      made.push(await processor.process(path));
    }
    return made;
  } finally {
    await processor.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Soft shapes with grain on them, which survives in a smaller copy. */
async function drawShapes({
  width,
  height,
  grain,
}: {
  width: number;
  height: number;
  grain: number;
}) {
  const layer = async (spot: number, sigma: number) => {
    const size = { width: Math.round(width / spot), height: Math.round(height / spot) };
    const noise = { type: 'gaussian' as const, mean: 128, sigma };
    const create = { ...size, channels: 3 as const, background: '#808080', noise };
    const small = await sharp({ create }).png({ compressionLevel: 0 }).toBuffer();
    return sharp(small).resize({ width, height, fit: 'fill', kernel: 'cubic' }).toBuffer();
  };
  const [shapes, spots] = [await layer(60, 60), await layer(3, grain)];
  return sharp(shapes).composite([{ input: spots, blend: 'soft-light' }]);
}

/** A picture whose widths are all the same file: only its size matters, not what it shows. */
export async function grainPicture(): Promise<ProcessedImage> {
  const pixels = { width: 720, height: 960, channels: 3 as const };
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 12 };
  const picture = await sharp({ create: { ...pixels, background: '#808080', noise } })
    .webp({ quality: 76 })
    .toBuffer();
  return {
    width: 1440,
    height: 1920,
    placeholder: `data:image/webp;base64,${'A'.repeat(300)}`,
    files: { full: picture, 1080: picture, 720: picture, 320: picture },
  };
}
