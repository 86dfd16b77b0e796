import { randomFillSync } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';

/** The corners of `drawCorners`: top left, top right, bottom left, bottom right. */
export const CORNERS = [
  [224, 32, 32],
  [32, 192, 64],
  [32, 64, 224],
  [240, 240, 240],
] as const;

/** A picture with four different quarters, so that a test can see its orientation. */
export function drawCorners(width: number, height: number): Sharp {
  const left = Math.ceil(width / 2);
  const rowOf = (start: number) =>
    Buffer.concat([
      Buffer.alloc(left * 3, Buffer.from(CORNERS[start] ?? [])),
      Buffer.alloc((width - left) * 3, Buffer.from(CORNERS[start + 1] ?? [])),
    ]);
  const top = Math.ceil(height / 2);
  const data = Buffer.concat([
    Buffer.alloc(top * width * 3, rowOf(0)),
    Buffer.alloc((height - top) * width * 3, rowOf(2)),
  ]);
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** Random pixels, the hardest thing to compress. */
export function drawNoise(width: number, height: number): Sharp {
  const data = randomFillSync(Buffer.alloc(width * height * 3));
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/**
 * A JPEG as a phone writes it: sideways with an EXIF orientation, with camera, place and a Display P3
 * profile. Upright it is `drawCorners(width, height)`.
 */
export async function phoneJpeg(
  width: number,
  height: number,
  orientation: 1 | 3 | 6 | 8,
): Promise<Buffer> {
  const turn = { 1: 0, 3: 180, 6: -90, 8: 90 }[orientation];
  const upright = await drawCorners(width, height).png({ compressionLevel: 1 }).toBuffer();
  const turned = await sharp(upright).rotate(turn).png({ compressionLevel: 1 }).toBuffer();
  return sharp(turned)
    .withMetadata({ orientation, icc: 'p3' })
    .withExifMerge({
      IFD0: { Make: 'Snapphone', Model: 'Pocket 3' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '48/1 51/1 30/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '2/1 17/1 40/1',
      },
    })
    .withXmp(
      '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description ' +
        'xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="Snapphone owner"/></rdf:RDF>' +
        '</x:xmpmeta><?xpacket end="w"?>',
    )
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

/** A small file that truly has 70 megapixels. */
export function pixelBomb(): Promise<Buffer> {
  const create = { width: 10_000, height: 7_000, channels: 3, background: '#202020' } as const;
  return sharp({ create, limitInputPixels: false })
    .toColourspace('b-w')
    .png({ compressionLevel: 9 })
    .toBuffer();
}
