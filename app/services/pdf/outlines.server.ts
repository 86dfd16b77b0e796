import type { Block } from './typeset.server';

// Texts as shapes. A picture drawn with them needs no fonts where it is turned into pixels, and looks the same there
// in every script.

/** A number in an SVG. */
const short = (value: number) => String(Math.round(value * 1000) / 1000);

/**
 * Draws a typeset text as an SVG's shapes.
 * @param at the upper left corner of the text's box, in pixels
 */
export function outlinesOf(
  { lines, size, lineHeight }: Block,
  at: { left: number; top: number; color: string },
): string {
  const shapes = lines.flatMap(({ pieces }, index) => {
    const baseline = at.top + (index + 0.5) * lineHeight + 0.35 * size;
    return pieces.flatMap(({ font, text, x }) => {
      const scale = size / font.unitsPerEm;
      const { glyphs, positions } = font.layout(text, []);
      let pen = at.left + x;
      return glyphs.map((glyph, place) => {
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions?.[place] ?? {};
        const [left, top] = [pen + xOffset * scale, baseline - yOffset * scale];
        pen += xAdvance * scale;
        // Fonts count upwards, pictures downwards.
        const place2d = `matrix(${short(scale * 1000)} 0 0 ${short(-scale * 1000)} ${short(left)} ${short(top)})`;
        return { d: glyph.path?.toSVG() ?? '', place2d };
      });
    });
  });
  const drawn = shapes.filter(({ d }) => d !== '');
  return `<g fill="${at.color}">${drawn
    .map(({ d, place2d }) => `<path transform="${place2d} scale(.001)" d="${d}"/>`)
    .join('')}</g>`;
}
