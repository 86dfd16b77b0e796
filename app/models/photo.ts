/** The largest upload (rule `uploads.size`). */
export const UPLOAD_MAX_BYTES = 25 * 1024 * 1024;

/**
 * What the browser shrinks a photo to before sending it (rule `uploads.browser`). Without a quality the library
 * begins with a lossless file and makes that smaller in width until it weighs 1 MB.
 */
export const CLIENT_COMPRESSION = {
  maxSizeMB: 1,
  maxWidthOrHeight: 1920,
  fileType: 'image/webp',
  initialQuality: 0.85,
};

/** The widths, in pixels, that lie beside a full file (rule `images.sizes`). */
export const THUMBNAIL_WIDTHS = [320, 720, 1080] as const;
export type ThumbnailWidth = (typeof THUMBNAIL_WIDTHS)[number];

/** A photo as endpoints answer it. */
export interface PublicPhoto {
  id: number;
  imageUrl: string;
  userId: number;
  eventId: number;
  position: number;
  favoriteCount: number;
  createdAt: string;
  /** Only of a hidden one, for who still sees it (rule `photos.hidden`). */
  isHidden?: true;
}

/** A photo of the feed as endpoints answer it. */
export interface FeedPhoto extends PublicPhoto {
  userName: string;
  userSelfie: string | null;
}

/** What a screen needs to draw a photo without anything jumping. */
export interface ScreenPhoto extends FeedPhoto {
  width: number;
  height: number;
  /** A few pixels as a data URI. */
  placeholder: string;
}

/** The numbers of the slots that hold no photo, from the first. */
export function freeSlots(photos: { position: number }[], slots: number): number[] {
  const taken = new Set(photos.map(({ position }) => position));
  return Array.from({ length: slots }, (_, index) => index + 1).filter((slot) => !taken.has(slot));
}

/** The lists a photo can be opened from: its neighbours are that list's. */
export type PhotoList = 'feed' | 'people' | 'top' | 'profile' | 'favorites';

/** From so many photos on a feed can be arranged (rules `feed.small`, `feed.by-person`). */
export const FEED_ARRANGED_FROM = 12;

/** Where a photo stands in the feed by person: whose it is, and in which slot. */
export interface PersonPlace {
  userId: number;
  /** 0 is before the first. */
  slot: number;
}

/** A place as addresses carry it: the person, a hyphen, the slot. */
export const writePersonPlace = ({ userId, slot }: PersonPlace): string => `${userId}-${slot}`;

/** Reads what `writePersonPlace` wrote; null for anything else. */
export function readPersonPlace(text: string | null): PersonPlace | null {
  const [, userId, slot] = /^(\d{1,9})-(\d{1,2})$/.exec(text ?? '') ?? [];
  return userId && slot ? { userId: Number(userId), slot: Number(slot) } : null;
}

/** Where a photo stands in a list, and the photos next to it, by id. */
export interface Neighbours {
  previous: number | null;
  next: number | null;
  /** From 1; 0 when it is not in the list. */
  place: number;
  /** How many photos the list has. */
  count: number;
}

/** The neighbours of a photo in a list of ids; none when it is not in it. */
export function neighboursOf(ids: number[], photoId: number): Neighbours {
  const index = ids.indexOf(photoId);
  const isIn = index >= 0;
  return {
    previous: (isIn && ids[index - 1]) || null,
    next: (isIn && ids[index + 1]) || null,
    place: index + 1,
    count: ids.length,
  };
}

/** The address of a thumbnail, next to the full file: `….webp` → `…-320.webp`. */
export function thumbnailUrl(imageUrl: string, width: ThumbnailWidth): string {
  return imageUrl.replace(/\.webp$/, `-${width}.webp`);
}

/**
 * The `srcset` of a photo; `width` is the full file's, in pixels.
 * @param least the smallest width that will do
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
