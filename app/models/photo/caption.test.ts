import { describe, expect, it } from 'vitest';
import { CAPTION_MAX, cleanCaption, cutCaption, lettersLeft } from './caption';

describe('a caption', () => {
  it.each([
    ['  Just married ', 'Just married'],
    ['Four\ntiers,\t\u2028gone  by ten', 'Four tiers, gone by ten'],
    ['evil\u202Egnp.exe', 'evilgnp.exe'],
    ['\u2066Zoé\u2069\u200F \u0007dances\0', 'Zoé dances'],
    ['<b>=1+1</b>', '<b>=1+1</b>'],
    ['👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦'],
    ['', null],
    [' \u200B\u202E\n', null],
  ])('%j is stored as %j', (text, stored) => {
    expect(cleanCaption(text)).toBe(stored);
  });

  it.each([
    ['Just married ', 'Just married '],
    ['👩‍👩‍👧‍👦'.repeat(41), '👩‍👩‍👧‍👦'.repeat(CAPTION_MAX)],
    [`  ${'ab '.repeat(20)}`, `  ${'ab '.repeat(13)}a`],
    [`a${'\u0301'.repeat(600)}`, ''],
  ])('%j is cut to %j', (text, cut) => {
    expect(cutCaption(text)).toBe(cut);
  });

  it.each([
    ['Hold still, Camille', 21],
    ['a'.repeat(CAPTION_MAX), 0],
    ['a'.repeat(CAPTION_MAX + 1), -1],
    ['👩‍👩‍👧‍👦'.repeat(CAPTION_MAX), 0],
    ['🇫🇷'.repeat(3), CAPTION_MAX - 3],
    ['e\u0301'.repeat(CAPTION_MAX), 0],
    // Accents without end on a few letters.
    [`a${'\u0301'.repeat(600)}`, -1],
    ['   ', CAPTION_MAX],
  ])('%j leaves %i letters', (text, left) => {
    expect(lettersLeft(text)).toBe(left);
  });
});
