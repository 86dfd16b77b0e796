/** The display width of a picture as CSS lengths: on phones, from 37.5rem on, and from 60rem on. */
interface Widths {
  phone: string;
  tablet?: string;
  laptop: string;
}

/**
 * The `sizes` of a picture. More than two file pixels per CSS pixel are not visible and double the bytes on a
 * phone. Denser screens get proportionally smaller sizes, so that they choose the file for two.
 */
export function sizesOf({ phone, tablet, laptop }: Widths): string {
  return [
    `(min-width: 60rem) ${laptop}`,
    ...(tablet ? [`(min-width: 37.5rem) ${tablet}`] : []),
    `(min-resolution: 3dppx) calc(${phone} * 0.667)`,
    `(min-resolution: 2.25dppx) calc(${phone} * 0.8)`,
    phone,
  ].join(', ');
}

/** Photos in the slots of a profile: three per row on phones. */
export const SLOT_SIZES = sizesOf({ phone: '31vw', laptop: '10rem' });

/** Photos on a sheet of small ones: three per row on phones. */
export const SMALL_SIZES = sizesOf({ phone: '33vw', laptop: '11rem' });

/** Wider photos have a row of their own on a phone. */
const TWO_IN_A_ROW = 0.9;

/** The `sizes` of a photo with this aspect ratio on the contact sheet, matching sheet.css. */
export function sheetSizes(ratio: number): string {
  return sizesOf({
    phone: ratio < TWO_IN_A_ROW ? 'calc(50vw - 2.125rem)' : 'calc(100vw - 2.75rem)',
    tablet: `${Math.ceil(ratio * 12)}rem`,
    laptop: `${Math.ceil(ratio * 18)}rem`,
  });
}
