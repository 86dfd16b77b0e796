import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import exifr from 'exifr';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { CORNERS, drawCorners, drawNoise, phoneJpeg, pixelBomb } from '../../tests/images';
import { decodeHeic } from './heic.server';
import { openSource } from './image-source.server';
import { createImageWork } from './image-work.server';
import { createImageProcessor, ImageError, type ProcessedImage } from './images.server';

const HEIC = fileURLToPath(new URL('../../tests/fixtures/phone.heic', import.meta.url));

/** From Chromium's canvas. */
const CANVAS = fileURLToPath(new URL('../../tests/fixtures/canvas.webp', import.meta.url));

const folder = await mkdtemp(join(tmpdir(), 'snapodium-images-'));
const images = createImageProcessor();
afterAll(async () => {
  await images.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a JPEG of a stored photo', () => {
  const signal = new AbortController().signal;
  const stored = async (picture: Sharp) => new Uint8Array(await picture.webp().toBuffer());

  it('has its size and colours, an sRGB profile, and subsampled chroma', async () => {
    const jpeg = await images.toJpeg(await stored(drawCorners(640, 480)), signal);
    const header = await sharp(jpeg).metadata();
    expect(header).toMatchObject({
      format: 'jpeg',
      width: 640,
      height: 480,
      channels: 3,
      chromaSubsampling: '4:2:0',
    });
    expect(header.icc?.toString('latin1').replaceAll('\0', '')).toContain('sRGB');
    expect([header.exif, header.orientation]).toEqual([undefined, undefined]);
    const { data } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
    const corner = [...data.subarray(0, 3)];
    corner.forEach((value, index) => {
      expect(Math.abs(value - (CORNERS[0][index] ?? 0))).toBeLessThan(8);
    });
  });

  it('is white where the photo is transparent', async () => {
    const clear = sharp({
      create: { width: 8, height: 8, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    });
    const { data } = await sharp(await images.toJpeg(await stored(clear), signal))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(Math.min(...data)).toBeGreaterThan(250);
  });

  it('fails for a damaged file', async () => {
    const damaged = new Uint8Array(Buffer.from('RIFF....WEBPnothing'));
    await expect(images.toJpeg(damaged, signal)).rejects.toMatchObject({ reason: 'invalid' });
  });

  it('is not started for a client that has disconnected', async () => {
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(images.toJpeg(await stored(drawCorners(8, 8)), gone)).rejects.toThrow('gone');
  });
});

let count = 0;
async function fileWith(bytes: string | Uint8Array, extension = ''): Promise<string> {
  const path = join(folder, `${(count += 1)}${extension}`);
  await writeFile(path, bytes);
  return path;
}

async function processBytes(bytes: string | Uint8Array): Promise<ProcessedImage> {
  return images.process(await fileWith(bytes));
}

/** The reason why a file is refused, or the result. */
async function reasonFor(bytes: string | Uint8Array, extension?: string): Promise<unknown> {
  const made = images.process(await fileWith(bytes, extension));
  return made.catch((error: unknown) => (error instanceof ImageError ? error.reason : error));
}

/** The largest difference between a picture's corners and the expected colours. */
async function cornerError(webp: Uint8Array): Promise<number> {
  const { data, info } = await sharp(webp)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const near = { x: Math.round(info.width / 8), y: Math.round(info.height / 8) };
  const points = [
    [near.x, near.y],
    [info.width - near.x, near.y],
    [near.x, info.height - near.y],
    [info.width - near.x, info.height - near.y],
  ] as const;
  const differences = points.flatMap(([x, y], corner) =>
    [0, 1, 2].map((channel) =>
      Math.abs(
        (data[(y * info.width + x) * info.channels + channel] ?? 0) -
          (CORNERS[corner]?.[channel as 0 | 1 | 2] ?? 0),
      ),
    ),
  );
  return Math.max(...differences);
}

describe('accepted formats', () => {
  const corners = () => drawCorners(400, 300);
  const frames = async () =>
    sharp([await corners().png().toBuffer(), await drawNoise(400, 300).png().toBuffer()], {
      join: { animated: true },
    });

  it.each([
    ['JPEG', () => corners().jpeg({ quality: 95 }).toBuffer()],
    ['progressive JPEG', () => corners().jpeg({ quality: 95, progressive: true }).toBuffer()],
    ['CMYK JPEG', () => corners().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer()],
    ['PNG', () => corners().png().toBuffer()],
    ['PNG of 16 bits', () => corners().toColourspace('rgb16').png().toBuffer()],
    ['PNG with a palette', () => corners().png({ palette: true }).toBuffer()],
    ['WebP', () => corners().webp({ quality: 95 }).toBuffer()],
    ['animated WebP (first frame)', async () => (await frames()).webp({ quality: 95 }).toBuffer()],
    ['GIF', () => corners().gif().toBuffer()],
    ['animated GIF (first frame)', async () => (await frames()).gif().toBuffer()],
    ['AVIF', () => corners().avif({ quality: 90 }).toBuffer()],
    ['TIFF', () => corners().tiff({ compression: 'lzw' }).toBuffer()],
  ])('%s', async (_name, make) => {
    const made = await processBytes(await make());
    expect(made).toMatchObject({ width: 400, height: 300 });
    // CMYK cannot represent these colours exactly.
    expect(await cornerError(made.files.full)).toBeLessThan(_name.startsWith('CMYK') ? 90 : 12);
  });

  it('HEIC, rotated only once, with Display P3 colours converted to sRGB', async () => {
    const made = await images.process(HEIC);
    expect(made).toMatchObject({ width: 320, height: 240 });
    expect(await cornerError(made.files.full)).toBeLessThan(12);
  });

  it('HEIC, without loading its decoder in this thread', async () => {
    await images.process(HEIC);
    const { cache, resolve } = createRequire(import.meta.url);
    expect(Object.keys(cache)).not.toContain(resolve('heic-decode'));
  });

  it('keeps transparency, even of grey pictures', async () => {
    const grey = await sharp({
      create: { width: 64, height: 64, channels: 4, background: { r: 90, g: 90, b: 90, alpha: 0 } },
    })
      .toColourspace('b-w')
      .png()
      .toBuffer();
    const { files } = await processBytes(grey);
    const { data, info } = await sharp(files.full).raw().toBuffer({ resolveWithObject: true });
    expect(info.channels).toBe(4);
    expect(data[3]).toBe(0);
  });

  it('ignores a common error of some phones', async () => {
    const jpeg = await drawCorners(400, 300).jpeg({ quality: 95, progressive: false }).toBuffer();
    const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]));
    // The end of the spectral selection, 63 in every baseline JPEG.
    jpeg[scan + 2 + jpeg.readUInt16BE(scan + 2) - 2] = 0;
    expect(await processBytes(jpeg)).toMatchObject({ width: 400, height: 300 });
  });

  it('goes by the content, not by the name', async () => {
    const path = await fileWith(await drawCorners(50, 50).png().toBuffer(), '.txt');
    expect(await images.process(path)).toMatchObject({ width: 50, height: 50 });
  });
});

describe('what is stored', () => {
  it.each([1, 3, 6, 8] as const)('is upright (EXIF orientation %i)', async (orientation) => {
    const made = await processBytes(await phoneJpeg(400, 300, orientation));
    expect(made).toMatchObject({ width: 400, height: 300 });
    for (const file of Object.values(made.files)) expect(await cornerError(file)).toBeLessThan(12);
  });

  it('contains no metadata', async () => {
    const jpeg = await phoneJpeg(400, 300, 6);
    expect(await exifr.gps(jpeg)).toMatchObject({ latitude: expect.closeTo(48.858, 2) });
    for (const made of [await processBytes(jpeg), await images.process(HEIC)]) {
      for (const file of Object.values(made.files)) {
        const header = await sharp(file).metadata();
        for (const kind of ['exif', 'icc', 'xmp', 'iptc'] as const) {
          expect(header[kind]).toBeUndefined();
        }
        const text = Buffer.from(file).toString('latin1');
        expect(text).not.toMatch(/EXIF|ICCP|XMP |Snapphone|Pocket|GPS|xpacket|Nokia|TestPhone/);
        expect(await exifr.parse(Buffer.from(file), true).catch(() => undefined)).toBeUndefined();
      }
    }
  });

  it('is bounded to 1920 px, with thumbnails of 1080, 720 and 320', async () => {
    const made = await processBytes(await drawCorners(4000, 3000).jpeg().toBuffer());
    expect(made).toMatchObject({ width: 1920, height: 1440 });
    const sizes = [];
    for (const file of [made.files.full, made.files[1080], made.files[720], made.files[320]]) {
      const { format, width, height } = await sharp(file).metadata();
      sizes.push([format, width, height]);
    }
    expect(sizes).toEqual([
      ['webp', 1920, 1440],
      ['webp', 1080, 810],
      ['webp', 720, 540],
      ['webp', 320, 240],
    ]);
  });

  it.each([
    [4032, 3024, 1],
    [4032, 3024, 6],
    [3841, 2883, 8],
    [7700, 5001, 1],
    [9000, 70, 1],
    [4000, 1, 1],
  ] as const)(
    'shows the whole JPEG of %i × %i px (orientation %i)',
    async (width, height, turn) => {
      const small = sharp(await phoneJpeg(400, 300, turn));
      const jpeg = small.resize({ width, height, fit: 'fill', kernel: 'nearest' });
      const bytes = await jpeg.keepExif().withMetadata({ orientation: turn }).jpeg().toBuffer();
      const made = await processBytes(bytes);
      const isTurned = turn > 4;
      const edges = isTurned ? [made.height, made.width] : [made.width, made.height];
      expect(edges).toEqual([1920, Math.max(1, Math.round((1920 * height) / width))]);
      if (height < 100) return;
      for (const file of Object.values(made.files))
        expect(await cornerError(file)).toBeLessThan(12);
    },
  );

  it('is decoded at half the size if that is enough', () => {
    const headers: [Partial<Metadata>, string][] = [
      [{ format: 'jpeg', width: 4032, height: 3024 }, 'photo[shrink=2]'],
      [{ format: 'jpeg', width: 6048, height: 8064 }, 'photo[shrink=4]'],
      // Here sharp does it by itself.
      [{ format: 'jpeg', width: 6000, height: 4000 }, 'photo'],
      [{ format: 'jpeg', width: 1920, height: 1440 }, 'photo'],
      [{ format: 'jpeg', width: 4000, height: 3 }, 'photo'],
      [{ format: 'png', width: 4032, height: 3024 }, 'photo'],
    ];
    for (const [header, source] of headers) {
      expect(openSource('photo', header as Metadata)).toBe(source);
    }
  });

  it('is never enlarged', async () => {
    const made = await processBytes(await drawCorners(200, 100).png().toBuffer());
    for (const file of Object.values(made.files)) {
      expect(await sharp(file).metadata()).toMatchObject({ width: 200, height: 100 });
    }
  });

  it('works for the narrowest pictures', async () => {
    expect(await processBytes(await drawCorners(1, 1).png().toBuffer())).toMatchObject({
      width: 1,
      height: 1,
    });
    expect(await processBytes(await drawCorners(6000, 1).png().toBuffer())).toMatchObject({
      width: 1920,
      height: 1,
    });
  });

  it('is at most 1 MB, even for noise', async () => {
    const made = await processBytes(
      await drawNoise(2400, 2400).png({ compressionLevel: 0 }).toBuffer(),
    );
    for (const file of Object.values(made.files))
      expect(file.length).toBeLessThanOrEqual(1_000_000);
    expect(await sharp(made.files.full).metadata()).toMatchObject({
      width: made.width,
      height: made.height,
    });
  });

  it('has a tiny placeholder', async () => {
    const photo = await processBytes(await drawCorners(900, 1200).jpeg().toBuffer());
    const noise = await processBytes(await drawNoise(300, 300).ensureAlpha(0.5).png().toBuffer());
    for (const { placeholder } of [photo, noise]) {
      expect(placeholder).toMatch(/^data:image\/webp;base64,[\w+/=]+$/);
      expect(placeholder.length).toBeLessThanOrEqual(400);
      const pixels = Buffer.from(placeholder.split(',')[1] ?? '', 'base64');
      const { width, height } = await sharp(pixels).metadata();
      expect(Math.max(width, height)).toBeLessThanOrEqual(16);
    }
  });
});

describe('a WebP, even one of the stored size', () => {
  const PLACE = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 30/1' } };
  const SECRET = '<script>48.858, 2.294</script>';
  const corners = () => drawCorners(400, 300);
  const lossy = () => corners().webp({ quality: 90 }).toBuffer();
  /** Extends a simple file: the length of its only chunk is at offset 16, the file's length at 4. */
  const lengthen = (file: Buffer, hidden: Buffer) => {
    const longer = Buffer.concat([file, hidden, Buffer.alloc(hidden.length % 2)]);
    longer.writeUInt32LE(longer.length - 8, 4);
    longer.writeUInt32LE(file.readUInt32LE(16) + hidden.length, 16);
    return longer;
  };

  it.each<[string, () => Promise<Buffer>]>([
    ['of a canvas, with what a browser calls sRGB', () => readFile(CANVAS)],
    ['of an encoder', lossy],
    [
      'with a place, a profile and a description',
      () =>
        corners()
          .withIccProfile('srgb')
          .withExif(PLACE)
          .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
          .webp({ quality: 90 })
          .toBuffer(),
    ],
    ['with a page behind it', async () => Buffer.concat([await lossy(), Buffer.from(SECRET)])],
    [
      'with a page that no decoder reads in its picture',
      async () => lengthen(await lossy(), Buffer.from(SECRET)),
    ],
    [
      'of other colours',
      async () => {
        const wide = corners().withIccProfile('p3');
        return wide.webp({ quality: 90 }).toBuffer();
      },
    ],
    ['lossless', () => corners().webp({ lossless: true }).toBuffer()],
    ['half transparent', () => corners().ensureAlpha(0.5).webp({ quality: 90 }).toBuffer()],
  ])('shows the same without anything around it (%s)', async (_name, make) => {
    const bytes = await make();
    const { width, height } = await sharp(bytes).metadata();
    const made = await processBytes(bytes);
    expect([made.width, made.height]).toEqual([width, height]);
    for (const file of Object.values(made.files)) {
      expect(await cornerError(file)).toBeLessThan(12);
      expect(Buffer.from(file).toString('latin1')).not.toMatch(/EXIF|ICCP|XMP |xmpmeta|script/);
    }
  });

  it('shares no bytes with the stored files', async () => {
    const bytes = await drawNoise(300, 200).webp({ quality: 90 }).toBuffer();
    const { files } = await processBytes(bytes);
    for (const file of Object.values(files)) {
      const stored = Buffer.from(file);
      // After the header, which contains the size of both.
      for (let at = 32; at + 16 <= bytes.length; at += 16) {
        expect(stored.includes(bytes.subarray(at, at + 16))).toBe(false);
      }
    }
  });

  it('is upright, and limited like every other format', async () => {
    const turned = await sharp(await corners().png().toBuffer())
      .rotate(-90)
      .withMetadata({ orientation: 6 })
      .webp({ quality: 90 })
      .toBuffer();
    const upright = await processBytes(turned);
    expect(upright).toMatchObject({ width: 400, height: 300 });
    expect(await cornerError(upright.files.full)).toBeLessThan(12);
    const large = await drawCorners(2400, 1800).webp({ quality: 90 }).toBuffer();
    expect(await processBytes(large)).toMatchObject({ width: 1920, height: 1440 });
    const heavy = await drawNoise(1900, 1200).webp({ quality: 90, effort: 0 }).toBuffer();
    expect(heavy.length).toBeGreaterThan(1_000_000);
    expect((await processBytes(heavy)).files.full.length).toBeLessThanOrEqual(1_000_000);
  });

  /** A file whose picture header claims this size. */
  const enlarged = async (width: number, height: number) => {
    const file = await lossy();
    file.writeUInt16LE(width, 26);
    file.writeUInt16LE(height, 28);
    return file;
  };

  it.each<[string, string, () => Promise<Buffer>]>([
    ['a head alone', 'invalid', async () => Buffer.from('RIFF\xff\xff\xff\xffWEBPVP8 ', 'latin1')],
    ['a picture larger than it is', 'invalid', () => enlarged(4000, 3000)],
    ['a picture of 268 megapixels', 'too_many_pixels', () => enlarged(16_383, 16_383)],
    ['a picture of nothing', 'invalid', () => enlarged(0, 0)],
    [
      'a picture without its end',
      'invalid',
      async () => {
        const file = (await lossy()).subarray(0, -300);
        return lengthen(file, Buffer.alloc(0));
      },
    ],
    [
      'a chunk that says it is longer than the file',
      'invalid',
      async () => {
        const file = await lossy();
        file.writeUInt32LE(0x7fff_fff0, 16);
        return file;
      },
    ],
  ])('is refused: %s', async (_name, reason, make) => {
    expect(await reasonFor(await make())).toBe(reason);
  });
});

describe('refusals', () => {
  const SVG =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9"/></svg>';

  it.each([
    ['an SVG', SVG],
    ['an SVG with a prologue', `<?xml version="1.0"?>\n${SVG}`],
    ['HTML', '<!doctype html><title>x</title><script>alert(1)</script>'],
    ['a PDF', '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'],
    ['a video', '\0\0\0\x18ftypisom\0\0\x02\0isomiso2mp41'],
    ['an empty file', ''],
    ['a signature alone', '\x89PNG\r\n\x1a\n'],
  ])('%s, whatever its name', async (_name, text) => {
    expect(await reasonFor(Buffer.from(text, 'latin1'), '.jpg')).toBe('invalid');
  });

  it.each([
    ['JPEG', () => drawNoise(600, 400).jpeg().toBuffer()],
    ['progressive JPEG', () => drawNoise(600, 400).jpeg({ progressive: true }).toBuffer()],
    ['PNG', () => drawNoise(600, 400).png().toBuffer()],
    ['WebP', () => drawNoise(600, 400).webp().toBuffer()],
    ['GIF', () => drawNoise(600, 400).gif({ effort: 1 }).toBuffer()],
    ['AVIF', () => drawNoise(300, 200).avif({ effort: 0 }).toBuffer()],
    ['TIFF', () => drawNoise(600, 400).tiff().toBuffer()],
    ['HEIC', () => readFile(HEIC)],
  ])('a truncated %s', async (_name, make) => {
    const bytes = await make();
    expect(await reasonFor(bytes.subarray(0, Math.floor(bytes.length * 0.6)))).toBe('invalid');
    expect(await reasonFor(bytes.subarray(0, 40))).toBe('invalid');
  });

  it.each([
    ['JPEG', () => drawNoise(600, 400).jpeg().toBuffer()],
    ['PNG', () => drawNoise(600, 400).png().toBuffer()],
  ])('a %s with broken bytes inside', async (_name, make) => {
    const bytes = await make();
    const middle = Math.floor(bytes.length / 2);
    bytes.fill(0xff, middle, middle + 2000);
    expect(await reasonFor(bytes)).toBe('invalid');
  });

  it('a truncated JPEG of 12 megapixels', async () => {
    const bytes = await drawCorners(4032, 3024).jpeg().toBuffer();
    expect(await reasonFor(bytes.subarray(0, bytes.length - 2000))).toBe('invalid');
  });

  it('a 70-megapixel bomb, by its header and without decoding it', async () => {
    const bomb = await pixelBomb();
    expect(bomb.length).toBeLessThan(1_000_000);
    // Every decoding step in sharp calls one of these.
    const decoding = [vi.spyOn(sharp.prototype, 'toBuffer'), vi.spyOn(sharp.prototype, 'raw')];
    try {
      expect(await reasonFor(bomb)).toBe('too_many_pixels');
      for (const step of decoding) expect(step).not.toHaveBeenCalled();
      expect(await reasonFor(await drawCorners(30, 30).png().toBuffer())).toMatchObject({
        width: 30,
      });
      for (const step of decoding) expect(step).toHaveBeenCalled();
    } finally {
      vi.restoreAllMocks();
    }
    // If it is truncated after its header, nothing could be decoded.
    expect(await reasonFor(bomb.subarray(0, 200))).toBe('too_many_pixels');
  });

  it('an AVIF of 59 megapixels, by its header', async () => {
    const path = fileURLToPath(
      new URL('../../tests/fixtures/bomb-59-megapixels.avif', import.meta.url),
    );
    await expect(images.process(path)).rejects.toMatchObject({
      reason: 'too_many_pixels',
      figures: { limit: 25_000_000 },
    });
  });

  it('AVIF and HEIC are decoded one at a time, while others overtake them', async () => {
    const order: string[] = [];
    let goOn = () => {};
    const isHeld = new Promise<void>((resolve) => (goOn = resolve));
    let begin = () => {};
    const hasBegun = new Promise<void>((resolve) => (begin = resolve));
    const processor = createImageProcessor({
      concurrency: 2,
      work: createImageWork(async (path) => {
        begin();
        await isHeld;
        return decodeHeic(path);
      }),
    });
    const run = async (name: string, path: string) => {
      await processor.process(path);
      order.push(name);
    };
    const heic = run('heic', HEIC);
    await hasBegun;
    const avif = run('avif', await fileWith(await drawCorners(30, 30).avif().toBuffer()));
    await run('jpeg', await fileWith(await drawCorners(30, 30).jpeg().toBuffer()));
    goOn();
    await Promise.all([heic, avif]);
    expect(order).toEqual(['jpeg', 'heic', 'avif']);
    await processor.close();
  });

  it('too many images: the queue is bounded', async () => {
    const narrow = createImageProcessor({ concurrency: 1, queueLimit: 2 });
    const path = await fileWith(await drawCorners(300, 300).png().toBuffer());
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => narrow.process(path)));
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    expect(results[4]).toMatchObject({ reason: { reason: 'busy' } });
    expect(await narrow.process(path)).toMatchObject({ width: 300 });

    const [running, waiting] = [narrow.process(path), narrow.process(path)];
    const refused = expect(waiting).rejects.toMatchObject({ reason: 'busy' });
    await narrow.close();
    await expect(running).resolves.toMatchObject({ width: 300 });
    await refused;
    await expect(narrow.process(path)).rejects.toMatchObject({ reason: 'busy' });
  });

  it('too many images of one user, without affecting others', async () => {
    const fair = createImageProcessor({ concurrency: 2, ownerLimit: 1 });
    const path = await fileWith(await drawCorners(300, 300).png().toBuffer());
    const owners = [1, 1, 1, 2];
    const results = await Promise.allSettled(owners.map((owner) => fair.process(path, { owner })));
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(results[2]).toMatchObject({ reason: { reason: 'busy' } });
  });
});

describe('failures that are not the upload’s fault', () => {
  type Step = 'metadata' | 'webp' | 'png' | 'raw';
  const steps = sharp.prototype as Sharp;
  afterEach(() => void vi.restoreAllMocks());

  const failed = (cause: object) => ({ reason: 'failed', cause: expect.objectContaining(cause) });
  const jpeg = async () => fileWith(await drawCorners(300, 200).jpeg().toBuffer());

  it('a missing file', async () => {
    const lost = images.process(join(folder, 'nowhere'));
    await expect(lost).rejects.toMatchObject(failed({ code: 'ENOENT' }));
  });

  it.each([
    ['JPEG', jpeg, { message: expect.stringContaining('Input file is missing') }],
    ['HEIC', async () => fileWith(await readFile(HEIC)), { name: 'HeicDecoderError' }],
  ])('a %s that disappears after its header was read', async (_name, make, cause) => {
    const path = await make();
    const { metadata } = steps;
    vi.spyOn(steps, 'metadata').mockImplementationOnce(async function (this: Sharp) {
      const header = await metadata.call(this);
      await rm(path);
      return header;
    });
    await expect(images.process(path)).rejects.toMatchObject(failed(cause));
  });

  it.each<[Step, () => Promise<string>]>([
    ['webp', jpeg],
    ['png', async () => HEIC],
  ])('an encoder that fails (%s)', async (step, make) => {
    const path = await make();
    const cause = new Error('something is wrong with the encoder');
    vi.spyOn(steps, step).mockImplementationOnce(() => {
      throw cause;
    });
    await expect(images.process(path)).rejects.toMatchObject({ reason: 'failed', cause });
  });

  it.each([
    'vips_malloc: out of memory --- size == 48MB',
    'unable to create thread',
    'error creating thread: Resource temporarily unavailable',
    'VipsForeignLoad: unable to open for read\nunix error: Too many open files',
    "Can't write to temporary file",
    'write error: No space left on device',
    'Failed to allocate buffer pool mutex',
    'WebAssembly.Memory(): could not allocate memory',
  ])('“%s”', async (message) => {
    const path = await jpeg();
    vi.spyOn(steps, 'raw').mockImplementationOnce(() => {
      throw new Error(message);
    });
    await expect(images.process(path)).rejects.toMatchObject(failed({ message }));
  });

  it('a system error, by its code', async () => {
    const path = await jpeg();
    vi.spyOn(steps, 'metadata').mockRejectedValueOnce(
      Object.assign(new Error('read'), { code: 'EIO' }),
    );
    await expect(images.process(path)).rejects.toMatchObject(failed({ code: 'EIO' }));
  });

  it.each([
    'tiff2vips: Memory allocation of 9000000000 bytes is beyond the 50000000 byte limit',
    'heif: Security limit exceeded: could not allocate 3 GB',
    'RuntimeError: memory access out of bounds',
    'VipsJpeg: premature end of JPEG image',
  ])('but not “%s”', async (message) => {
    const path = await jpeg();
    vi.spyOn(steps, 'raw').mockImplementationOnce(() => {
      throw new Error(message);
    });
    await expect(images.process(path)).rejects.toMatchObject({ reason: 'invalid' });
  });
});
