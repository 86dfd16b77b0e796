import { useLocation } from '@remix-run/react';
import { useEffect } from 'react';
import { delayForms, preloadCode } from '~/browser/code-ahead';

/** How long to wait before loading the code of the neighboring screens, in ms. The photos come first. */
const LINKS_AFTER_MS = 2500;

/** Loads the code that the page's forms and navigation will need, while there is a connection. */
export function useCodeAhead(): void {
  const location = useLocation();
  useEffect(delayForms, []);
  useEffect(() => {
    loadForms();
    // Parts of a screen may appear after the screen itself.
    document.addEventListener('focusin', loadForms);
    const later = window.setTimeout(loadLinks, LINKS_AFTER_MS);
    return () => {
      document.removeEventListener('focusin', loadForms);
      window.clearTimeout(later);
    };
  }, [location]);
}

function loadForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[method="post"]')) {
    preloadCode(new URL(form.action).pathname);
  }
}

/** Loads the code that the navigation and a print lead to. */
function loadLinks(): void {
  const links = document.querySelectorAll<HTMLAnchorElement>('nav a, .sheet li:first-child a');
  for (const { origin, pathname } of links) {
    if (origin === window.location.origin) preloadCode(pathname);
  }
}
