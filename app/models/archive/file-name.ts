/** Longest owner's name in a file's name, in code points: at most 160 bytes. */
const SLUG_MAX = 40;
const SLUG_OF_NOBODY = 'photo';
const NUMBER_WIDTH_MIN = 2;

/**
 * A name as it can stand in a file's name on any system: lower case, letters and digits of every
 * script, Latin ones without their accents, everything else one `-`. Never empty.
 */
export function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
    .replace(/\p{Variation_Selector}/gu, '')
    .normalize('NFC')
    .toLowerCase();
  // Vowels of some scripts are marks: they stay behind their letter, and nowhere else.
  const words = plain.match(/(?:[\p{L}\p{N}][\p{Mn}\p{Mc}]*)+/gu) ?? [];
  const slug = Array.from(words.join('-')).slice(0, SLUG_MAX).join('').replace(/-$/, '');
  return slug || SLUG_OF_NOBODY;
}

/** What a photo's file is named after. */
export interface NamedPhoto {
  /** Its place in the ranking, or its running number. */
  number: number;
  userName: string;
  position: number;
}

/**
 * Names photos one after the other, `03-amelie-slot2.webp`, each name once: photos that share a
 * place may share everything else. Photos of the same number come in a row.
 * @param count how many there will be; numbers are padded to its width
 */
export function createPhotoNamer({ count }: { count: number }): (photo: NamedPhoto) => string {
  const width = Math.max(NUMBER_WIDTH_MIN, String(count).length);
  // Names of other numbers are others.
  let given = { number: 0, names: new Set<string>() };
  // Photos of one person come in a row mostly, and finding a slug takes longer than all the rest.
  let last = { userName: '', slug: SLUG_OF_NOBODY };
  return ({ number, userName, position }) => {
    if (userName !== last.userName) last = { userName, slug: slugOf(userName) };
    const stem = `${String(number).padStart(width, '0')}-${last.slug}-slot${position}`;
    let name = `${stem}.webp`;
    if (given.number !== number) given = { number, names: new Set() };
    for (let copy = 2; given.names.has(name); copy++) name = `${stem}-${copy}.webp`;
    given.names.add(name);
    return name;
  };
}
