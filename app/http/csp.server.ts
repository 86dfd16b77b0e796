import { paths } from '~/paths';

/** What a page may load besides what is always allowed. */
interface CspOptions {
  nonce: string;
  /** From where photos may come besides this site; null for nowhere. */
  imageOrigin: string | null;
  /** While developing, Vite puts styles into the page and speaks over a socket. */
  isDevelopment?: boolean;
}

/**
 * Where the payment form comes from, as Stripe asks for it: its script, the frames that hold the card's
 * fields and the bank's questions, its address, and its own page, to which our form leads.
 */
const PAYMENT_SOURCES: Record<string, string[]> = {
  'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  'connect-src': ['https://api.stripe.com'],
  'form-action': ['https://checkout.stripe.com'],
};

/**
 * The Content-Security-Policy of an address. Only the shop may load from Stripe; all pages may load
 * photos from the FTP server's public address.
 * @param path without its query
 */
export function cspFor(path: string, { nonce, imageOrigin, isDevelopment }: CspOptions): string {
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", `'nonce-${nonce}'`],
    // Style sheets are ours alone; style attributes carry the proportions of photos. Injected ones could restyle
    // a page, but load and run nothing.
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
