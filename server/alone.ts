import { finished } from 'node:stream';
import { createRequest, sendResponse } from '@remix-run/node-fetch-server';
import type { AppLoadContext, data, ServerBuild } from '@remix-run/node';
import type { Request, RequestHandler, Response } from 'express';
import send from 'send';

/** What a route's file exports. */
export type RouteModule = ServerBuild['routes'][string]['module'];

/** What a request brings along for loaders and actions. */
export type ContextOf = (request: Request, response: Response) => AppLoadContext;

/** Longer bodies may be streams whose pieces lie in memory that is used again (app/http/files.server.ts). */
const ONE_PIECE_BYTES = 200 * 1024;

/** Whether a route answers by itself: an endpoint or a file, around which no screen is drawn. */
export function isAlone(module: RouteModule): boolean {
  return module.default === undefined;
}

/**
 * Calls the loader or action of a route that answers by itself, as Remix would after it has looked for
 * the route, made a router for the request and asked that for the route again.
 * @param otherwise answers methods that the route has nothing for
 * @param missing draws the screen of an address that there is not, or of the refusal in `locals`
 */
export function answerAlone(
  module: RouteModule,
  contextOf: ContextOf,
  otherwise: RequestHandler,
  missing: RequestHandler,
): RequestHandler {
  return async (request, response, next) => {
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    const call = isReading ? module.loader : module.action;
    if (!call) return void otherwise(request, response, next);
    const context = { ...contextOf(request, response), sendFile, holdOpen, noSuchPage };
    const draw = (refusal: Refusal) => {
      response.locals.refusal = refusal;
      missing(request, response, next);
    };
    try {
      const params = request.params;
      const answer = await answered(() =>
        call({ request: requestOf(request, response), params, context }),
      );
      if (pages.has(answer)) return draw({ status: 404 });
      if (answer.status < 400 || !wantsPage(request)) return await write(response, answer);
      // A person reads it, who has no script: the screen says why, in their language.
      for (const [name, value] of answer.headers) {
        if (/^(set-cookie|retry-after)$/.test(name)) response.append(name, value);
      }
      draw({ status: answer.status, code: context.refused });
    } catch (error) {
      if (response.headersSent || !wantsPage(request)) return next(error);
      request.log.error({ err: error }, 'request failed');
      draw({ status: 500 });
    }
  };
}

/** What a screen is drawn of; a page's address that there is not, where it has no code. */
type Refusal = NonNullable<AppLoadContext['refusal']>;

/** What programs ask: they get what is promised to them, whoever looks at it in a browser. */
const FOR_PROGRAMS = /^\/(?:api|webhooks|healthz)(?:\/|$)/;

/** Whether a browser asks for what it will show, as it does for links and forms, and no script. */
export function wantsPage(request: Request): boolean {
  const isBrowser = request.get('Accept')?.includes('text/html') ?? false;
  return isBrowser && !FOR_PROGRAMS.test(request.path);
}

/** What Express knows of the host and the protocol counts: it has asked the proxy, if that is trusted. */
function requestOf(request: Request, response: Response): globalThis.Request {
  const { protocol } = request;
  return createRequest(request, response, {
    protocol: `${protocol}:`,
    host: request.get('Host'),
  });
}

/** The answers that stand for a file. */
const files = new WeakMap<globalThis.Response, FileAnswer>();

interface FileAnswer {
  path: string;
  otherwise: () => Promise<globalThis.Response>;
}

const sendFile: AppLoadContext['sendFile'] = (path, headers, otherwise) => {
  const answer = new globalThis.Response(null, { headers });
  files.set(answer, { path, otherwise });
  return answer;
};

/** The answers that stand for a screen. */
const pages = new WeakSet<globalThis.Response>();

const noSuchPage: AppLoadContext['noSuchPage'] = () => {
  const answer = new globalThis.Response(null, { status: 404 });
  pages.add(answer);
  return answer;
};

/** The answers that stay open. */
const lines = new WeakMap<globalThis.Response, HeldLine>();
/** What may lie unsent in one of them, in bytes: whoever takes nothing for so long is not there. */
const UNSENT_MAX = 16 * 1024;

const holdOpen: AppLoadContext['holdOpen'] = (headers) => {
  const answer = new globalThis.Response(null, { headers });
  const line = new HeldLine();
  lines.set(answer, line);
  return { answer, line };
};

class HeldLine {
  #response?: Response;
  #waiting = '';
  #isOver = false;
  #hear?: () => void;

  /** Writes straight to the connection: a web stream for each would take more memory than all else. */
  begin(response: Response, answer: globalThis.Response): void {
    for (const [name, value] of answer.headers) response.append(name, value);
    response.flushHeaders();
    this.#response = response;
    response.once('close', () => this.#hear?.());
    if (response.destroyed) this.#hear?.();
    else if (this.#isOver || response.req.method === 'HEAD') response.end();
    else this.write(this.#waiting);
  }

  write(text: string): void {
    if (!this.#response) this.#waiting += text;
    else if (this.#response.writableLength > UNSENT_MAX) this.#response.destroy();
    else if (!this.#isOver) this.#response.write(text);
  }

  end(): void {
    this.#isOver = true;
    this.#response?.end();
  }

  onGone(hear: () => void): void {
    this.#hear = hear;
  }
}

async function write(response: Response, answer: globalThis.Response): Promise<void> {
  const file = files.get(answer);
  if (file) return writeFile(response, answer, file);
  const line = lines.get(answer);
  if (line) return line.begin(response, answer);
  // What is short and whole is written in one piece, without a stream's turns.
  const length = Number(answer.headers.get('Content-Length') ?? Number.NaN);
  const isJson = answer.headers.get('Content-Type')?.startsWith('application/json') === true;
  const isShort = isJson || length <= ONE_PIECE_BYTES;
  if (!answer.body || !isShort || response.req.method === 'HEAD') {
    return sendResponse(response, answer);
  }
  // Node joins a string to the headers, and writes both at once.
  const body = isJson ? await answer.text() : Buffer.from(await answer.arrayBuffer());
  response.status(answer.status);
  for (const [name, value] of answer.headers) response.append(name, value);
  response.end(body);
}

/** A file from the disk, by `send`, which Express' own static files come from: ranges, and no buffering. */
function writeFile(
  response: Response,
  answer: globalThis.Response,
  { path, otherwise }: FileAnswer,
): Promise<void> {
  return new Promise((resolve, reject) => {
    // Whoever asked may have gone already: `close` comes once, and not again for who listens later.
    finished(response, () => resolve());
    const names = [...answer.headers.keys()];
    for (const [name, value] of answer.headers) response.setHeader(name, value);
    send(response.req, encodeURI(path), {
      cacheControl: false,
      lastModified: false,
      dotfiles: 'allow',
    })
      .on('error', (error: Error & { status?: number }) => {
        const { status = 500 } = error;
        if (status >= 500) return reject(error);
        // A part beyond the end, or a condition that does not hold: `send` has set the headers.
        if (status !== 404) return void response.status(status).end();
        for (const name of names) response.removeHeader(name);
        otherwise()
          .then((other) => write(response, other))
          .then(resolve, reject);
      })
      .pipe(response);
  });
}

/** Redirects and refusals may be thrown. */
async function answered(answer: () => unknown): Promise<globalThis.Response> {
  let result: unknown;
  try {
    result = await answer();
  } catch (error) {
    result = error;
    if (!isAnswer(error)) throw error;
  }
  if (!isAnswer(result)) throw new Error('A route without a screen answers with a Response');
  return result instanceof globalThis.Response
    ? result
    : globalThis.Response.json(result.data, result.init ?? {});
}

type Data = ReturnType<typeof data>;

/** What `data()` makes is meant for a screen; who asked for none gets it as JSON. */
function isAnswer(result: unknown): result is globalThis.Response | Data {
  if (result instanceof globalThis.Response) return true;
  return (result as Partial<Data> | null)?.type === 'DataWithResponseInit';
}
