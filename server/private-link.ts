/** Paths that sign in anyone who has them, or show the wall. */
const PRIVATE_LINK = /^\/*(return|login\/(?:link|confirm|email)|wall)\/.*$/is;

/** The path of a URL for the log: without its query, and for a private link without its token. */
export function loggablePath(url: string): string {
  const [path = ''] = url.split('?');
  return decode(path).replace(PRIVATE_LINK, '/$1/…');
}

/** Whether a path is a private link, whose page must not send it as the referrer. */
export function isPrivateLink(path: string): boolean {
  return PRIVATE_LINK.test(decode(path));
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
