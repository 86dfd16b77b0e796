import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** What each piece of the display font is for, as the style sheet says; the first comes with every page. */
const [own = [], ...others] = [
  ...readFileSync(new URL('fonts.css', import.meta.url), 'utf8').matchAll(
    /unicode-range:([^;]+);/g,
  ),
].map(([, list = '']) =>
  list.split(',').map((range) => {
    const [first = NaN, last = first] = range
      .trim()
      .replace('U+', '')
      .split('-')
      .map((hex) => parseInt(hex, 16));
    return { first, last };
  }),
);

const has = (piece: typeof own, letter: number) =>
  piece.some(({ first, last }) => letter >= first && letter <= last);

const locales = new URL('../i18n/locales/', import.meta.url);
const letters = new Set(
  readdirSync(locales, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => [...readFileSync(new URL(file, locales), 'utf8')])
    .map((letter) => letter.codePointAt(0) ?? NaN),
);

it('writes all our texts with the piece that comes with every page', () => {
  expect(letters.size).toBeGreaterThan(100);
  const elsewhere = [...letters].filter(
    (letter) => !has(own, letter) && others.some((piece) => has(piece, letter)),
  );
  expect(elsewhere.map((letter) => String.fromCodePoint(letter))).toEqual([]);
});
