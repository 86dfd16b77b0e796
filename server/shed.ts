import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { bodyLimit, LoopWatch } from '../app/entry.server';
import { wantsPage } from './refused';

// Requests that an overloaded server refuses without starting them (rule `screens.busy`). Serving every
// request late would fail all users, so the server first refuses the requests whose users lose least, with a
// response that costs next to nothing.

/** At this many times the limit, every request that can be refused is refused. */
const TOO_LATE = 5;
/** This few requests per second are always served, because they cannot be the cause. */
const FEW = 30;
/** How long a delay counts after it has ended, because the next one is likely. */
const RECENT_MS = 250;
/** Seconds until a retry. It is random, so that clients do not all return together. */
const RETRY_S = { least: 4, most: 10 };
/** The delay before a refusal. Clients that retry at once would take the time of all others. */
const WAIT_MS = 1000;
const LOG_EVERY_MS = 10_000;

const ALWAYS = /^\/(?:assets\/|webhooks\/|(?:healthz|livez|readyz|metrics)$)/;
const STAR = /^\/(?:api\/favorites(?:\/|$)|photos\/\d+\/star(?:\.data)?$)/;

/** When a request is refused: `first`, `last`, or `never`. */
type Turn = 'first' | 'last' | 'never';

/** What shedding depends on. */
interface ShedDeps {
  loop: Pick<LoopWatch, 'begin' | 'lateMs'>;
  /** From this delay on, visitors' pages and polls are refused, which retry by themselves; 0 for never. */
  lateMs: number;
  limitOf: typeof bodyLimit;
  /** The page for people, in the language of their cookies. */
  busyPage(page: { cookie: string | undefined; retryAfter: number | null }): string;
  log: Logger;
  /** Called for each request that is refused. */
  onShed(): void;
}

/**
 * Serves requests in turn. While the server is late, or if a request has waited too long for its turn,
 * answers 503. Runs before Express and the request log.
 */
export function shedLoad({ loop, lateMs, limitOf, busyPage, log, onShed }: ShedDeps) {
  const isRush = countRush();
  const tell = countingLog(log);
  const sendAway = (request: IncomingMessage, response: ServerResponse) => {
    const { least, most } = RETRY_S;
    const retryAfter = least + Math.floor(Math.random() * (most - least));
    const headers = { 'Retry-After': retryAfter, 'Cache-Control': 'no-store' };
    const isPage = wantsPage(request);
    // Only GET reloads: after a form the page's reload would request the form's URL as a page.
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
      onShed();
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

/** The same text that the application uses when its own queues are full. */
const BUSY = JSON.stringify({ message: 'It’s very busy right now. Please try again in a moment.' });

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

/**
 * Counts requests.
 * @returns whether more than a few came in this second and the previous one
 */
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

/** Logs one line for many refusals, because a line for each would add to the load. */
function countingLog(log: Logger): (lateMs: number) => void {
  let [count, most] = [0, 0];
  return (lateMs) => {
    if (count === 0) {
      setTimeout(() => {
        log.warn({ refused: count, lateMs: Math.round(most) }, 'too busy');
        [count, most] = [0, 0];
      }, LOG_EVERY_MS).unref();
    }
    count += 1;
    most = Math.max(most, lateMs);
  };
}
