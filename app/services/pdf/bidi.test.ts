import { describe, expect, it } from 'vitest';
import { directionOf, mirror, visualOrder } from './bidi.server';

/** A line as it is seen, from left to right. */
function seen(text: string): string {
  const characters = [...text];
  const order = visualOrder(characters, directionOf(text));
  return order.map(({ index }) => characters[index]).join('');
}

const reversed = (text: string) => [...text].reverse().join('');

describe('the order of characters on a line', () => {
  it('leaves what runs from left to right', () => {
    expect(seen('Léa & Côme, 21.11.2026!')).toBe('Léa & Côme, 21.11.2026!');
  });

  it('turns what runs from right to left', () => {
    expect(seen('שרה כהן')).toBe(reversed('שרה כהן'));
  });

  it('keeps Hebrew inside of Latin in its place', () => {
    expect(seen('Léa & שרה כהן (Paris)')).toBe(`Léa & ${reversed('שרה כהן')} (Paris)`);
  });

  it('keeps Latin and numbers inside of Arabic readable', () => {
    expect(seen('حفلة Léa 12:30')).toBe(`Léa 12:30 ${reversed('حفلة')}`);
    expect(seen('حفلة 2026 محمد')).toBe(`${reversed('محمد')} 2026 ${reversed('حفلة')}`);
  });

  it('counts a number after Latin to the Latin', () => {
    expect(seen('Party 2026 שרה')).toBe(`Party 2026 ${reversed('שרה')}`);
  });

  it('keeps brackets around what they hold, and numbers as they are written', () => {
    expect(seen('שרה (Léa)')).toBe(`)Léa( ${reversed('שרה')}`);
    expect(seen('Léa (שרה) & Côme')).toBe(`Léa (${reversed('שרה')}) & Côme`);
    expect(seen('שרה 1,000.50')).toBe(`1,000.50 ${reversed('שרה')}`);
    expect(['(', '»', '<', 'a', '!'].map(mirror)).toEqual([')', '«', '>', 'a', '!']);
  });

  it('keeps what belongs together together, as long as it may be', () => {
    const line = ['שׂ', 'ר', '★', ' ', 'e\u0301', '١'];
    expect(visualOrder(line, 'rtl')).toEqual(
      [4, 5, 3, 2, 1, 0].map((index) => ({ index, isRtl: ![4, 5].includes(index) })),
    );
  });

  it('reads a paragraph in the direction of its first letter', () => {
    expect([directionOf('2026: שרה'), directionOf('« Léa » שרה'), directionOf('1')]).toEqual([
      'rtl',
      'ltr',
      'ltr',
    ]);
  });
});
