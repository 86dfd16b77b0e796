/** When an owner is told that a star fell on a photo (rule `notices.star-fell`), in milliseconds. */
export const STAR_NEWS = {
  /** The least and the longest time between a star and its chance moment. Polling adds up to 30 s. */
  after: { least: 20_000, most: 60_000 },
  /** The least time between two notices to one owner. */
  apart: 600_000,
} as const;

/** A notice that stars fell on photos of the reader's. */
export interface StarNews {
  /** The number of photos; the number of stars is not told. */
  count: number;
  /** One of the photos. */
  photo: { caption: string | null; position: number; pictureUrl: string };
}
