import { countCached as countAnswers } from '~/browser/live/cache';
import { isPersonal } from '../person';

/** How often the cached items are counted again, in ms (rule `offline.status`). */
export const COUNT_EVERY_MS = 30_000;

/** What this device can show without a network. */
export interface CachedCounts {
  /** Screens that open offline. */
  pages: number;
  /** Pictures, and answers of the API. */
  items: number;
}

/** Counts what is cached for the person who is signed in. */
export async function countCached(): Promise<CachedCounts> {
  const counts: CachedCounts = { pages: 0, items: countAnswers() };
  if (!('caches' in globalThis)) return counts;
  for (const name of (await caches.keys()).filter(isPersonal)) {
    const cached = await (await caches.open(name)).keys();
    const addresses = cached.filter(({ url }) => !url.endsWith('/snapodium-written'));
    counts[name.endsWith('-pages') ? 'pages' : 'items'] += addresses.length;
  }
  return counts;
}
