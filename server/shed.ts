import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { bodyLimit, LoopWatch } from '../app/entry.server';
import { wantsPage } from './refused';

// What is not even begun when the server is late (rule `screens.busy`): who is late with everything serves
// nobody, so those who lose least by it are sent away first, by an answer that costs next to nothing.

/** So many times as late, everything is sent away that may be. */
const TOO_LATE = 5;
/** So few requests in a second are always served: it is not they that make the server late. */
const FEW = 30;
/** A delay counts for so long after it: the next one is likely. */
const RECENT_MS = 250;
/** When to come back, in seconds: each at another time, or all come together again. */
const RETRY_S = { least: 4, most: 10 };
/** Whoever is sent away waits for it: those who ask again at once would take the time of all others. */
const WAIT_MS = 1000;
const TOLD_EVERY_MS = 10_000;

const ALWAYS = /^\/(?:assets\/|webhooks\/|(?:healthz|livez|readyz)$)/;
const STAR = /^\/(?:api\/favorites(?:\/|$)|photos\/\d+\/star(?:\.data)?$)/;

/** When a request is sent away: `first`, `last`, or `never`. */
type Turn = 'first' | 'last' | 'never';

/** What shedding depends on. */
interface ShedDeps {
  loop: Pick<LoopWatch, 'begin' | 'lateMs'>;
  /** From here on visitors' pages and polls are sent away, which are asked again by themselves; 0: never. */
  lateMs: number;
  limitOf: typeof bodyLimit;
  /** The page that tells people, in the language of their cookies. */
  busyPage(page: { cookie: string | undefined; retryAfter: number | null }): string;
  log: Logger;
}

/**
 * Serves requests in turn, and sends them away with 503 while the server is late, or where one has waited for
 * its turn too long. It comes before Express and the log.
 */
export function shedLoad({ loop, lateMs, limitOf, busyPage, log }: ShedDeps) {
  const isRush = countRush();
  const tell = countingLog(log);
  const sendAway = (request: IncomingMessage, response: ServerResponse) => {
    const { least, most } = RETRY_S;
    const retryAfter = least + Math.floor(Math.random() * (most - least));
    const headers = { 'Retry-After': retryAfter, 'Cache-Control': 'no-store' };
    const isPage = wantsPage(request);
    // A form that was sent would be asked for as a page.
    const again = request.method === 'GET' ? retryAfter : null;
    const body = isPage ? busyPage({ cookie: request.headers.cookie, retryAfter: again }) : BUSY;
    setTimeout(() => {
      response.writeHead(503, { ...headers, ...(isPage ? PAGE_HEADERS : JSON_HEADERS) }).end(body);
    }, WAIT_MS);
  };
  return (request: IncomingMessage, response: ServerResponse, serve: () => void): void => {
    const turn = turnOf(request, limitOf);
    if (turn === 'never') return serve();
    const mayShed = isRush() && lateMs > 0;
    const limit = turn === 'first' ? lateMs : lateMs * TOO_LATE;
    const judge = (late: number, go: () => void) => {
      if (!mayShed || late < limit) return go();
      tell(late);
      sendAway(request, response);
    };
    judge(loop.lateMs(RECENT_MS), () => loop.begin((waited) => judge(waited, serve)));
  };
}

const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
};
const JSON_HEADERS = { 'Content-Type': 'application/json; charset=utf-8' };

/** As the application says it of its own queues. */
const BUSY = JSON.stringify({ message: 'The server is busy. Please try again in a moment.' });

function turnOf({ method, url = '', headers }: IncomingMessage, limitOf: typeof bodyLimit): Turn {
  const [path = ''] = url.split('?', 1);
  if (ALWAYS.test(path)) return 'never';
  const isSignedIn = headers.cookie?.includes('snapodium_session=') ?? false;
  if (method === 'GET' || method === 'HEAD') {
    if (path.startsWith('/api/')) return 'first';
    return isSignedIn || path.startsWith('/media/') ? 'last' : 'first';
  }
  const isWanted = STAR.test(path) || limitOf(path, headers['content-type']).isStreamed;
  return isSignedIn && isWanted ? 'never' : 'last';
}

/** Counts requests. @returns whether more than a few came in this second and the one before */
function countRush(): () => boolean {
  let [second, count, before] = [0, 0, 0];
  return () => {
    const current = Math.floor(performance.now() / 1000);
    if (current !== second) {
      before = current === second + 1 ? count : 0;
      [second, count] = [current, 0];
    }
    count += 1;
    return count + before > FEW;
  };
}

/** One line for many: a line for each would be work when there is too much of it. */
function countingLog(log: Logger): (lateMs: number) => void {
  let [count, most] = [0, 0];
  return (lateMs) => {
    if (count === 0) {
      setTimeout(() => {
        log.warn({ refused: count, lateMs: Math.round(most) }, 'too busy');
        [count, most] = [0, 0];
      }, TOLD_EVERY_MS).unref();
    }
    count += 1;
    most = Math.max(most, lateMs);
  };
}
