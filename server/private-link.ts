/** Addresses that let in whoever has them. */
const PRIVATE_LINK = /^\/*(return|login\/(?:link|confirm|email))\/.*$/is;

/** The path of an address as it may be kept: without its query, and of a private link without its token. */
export function pathToKeep(url: string): string {
  const [path = ''] = url.split('?');
  return decode(path).replace(PRIVATE_LINK, '/$1/…');
}

/** Whether a path is a private link's: what its page asks for must not tell it. */
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
