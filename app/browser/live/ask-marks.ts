import type { ChangeKind, Marks } from '~/models/live/rules';
import { endpoints } from '~/endpoints';
import { noteAnswer, noteSilence } from '~/browser/reach';

/** A poll that nothing answers is given up, in milliseconds. */
const TOO_LONG = 30_000;

interface Known {
  etag: string;
  marks: Marks;
}

/**
 * What asks for an event's marks. It says which answer it had last, so an unchanged one costs a 304, whatever
 * the browser keeps.
 * @returns the marks; the status of a refusal, which is an answer too; null without a connection
 */
export function createAsking(eventId: number) {
  const known = new Map<string, Known>();

  return async (kinds: readonly ChangeKind[]): Promise<Marks | number | null> => {
    const url = endpoints.marks(eventId, kinds);
    const last = known.get(url);
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), TOO_LONG);
    try {
      const response = await fetch(url, {
        headers: last ? { 'If-None-Match': last.etag } : {},
        signal: abort.signal,
      });
      if (response.status < 500) noteAnswer();
      if (response.status === 304 && last) return last.marks;
      if (!response.ok) return response.status < 500 ? response.status : null;
      const marks = (await response.json()) as Marks;
      const etag = response.headers.get('ETag');
      if (etag) known.set(url, { etag, marks });
      return marks;
    } catch {
      noteSilence();
      return null;
    } finally {
      clearTimeout(timer);
    }
  };
}
