/** As many prints as a phone shows; further ones would only be scrolled past. */
const PRINTS = 6;

let proportions: readonly number[] = [3 / 4, 3 / 4, 4 / 3];

/** Remembers how the feed looked, as widths over heights, for the blank prints of the next visit. */
export function rememberProportions(ratios: readonly number[]): void {
  if (ratios.length > 0) proportions = ratios.slice(0, PRINTS);
}

/** The widths over heights of the feed's first prints, or of three where it was not seen yet. */
export function feedProportions(): readonly number[] {
  return proportions;
}
