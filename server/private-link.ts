// The routes whose path contains a secret: it signs in anyone who has it, shows the wall, or ends somebody's mails.

/** The names of these secrets in the patterns of routes, such as `/return/:token`. */
const SECRET = /\/:(?:token|key)\b/;

/** What is asked about a request's path. */
export interface PrivateLinks {
  /** The path of a URL for the log: without its query, and without whatever follows a private link's name. */
  loggablePath(url: string): string;
  /** Whether a path is a private link, whose page must not send it as the referrer. */
  isPrivateLink(path: string): boolean;
}

/**
 * Recognizes private links by the patterns of all routes. Everything after what comes before the secret counts as
 * secret, because a link that was copied with a letter too many still contains its token.
 */
export function privateLinks(patterns: readonly string[]): PrivateLinks {
  const starts = patterns.filter((pattern) => SECRET.test(pattern)).map(startOf);
  // Routes match whatever the case. Without any such route, nothing may match.
  const link = new RegExp(`^/*(${[...new Set(starts)].join('|') || '(?!)'})/.*$`, 'is');
  return {
    loggablePath(url) {
      const [path = ''] = url.split('?');
      return decode(path).replace(link, '/$1/…');
    },
    isPrivateLink: (path) => link.test(decode(path)),
  };
}

/** Matches `morning/in` of the pattern `/morning/in/:token`. */
function startOf(pattern: string): string {
  const [start = ''] = pattern.split(SECRET, 1);
  return start
    .slice(1)
    .replace(/:\w+\??/g, '[^/]+')
    .replaceAll('/', '/+');
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
