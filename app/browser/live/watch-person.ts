import { PERSON_KEY } from '~/browser/known-person';
import type { ToWorker } from '~/browser/worker/worker-messages';

/**
 * Clears what is kept of a person as soon as a page says that somebody else is there, or nobody (rule
 * `offline.person`). The service worker sees to it too, where there is one.
 * @param person what the page says; null for nobody
 */
export async function notePersonOfPage(person: string | null): Promise<void> {
  try {
    const before = localStorage.getItem(PERSON_KEY);
    if (before === person) return;
    if (before !== null) {
      // Seldom: nobody else loads the code of all that can be kept.
      const { clearPerson } = await import('~/browser/forget-person');
      await clearPerson();
      const message: ToWorker = { type: 'forgotten' };
      navigator.serviceWorker?.controller?.postMessage(message);
    }
    if (person === null) localStorage.removeItem(PERSON_KEY);
    else localStorage.setItem(PERSON_KEY, person);
  } catch {
    // Where storage is forbidden, nothing is kept in it.
  }
}
