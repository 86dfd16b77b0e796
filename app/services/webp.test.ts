import fc from 'fast-check';
import sharp from 'sharp';
import { expect, it, vi } from 'vitest';
import { drawCorners, drawNoise } from '../../tests/images';
import { findFrame, shortenFrame, wrapFrame } from './webp.server';

vi.setConfig({ testTimeout: 60_000 });

const noise = await drawNoise(90, 61).webp({ quality: 60 }).toBuffer();
const plain = findFrame(noise)?.data ?? Buffer.alloc(0);

function chunk(kind: string, data: Uint8Array): Buffer {
  const head = Buffer.from(`${kind}\0\0\0\0`, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

function riff(...chunks: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
  return chunk('RIFF', body);
}

function extended(flags: number): Buffer {
  const data = Buffer.from([flags, 0, 0, 0, 89, 0, 0, 60, 0, 0]);
  return chunk('VP8X', data);
}

function isDecodable(file: Buffer): Promise<boolean> {
  const decoding = sharp(file, { failOn: 'warning' }).raw().toBuffer();
  return decoding.then(
    () => true,
    () => false,
  );
}

it('finds the picture of what encoders write, and wraps it as they do', async () => {
  const photos = [
    drawNoise(90, 61).webp({ quality: 60 }),
    drawNoise(400, 300).webp({ quality: 100, effort: 6 }),
    drawCorners(64, 64).webp({ quality: 1, effort: 0 }),
    drawCorners(1, 1).webp(),
    drawCorners(1920, 1440).webp({ smartDeblock: true, preset: 'photo' }),
  ];
  for (const photo of photos) {
    const { data, info } = await photo.toBuffer({ resolveWithObject: true });
    const frame = findFrame(data);
    expect(frame).toMatchObject({ width: info.width, height: info.height });
    expect(wrapFrame(frame?.data ?? Buffer.alloc(0))).toEqual(data);
  }
});

it('drops whatever lies around the picture', async () => {
  const dropped = fc.tuple(
    fc.constantFrom('EXIF', 'XMP ', 'ICCP', 'ABCD', 'vp8 '),
    fc.uint8Array({ maxLength: 50 }),
  );
  const around = fc.array(dropped, { maxLength: 4 });
  const trailing = fc.uint8Array({ maxLength: 40 });
  const given = fc.property(around, around, trailing, fc.nat(255), (before, after, rest, flags) => {
    const chunks = (some: [string, Uint8Array][]) => some.map(([kind, data]) => chunk(kind, data));
    const file = riff(extended(flags), ...chunks(before), chunk('VP8 ', plain), ...chunks(after));
    expect(findFrame(Buffer.concat([file, rest]))?.data).toEqual(plain);
  });
  fc.assert(given);
  expect(wrapFrame(plain)).toEqual(noise);
});

it('takes no other pictures', async () => {
  const odd = [
    await drawNoise(40, 30).webp({ lossless: true }).toBuffer(),
    await drawNoise(40, 30).ensureAlpha(0.5).webp().toBuffer(),
    await drawNoise(40, 30).png().toBuffer(),
    riff(extended(0)),
    riff(chunk('VP8 ', plain), chunk('VP8 ', plain)),
    riff(chunk('VP8 ', plain), chunk('VP8L', plain)),
    riff(extended(2), chunk('ANIM', Buffer.alloc(6)), chunk('VP8 ', plain)),
    riff(chunk('VP8 ', plain)).subarray(0, 200),
    riff(chunk('VP8 ', plain.subarray(0, 9))),
    Buffer.from('RIFF'),
    Buffer.alloc(0),
  ];
  for (const file of odd) expect(findFrame(file)).toBeNull();
  /** Of the frame's head: moving, hidden, another start, scaled, a first part beyond the end. */
  const changes: [at: number, mask: number][] = [
    [0, 0x01],
    [0, 0x10],
    [4, 0xff],
    [7, 0x40],
    [9, 0x80],
    [2, 0xff],
  ];
  for (const [at, mask] of changes) {
    const changed = Buffer.from(plain);
    changed[at] = (changed[at] ?? 0) ^ mask;
    expect(findFrame(wrapFrame(changed))).toBeNull();
  }
});

it('fails at no bytes at all, and says of a picture what sharp says', async () => {
  const places = fc.array(fc.tuple(fc.nat(noise.length - 1), fc.nat(255)), { maxLength: 6 });
  // Most of what can go wrong is in the first bytes.
  const heads = fc.array(fc.tuple(fc.nat(60), fc.nat(255)), { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(places, heads, fc.nat(noise.length), async (some, first, cut) => {
      const file = Buffer.from(noise);
      for (const [at, value] of [...some, ...first]) file[at] = value;
      const frame = findFrame(cut % 3 === 0 ? file.subarray(0, cut) : file);
      if (!frame) return;
      const made = wrapFrame(frame.data);
      if (!(await isDecodable(made))) return;
      expect(await sharp(made).metadata()).toMatchObject({
        width: frame.width,
        height: frame.height,
        hasAlpha: false,
      });
      shortenFrame(frame);
    }),
    { numRuns: 300 },
  );
});

it('shows bytes that no decoder reads', async () => {
  const frame = findFrame(noise);
  if (!frame) throw new Error('no frame');
  const decodable = async (data: Buffer) =>
    Promise.all(shortenFrame({ ...frame, data }).map(isDecodable));
  expect(await decodable(plain)).toEqual([false, false]);

  const secret = Buffer.from('<script>48.858, 2.294</script>');
  expect(await decodable(Buffer.concat([plain, secret]))).toEqual([false, true]);

  const tag = plain.readUIntLE(0, 3);
  const firstEnd = 10 + (tag >> 5);
  const between = [plain.subarray(0, firstEnd), secret, plain.subarray(firstEnd)];
  const hidden = Buffer.concat(between);
  hidden.writeUIntLE(tag + (secret.length << 5), 0, 3);
  expect(await isDecodable(wrapFrame(hidden))).toBe(true);
  expect(await decodable(hidden)).toEqual([true, false]);
});

/** Writes bits that are as often 0 as 1 as VP8 does, for a decoder to read. */
function encodeBits(bits: string): Buffer {
  let [low, range, length] = [0n, 255, 8];
  for (const bit of bits) {
    const split = 1 + ((range - 1) >> 1);
    if (bit === '1') low += BigInt(split);
    range = bit === '1' ? range - split : split;
    for (; range < 128; range <<= 1, length += 1) low <<= 1n;
  }
  const padding = 8 - (length % 8);
  const hex = (low << BigInt(padding)).toString(16).padStart((length + padding) / 4, '0');
  return Buffer.from(`${hex}0000000000`, 'hex');
}

it('takes no picture whose coefficients lie in several parts', () => {
  const colours = '01';
  const segments = [
    '0',
    `1${'11'}1${'1'.padEnd(9, '01')}0${'1'.padEnd(9, '1')}0${'1'.padEnd(8, '0')}000${'1'.padEnd(9, '10')}00`,
    `110${'1'.padEnd(9, '0')}00`,
  ];
  const filter = '0110011101';
  const changes = ['0', '10', `11${'1'.padEnd(8, '01')}000${'1'.padEnd(8, '0')}000`];
  for (const segment of segments) {
    for (const change of changes) {
      for (const [parts, isTaken] of [
        ['00', true],
        ['01', false],
        ['10', false],
        ['11', false],
      ] as const) {
        const first = encodeBits(colours + segment + filter + change + parts);
        const head = Buffer.from(plain.subarray(0, 10));
        head.writeUIntLE((head.readUIntLE(0, 3) & 31) | (first.length << 5), 0, 3);
        const frame = findFrame(wrapFrame(Buffer.concat([head, first, Buffer.alloc(100)])));
        expect(frame !== null).toBe(isTaken);
      }
    }
  }
});
