import { Document, Font, Page, renderToBuffer, Text } from '@react-pdf/renderer';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { inkOfPdf, textOfPdf } from '../../../tests/pdf';

// What react-pdf's own text cannot do, by script and case: the reasons for `typeset.server.ts`. If one of
// these fails after an update, react-pdf can do it, and our own typesetting is no longer needed for that
// case.

const { resolve } = createRequire(import.meta.url);
const SIZE = 100;
const MARGIN = 100;

/** Registers a font file under a unique name. */
function familyOf(file: string): string {
  const family = `plain-${file}`;
  const name = /^noto-sans(-(arabic|thai|sc))?/.exec(file)?.[0];
  const src = resolve(`@fontsource/${name}/files/${file}-400-normal.woff`);
  if (!Font.getRegisteredFontFamilies().includes(family)) Font.register({ family, src });
  return family;
}

const LATIN = 'noto-sans-latin';
const ARABIC = 'noto-sans-arabic-arabic';
const THAI = 'noto-sans-thai-thai';
/** The file with 王. */
const CHINESE = 'noto-sans-sc-116';

/** A text set by react-pdf, on a page that is wide enough. */
function draw(text: string, files: string[], width = text.length * SIZE): Promise<Uint8Array> {
  const style = { margin: MARGIN, fontFamily: files.map(familyOf), fontSize: SIZE, width };
  return renderToBuffer(
    <Document>
      <Page size={[(text.length + 2) * SIZE, 6 * SIZE]}>
        <Text style={style}>{text}</Text>
      </Page>
    </Document>,
  );
}

/** The result of shaping, in font units. */
interface Shaped {
  glyphs: { bbox: { minY: number; maxY: number } }[];
  positions: { yOffset: number }[];
  advanceWidth: number;
}

/**
 * The vertical extent of a text's ink according to the font's tables, from the baseline up, and its advance
 * width.
 */
async function inkByFont(text: string, file: string) {
  const fontFamily = familyOf(file);
  await Font.load({ fontFamily });
  const font = Font.getFont({ fontFamily })?.data as unknown as {
    unitsPerEm: number;
    layout(text: string): Shaped;
  };
  const { glyphs, positions, advanceWidth } = font.layout(text);
  const inPoints = (units: number) => (units * SIZE) / font.unitsPerEm;
  const edges = glyphs.map(({ bbox }, index) => {
    const { yOffset } = positions[index] ?? { yOffset: 0 };
    return { low: bbox.minY + yOffset, high: bbox.maxY + yOffset };
  });
  return {
    advance: inPoints(advanceWidth),
    low: inPoints(Math.min(...edges.map(({ low }) => low))),
    high: inPoints(Math.max(...edges.map(({ high }) => high))),
  };
}

const heightOf = ({ top, bottom }: { top: number; bottom: number }) => bottom - top;
const widthOf = ({ left, right }: { left: number; right: number }) => right - left;

describe('react-pdf’s own text', { timeout: 30_000 }, () => {
  it.each([
    ['Arabic', 'شَّرِيف', ARABIC],
    ['Thai', 'น้ำ', THAI],
  ] as const)('misplaces marks: %s', async (_script, text, file) => {
    const { low, high } = await inkByFont(text, file);
    const ink = await inkOfPdf(await draw(text, [file]));
    expect(Math.abs(heightOf(ink) - (high - low))).toBeGreaterThan(2);
  });

  it('loses the first letter of a line: Arabic', async () => {
    const { low } = await inkByFont('زفاف', ARABIC);
    const { high } = await inkByFont('فاف', ARABIC);
    const ink = await inkOfPdf(await draw('زفاف', [ARABIC]));
    // Only the first letter reaches below the line.
    expect(low).toBeLessThan(-20);
    expect(heightOf(ink)).toBeLessThan(high + 10);
  });

  it.each([
    ['Y of Ý', 'Ý', 'Yves'],
    ['E of É', 'É', 'Emma'],
  ])(
    'loses a letter that was drawn before as part of another one: Latin, %s',
    async (_case, whole, text) => {
      await draw(whole, [LATIN]);
      const ink = await inkOfPdf(await draw(text, [LATIN]));
      const { advance } = await inkByFont(text, LATIN);
      expect(advance - widthOf(ink)).toBeGreaterThan(0.4 * SIZE);
    },
  );

  it('breaks words with a hyphen where the font file changes: Polish', async () => {
    const pdf = await draw('Zażółć', [LATIN, `${LATIN}-ext`], 2.5 * SIZE);
    expect(await textOfPdf(pdf)).toContain('-');
  });

  it.each([
    ['Thai', 'งานแต่งงานของสมชายและน้ำผึ้ง', THAI],
    ['Chinese', '王'.repeat(8), CHINESE],
  ] as const)('does not break lines without spaces: %s', async (_script, text, file) => {
    const { right } = await inkOfPdf(await draw(text, [file], 3 * SIZE));
    expect(right - MARGIN).toBeGreaterThan(4 * SIZE);
  });
});
