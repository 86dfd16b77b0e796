// Whether AVIF is worth its time for the widths that phones take: bytes, processor time and memory
// against WebP at equal quality. `npx tsx bench/avif.ts`
import sharp, { type Sharp } from 'sharp';
import { makePhonePhotos } from '../scripts/party/photos';
import { seeded } from '../scripts/party/random';
import { structuralSimilarity } from './ssim';

const WIDTHS = [720, 1080];
const WEBP = { quality: 76, effort: 2 } as const;
const EFFORTS = [0, 2];
const PHOTOS = 2;

sharp.concurrency(1);
sharp.cache(false);
const random = seeded(1);
const phone = await makePhonePhotos(random, () => {});
const photos = await Promise.all(
  Array.from({ length: PHOTOS }, (_, index) => phone.next(random, `${index}`)),
);

for (const width of WIDTHS) {
  const pictures = await Promise.all(photos.map(({ bytes }) => pixelsOf(bytes, width)));
  const webp = await total(pictures, (picture) => picture.clone().webp(WEBP));
  process.stdout.write(`${width} px, WebP: ${describe(webp)}\n`);
  for (const effort of EFFORTS) {
    // The lowest quality that is no worse than WebP's.
    let [low, high] = [20, 90];
    while (high - low > 1) {
      const quality = Math.floor((low + high) / 2);
      const made = await total(pictures, (picture) => picture.clone().avif({ quality, effort }));
      if (made.similarity >= webp.similarity) high = quality;
      else low = quality;
    }
    const avif = await total(pictures, (picture) =>
      picture.clone().avif({ quality: high, effort }),
    );
    process.stdout.write(
      `  AVIF, effort ${effort}, quality ${high}: ${describe(avif)}; ` +
        `${(avif.bytes / webp.bytes).toFixed(2)} of the bytes (limit 0.67), ` +
        `${(avif.seconds / webp.seconds).toFixed(1)} times the time (limit 2)\n`,
    );
  }
}

interface Total {
  bytes: number;
  /** Of the processor. */
  seconds: number;
  similarity: number;
  /** Of the process, after the last one. */
  megabytes: number;
}

async function pixelsOf(bytes: Uint8Array, width: number): Promise<Sharp> {
  const { data, info } = await sharp(bytes)
    .autoOrient()
    .resize({ width })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

async function total(pictures: Sharp[], encode: (picture: Sharp) => Sharp): Promise<Total> {
  const sum = { bytes: 0, seconds: 0, similarity: 0, megabytes: 0 };
  for (const picture of pictures) {
    const before = process.cpuUsage();
    const file = await encode(picture).toBuffer();
    const { user, system } = process.cpuUsage(before);
    sum.bytes += file.length / pictures.length;
    sum.seconds += (user + system) / 1e6 / pictures.length;
    sum.similarity += (await structuralSimilarity(picture, sharp(file))) / pictures.length;
  }
  return { ...sum, megabytes: process.memoryUsage.rss() / 1e6 };
}

function describe({ bytes, seconds, similarity, megabytes }: Total): string {
  return (
    `${(bytes / 1000).toFixed(0)} KB, ${(seconds * 1000).toFixed(0)} ms, ` +
    `SSIM ${similarity.toFixed(4)}, ${megabytes.toFixed(0)} MB`
  );
}
