import type { FeedPhoto, PhotoStatus } from './shape';

/** The largest upload (rule `uploads.size`). */
export const UPLOAD_MAX_BYTES = 25 * 1024 * 1024;

/**
 * The browser's settings for shrinking a photo before the upload (rule `uploads.browser`). Without
 * `initialQuality` the library starts with a lossless file and reduces its width until it weighs 1 MB.
 */
export const CLIENT_COMPRESSION = {
  maxSizeMB: 1,
  maxWidthOrHeight: 1920,
  fileType: 'image/webp',
  initialQuality: 0.85,
};

/** The widths, in pixels, of the thumbnails stored with a full file (rule `images.sizes`). */
export const THUMBNAIL_WIDTHS = [320, 720, 1080] as const;
export type ThumbnailWidth = (typeof THUMBNAIL_WIDTHS)[number];

/** A photo's status by its two columns. */
export function statusOf({
  hiddenAt,
  isPending,
}: {
  hiddenAt: Date | null;
  isPending: boolean;
}): PhotoStatus {
  if (isPending) return 'pending';
  return hiddenAt ? 'hidden' : 'shown';
}

/**
 * Whether a new photo waits for the organizer (rule `approval.what`). A stranger's photo in the demo event is
 * hidden anyway (rule `demo.strangers`).
 */
export function needsApproval(
  event: { approvalRequired: boolean },
  owner: { isOrganizer: boolean; isTrusted: boolean; isStranger: boolean },
): boolean {
  return event.approvalRequired && !owner.isOrganizer && !owner.isTrusted && !owner.isStranger;
}

/** The data a screen needs to render a photo without layout shifts. */
export interface ScreenPhoto extends FeedPhoto {
  width: number;
  height: number;
  /** A tiny preview as a data URI. */
  placeholder: string;
}

/** The numbers of the empty slots, in order. */
export function freeSlots(photos: { position: number }[], slots: number): number[] {
  const taken = new Set(photos.map(({ position }) => position));
  return Array.from({ length: slots }, (_, index) => index + 1).filter((slot) => !taken.has(slot));
}

/** The orders of the feed besides a reader's own. */
export type FeedSort = 'newest' | 'person';

/** The lists a photo can be opened from. Its neighbours come from that list. */
export type PhotoList = 'feed' | FeedSort | 'mission' | 'top' | 'profile' | 'favorites';

/** From this many photos on, the feed has more than one order (rules `feed.balanced`, `feed.by-person`). */
export const FEED_ARRANGED_FROM = 12;

/** A photo's position in the feed by person: its owner and slot. */
export interface PersonPlace {
  userId: number;
  /** 0 is the position before the first photo. */
  slot: number;
}

/** Writes a position for a URL: the person, a hyphen, the slot. */
export const writePersonPlace = ({ userId, slot }: PersonPlace): string => `${userId}-${slot}`;

/** Parses what `writePersonPlace` wrote; null for anything else. */
export function readPersonPlace(text: string | null): PersonPlace | null {
  const [, userId, slot] = /^(\d{1,9})-(\d{1,2})$/.exec(text ?? '') ?? [];
  return userId && slot ? { userId: Number(userId), slot: Number(slot) } : null;
}

/** A photo's position in a list, and the ids of the photos next to it. */
export interface Neighbours {
  previous: number | null;
  next: number | null;
  /** From 1; 0 if it is not in the list. */
  place: number;
  /** The number of photos in the list. */
  count: number;
}

/** The neighbours of a photo in a list of ids; none if it is not in the list. */
export function neighboursOf(ids: readonly number[], photoId: number): Neighbours {
  const index = ids.indexOf(photoId);
  const isIn = index >= 0;
  return {
    previous: (isIn && ids[index - 1]) || null,
    next: (isIn && ids[index + 1]) || null,
    place: index + 1,
    count: ids.length,
  };
}

/** The URL of a thumbnail, next to the full file: `….webp` → `…-320.webp`. */
export function thumbnailUrl(imageUrl: string, width: ThumbnailWidth): string {
  return imageUrl.replace(/\.webp$/, `-${width}.webp`);
}

/**
 * The `srcset` of a photo; `width` is the full file's, in pixels.
 * @param least the smallest width to offer
 */
export function photoSrcSet(
  photo: { imageUrl: string; width: number },
  least: ThumbnailWidth = 320,
): string {
  const smaller = THUMBNAIL_WIDTHS.filter((width) => width >= least && width < photo.width).map(
    (width) => `${thumbnailUrl(photo.imageUrl, width)} ${width}w`,
  );
  return [...smaller, `${photo.imageUrl} ${photo.width}w`].join(', ');
}
