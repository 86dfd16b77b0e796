import { expect, it } from 'vitest';
import { greetingSize, placePrints } from './layout';

const HD = { width: 100, height: 56.25 };
const UPRIGHT = { width: 56.25, height: 100 };
const portrait = { width: 1440, height: 1920, hasCaption: false, mission: null, isGreeted: false };
const landscape = { width: 1920, height: 1440, hasCaption: false, mission: null, isGreeted: false };

it('is as large as in the drawings', () => {
  const pair = placePrints(HD, [portrait, portrait]);
  expect(pair.photos[0]?.height).toBeCloseTo(38.67, 1);
  const [wide] = placePrints(HD, [{ ...landscape, hasCaption: true }]).photos;
  expect(wide?.width).toBeGreaterThan(47.5);
  expect(wide?.width).toBeLessThan(55.3);
  const [tall] = placePrints(HD, [{ ...portrait, hasCaption: true }]).photos;
  expect(tall?.height).toBeGreaterThan(33);
});

it.each([
  ['a landscape screen', HD],
  ['a portrait screen', UPRIGHT],
  ['an old tablet', { width: 100, height: 75 }],
  ['a very wide screen', { width: 131, height: 56.25 }],
  ['a tablet held upright', { width: 56.25, height: 75 }],
])('crops nothing and leaves room at the edges on %s', (_, screen) => {
  for (const [width, height] of [
    [4000, 3000],
    [3000, 4000],
    [6000, 1500],
    [900, 3000],
    [2000, 2000],
  ] as const) {
    for (const hasCaption of [true, false]) {
      for (const count of [1, 2]) {
        const print = { width, height, hasCaption, mission: null, isGreeted: false };
        const { photos, below } = placePrints(screen, Array(count).fill(print));
        const all = photos.reduce((sum, photo) => sum + photo.width + 1.5, 2 * (count - 1));
        expect(all).toBeLessThanOrEqual(screen.width - 5.2 + 1e-6);
        for (const photo of photos) {
          expect(photo.width / photo.height).toBeCloseTo(width / height, 5);
          expect(photo.height).toBeGreaterThan(0);
          expect(photo.height).toBeLessThan(screen.height - 4.9 - 2.6);
        }
        expect(below === 'name').toBe(!hasCaption);
      }
    }
  }
});

it('gives two prints one height', () => {
  const { photos } = placePrints(HD, [portrait, { ...portrait, width: 1080 }]);
  expect(photos[0]?.height).toBeCloseTo(photos[1]?.height ?? 0);
});

it('leaves a greeting its room', () => {
  const [photo] = placePrints(HD, [{ ...landscape, isGreeted: true }]).photos;
  expect(photo?.width).toBeCloseTo(47.5);
  expect(greetingSize('Zoé’s first')).toBe(6);
  expect(greetingSize('Maximiliana-Josephine’s first')).toBe(2.3);
});

it('gives a mission a line of its own, and a long one on a narrow print two', () => {
  const short = { ...landscape, mission: 'Somebody’s shoes' };
  const long = { ...portrait, mission: 'Two guests who have never met, laughing' };
  const plain = placePrints(HD, [portrait, portrait]);
  expect(plain.tagLines).toBe(0);
  expect(placePrints(HD, [short]).tagLines).toBe(1);
  const pair = placePrints(HD, [portrait, long]);
  expect(pair.tagLines).toBe(2);
  // The line takes its room from both photos.
  const height = pair.photos[0]?.height ?? 0;
  expect(height + 6.4 + 4.4 + 0.75).toBeLessThanOrEqual(HD.height - 4.9 - 2.6);
  expect(height).toBeLessThan(plain.photos[0]?.height ?? 0);
  expect(pair.photos[1]?.height).toBeCloseTo(height);
});
