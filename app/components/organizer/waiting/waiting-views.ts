// The data that loaders return to the screens about photos that wait, with formatted dates.

/** A photo that waits for the organizer (rule `approval.what`). */
export interface WaitingPhoto {
  id: number;
  imageUrl: string;
  /** The full file's width in pixels. */
  imageWidth: number;
  caption: string | null;
  /** Its owner, with the full name and the first one. */
  owner: { id: number; name: string; firstName: string };
  /** “Yesterday at 10:41 pm” */
  added: string;
}

/** The photos that have waited longest. */
export interface WaitingView {
  eventId: number;
  photos: WaitingPhoto[];
  /** How many wait after these. */
  moreCount: number;
  /** Whether new photos still wait. */
  isOn: boolean;
}
