import { describe, expect, it } from 'vitest';
import { hyphenationIn } from './hyphenation.server';
import { openFace, type Block, type Setting } from './typeset.server';

const setting: Setting = { sizes: [12], leading: 1.2, width: 400, height: 400 };

const textOf = ({ lines }: Block) =>
  lines.map(({ pieces }) => pieces.map(({ text }) => text).join(''));

/** The fonts in a typeset text, and the pieces with missing glyphs. */
function glyphsOf({ lines }: Block) {
  const pieces = lines.flatMap((line) => line.pieces);
  return {
    fonts: [...new Set(pieces.map(({ font }) => font.postscriptName))],
    missing: pieces.filter(({ font, text }) => font.layout(text).glyphs.some(({ id }) => id === 0)),
  };
}

const NAMES = {
  French: ['Œuvre d’Éléonore, Noël à Besançon', 'noto-sans-latin-400-normal'],
  Polish: ['Łukasz Żółć', 'noto-sans-latin-ext-400-normal'],
  German: ['Groß ẞ', 'noto-sans-latin-ext-400-normal'],
  Dutch: ['ĳsbrand', 'noto-sans-latin-ext-400-normal'],
  Vietnamese: ['Nguyễn Thị Ánh', 'noto-sans-vietnamese-400-normal'],
  Russian: ['Юлия Щербакова', 'noto-sans-cyrillic-400-normal'],
  Greek: ['Θεοδώρα', 'noto-sans-greek-400-normal'],
  Arabic: ['محمد بن عبد الله الشَّرِيف', 'noto-sans-arabic-arabic-400-normal'],
  Hebrew: ['שָׂרָה כהן', 'noto-sans-hebrew-hebrew-400-normal'],
  Thai: ['สมชาย น้ำ ผู้ใหญ่', 'noto-sans-thai-thai-400-normal'],
  Hindi: ['प्रिया शर्मा', 'noto-sans-devanagari-400-normal'],
  Chinese: ['王小明与李华的婚礼', /^noto-sans-sc-\d+-400-normal$/],
  Japanese: ['田中さくらの誕生日パーティー', /^noto-sans-sc-\d+-400-normal$/],
  Korean: ['김민준의 생일', /^noto-sans-kr-\d+-400-normal$/],
} as const;

// The first test opens the PDF writer and the lists of files.
describe('fonts', { timeout: 30_000 }, () => {
  it.each(Object.entries(NAMES))('%s is drawn completely', async (_script, [name, font]) => {
    const face = await openFace('regular', [name]);
    expect(face.drawable(name)).toBe(name.normalize('NFC'));
    const { fonts, missing } = glyphsOf(face.set(name, setting));
    expect(fonts).toContainEqual(typeof font === 'string' ? font : expect.stringMatching(font));
    expect(missing).toEqual([]);
  });

  it('names in several scripts use as few files as needed', async () => {
    const name = 'Léa و محمد';
    const face = await openFace('bold', [name]);
    expect(glyphsOf(face.set(name, setting)).fonts.sort()).toEqual([
      'noto-sans-arabic-arabic-700-normal',
      'noto-sans-latin-700-normal',
    ]);
  });

  it('emoji are drawn in one colour, those that are joined side by side', async () => {
    const cases = {
      'Noces 🎉 d’or': 'Noces 🎉 d’or',
      '🎂': '🎂',
      '1️⃣ août': '1️⃣ août',
      'Léa ❤️ Côme': 'Léa ❤ Côme',
      '👩‍❤️‍👨 👍🏽': '👩❤👨 👍',
      'Fête 🇫🇷': 'Fête 🇫🇷',
    };
    for (const [text, drawn] of Object.entries(cases)) {
      const face = await openFace('display', [text]);
      expect(face.drawable(text)).toBe(drawn);
      const { fonts, missing } = glyphsOf(face.set(text, setting));
      expect(fonts).toContainEqual(expect.stringMatching(/^noto-emoji-\d+-700/));
      expect(missing).toEqual([]);
    }
  });

  it('characters without a font are left out, not drawn as boxes', async () => {
    const cases = {
      'a\u{1FBFF}b \u{1F8FF}': 'ab',
      தமிழ்: '',
      'a\u0000b\u202Ec': 'abc',
      'e\u0301': 'é',
    };
    for (const [text, drawn] of Object.entries(cases)) {
      const face = await openFace('regular', [text]);
      expect(face.drawable(text)).toBe(drawn);
      expect(glyphsOf(face.set(text, setting)).missing).toEqual([]);
    }
  });

  it('the display face is used for the whole name or not at all', async () => {
    const fontsOf = async (name: string) =>
      glyphsOf((await openFace('display', [name])).set(name, setting)).fonts;
    expect(await fontsOf('Mariage de Léa & Côme')).toEqual(['caprasimo-latin-400-normal']);
    for (const font of await fontsOf('Łukasz & ĳsbrand')) expect(font).toMatch(/^noto-sans-.*-700/);
  });
});

describe('lines', () => {
  const set = async (text: string, changes: Partial<Setting>) =>
    (await openFace('regular', [text])).set(text, { ...setting, ...changes });

  it('break at spaces, at line breaks, and between Chinese words', async () => {
    expect(textOf(await set('one two\nthree', { width: 60 }))).toEqual(['one two', 'three']);
    expect(textOf(await set('one two three', { width: 30 }))).toEqual(['one', 'two', 'three']);
    const chinese = textOf(await set('欢迎大家！请上传你们最喜欢的三张照片。', { width: 100 }));
    expect(chinese.length).toBeGreaterThan(1);
    for (const line of chinese) expect(line).not.toMatch(/^[！。]/);
  });

  it('never exceed the width, whatever the text', async () => {
    const texts = ['W'.repeat(200), '王'.repeat(200), 'محمد '.repeat(40), 'Straße '.repeat(40)];
    for (const text of texts) {
      const { lines } = await set(text, { width: 120 });
      expect(lines.length).toBeGreaterThan(3);
      for (const { width } of lines) expect(width).toBeLessThanOrEqual(120.5);
    }
  });

  it('shrink until they fit, and then end with “…”', async () => {
    const text = 'word '.repeat(60);
    const fits = await set(text, { sizes: [12, 8], width: 200, height: 130 });
    expect([fits.size, fits.isCut]).toEqual([8, false]);
    const cut = await set(text, { sizes: [12, 8], width: 200, height: 30 });
    expect(cut.isCut).toBe(true);
    expect(cut.height).toBeLessThanOrEqual(30);
    expect(textOf(cut).at(-1)).toMatch(/word…$/);
  });

  it('of a name are balanced, and smaller rather than broken inside a word', async () => {
    const name = await set('Mariage de Léa & Côme', { width: 100, isName: true });
    expect(textOf(name)).toEqual(['Mariage de', 'Léa & Côme']);
    const long = await set('Châteauneuf', { sizes: [40, 12], width: 100, isName: true });
    expect([long.size, long.lines.length]).toEqual([12, 1]);
  });

  it('are hyphenated by language where a line would stay half empty', async () => {
    const hyphenate = hyphenationIn('de');
    const text = 'Die Siegerehrung der Lieblingsaufnahmen';
    expect(textOf(await set(text, { width: 120, hyphenate }))).toEqual([
      'Die Siegerehrung',
      'der Lieblingsaufnah-',
      'men',
    ]);
    expect(textOf(await set(text, { width: 120 }))).toEqual([
      'Die Siegerehrung',
      'der',
      'Lieblingsaufnahmen',
    ]);
  });

  it('of a name are hyphenated only if a word fits no line, as large as possible', async () => {
    const hyphenate = hyphenationIn('de');
    const name = { sizes: [20, 16], width: 100, isName: true, hyphenate };
    const long = await set('Geburtstagsfeierlichkeiten', { ...name, height: 100 });
    expect(long.size).toBe(20);
    expect(textOf(long).join('').replaceAll('-', '')).toBe('Geburtstagsfeierlichkeiten');
    expect(
      textOf(long)
        .slice(0, -1)
        .every((line) => line.endsWith('-')),
    ).toBe(true);
    for (const { width } of long.lines) expect(width).toBeLessThanOrEqual(100.5);
    // At a smaller size it needs no hyphen.
    const whole = await set('Sommerfest', { ...name, sizes: [20, 14] });
    expect([whole.size, textOf(whole)]).toEqual([14, ['Sommerfest']]);
    const one = await set('Der kleine Sommerfestbeginn', { ...name, sizes: [12], most: 1 });
    expect([one.lines.length, one.isCut]).toEqual([1, true]);
  });

  it('from right to left are passed on so that the PDF writer reverses them', async () => {
    const { lines } = await set('محمد (علي) Léa', {});
    const pieces = lines[0]?.pieces.map(({ text }) => text) ?? [];
    expect(pieces[0]).toBe('Léa');
    expect(pieces.slice(1).join('')).toContain('محمد');
  });
});
