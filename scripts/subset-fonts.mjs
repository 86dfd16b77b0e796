// Cuts the display font into the files that app/styles/fonts.css names, each with the letters of its
// `unicode-range`. Run `node scripts/subset-fonts.mjs` after a change there. The files are in the repository.
import { readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

const SOURCE = '@fontsource/caprasimo/files/caprasimo-latin-400-normal.woff2';

const styles = new URL('../app/styles/', import.meta.url);
const font = await readFile(new URL(`../node_modules/${SOURCE}`, import.meta.url));
const sheet = await readFile(new URL('fonts.css', styles), 'utf8');
for (const [, path, ranges] of sheet.matchAll(/url\('\.\/([^']+)'\)[^}]+unicode-range:([^;]+);/g)) {
  const piece = await subsetFont(font, lettersOf(ranges), { targetFormat: 'woff2' });
  await writeFile(new URL(path, styles), piece);
  process.stdout.write(`${path}: ${piece.length} bytes\n`);
}

function lettersOf(ranges) {
  return ranges
    .split(',')
    .flatMap((range) => {
      const [first, last = first] = range
        .trim()
        .replace('U+', '')
        .split('-')
        .map((hex) => parseInt(hex, 16));
      return Array.from({ length: last - first + 1 }, (_, index) =>
        String.fromCodePoint(first + index),
      );
    })
    .join('');
}
