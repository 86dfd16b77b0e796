import { paths, safeNext } from './paths';

/** The search parameter that names the dialog over a screen: `/feed?over=/photos/12`. */
const OVER = 'over';

type Place = Readonly<{ pathname: string; search: string }>;

/** The address of the dialog that lies over a screen, or null. What is no path of this site becomes the main page. */
export function dialogIn({ search }: Pick<Place, 'search'>): string | null {
  const to = new URLSearchParams(search).get(OVER);
  // Anybody may make such an address: it leads to no other site.
  return to === null ? null : safeNext(to, paths.home());
}

/** The path and query of the screen below a dialog. */
export function screenPath({ pathname, search }: Place): string {
  // As text: other parameters stay as they were written, so that addresses can be compared.
  const rest = search
    .slice(1)
    .split('&')
    .filter((part) => part && !part.startsWith(`${OVER}=`));
  return rest.length > 0 ? `${pathname}?${rest.join('&')}` : pathname;
}

/** The address of what one looks at: the dialog's, or the screen's. */
export function shownPath(place: Place): string {
  return dialogIn(place) ?? screenPath(place);
}

/** The address that shows a dialog over a screen. It comes last and is left as it can be read. */
export function withDialog(screen: Place, to: string): string {
  const below = screenPath(screen);
  const value = encodeURIComponent(to).replace(/%(2F|3F|3D)/g, decodeURIComponent);
  return `${below}${below.includes('?') ? '&' : '?'}${OVER}=${value}`;
}
