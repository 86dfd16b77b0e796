import { endpoints } from '~/endpoints';
import { askThrough, readEntry, Refused } from './browser-cache';

// What an event's pages ask of the endpoints that carry data, through what is kept in local storage.

/** How often what is kept is asked for anew, in milliseconds. */
const REFRESH_EVERY_MS = 5 * 60_000;
/** The page's photos come first, and the end of what is kept of somebody else. */
const START_AFTER_MS = 3000;
/** Who one is is asked once more. */
const RETRY_AFTER_MS = 1000;

/**
 * The ids of the photos that an event's list begins with; where nothing answers, those it began with before.
 * @returns null where nobody knows
 */
export async function askPhotoIds(eventId: number, limit: number): Promise<number[] | null> {
  try {
    const photos = await askThrough(endpoints.eventPhotos(eventId, { limit }));
    return (photos as { id: number }[]).map(({ id }) => id);
  } catch {
    return null;
  }
}

/**
 * Who one is, from the server or as it was kept; what fails is tried once more after a second.
 * @returns null without a network, where nothing is kept
 * @throws Refused, at once where the server says that it is nobody; TypeError where nothing answers
 */
export async function askUser(): Promise<unknown> {
  try {
    return await askThrough(endpoints.user());
  } catch (error) {
    if (isNobody(error)) throw error;
  }
  await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
  try {
    return await askThrough(endpoints.user());
  } catch (error) {
    if (navigator.onLine || error instanceof Refused) throw error;
    return null;
  }
}

const isNobody = (error: unknown) => error instanceof Refused && error.status === 401;

/** Whether the server says that nobody is signed in; one that cannot be reached does not. */
export async function isSignedOut(): Promise<boolean> {
  try {
    await askUser();
    return false;
  } catch (error) {
    return isNobody(error);
  }
}

/**
 * Keeps who one is, the event and its newest photos in local storage: what is missing soon, all of it every
 * 5 min while the page can be seen, and when a connection is back (rule `offline.entries`).
 * @param isWaiting whether this is no moment to ask; the first round is then put off, another one left out
 * @returns ends it
 */
export function refreshAnswers(eventId: number, isWaiting = () => false): () => void {
  const wanted = [endpoints.user(), endpoints.event(eventId), endpoints.eventPhotos(eventId)];
  const ask = (paths: string[]) => {
    for (const path of paths) {
      const asking = path === endpoints.user() ? askUser() : askThrough(path);
      void asking.catch(() => undefined);
    }
  };
  const refresh = () => document.hidden || isWaiting() || ask(wanted);
  const begin = () => {
    if (isWaiting()) beginLater();
    else ask(wanted.filter((path) => readEntry(path) === undefined));
  };
  let start: number | undefined;
  const beginLater = () => {
    start = window.setTimeout(begin, START_AFTER_MS);
  };
  beginLater();
  const timer = window.setInterval(refresh, REFRESH_EVERY_MS);
  window.addEventListener('online', refresh);
  return () => {
    window.clearTimeout(start);
    window.clearInterval(timer);
    window.removeEventListener('online', refresh);
  };
}
