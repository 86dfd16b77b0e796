import type { RankedPhoto } from '~/components/event/event-views';
import type { KeepsakesView, NamingView } from '~/components/event/keepsake-views';

/** A photo on the morning after, with its stars and place if the reader may know them. */
export interface MorningPhoto {
  id: number;
  userName: string;
  caption: string | null;
  imageUrl: string;
  width: number;
  placeholder: string;
  /** Null while the reader may not know it. */
  stars: number | null;
  /** Null without a star, and while the reader may not know it. */
  place: number | null;
  /** “Late”, for a late photo, which has no stars; or the mission for which one of the reader's own was taken. */
  note?: string;
}

/** What an ended event shows its members first (rule `event.morning`). */
export interface MorningView {
  eventName: string;
  photoCount: number;
  guestCount: number;
  /** Null while the reader may not know it. */
  starCount: number | null;
  /** The podium; null while the reader may not see it. */
  podium: { rows: RankedPhoto[]; gone: number[] } | null;
  /** The organizer's line of thanks; null without one. */
  thanks: { text: string; name: string; selfieUrl: string | null } | null;
  /** The last day of late photos, as text; null if none can be added. */
  photosUntil: string | null;
  own: (MorningPhoto & { position: number })[];
  /** The photos that the reader has starred. */
  starred: MorningPhoto[];
  /** All photos to take home: how many, and how large they are as JPEG, formatted; null if they may not be taken. */
  all: { count: number; size: string } | null;
  /** The last day on which everything is kept, formatted. */
  until: string;
  keepsakes: KeepsakesView | null;
  /** The question whether the reader's name may be shown; null for readers without photos, and once answered. */
  naming: NamingView | null;
}
