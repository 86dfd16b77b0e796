import type { WallProgramme } from '~/models/wall/rules';
import type { QrView } from '~/components/ui/qr-code';

// The data that the loader returns to the remote of the wall.

/** A photo in the remote. */
export interface RemotePhoto {
  id: number;
  imageUrl: string;
  /** The full file's width in pixels. */
  imageWidth: number;
  owner: { name: string; firstName: string };
}

/** A photo that is not on the wall yet. */
export interface ComingPhoto extends RemotePhoto {
  /** When it comes by itself, in ms since 1970; null if it waits for an organizer. */
  from: number | null;
}

/** The remote of the wall (rule `wall.remote`). */
export interface RemoteView {
  /** The server's time, in ms since 1970. */
  now: number;
  eventName: string;
  /** An image of the code that guests scan. */
  qrUrl: string;
  programme: WallProgramme;
  isPaused: boolean;
  pace: number;
  delay: number | null;
  /** How many screens show the wall now. */
  screens: number;
  coming: ComingPhoto[];
  /** How many come after these. */
  moreComing: number;
  /** The last photos that came to the wall, newest first. */
  shown: RemotePhoto[];
  skipped: RemotePhoto[];
  isPodiumHidden: boolean;
  /** `locked` as long as the stars cannot be counted; `on` while every screen plays the reveal. */
  reveal: 'locked' | 'ready' | 'on';
  /** When the remote changes next by a reveal that is set or has begun, in ms since 1970; null if it does not. */
  turnsAt: number | null;
  hasClosing: boolean;
  hasTables: boolean;
  /** Whether a photo on the wall is for a mission, or the wall was set to show those photos. */
  hasMissions: boolean;
  /** The address that is typed on a screen, such as “snapodium.example/wall”. */
  address: string;
}

/** A new code for one more screen. */
export interface NewCode {
  /** In two groups: “K7M 42P”. */
  code: string;
  /** The code to scan, which opens the page that has it filled in. */
  qr: QrView;
}
