import { isEmojiFont, type OpenFont } from './font-files.server';

// Splits texts into clusters. Characters without a font are left out here.

/** A grapheme, and the font that draws it. */
export interface Cluster {
  text: string;
  font: OpenFont;
  /** At font size 1. */
  width: number;
}

const EMOJI = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F/u;
/** What joins emoji, or gives them a colour: skin tones, joiners, variation selectors, tags of flags. */
const EMOJI_LOOK = /\p{Emoji_Modifier}|\p{Variation_Selector}|\u200D|[\u{E0020}-\u{E007F}]/gu;
/** Invisible control characters. Joiners are kept, because letters change with them. */
const INVISIBLE = /[\p{Cc}\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** A text without invisible characters, with its white space normalized. */
export function clean(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n\u00A0\u202F]+/g, ' ')
    .split('\n')
    .map((paragraph) => paragraph.replace(INVISIBLE, '').trim())
    .join('\n');
}

/** The drawable characters of a text, each with its font. */
export function clustersOf(text: string, fonts: OpenFont[]): Cluster[] {
  const clusters: Cluster[] = [];
  for (const { segment } of graphemes.segment(text)) {
    if (EMOJI.test(segment)) {
      clusters.push(...emojiOf(segment, fonts));
      continue;
    }
    const previous = clusters.at(-1);
    // Characters common to all scripts stay in the font of their neighbour if it has them.
    const isCommon = /^[\p{Script=Common}]+$/u.test(segment);
    const stays = isCommon && previous && !isEmojiFont(previous.font);
    const asked = stays ? [previous.font, ...fonts] : fonts;
    const font = asked.find((candidate) => hasAll(candidate, segment));
    if (font) clusters.push(clusterIn(font, segment));
    else clusters.push(...charactersOf(segment, asked));
  }
  // A removed character must not leave two spaces.
  return clusters.filter(({ text }, index) => text !== ' ' || clusters[index - 1]?.text !== ' ');
}

/**
 * An emoji in one colour. One that is joined from several, such as a family, is drawn as these side by side. What no
 * font has is left out; names are compared without emoji, so that the rest still opens the event.
 */
function emojiOf(segment: string, fonts: OpenFont[]): Cluster[] {
  const plain = segment.replace(EMOJI_LOOK, '');
  const whole = plain && fonts.find((candidate) => hasAll(candidate, plain));
  if (whole) return [clusterIn(whole, plain)];
  return [...plain].flatMap((part) => {
    const font = fonts.find((candidate) => hasAll(candidate, part));
    return font ? [clusterIn(font, part)] : [];
  });
}

/** For a grapheme that no font has completely: its base letter, if there is a font for it. */
function charactersOf(segment: string, fonts: OpenFont[]): Cluster[] {
  const [letter = ''] = segment;
  const font = fonts.find((candidate) => hasAll(candidate, letter));
  return font && /^[\p{L}\p{N}\p{P}\p{S}]/u.test(letter) ? [clusterIn(font, letter)] : [];
}

function clusterIn(font: OpenFont, text: string): Cluster {
  return { text, font, width: widthOf(font, text) };
}

function hasAll(font: OpenFont, text: string): boolean {
  return [...text].every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
}

/** The width of a text in one font, at size 1. */
export function widthOf(font: OpenFont, text: string): number {
  return font.layout(text).advanceWidth / font.unitsPerEm;
}

/** Shaped together, because neighbours in one font may join or be kerned. */
export function widthOfClusters(clusters: Cluster[]): number {
  return inOneFont(clusters).reduce(
    (sum, run) => sum + widthOf(run.font, run.clusters.map((cluster) => cluster.text).join('')),
    0,
  );
}

function inOneFont(clusters: Cluster[]): { font: OpenFont; clusters: Cluster[] }[] {
  const runs: { font: OpenFont; clusters: Cluster[] }[] = [];
  for (const cluster of clusters) {
    const run = runs.at(-1);
    if (run?.font === cluster.font) run.clusters.push(cluster);
    else runs.push({ font: cluster.font, clusters: [cluster] });
  }
  return runs;
}
