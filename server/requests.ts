import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import onHeaders from 'on-headers';
import type { bodyLimit } from '../app/entry.server';
import { wantsPage, type DrawRefused } from './refused';
import { logFailure } from './request-log';

// Checks of a request before the application sees it. Every request counts as hostile: its shape and
// size are checked first, and refusals cost next to nothing. Content types are checked by what reads the body.

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const READING = ['GET', 'HEAD', 'OPTIONS'];
/** A host name or IP address, with or without a port. Other characters in `Host` are refused. */
const HOST = /^(?:[a-z\d._-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;
/**
 * How much of a refused body is read, so that its sender reads the response. After that the connection is
 * closed.
 */
const DISCARD_MAX_BYTES = 100 * 1024 * 1024;

/** A path that `refuseMalformed` refuses, used for URLs that Express cannot parse. */
const UNREADABLE = '/%';

/**
 * Reduces an absolute URL, as clients of proxies send it, to its path. This runs before Express, which would
 * answer a URL that it cannot parse with 404 before any of the checks here.
 */
export function takePath(request: IncomingMessage): void {
  const { url = '/' } = request;
  if (url.startsWith('/') || url === '*') return;
  // Without a host, the first part of the path would be taken for one.
  const isWhole = /^[a-z]+:\/\/[^/\\]/i.test(url) && URL.canParse(url);
  const address = isWhole ? new URL(url) : null;
  request.url = address ? address.pathname + address.search : UNREADABLE;
}

/**
 * Answers malformed requests with 400 or 405, in one place: unknown methods, unreadable URLs, invalid hosts.
 * If the proxy is trusted, `Host` is replaced by the forwarded host. X-Forwarded-Host is removed, so that
 * later code reads only `Host`.
 */
export function refuseMalformed(request: Request, response: Response, next: NextFunction): void {
  if (!METHODS.includes(request.method)) {
    response.setHeader('Allow', METHODS.join(', '));
    return refuse(response, 405, 'Method not allowed');
  }
  const host = hostOf(request);
  const isHttp = request.protocol === 'http' || request.protocol === 'https';
  const address = `${request.protocol}://${host}${request.url}`;
  if (!host || !isHttp || !URL.canParse(address) || !isReadable(new URL(address))) {
    return refuse(response, 400, 'Invalid request');
  }
  request.headers.host = host;
  delete request.headers['x-forwarded-host'];
  next();
}

/** The requested host; null if it is invalid. Clients before HTTP/1.1 send none. */
function hostOf(request: Request): string | null {
  const isTrusted = request.app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  const forwarded = isTrusted(request.socket.remoteAddress ?? '', 0)
    ? request.get('X-Forwarded-Host')?.split(',')[0]?.trim()
    : undefined;
  const host = forwarded ?? request.headers.host ?? 'localhost';
  return HOST.test(host) ? host : null;
}

/**
 * Whether the path can be decoded and contains no control characters, and the request does not use Remix'
 * internal `_data` parameter. No route matches a line break, not even the catch-all.
 */
function isReadable({ pathname, searchParams }: URL): boolean {
  try {
    if (/\p{Cc}/u.test(decodeURIComponent(pathname))) return false;
  } catch {
    return false;
  }
  // A parameter from before single fetch. Its responses contain data that no screen shows.
  return !searchParams.has('_data');
}

/** Refuses a write that another site made the browser send, with 403. */
export function refuseForeignWrites(publicOrigin: string | undefined) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (READING.includes(request.method)) return next();
    const origin = request.get('Origin');
    const site = request.get('Sec-Fetch-Site');
    const own = [`${request.protocol}://${request.get('Host')}`, publicOrigin];
    // Browsers that hide referrers send the origin `null`, but most still say that the form is same-origin.
    if (site === 'same-origin') own.push('null');
    const isForeign =
      (origin !== undefined && !own.includes(origin)) ||
      site === 'cross-site' ||
      site === 'same-site';
    if (isForeign) return refuse(response, 403, 'This request came from another site');
    // Remix would compare it again, with `Host` only, and fail behind PUBLIC_ORIGIN's proxy.
    delete request.headers.origin;
    next();
  };
}

/**
 * Refuses bodies without a length (411) or over the limit (413), because Remix buffers them. Uploads are
 * streamed to a file and may come without a length.
 */
export function limitBodies(limitOf: typeof bodyLimit, drawRefused: DrawRefused) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const { maxBytes, isStreamed } = limitOf(request.path, request.get('Content-Type'));
    const length = request.get('Content-Length');
    if (request.get('Transfer-Encoding') && length === undefined && !isStreamed) {
      return refuse(response, 411, 'Content-Length is required');
    }
    const bytes = Number(length ?? 0);
    if (bytes <= maxBytes) return next();
    const figures = { bytes, limit: maxBytes };
    if (!wantsPage(request)) return refuse(response, 413, 'This request is too large', figures);
    // A form sent without scripts gets a page that explains the error.
    logRefused(response, 413, 'This request is too large', figures);
    drawRefused(request, response, { status: 413, code: 'file_too_large' }).catch(next);
  };
}

/**
 * Reads the rest of a refused body and discards it, because browsers read the response only after sending
 * everything. After DISCARD_MAX_BYTES the connection is closed.
 */
export function drainRefusedBodies(request: Request, response: Response, next: NextFunction): void {
  response.on('finish', () => {
    if (request.complete) return;
    let left = DISCARD_MAX_BYTES;
    request.removeAllListeners('data');
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) request.destroy();
    });
    request.resume();
  });
  next();
}

/**
 * Responses without Cache-Control become `private, no-store`: most pages, data, redirects and errors depend
 * on the user.
 */
export function preventCaching(_request: Request, response: Response, next: NextFunction): void {
  onHeaders(response, () => {
    if (!response.hasHeader('Cache-Control')) {
      response.setHeader('Cache-Control', 'private, no-store');
    }
  });
  next();
}

/** The last resort for unhandled errors: logs them and answers 500 without details. */
export function answerFailure(
  error: unknown,
  request: Request,
  response: Response,
  // Express recognizes error handlers by their four parameters.
  // eslint-disable-next-line @typescript-eslint/no-unused-vars
  _next: NextFunction,
): void {
  request.log.error({ err: error }, 'request failed');
  logFailure(response, error);
  if (response.headersSent) request.destroy();
  else response.status(500).json({ message: 'Internal server error' });
}

/**
 * Refuses a request.
 * @param figures measurements for the log
 */
function refuse(
  response: Response,
  status: number,
  message: string,
  figures: Record<string, number> = {},
): void {
  logRefused(response, status, message, figures);
  response.status(status).json({ message });
}

function logRefused(
  { req: request }: Response,
  status: number,
  reason: string,
  figures: Record<string, number>,
): void {
  request.log.info({ refusal: { status, reason, ...figures } }, 'refused');
}
