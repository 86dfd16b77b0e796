import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import onHeaders from 'on-headers';
import type { bodyLimit } from '../app/entry.server';
import { wantsPage, type DrawRefused } from './refused';
import { noteFailure } from './request-log';

// What is decided about a request before the application sees it. It all counts as hostile: sizes,
// types and shapes are looked at first, and the answers cost next to nothing.

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const READING = ['GET', 'HEAD', 'OPTIONS'];
/** A host's name or IP address, with or without a port; other characters make no `Host` we answer. */
const HOST = /^(?:[a-z\d._-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;
/**
 * So much of a refused body is read, so that its sender reads the answer; then the connection
 * closes.
 */
const DISCARD_MAX_BYTES = 100 * 1024 * 1024;

/** What `refuseMalformed` refuses, in the place of an address that Express would not even look at. */
const UNREADABLE = '/%';

/**
 * Takes the path alone of an address that comes whole, as clients of proxies send it: what follows
 * reads paths. This runs before Express: an address that Express cannot parse it would answer with
 * 404 itself, before any of the checks here.
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
 * 400 and 405 for what is no request of ours, in one place: odd methods, addresses that cannot be
 * read, odd hosts. `Host` becomes the forwarded one where the proxy is trusted, and X-Forwarded-Host
 * goes: what runs later reads `Host` alone.
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

/** The host as it was asked for; null when it is none. Clients from before HTTP/1.1 name none. */
function hostOf(request: Request): string | null {
  const isTrusted = request.app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  const forwarded = isTrusted(request.socket.remoteAddress ?? '', 0)
    ? request.get('X-Forwarded-Host')?.split(',')[0]?.trim()
    : undefined;
  const host = forwarded ?? request.headers.host ?? 'localhost';
  return HOST.test(host) ? host : null;
}

/**
 * Whether every letter of a path can be decoded and seen, and none of Remix' own questions is asked.
 * A line's end is matched by no route, not even by the one for everything else.
 */
function isReadable({ pathname, searchParams }: URL): boolean {
  try {
    if (/\p{Cc}/u.test(decodeURIComponent(pathname))) return false;
  } catch {
    return false;
  }
  // From before single fetch: answers of this kind hold what no screen shows.
  return !searchParams.has('_data');
}

/** An unsafe request that another site made the browser send gets 403. */
export function refuseForeignWrites(publicOrigin: string | undefined) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (READING.includes(request.method)) return next();
    const origin = request.get('Origin');
    const site = request.get('Sec-Fetch-Site');
    const own = [`${request.protocol}://${request.get('Host')}`, publicOrigin];
    // The page of a private link keeps its origin to itself; that the form is ours the browser says all the same.
    if (site === 'same-origin') own.push('null');
    const isForeign =
      (origin !== undefined && !own.includes(origin)) ||
      site === 'cross-site' ||
      site === 'same-site';
    if (isForeign) return refuse(response, 403, 'This request came from another site');
    // Remix compares it once more, with `Host` alone, and would fail behind PUBLIC_ORIGIN's proxy.
    delete request.headers.origin;
    next();
  };
}

/**
 * 411 and 413: bodies say their size and keep it small, for Remix buffers them. Uploads go to a file
 * as they come, and may come without a length.
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
    // Whoever sends a form without scripts is shown a screen that says so.
    noteRefused(response, 413, 'This request is too large', figures);
    drawRefused(request, response, { status: 413, code: 'file_too_large' }).catch(next);
  };
}

/**
 * Reads the rest of a refused body and drops it: browsers read the answer only after they have sent
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
 * Answers without Cache-Control of their own are `private, no-store`: most pages, data, redirects and
 * refusals all depend on who asks.
 */
export function keepFromCaches(_request: Request, response: Response, next: NextFunction): void {
  onHeaders(response, () => {
    if (!response.hasHeader('Cache-Control')) {
      response.setHeader('Cache-Control', 'private, no-store');
    }
  });
  next();
}

/** What fell through everything: a line in the log, 500, and nothing of the error to the caller. */
export function answerFailure(
  error: unknown,
  request: Request,
  response: Response,
  // Express tells error handlers by their four parameters.
  // eslint-disable-next-line @typescript-eslint/no-unused-vars
  _next: NextFunction,
): void {
  request.log.error({ err: error }, 'request failed');
  noteFailure(response, error);
  if (response.headersSent) request.destroy();
  else response.status(500).json({ message: 'Internal server error' });
}

/** @param figures what was measured, for the log */
function refuse(
  response: Response,
  status: number,
  message: string,
  figures: Record<string, number> = {},
): void {
  noteRefused(response, status, message, figures);
  response.status(status).json({ message });
}

function noteRefused(
  { req: request }: Response,
  status: number,
  reason: string,
  figures: Record<string, number>,
): void {
  request.log.info({ refusal: { status, reason, ...figures } }, 'refused');
}
