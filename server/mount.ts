import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import { createRequest, sendResponse } from '@remix-run/node-fetch-server';
import type { AppLoadContext } from '@remix-run/node';
import { Router, type Request, type RequestHandler, type Response } from 'express';
import send from 'send';
import type { orAway } from '../app/entry.server';
import type { DiskFile, Mounted, Stream } from '../app/http/mounted';
import { wantsPage, type DrawRefused } from './refused';
import { logFailure } from './request-log';

/** Creates the request's context. */
type ContextOf = (request: Request, response: Response) => AppLoadContext;

interface MountDeps {
  contextOf: ContextOf;
  /** Runs a handler, and reports an unavailable database. */
  orAway: typeof orAway;
  drawRefused: DrawRefused;
}

/** Longer bodies may be streams that reuse the memory of their pieces (app/http/files.server.ts). */
const ONE_PIECE_BYTES = 200 * 1024;
/** The limit for unsent bytes of a stream. A client that reads nothing for that long is gone. */
const UNSENT_MAX = 16 * 1024;

/** Mounts the handlers of a table; the first match wins. */
export function mount(table: readonly Mounted[], deps: MountDeps): Router {
  const router = Router();
  for (const mounted of table) {
    const answer = answering(mounted, deps);
    if (mounted.methods) router.all(mounted.path, answer);
    else router.get(mounted.path, answer);
  }
  return router;
}

function answering(
  { answer }: Mounted,
  { contextOf, orAway, drawRefused }: MountDeps,
): RequestHandler {
  return async (request, response, next) => {
    try {
      const context = contextOf(request, response);
      const args = { request: requestOf(request, response), params: request.params, context };
      const result = await answered(() => orAway(args, () => answer(args)));
      const isRefused = result instanceof globalThis.Response && result.status >= 400;
      if (!isRefused || isPage(result) || !wantsPage(request)) {
        return await write(response, result);
      }
      // A browser requested the page without a script, so it gets a screen that gives the reason in the
      // user's language.
      for (const [name, value] of result.headers) {
        if (/^(set-cookie|retry-after)$/.test(name)) response.append(name, value);
      }
      const { status } = result;
      const again = (status === 503 && Number(response.getHeader('Retry-After'))) || undefined;
      await drawRefused(request, response, { status, code: context.refused, again });
    } catch (error) {
      if (response.headersSent || !wantsPage(request)) return next(error);
      request.log.error({ err: error }, 'request failed');
      logFailure(response, error);
      await drawRefused(request, response, { status: 500 });
    }
  };
}

function isPage({ headers }: globalThis.Response): boolean {
  return headers.get('Content-Type')?.startsWith('text/html') === true;
}

/** Express' host and protocol are used, because they respect the trusted proxy. */
function requestOf(request: Request, response: Response): globalThis.Request {
  const { protocol } = request;
  return createRequest(request, response, {
    protocol: `${protocol}:`,
    host: request.get('Host'),
  });
}

type Answer = globalThis.Response | DiskFile | Stream;

async function write(response: Response, answer: Answer): Promise<void> {
  if ('path' in answer) return writeFile(response, answer);
  if ('begin' in answer) return writeStream(response, answer);
  // A short body is written in one piece, without the overhead of a stream.
  const length = Number(answer.headers.get('Content-Length') ?? Number.NaN);
  const isJson = answer.headers.get('Content-Type')?.startsWith('application/json') === true;
  const isShort = isJson || length <= ONE_PIECE_BYTES;
  if (!answer.body || !isShort || response.req.method === 'HEAD') {
    return sendResponse(response, answer);
  }
  const body = Buffer.from(await answer.arrayBuffer());
  response.status(answer.status);
  for (const [name, value] of answer.headers) response.append(name, value);
  response.end(body);
}

/**
 * Sends a file from disk with `send`, which Express uses for static files: it supports ranges and does not
 * buffer.
 */
function writeFile(response: Response, { path, headers, otherwise }: DiskFile): Promise<void> {
  return new Promise((resolve, reject) => {
    // `finished` also works if the client has disconnected already; `close` would not fire again.
    finished(response, () => resolve());
    const names = [...headers.keys()];
    for (const [name, value] of headers) response.setHeader(name, value);
    send(response.req, encodeURI(path), {
      cacheControl: false,
      lastModified: false,
      dotfiles: 'allow',
    })
      .on('error', (error: Error & { status?: number }) => {
        const { status = 500 } = error;
        if (status >= 500) return reject(error);
        // An unsatisfiable range or a failed condition; `send` has set the headers.
        if (status !== 404) return void response.status(status).end();
        for (const name of names) response.removeHeader(name);
        otherwise()
          .then((other) => write(response, other))
          .then(resolve, reject);
      })
      .pipe(response);
  });
}

/**
 * Writes straight to the connection, because a web stream for each would take more memory than everything
 * else.
 */
function writeStream(response: Response, { headers, begin }: Stream): void {
  for (const [name, value] of headers) response.append(name, value);
  response.flushHeaders();
  begin({
    write(text) {
      // Writing between the end and the close would throw and end the server.
      if (response.writableEnded) return;
      if (response.writableLength > UNSENT_MAX) response.destroy();
      else response.write(text);
    },
    end: () => void response.end(),
    onClosed: (listener) => onClosed(response, listener),
  });
  if (response.req.method === 'HEAD') response.end();
}

/** `close` fires once, and not for listeners added later. */
function onClosed(response: ServerResponse, listener: () => void): void {
  if (response.destroyed) listener();
  else response.once('close', listener);
}

/** Redirects and errors may be thrown. */
async function answered(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof globalThis.Response) return error;
    throw error;
  }
}
