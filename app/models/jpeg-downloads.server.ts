import { DomainError } from './errors';

/** Somebody's download of JPEGs. */
export interface JpegDownload {
  eventId: number;
  userId: number;
  what: 'all' | 'top';
  /** Breaks it off. */
  stop(): void;
}

/** The downloads of JPEGs that a server has under way. */
export interface JpegDownloads {
  /**
   * Takes a place for a download (rule `files.jpeg-zip`). The same one that the same person has under way ends:
   * they ask again because its connection is gone, of which nobody has told the server yet.
   * @returns gives the place back; more than once does nothing
   * @throws DomainError busy when their event or the server has as many as it may
   */
  begin(download: JpegDownload): () => void;
}

const MOST = 4;
/** A whole party that wants its best photos at once leaves places for other parties. */
const MOST_OF_EVENT = 2;
const RETRY_S = 30;

/** Makes the places of a server that has no such download yet. */
export function createJpegDownloads(): JpegDownloads {
  const running = new Set<JpegDownload>();
  return {
    begin(download) {
      const { eventId, userId, what } = download;
      const before = [...running].find((one) => one.userId === userId && one.what === what);
      const others = [...running].filter((one) => one !== before);
      const ofEvent = others.filter((one) => one.eventId === eventId);
      if (others.length >= MOST || ofEvent.length >= MOST_OF_EVENT) {
        const figures = { running: others.length, limit: MOST, ofEvent: ofEvent.length };
        throw new DomainError('busy', { retryAfter: RETRY_S, figures });
      }
      if (before) {
        running.delete(before);
        before.stop();
      }
      running.add(download);
      return () => void running.delete(download);
    },
  };
}
