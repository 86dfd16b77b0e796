/** Words that phones, cameras and messengers put before a number. */
const WORDS = new Set(
  'img dsc dscn dscf imgp pxl mvimg pano gopr cimg sam vid image photo picture burst portrait night mp received signal whatsapp screenshot'.split(
    ' ',
  ),
);

/** Whether a device has named this file: `IMG_1234.jpg` means nothing to its owner. */
export function isCameraName(fileName: string): boolean {
  const stem = fileName.replace(/\.\w+$/, '').toLowerCase();
  if (/^[\da-f-]{16,}$/.test(stem)) return true;
  const words = stem.match(/\p{L}+/gu) ?? [];
  const isNumbered = /\d/.test(stem);
  return words.every((word) => WORDS.has(word) || (isNumbered && word.length < 3));
}
