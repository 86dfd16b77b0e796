/** Which way a paragraph reads, or a piece of it. */
export type Direction = 'ltr' | 'rtl';

type Kind = 'L' | 'R' | 'number' | 'neutral';

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const SEPARATOR = /^[-+.,:/]$/;
const MIRRORED: Record<string, string> = {
  '(': ')',
  '[': ']',
  '{': '}',
  '<': '>',
  '«': '»',
  '‹': '›',
};
for (const [opening, closing] of Object.entries(MIRRORED)) MIRRORED[closing] = opening;

/** Whether a text holds letters that are written from right to left. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** The direction of a paragraph: that of its first letter. */
export function directionOf(text: string): Direction {
  const letter = /\p{L}/u.exec(text)?.[0] ?? '';
  return RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr';
}

/** A character as it looks in text from right to left. */
export function mirror(character: string): string {
  return MIRRORED[character] ?? character;
}

/**
 * The embedding level of each character of a line: odd ones run from right to left. The part of the
 * Unicode bidirectional algorithm (UAX #9) that text without explicit marks needs: numbers (W4, W7),
 * neutrals (N1, N2), implicit levels (I1, I2).
 */
export function levelsOf(characters: string[], direction: Direction): number[] {
  const base = direction === 'rtl' ? 'R' : 'L';
  const kinds = characters.map(kindOf);
  joinNumbers(characters, kinds);

  let strong: Kind = base;
  kinds.forEach((kind, index) => {
    if (kind === 'L' || kind === 'R') strong = kind;
    else if (kind === 'number' && strong === 'L') kinds[index] = 'L';
  });

  for (let start = 0; start < kinds.length; start += 1) {
    if (kinds[start] !== 'neutral') continue;
    let end = start;
    while (kinds[end] === 'neutral') end += 1;
    const before = sideOf(kinds[start - 1] ?? base);
    const after = sideOf(kinds[end] ?? base);
    kinds.fill(before === after ? before : base, start, end);
  }
  const levels = { L: base === 'L' ? 0 : 2, R: 1, number: 2, neutral: 0 };
  return kinds.map((kind) => levels[kind]);
}

/** The order in which a line's characters stand, from left to right (UAX #9, L2). */
export function visualOrder(levels: number[]): number[] {
  const order = levels.map((_, index) => index);
  for (let level = Math.max(0, ...levels); level >= 1; level -= 1) {
    for (let start = 0; start < order.length; start += 1) {
      let end = start;
      while (end < order.length && (levels[order[end] ?? 0] ?? 0) >= level) end += 1;
      if (end === start) continue;
      order.splice(start, end - start, ...order.slice(start, end).reverse());
      start = end;
    }
  }
  return order;
}

function kindOf(character: string): Kind {
  if (/^\p{Nd}/u.test(character)) return 'number';
  if (RIGHT_TO_LEFT.test(character)) return 'R';
  return /^\p{L}/u.test(character) ? 'L' : 'neutral';
}

/** A separator between two digits belongs to the number. */
function joinNumbers(characters: string[], kinds: Kind[]): void {
  characters.forEach((character, index) => {
    const isInside = kinds[index - 1] === 'number' && kinds[index + 1] === 'number';
    if (isInside && SEPARATOR.test(character)) kinds[index] = 'number';
  });
}

/** For what stands beside them, numbers count as letters from right to left. */
function sideOf(kind: Kind): 'L' | 'R' {
  return kind === 'L' ? 'L' : 'R';
}
