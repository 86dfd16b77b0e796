import { DomainError } from '../errors';

/** A user's JPEG download. */
export interface JpegDownload {
  eventId: number;
  userId: number;
  what: 'all' | 'top' | 'own';
  /** Aborts it. */
  stop(): void;
}

/** The JPEG downloads that are running on a server. */
export interface JpegDownloads {
  /**
   * Takes a place for a download (rule `files.jpeg-zip`). If the same user already runs the same download,
   * that one is stopped: they request it again because its connection broke, and the server has not noticed
   * yet.
   * @returns gives the place back; further calls do nothing
   * @throws DomainError busy when the event or the server has reached its limit
   */
  begin(download: JpegDownload): () => void;
  /** How many downloads run, how many may, and how many were refused. */
  figures(): { running: number; limit: number; refused: number };
}

const MOST = 4;
/** The limit per event leaves places for other events when all guests of a party download at once. */
const MOST_OF_EVENT = 2;
/**
 * A guest's own photos are few, and the whole party takes theirs home on the same morning. So these downloads have
 * separate places, and their photos take turns. Each place holds one stored file in memory.
 */
const MOST_OWN = 20;
const RETRY_S = 30;

/** Creates a server's places, with no download running. */
export function createJpegDownloads(): JpegDownloads {
  const running = new Set<JpegDownload>();
  let refused = 0;
  return {
    begin(download) {
      const { eventId, userId, what } = download;
      const before = [...running].find((one) => one.userId === userId && one.what === what);
      const others = [...running].filter((one) => one !== before);
      const isOwn = what === 'own';
      const alike = others.filter((one) => (one.what === 'own') === isOwn);
      const ofEvent = alike.filter((one) => one.eventId === eventId).length;
      const limit = isOwn ? MOST_OWN : MOST;
      if (alike.length >= limit || (!isOwn && ofEvent >= MOST_OF_EVENT)) {
        refused += 1;
        const figures = { running: alike.length, limit, ofEvent };
        throw new DomainError('busy', { retryAfter: RETRY_S, figures });
      }
      if (before) {
        running.delete(before);
        before.stop();
      }
      running.add(download);
      return () => void running.delete(download);
    },
    figures: () => ({ running: running.size, limit: MOST + MOST_OWN, refused }),
  };
}
