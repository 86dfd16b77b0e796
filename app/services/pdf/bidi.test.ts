import { describe, expect, it } from 'vitest';
import { directionOf, mirror, visualOrder } from './bidi.server';

/** A line in visual order, from left to right. */
function seen(text: string): string {
  const characters = [...text];
  const order = visualOrder(characters, directionOf(text));
  return order.map(({ index }) => characters[index]).join('');
}

const reversed = (text: string) => [...text].reverse().join('');

describe('the order of characters on a line', () => {
  it('keeps left-to-right text', () => {
    expect(seen('Léa & Côme, 21.11.2026!')).toBe('Léa & Côme, 21.11.2026!');
  });

  it('reverses right-to-left text', () => {
    expect(seen('שרה כהן')).toBe(reversed('שרה כהן'));
  });

  it('keeps Hebrew inside Latin in its place', () => {
    expect(seen('Léa & שרה כהן (Paris)')).toBe(`Léa & ${reversed('שרה כהן')} (Paris)`);
  });

  it('keeps Latin and numbers inside Arabic readable', () => {
    expect(seen('حفلة Léa 12:30')).toBe(`Léa 12:30 ${reversed('حفلة')}`);
    expect(seen('حفلة 2026 محمد')).toBe(`${reversed('محمد')} 2026 ${reversed('حفلة')}`);
  });

  it('keeps a number after Latin with the Latin', () => {
    expect(seen('Party 2026 שרה')).toBe(`Party 2026 ${reversed('שרה')}`);
  });

  it('keeps brackets around their content, and numbers readable', () => {
    expect(seen('שרה (Léa)')).toBe(`)Léa( ${reversed('שרה')}`);
    expect(seen('Léa (שרה) & Côme')).toBe(`Léa (${reversed('שרה')}) & Côme`);
    expect(seen('שרה 1,000.50')).toBe(`1,000.50 ${reversed('שרה')}`);
    expect(['(', '»', '<', 'a', '!'].map(mirror)).toEqual([')', '«', '>', 'a', '!']);
  });

  it('keeps clusters together', () => {
    const line = ['שׂ', 'ר', '★', ' ', 'e\u0301', '١'];
    expect(visualOrder(line, 'rtl')).toEqual(
      [4, 5, 3, 2, 1, 0].map((index) => ({ index, isRtl: ![4, 5].includes(index) })),
    );
  });

  it('takes the direction of a paragraph from its first letter', () => {
    expect([directionOf('2026: שרה'), directionOf('« Léa » שרה'), directionOf('1')]).toEqual([
      'rtl',
      'ltr',
      'ltr',
    ]);
  });
});
