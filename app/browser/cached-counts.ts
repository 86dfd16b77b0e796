import { countCached } from '~/browser/live/cache';
import { isPersonal } from './person';

/** How often what is kept is counted anew, in milliseconds (rule `offline.status`). */
export const COUNT_EVERY_MS = 30_000;

/** What this device keeps for when the network is gone. */
export interface KeptCounts {
  /** Screens that can be opened. */
  pages: number;
  /** Pictures and answers with them. */
  items: number;
}

/** Counts what is kept of who is signed in; nothing where the browser keeps nothing. */
export async function countKept(): Promise<KeptCounts> {
  const counts: KeptCounts = { pages: 0, items: countCached() };
  if (!('caches' in globalThis)) return counts;
  for (const name of (await caches.keys()).filter(isPersonal)) {
    const kept = await (await caches.open(name)).keys();
    const addresses = kept.filter(({ url }) => !url.endsWith('/snapodium-written'));
    counts[name.endsWith('-pages') ? 'pages' : 'items'] += addresses.length;
  }
  return counts;
}
