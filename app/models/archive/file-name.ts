/** Longest part of a file's name that a person has written, in code points: at most 160 bytes. */
const SLUG_MAX = 40;
/** Longest name of a file without its ending, in bytes. File systems take 255. */
const STEM_MAX = 230;
const SLUG_OF_NOBODY = 'photo';
const NUMBER_WIDTH_MIN = 2;

/**
 * A name in a form that file names may contain on any system: lower case, letters and digits of every script, Latin
 * ones without their accents, everything else one `-`. Never empty.
 */
export function slugOf(name: string): string {
  return wordsOf(name) || SLUG_OF_NOBODY;
}

/** The same, which is empty for a text without letters and digits. */
function wordsOf(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
    .replace(/\p{Variation_Selector}/gu, '')
    .normalize('NFC')
    .toLowerCase();
  // Vowels of some scripts are marks: they stay after their letter, and nowhere else.
  const words = plain.match(/(?:[\p{L}\p{N}][\p{Mn}\p{Mc}]*)+/gu) ?? [];
  return Array.from(words.join('-')).slice(0, SLUG_MAX).join('').replace(/-$/, '');
}

/** Names folders one after the other, each name once: different texts may have the same letters and digits. */
export function createFolderNamer(): (text: string) => string {
  const given = new Set<string>();
  return (text) => {
    const slug = slugOf(text);
    let name = slug;
    for (let copy = 2; given.has(name); copy++) name = `${slug}-${copy}`;
    given.add(name);
    return name;
  };
}

/** What a photo's file is named after. */
interface NamedPhoto {
  /** Its place in the ranking, or its running number. */
  number: number;
  userName: string;
  position: number;
  caption: string | null;
}

/**
 * Names photos one after the other, `03-amelie-photo2-first-dance.webp`, each name once: photos that share a place may
 * share everything else. Photos with the same number follow each other.
 * @param count how many there will be; numbers are padded to its width
 * @param word the reader's word for a photo
 */
export function createPhotoNamer({
  count,
  word,
}: {
  count: number;
  word: string;
}): (photo: NamedPhoto) => string {
  const width = Math.max(NUMBER_WIDTH_MIN, String(count).length);
  // Names with other numbers differ anyway.
  let given = { number: 0, names: new Set<string>() };
  // Photos of one person mostly follow each other, and finding a slug takes longer than all the rest.
  let last = { userName: '', slug: SLUG_OF_NOBODY };
  return ({ number, userName, position, caption }) => {
    if (userName !== last.userName) last = { userName, slug: slugOf(userName) };
    const start = `${String(number).padStart(width, '0')}-${last.slug}-${word}${position}`;
    const stem = caption === null ? start : withCaption(start, wordsOf(caption));
    let name = `${stem}.webp`;
    if (given.number !== number) given = { number, names: new Set() };
    for (let copy = 2; given.names.has(name); copy++) name = `${stem}-${copy}.webp`;
    given.names.add(name);
    return name;
  };
}

/** Adds as much of a caption as a file's name has room for. */
function withCaption(start: string, caption: string): string {
  const letters = Array.from(caption);
  const bytes = (text: string) => new TextEncoder().encode(text).length;
  while (bytes(`${start}-${letters.join('')}`) > STEM_MAX) letters.pop();
  const words = letters.join('').replace(/-$/, '');
  return words ? `${start}-${words}` : start;
}
