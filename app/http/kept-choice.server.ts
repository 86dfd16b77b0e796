import { redirect } from '@remix-run/node';
import { safeNext } from '~/paths';

const THREE_MONTHS_S = 90 * 24 * 60 * 60;

/** A choice about how a screen looks: a link makes it, so that it works without scripts, and the browser keeps it. */
export interface KeptChoice {
  /** Of the query that makes it, and of the cookie that keeps it. */
  name: string;
  /** Whether it was made. */
  isOn: boolean;
  /** The address that makes it, or takes it back. */
  toggle: string;
}

/**
 * Reads a choice that is either made or not.
 * @param fallback where to go on to if the address itself cannot be
 * @throws Response where the address makes it, the way back to the same screen
 */
export function keptChoice(request: Request, name: string, fallback: string): KeptChoice {
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
  const pattern = new RegExp(`(?:^|;\\s*)${name}=1(?:;|$)`);
  const isOn = pattern.test(request.headers.get('Cookie') ?? '');
  url.searchParams.set(name, isOn ? '0' : '1');
  return { name, isOn, toggle: url.pathname + url.search };
}
