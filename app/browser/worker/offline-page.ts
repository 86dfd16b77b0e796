import { COUNT_EVERY_MS, countKept } from '~/browser/cached-counts';

// The script of the page that the service worker shows offline: what is kept, and how the connection is.

/** Under its own address it came from the server; under another one the server was not reached. */
const isOwnAddress = location.pathname === '/offline';

function showConnection(isOnline: boolean): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-when]')) {
    part.hidden = (part.dataset.when === 'online') !== isOnline;
  }
  document.querySelector('.lights')?.classList.toggle('out', !isOnline);
}

async function showKept(): Promise<void> {
  const counts = await countKept();
  const plurals = new Intl.PluralRules(document.documentElement.lang);
  for (const line of document.querySelectorAll<HTMLElement>('[data-kept]')) {
    const count = counts[line.dataset.kept as keyof typeof counts];
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
void showKept();
setInterval(() => void showKept(), COUNT_EVERY_MS);
