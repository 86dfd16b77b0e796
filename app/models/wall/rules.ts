import type { Language } from '~/i18n/languages';

// What a wall shows: the server answers it, the screen draws it, the organizer's remote chooses it.

/** What the organizer lets the wall show. */
export const WALL_PROGRAMMES = ['photos', 'podium', 'join', 'countdown', 'dark'] as const;
export type WallProgramme = (typeof WALL_PROGRAMMES)[number];

/** After how many seconds a photo may reach the wall; null: only what the organizer lets through. */
export const WALL_DELAYS = [0, 20, 60] as const;
/** How many seconds a photo stands on the wall. */
export const WALL_PACES = [4, 6, 8, 10, 15] as const;

/** A photo on the wall. */
export interface WallPhoto {
  id: number;
  imageUrl: string;
  width: number;
  height: number;
  caption: string | null;
  userName: string;
  /** Whether it is its owner's first photo in the event. */
  isFirst: boolean;
  /** When it may be shown from, ms since 1970. */
  from: number;
}

/** What a wall shows, as `GET /wall/{key}/state` answers it. */
export interface WallState {
  /** The server's time, ms since 1970. */
  now: number;
  /** Changes when the app was built anew: the wall loads itself again. */
  version: string;
  /** The organizer's language, of the texts on the wall. */
  language: Language;
  event: {
    name: string;
    /** The join link as printed: short, to read. */
    url: string;
    /** An image (SVG) of the link's code, on this site. */
    qrUrl: string;
  };
  programme: WallProgramme;
  paused: boolean;
  /** Counts up by one with each "Next" of the remote. */
  next: number;
  /** Seconds that a photo stands. */
  pace: number;
  /** All photos that may be on the wall now, oldest arrival first. */
  photos: WallPhoto[];
  /** Null while standings are hidden; else at most the first three places. Ties share a place. */
  podium: { place: number; photoId: number; stars: number }[] | null;
  /** An ISO instant; null if no closing time is set. */
  votingClosesAt: string | null;
  voting: 'open' | 'off' | 'early' | 'closed';
  /**
   * Stars to let fall now: given 20 s ago or longer, of the last two minutes; none while standings are hidden.
   * Each has an id that means nothing and stays, so that it falls once.
   */
  stars: { id: string; photoId: number }[];
}
