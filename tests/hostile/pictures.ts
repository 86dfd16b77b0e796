import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Files that are pictures, claim to be, or are expensive to check. */
export const pictures: Buffer[] = [];

/** Creates the files. */
export async function makePictures(): Promise<void> {
  if (pictures.length > 0) return;
  const create = { width: 48, height: 32, channels: 3, background: '#c08040' } as const;
  const jpeg = await sharp({ create }).jpeg().toBuffer();
  const png = await sharp({ create }).png().toBuffer();
  const gif = await sharp({ create }).gif().toBuffer();
  const webp = await sharp({ create }).webp().toBuffer();
  const heic = readFileSync(new URL('../fixtures/phone.heic', import.meta.url));
  const wide = await sharp({ create: { ...create, width: 16_000, height: 1 } })
    .png()
    .toBuffer();
  const avifBomb = readFileSync(new URL('../fixtures/bomb-59-megapixels.avif', import.meta.url));
  pictures.push(jpeg, jpeg, jpeg, png, gif, webp, heic, wide, avifBomb);
  for (const file of [jpeg, png, gif, webp, heic]) {
    pictures.push(
      file.subarray(0, file.length - 10),
      file.subarray(0, file.length >> 1),
      file.subarray(0, 12),
    );
    const damaged = Buffer.from(file);
    damaged.fill(0x41, damaged.length >> 1, (damaged.length >> 1) + 20);
    pictures.push(damaged);
  }
  pictures.push(
    bombPng(50_000, 50_000),
    bombPng(0, 0),
    bombPng(2 ** 31 - 1, 1),
    bombPng(9000, 9000),
    bombGif(65_535, 65_535),
    Buffer.alloc(0),
    Buffer.alloc(1),
    Buffer.alloc(5000),
    Buffer.from('x'.repeat(5000)),
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/hostname"/></svg>',
    ),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="99999999" height="99999999"/>'),
    Buffer.from(
      '<!DOCTYPE s [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]><svg xmlns="http://www.w3.org/2000/svg"><text>&c;</text></svg>',
    ),
    Buffer.from('GIF89a'),
    Buffer.from('%PDF-1.7\n'),
    Buffer.from('PK\x03\x04'.padEnd(100, '\0'), 'latin1'),
    Buffer.from('RIFF\xff\xff\xff\xffWEBPVP8 ', 'latin1'),
    Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')]),
    Buffer.from('--b\r\nContent-Disposition: form-data; name="image"\r\n\r\nx\r\n--b--\r\n'),
  );
}

/** A PNG that claims this size, with next to nothing in it. */
function bombPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 0, 0, 0, 0], 8);
  const data = deflateSync(Buffer.alloc(100_000));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', size),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function bombGif(width: number, height: number): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  const frame = Buffer.from(',\0\0\0\0\0\0\0\0\0\x02\x02L\x01\0;', 'latin1');
  frame.writeUInt16LE(width, 5);
  frame.writeUInt16LE(height, 7);
  return Buffer.concat([head, frame]);
}

function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
