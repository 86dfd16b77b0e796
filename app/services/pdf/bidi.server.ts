import bidiFactory from 'bidi-js';

// The Unicode bidirectional algorithm (UAX #9) for lines of clusters: pieces of text that stay together, such
// as a letter with its marks. Characters beyond U+FFFF count as Latin, because our fonts have only Chinese
// ones, and emoji, which are neutral.

/** The direction of a paragraph or a piece of it. */
export type Direction = 'ltr' | 'rtl';

/** A cluster's place on its line. */
export interface Place {
  /** The index of the cluster at this place. */
  index: number;
  isRtl: boolean;
}

const bidi = bidiFactory();

/** Whether a text contains right-to-left letters. */
export function hasRightToLeft(text: string): boolean {
  return [...text].some((character) => ['R', 'AL'].includes(bidi.getBidiCharTypeName(character)));
}

/** The direction of a paragraph, decided by its first letter. */
export function directionOf(text: string): Direction {
  const level = bidi.getEmbeddingLevels(neutral(text), 'auto').paragraphs[0]?.level ?? 0;
  return level % 2 === 1 ? 'rtl' : 'ltr';
}

/** A text in which emoji have no direction of their own, of the same length. */
const neutral = (text: string) => text.replace(/[\u{1F000}-\u{1FAFF}]/gu, '\uFFFC\uFFFC');

/** A character as it looks in right-to-left text. */
export function mirror(character: string): string {
  return bidi.getMirroredCharacter(character) ?? character;
}

/** The clusters of a line in visual order, from left to right. */
export function visualOrder(clusters: string[], direction: Direction): Place[] {
  const text = neutral(clusters.join(''));
  const levels = bidi.getEmbeddingLevels(text, direction);
  const indexes = new Map<number, number>();
  let start = 0;
  clusters.forEach((cluster, index) => {
    indexes.set(start, index);
    start += cluster.length;
  });
  // The library orders code units. A cluster is placed where its first code unit is.
  return bidi.getReorderedIndices(text, levels).flatMap((unit) => {
    const index = indexes.get(unit);
    return index === undefined ? [] : [{ index, isRtl: (levels.levels[unit] ?? 0) % 2 === 1 }];
  });
}
