import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { createImageProcessor, type ProcessedImage } from '../../app/services/images.server';

/** Photos of 1920 px as they are stored, with about 150 KB each; every third lies. */
export async function makePictures(count: number): Promise<ProcessedImage[]> {
  const folder = await mkdtemp(join(tmpdir(), 'snapodium-pictures-'));
  const processor = createImageProcessor();
  try {
    const made = [];
    for (let index = 0; index < count; index++) {
      const path = join(folder, `${index}.jpg`);
      await writeFile(path, await photo(index % 3 > 0));
      made.push(await processor.process(path));
    }
    return made;
  } finally {
    await processor.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Soft shapes with grain on them, upright or lying. */
async function photo(isUpright: boolean): Promise<Buffer> {
  const [width, height] = isUpright ? [1440, 1920] : [1920, 1440];
  const noise = (mean: number, sigma: number) => ({ type: 'gaussian' as const, mean, sigma });
  const layer = (size: number, sigma: number) =>
    sharp({
      create: {
        width: Math.round(width / size),
        height: Math.round(height / size),
        channels: 3,
        background: '#808080',
        noise: noise(128, sigma),
      },
    })
      .png({ compressionLevel: 0 })
      .toBuffer();
  const [shapes, grain] = await Promise.all([layer(60, 60), layer(3, 24)]);
  const spread = { width, height, fit: 'fill' } as const;
  const large = await sharp(shapes)
    .resize({ ...spread, kernel: 'cubic' })
    .toBuffer();
  const small = await sharp(grain)
    .resize({ ...spread, kernel: 'cubic' })
    .toBuffer();
  return sharp(large)
    .composite([{ input: small, blend: 'soft-light' }])
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** A picture whose every width is the same file: what it weighs matters, not what it shows. */
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
