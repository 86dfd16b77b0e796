import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { isJpeg, withComment } from './jpeg';
import { isUpright } from './photos';
import { readWebp } from './webp';

const picture = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: 'tomato' } });

describe('withComment', () => {
  it('gives other bytes, the same picture, and keeps the EXIF data', async () => {
    const bytes = await picture().withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const other = Buffer.from(withComment(bytes, 'guest 1'));
    expect(other.includes('guest 1')).toBe(true);
    expect(await sharp(other).metadata()).toMatchObject({ width: 40, height: 30, orientation: 6 });
    expect(await sharp(other).raw().toBuffer()).toEqual(await sharp(bytes).raw().toBuffer());
  });

  it('is for JPEG files', async () => {
    expect(isJpeg(await picture().jpeg().toBuffer())).toBe(true);
    expect(isJpeg(await picture().png().toBuffer())).toBe(false);
  });
});

describe('readWebp', () => {
  it.each([
    ['lossy', {}],
    ['lossless', { lossless: true }],
  ])('reads the size of a %s file without metadata', async (_, options) => {
    const head = readWebp(await picture().webp(options).toBuffer());
    expect(head).toMatchObject({ width: 40, height: 30 });
    expect(head?.chunks).not.toContain('EXIF');
  });

  it('finds metadata, and the size in the extended header', async () => {
    const bytes = await picture().withMetadata({ orientation: 6 }).webp().toBuffer();
    expect(readWebp(bytes)).toMatchObject({
      width: 40,
      height: 30,
      chunks: expect.arrayContaining(['VP8X', 'EXIF']),
    });
  });

  it('refuses what is no WebP file, or only the beginning of one', async () => {
    const bytes = await picture().webp().toBuffer();
    expect(readWebp(bytes.subarray(0, -4))).toBeNull();
    expect(readWebp(await picture().png().toBuffer())).toBeNull();
    expect(readWebp(new Uint8Array())).toBeNull();
  });
});

it('isUpright wants the sky above the ground', async () => {
  const ground = await sharp({
    create: { width: 40, height: 20, channels: 3, background: '#331' },
  })
    .png()
    .toBuffer();
  const scene = await sharp({
    create: { width: 40, height: 40, channels: 3, background: '#8cf' },
  })
    .composite([{ input: ground, left: 0, top: 20 }])
    .png()
    .toBuffer();
  expect(await isUpright(scene)).toBe(true);
  expect(await isUpright(await sharp(scene).rotate(180).toBuffer())).toBe(false);
  expect(await isUpright(await sharp(scene).rotate(90).toBuffer())).toBe(false);
});
