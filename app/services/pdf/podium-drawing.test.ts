import { describe, expect, test } from 'vitest';
import {
  placeSteps,
  PODIUM_FORMATS,
  PODIUM_FRAMES,
  type Box,
  type PodiumFormat,
} from '../podium-geometry';
import { drawPodium, type PodiumContent } from './podium-drawing.server';

const CONTENT: PodiumContent = {
  layout: 'podium',
  format: 'story',
  language: 'en',
  eventName: 'Léa & Côme’s wedding',
  day: '14 November 2026',
  guest: 'A guest',
  steps: [
    { place: 1, on: { name: 'Zoé', stars: 31 } },
    { place: 2, on: { name: 'A guest', stars: 24 } },
    { place: 3, on: null },
  ],
};

async function draw(changes: Partial<PodiumContent>) {
  const svg = Buffer.from(await drawPodium({ ...CONTENT, ...changes })).toString();
  return { svg, glyphs: glyphsOf(svg) };
}

/** Where the letters of a drawing begin, with the size of their font. */
function glyphsOf(svg: string) {
  const matrices = svg.matchAll(/matrix\(([\d.-]+) 0 0 [\d.-]+ ([\d.-]+) ([\d.-]+)\)/g);
  return [...matrices].map(([, , x, y]) => ({ x: Number(x), y: Number(y) }));
}

/** Every box that may contain letters. */
function roomsOf(format: PodiumFormat, steps: PodiumContent['steps']): Box[] {
  const { head, mark } = PODIUM_FRAMES[format];
  const places = steps.map(({ place }) => place);
  const brand = { left: mark.x - 180, top: mark.y - 30, width: 360, height: 60 };
  return [head, brand, ...placeSteps(format, places).map(({ block }) => block)];
}

const isIn = ({ x, y }: { x: number; y: number }, { left, top, width, height }: Box) =>
  x >= left && x <= left + width && y >= top && y <= top + height;

describe('the drawing of a podium', () => {
  test('contains no text, no link and no number of the event', async () => {
    const { svg } = await draw({});
    expect(svg).not.toMatch(/<text|Zoé|wedding|Snapodium|href|<image|<metadata|<title/);
    expect(svg.match(/https?:[^"]*/g)).toEqual(['http://www.w3.org/2000/svg']);
  });

  test('says a name, and the same shapes for “A guest” whoever it is', async () => {
    const guest = { place: 1, on: { name: 'A guest', stars: 31 } };
    const named = { place: 1, on: { name: 'Karim', stars: 31 } };
    const [one, other] = [await draw({ steps: [guest] }), await draw({ steps: [named] })];
    expect(one.svg).not.toBe(other.svg);
    expect((await draw({ steps: [guest] })).svg).toBe(one.svg);
  });

  test('an empty step has only its numeral', async () => {
    const [full, empty] = [
      await draw({ steps: [{ place: 1, on: { name: 'Bo', stars: 4 } }] }),
      await draw({ steps: [{ place: 1, on: null }] }),
    ];
    // Two letters and one digit less.
    expect(full.glyphs.length - empty.glyphs.length).toBe(3);
  });

  test('a name that no font can draw is “A guest”', async () => {
    const odd = { place: 1, on: { name: '\u{10FFFD}', stars: 4 } };
    const guest = { place: 1, on: { name: 'A guest', stars: 4 } };
    expect((await draw({ steps: [odd] })).svg).toBe((await draw({ steps: [guest] })).svg);
  });

  const LONG = [
    'W'.repeat(120),
    'Donaudampfschifffahrtsgesellschaftskapitän und Großmutter Els’ Feier '.repeat(2).slice(0, 120),
    '王'.repeat(120),
    'عائشة '.repeat(20),
  ];
  const CROWDS = [
    [1, 1, 3],
    [1, 1, 1, 1],
    [1, 2, 2, 2, 2, 2, 2, 2, 2, 2],
  ];
  // The language changes the words beside the figures alone, so all names and crowds are drawn in one.
  const ALL = LONG.flatMap((name) => CROWDS.map((places) => ({ name, places })));
  const LANGUAGES = ['en', 'fr', 'es', 'de', 'nl'];
  test.each(
    PODIUM_FORMATS.flatMap((format) => LANGUAGES.map((language) => ({ format, language }))),
  )(
    'the longest names stay in their places: $format in $language',
    async ({ format, language }) => {
      const drawn = language === 'de' ? ALL : ALL.slice(0, CROWDS.length);
      for (const { name, places } of drawn) {
        const steps = places.map((place) => ({ place, on: { name, stars: 1234 } }));
        const day = 'mercredi 30 septembre 2026';
        const { glyphs } = await draw({ format, language, eventName: name, day, steps });
        const rooms = roomsOf(format, steps);
        expect(glyphs.length).toBeGreaterThan(30);
        expect(glyphs.filter((glyph) => !rooms.some((room) => isIn(glyph, room)))).toEqual([]);
      }
    },
    30_000,
  );
});
