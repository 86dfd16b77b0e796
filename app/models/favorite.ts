/** Stars per participant, and photos in the ranking (rules `stars.three`, `ranking.order`). */
export const FAVORITES_MAX = 3;
export const TOP_PHOTOS = 10;

/** A row of the ranking. */
export interface TopPhoto {
  id: number;
  favoriteCount: number;
  imageUrl: string;
  userName: string;
  userSelfie: string | null;
}

/**
 * Gives each row its place: equal stars share a numeral, and the next one is skipped
 * (1, 2, 2, 4: rule `ranking.places`). Rows come sorted.
 */
export function withPlaces<T extends { favoriteCount: number }>(
  rows: T[],
): (T & { place: number })[] {
  return rows.map((row) => ({
    ...row,
    place: rows.findIndex((other) => other.favoriteCount === row.favoriteCount) + 1,
  }));
}
