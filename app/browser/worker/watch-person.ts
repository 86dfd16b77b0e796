import type { ToWorker } from '~/browser/worker-messages';
import { PERSON_KEY } from '../known-person';

/**
 * Clears the stored data of a person as soon as a page shows that somebody else is signed in, or nobody (rule
 * `offline.person`). The service worker does the same, where there is one.
 * @param person the page's person; null for nobody
 */
export function notePersonOfPage(person: string | null): Promise<void> {
  noting = noting.then(() => noteInTurn(person));
  return noting;
}

/** One after the other: what is stored for a person must not be cleared by a call for the same person. */
let noting = Promise.resolve();

async function noteInTurn(person: string | null): Promise<void> {
  try {
    const before = localStorage.getItem(PERSON_KEY);
    if (before === person) return;
    if (before !== null) {
      // This is rare, and loads the code of everything that is stored.
      const { clearPerson } = await import('./forget-person');
      await clearPerson();
      const message: ToWorker = { type: 'forgotten' };
      navigator.serviceWorker?.controller?.postMessage(message);
    }
    if (person === null) localStorage.removeItem(PERSON_KEY);
    else localStorage.setItem(PERSON_KEY, person);
  } catch {
    // Where the browser forbids storage, nothing is stored.
  }
}
