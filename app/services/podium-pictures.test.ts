import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createImageProcessor } from './images.server';
import { drawPodium, type PodiumContent } from './pdf/podium-drawing.server';
import { PODIUM_FORMATS } from './podium-geometry';
import type { PodiumSheet } from './podium-print.server';
import { createPodiumPictures, podiumKey, type PodiumOrder } from './podium-pictures.server';

const CONTENT: PodiumContent = {
  layout: 'podium',
  format: 'post',
  language: 'en',
  eventName: 'Party',
  day: '14 November 2026',
  guest: 'A guest',
  steps: [
    { place: 1, on: { name: 'Zoé', stars: 3 } },
    { place: 2, on: null },
    { place: 3, on: { name: 'A guest', stars: 1 } },
  ],
};
const at = (key: string, bytes: Uint8Array | null = Buffer.from(key)) => ({
  key,
  read: async () => bytes,
});
const ORDER: PodiumOrder = { content: CONTENT, pictures: [at('a'), null, at('c')] };

/** Pictures whose drawing and images are observed. */
function observe() {
  const sheets: PodiumSheet[] = [];
  const pictures = createPodiumPictures({
    printer: { draw: async ({ eventName }) => Buffer.from(eventName) },
    images: {
      toPodium: async (sheet) => {
        sheets.push(sheet);
        return Buffer.from(`picture ${sheets.length}`);
      },
    },
  });
  return { pictures, sheets };
}

describe('making pictures of the podium', () => {
  test('makes the same one once, and puts each photo on its own step', async () => {
    const { pictures, sheets } = observe();
    const both = await Promise.all([pictures.make(ORDER), pictures.make({ ...ORDER })]);
    expect(both).toEqual([Buffer.from('picture 1'), Buffer.from('picture 1')]);
    expect(await pictures.make(ORDER)).toEqual(both[0]);
    const [sheet] = sheets;
    expect(sheet?.prints.map(({ picture }) => String(picture))).toEqual(['a', 'c']);
    const [first, third] = sheet?.prints ?? [];
    expect(third?.box.left).toBeGreaterThan(first?.box.left ?? 0);
  });

  test('counts only what has to be made, before it is made', async () => {
    const { pictures, sheets } = observe();
    let counted = 0;
    const beforeMake = async () => {
      counted += 1;
      if (counted > 1) throw new Error('too many');
    };
    await pictures.make(ORDER, { beforeMake });
    await pictures.make(ORDER, { beforeMake });
    const other = { ...ORDER, content: { ...CONTENT, language: 'fr' } };
    await expect(pictures.make(other, { beforeMake })).rejects.toThrow('too many');
    expect([counted, sheets.length]).toEqual([2, 1]);
  });

  test('makes a picture again if a photo was out of reach', async () => {
    const { pictures, sheets } = observe();
    const lacking = { ...ORDER, pictures: [at('a', null), null, at('c')] };
    await pictures.make(lacking);
    await pictures.make(lacking);
    expect(sheets).toHaveLength(2);
    expect(sheets[0]?.prints[0]?.picture).toBeNull();
  });

  test('another name, place, photo or language is another picture', () => {
    const orders: PodiumOrder[] = [
      ORDER,
      { ...ORDER, content: { ...CONTENT, language: 'fr' } },
      { ...ORDER, content: { ...CONTENT, format: 'wide' } },
      { ...ORDER, content: { ...CONTENT, steps: CONTENT.steps.slice(1) } },
      { ...ORDER, pictures: [at('b'), null, at('c')] },
    ];
    expect(new Set(orders.map(podiumKey)).size).toBe(orders.length);
  });
});

const SIZES = { story: [1080, 1920], post: [1080, 1350], wide: [1920, 1080] } as const;

test.each(PODIUM_FORMATS)(
  'a picture is a JPEG of the right size without metadata: %s',
  async (format) => {
    const images = createImageProcessor();
    const pictures = createPodiumPictures({ printer: { draw: drawPodium }, images });
    const photo = await sharp({
      create: { width: 400, height: 300, channels: 3, background: '#ff0000' },
    })
      .withExif({ IFD0: { Copyright: 'Zoé', ImageDescription: 'event 123456789012' } })
      .webp()
      .toBuffer();
    const broken = Buffer.from('no picture');
    const jpeg = await pictures.make({
      content: { ...CONTENT, format },
      pictures: [at('a', photo), null, at('c', broken)],
    });
    await images.close();
    const { width, height, ...found } = await sharp(jpeg).metadata();
    expect([found.format, width, height]).toEqual(['jpeg', ...SIZES[format]]);
    expect([found.exif, found.xmp, found.iptc, found.icc, found.comments]).toEqual(
      Array(5).fill(undefined),
    );
    expect(Buffer.from(jpeg).includes('123456789012')).toBe(false);
    expect(jpeg.byteLength).toBeLessThan(600_000);
    // The photo is there, and a broken one left its print blank.
    const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
    let red = 0;
    for (let index = 0; index < data.length; index += info.channels) {
      const [r = 0, g = 255, b = 255] = data.subarray(index, index + 3);
      if (r > 220 && g < 40 && b < 40) red += 1;
    }
    expect(red / (info.width * info.height)).toBeGreaterThan(0.03);
  },
);
