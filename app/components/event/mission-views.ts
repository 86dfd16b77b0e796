// What loaders return about missions to several of the event's screens.

/** A member's cards as text. */
export interface HandView {
  title: string;
  /** “1 of 3 done”. */
  progress: string;
  /** The URL at which the open card can be turned over; null on that screen. */
  to: string | null;
  /** The cards that are done, each with its photo if it still exists. */
  done: { text: string; time: string; pictureUrl: string | null }[];
  /** The open card, which is drawn face down here, and those still to come. */
  open: { title: string; text: string } | null;
  left: { count: number; text: string };
}

/** The winners of the missions, in the reader's language. */
export interface MissionWinnersView {
  title: string;
  missions: {
    text: string;
    /** The photos of the mission. */
    to: string;
    stars: number;
    /** Those that share its first place. */
    photos: { id: number; imageUrl: string; userName: string; caption: string | null }[];
  }[];
}
