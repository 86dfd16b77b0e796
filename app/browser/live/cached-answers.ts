import { endpoints } from '~/endpoints';
import { fetchCached, readCached, Refused } from './cache';

// The requests of an event's pages that go through the cache.

/** How often the cached answers are refreshed, in milliseconds. */
const REFRESH_EVERY_MS = 5 * 60_000;
/** The page's photos load first, and another user's cache is cleared before. */
const START_AFTER_MS = 3000;
const RETRY_AFTER_MS = 1000;

/**
 * The ids of an event's photos, from the cache if nothing answers.
 * @returns null if they are unknown
 */
export async function askPhotoIds(eventId: number): Promise<number[] | null> {
  try {
    const photos = await fetchCached(endpoints.eventPhotos(eventId, { fields: 'id' }));
    return (photos as { id: number }[]).map(({ id }) => id);
  } catch {
    return null;
  }
}

/**
 * The signed-in user, from the server or the cache. A failure is retried once after a second.
 * @returns null if there is no network and nothing is cached
 * @throws Refused if the server refuses, immediately if nobody is signed in; TypeError if nothing answers
 */
export async function askUser(): Promise<unknown> {
  try {
    return await fetchCached(endpoints.user());
  } catch (error) {
    if (isNobody(error)) throw error;
  }
  await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
  try {
    return await fetchCached(endpoints.user());
  } catch (error) {
    if (navigator.onLine || error instanceof Refused) throw error;
    return null;
  }
}

const isNobody = (error: unknown) => error instanceof Refused && error.status === 401;

/** Whether the server says that nobody is signed in. False if it cannot be reached. */
export async function isSignedOut(): Promise<boolean> {
  try {
    await askUser();
    return false;
  } catch (error) {
    return isNobody(error);
  }
}

/**
 * Keeps the user, the event and its newest photos in the cache: requests what is missing after 3 s, and all of
 * it every 5 min while the page is visible and when the network is back (rule `offline.entries`).
 * @param isWaiting whether requests must wait now; the first round is then postponed, others are skipped
 * @returns a function that stops it
 */
export function refreshAnswers(eventId: number, isWaiting = () => false): () => void {
  const wanted = [endpoints.user(), endpoints.event(eventId), endpoints.eventPhotos(eventId)];
  const ask = (paths: string[]) => {
    for (const path of paths) {
      const asking = path === endpoints.user() ? askUser() : fetchCached(path);
      void asking.catch(() => undefined);
    }
  };
  const refresh = () => document.hidden || isWaiting() || ask(wanted);
  const begin = () => {
    if (isWaiting()) beginLater();
    else ask(wanted.filter((path) => readCached(path) === undefined));
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
