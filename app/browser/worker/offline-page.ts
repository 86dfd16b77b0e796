import { COUNT_EVERY_MS, countCached } from './cached-counts';

// The script of the page that the service worker shows offline: the number of cached items, and the
// connection.

/** Under this URL the page came from the server. Under any other, the server was not reached. */
const isOwnAddress = location.pathname === '/offline';

function showConnection(isOnline: boolean): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-when]')) {
    part.hidden = (part.dataset.when === 'online') !== isOnline;
  }
  document.querySelector('.lights')?.classList.toggle('out', !isOnline);
}

async function showCounts(): Promise<void> {
  const counts = await countCached();
  const plurals = new Intl.PluralRules(document.documentElement.lang);
  for (const line of document.querySelectorAll<HTMLElement>('[data-cached]')) {
    const count = counts[line.dataset.cached as keyof typeof counts];
    const text = plurals.select(count) === 'one' ? line.dataset.one : line.dataset.other;
    const words = text?.replace('#', String(count)) ?? '';
    if (line.textContent !== words) line.textContent = words;
    line.hidden = false;
  }
}

document.querySelector('[data-reconnect]')?.addEventListener('click', () => location.reload());
addEventListener('online', () => showConnection(true));
addEventListener('offline', () => showConnection(false));
showConnection(isOwnAddress && navigator.onLine);
void showCounts();
setInterval(() => void showCounts(), COUNT_EVERY_MS);
