/** What the service worker tells its pages: the server answers again. */
export interface FromWorker {
  type: 'answered';
}

/** What a page tells the service worker. */
export type ToWorker =
  /** The user wants the new version now. */
  | { type: 'take-over' }
  /** The page has deleted what was stored about a person. */
  | { type: 'forgotten' }
  /** Whether the server answers requests that do not pass through the worker. */
  | { type: 'reach'; isAway: boolean }
  /** The screen that the page shows, and the files it loaded for it. */
  | { type: 'here'; path: string; files: string[]; language: string };
