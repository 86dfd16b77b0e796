/** What the service worker tells its pages: the server answers again. */
export interface FromWorker {
  type: 'answered';
}

/** What a page tells the service worker. */
export type ToWorker =
  /** The new version is wanted now. */
  | { type: 'take-over' }
  /** The page has cleared what was kept of a person. */
  | { type: 'forgotten' }
  /** Whether the server answers what the page asks past the worker. */
  | { type: 'reach'; isAway: boolean }
  /** What the page shows, and the files it has loaded for that. */
  | { type: 'here'; path: string; files: string[]; language: string };
