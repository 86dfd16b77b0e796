import { redirect } from '@remix-run/node';
import { safeNext } from '~/paths';

const THREE_MONTHS_S = 90 * 24 * 60 * 60;

/** A display preference. A link sets it, so that it works without scripts, and a cookie stores it. */
interface Preference {
  /** The name of the query parameter that sets it, and of the cookie. */
  name: string;
  /** Whether it is turned on. */
  isOn: boolean;
  /** The URL that toggles it. */
  toggle: string;
}

/**
 * Reads a preference that is on or off.
 * @param fallback the redirect target if the URL itself is not safe
 * @throws Response a redirect back to the same screen, if the URL sets the preference
 */
export function readPreference(request: Request, name: string, fallback: string): Preference {
  const url = new URL(request.url);
  const made = url.searchParams.get(name);
  url.searchParams.delete(name);
  if (made === '0' || made === '1') {
    throw redirect(safeNext(url.pathname + url.search, fallback), {
      headers: {
        'Set-Cookie': `${name}=${made}; Path=/; Max-Age=${THREE_MONTHS_S}; SameSite=Lax; HttpOnly`,
      },
    });
  }
  const isOn = hasPreference(request, name);
  url.searchParams.set(name, isOn ? '0' : '1');
  return { name, isOn, toggle: url.pathname + url.search };
}

/** Whether a preference is turned on. */
export function hasPreference(request: Request, name: string): boolean {
  const pattern = new RegExp(`(?:^|;\\s*)${name}=1(?:;|$)`);
  return pattern.test(request.headers.get('Cookie') ?? '');
}
