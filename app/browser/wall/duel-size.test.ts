import { describe, expect, test } from 'vitest';
import { duelSize } from './duel-size';

const TELEVISION = { width: 100, height: 56.25 };
const UPRIGHT = { width: 56.25, height: 100 };
const PORTRAIT = { width: 1500, height: 2000 };
const LANDSCAPE = { width: 2000, height: 1000 };

describe('a photo of a duel', () => {
  test('is 730 px high on a television of 1080 lines, if it is one of two portraits', () => {
    expect(duelSize(PORTRAIT, 2, TELEVISION).height).toBeCloseTo(38);
    expect((duelSize(PORTRAIT, 2, TELEVISION).height * 1920) / 100).toBeCloseTo(730, -1);
  });

  test.each([TELEVISION, UPRIGHT])(
    'keeps its proportions and fits with all others on %j',
    (screen) => {
      const isTall = screen === UPRIGHT;
      for (const count of [2, 3, 4, 5]) {
        for (const photo of [PORTRAIT, LANDSCAPE]) {
          const size = duelSize(photo, count, screen);
          expect(size.width / size.height).toBeCloseTo(photo.width / photo.height);
          const inRow = isTall ? 2 : count;
          expect((size.width + 3.5) * inRow).toBeLessThan(screen.width);
          expect((size.height + 8) * Math.ceil(count / inRow)).toBeLessThan(screen.height - 7);
          expect(size.height).toBeGreaterThan(5);
        }
      }
    },
  );
});
