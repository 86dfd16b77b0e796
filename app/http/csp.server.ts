import { paths } from '~/paths';

/** Options of a page's policy. */
interface CspOptions {
  nonce: string;
  /** The origin of photos besides this site; null for none. */
  imageOrigin: string | null;
  /** In development, Vite injects styles and opens a web socket. */
  isDevelopment?: boolean;
}

/**
 * The sources of the payment form, as Stripe requires them: its script, frames for the card's fields and the
 * bank's challenges, its API, and its own page, to which our form posts.
 */
const PAYMENT_SOURCES: Record<string, string[]> = {
  'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  'connect-src': ['https://api.stripe.com'],
  'form-action': ['https://checkout.stripe.com'],
};

/**
 * The Content-Security-Policy of a path. Only the shop may load from Stripe. All pages may load photos from
 * the FTP server's public address.
 * @param path without the query
 */
export function cspFor(path: string, { nonce, imageOrigin, isDevelopment }: CspOptions): string {
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", `'nonce-${nonce}'`],
    // Style sheets come from this site only. Style attributes hold the proportions of photos. Injected style
    // attributes could change a page's look, but cannot load or run anything.
    'style-src': isDevelopment ? ["'self'", "'unsafe-inline'"] : ["'self'"],
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", ...(imageOrigin ? [imageOrigin] : []), 'data:', 'blob:'],
    'media-src': ["'self'"],
    'font-src': ["'self'"],
    'connect-src': isDevelopment ? ["'self'", 'ws:'] : ["'self'"],
    'worker-src': ["'self'", 'blob:'],
    'frame-src': ["'none'"],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  if (path === paths.shop()) {
    for (const [name, sources] of Object.entries(PAYMENT_SOURCES)) {
      const own = directives[name]?.filter((source) => source !== "'none'") ?? [];
      directives[name] = [...own, ...sources];
    }
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join(';');
}
