/** As many prints as a phone shows; more would be out of view. */
const PRINTS = 6;

let proportions: readonly number[] = [3 / 4, 3 / 4, 4 / 3];

/** Remembers the feed's aspect ratios (width over height) for the placeholders of the next visit. */
export function rememberProportions(ratios: readonly number[]): void {
  if (ratios.length > 0) proportions = ratios.slice(0, PRINTS);
}

/** The aspect ratios of the feed's first prints, or three defaults before it was shown. */
export function feedProportions(): readonly number[] {
  return proportions;
}
