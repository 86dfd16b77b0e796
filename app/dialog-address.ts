import { paths, safeNext } from './paths';

/** The query parameter that names the dialog over a screen: `/feed?over=/photos/12`. */
const OVER = 'over';

type Place = Readonly<{ pathname: string; search: string }>;

/**
 * The URL of the dialog over a screen, or null. Anything other than a path of this site becomes the main
 * page.
 */
export function dialogIn({ search }: Pick<Place, 'search'>): string | null {
  const to = new URLSearchParams(search).get(OVER);
  // Anyone can craft such a URL, so it must not lead to another site.
  return to === null ? null : safeNext(to, paths.home());
}

/** The path and query of the screen below a dialog. */
export function screenPath({ pathname, search }: Place): string {
  // As text, so that other parameters stay as written and URLs can be compared.
  const rest = search
    .slice(1)
    .split('&')
    .filter((part) => part && !part.startsWith(`${OVER}=`));
  return rest.length > 0 ? `${pathname}?${rest.join('&')}` : pathname;
}

/** The URL of what the user sees: the dialog's, or the screen's. */
export function shownPath(place: Place): string {
  return dialogIn(place) ?? screenPath(place);
}

/** The URL that shows a dialog over a screen. The parameter comes last and stays readable. */
export function withDialog(screen: Place, to: string): string {
  const below = screenPath(screen);
  const value = encodeURIComponent(to).replace(/%(2F|3F|3D)/g, decodeURIComponent);
  return `${below}${below.includes('?') ? '&' : '?'}${OVER}=${value}`;
}
