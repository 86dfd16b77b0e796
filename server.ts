import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { createRequestHandler } from '@remix-run/express';
import type { AppLoadContext, ServerBuild } from '@remix-run/node';
import compression from 'compression';
import express, { type NextFunction, type Request, type Response } from 'express';
import { pinoHttp } from 'pino-http';
import sirv from 'sirv';
import type { ViteDevServer } from 'vite';
import type { bodyLimit, cspFor, startApp } from './app/entry.server';
import { serveAssets } from './server/assets';
import { securityHeaders } from './server/headers';
import {
  answerFailure,
  drainRefusedBodies,
  keepFromCaches,
  limitBodies,
  loggedPath,
  refuseForeignWrites,
  refuseMalformed,
  takePath,
} from './server/requests';
import { answerAlone } from './server/alone';
import { handleByRoute } from './server/routing';

// The server around the application: static files, security headers, limits, a graceful stop. It
// imports no code of the application, only its build, so that there is one of everything.

interface Application {
  startApp: typeof startApp;
  bodyLimit: typeof bodyLimit;
  cspFor: typeof cspFor;
}

const isDevelopment = process.argv.includes('--dev');
const DRAIN_MS = 10_000;
/** Connections that wait to be taken: a whole party may open the podium at once. Node's own limit is 511. */
const WAITING_MAX = 4096;

async function main(): Promise<void> {
  const vite = isDevelopment ? await startVite() : undefined;
  const loadBuild = async (): Promise<ServerBuild> =>
    (await (vite
      ? vite.ssrLoadModule('virtual:remix/server-build')
      : import(new URL('./server/index.js', import.meta.url).href))) as ServerBuild;

  const build = await loadBuild();
  const application = build.entry.module as unknown as Application;
  const { app, close } = await application.startApp();

  const web = express();
  web.disable('x-powered-by');
  web.set('trust proxy', app.env.TRUST_PROXY);
  // Only the application reads queries; Express' parser would make lists and objects of them first.
  web.set('query parser', false);
  web.use(
    pinoHttp({
      logger: app.log,
      genReqId: (_request, response) => {
        const id = randomUUID();
        response.setHeader('X-Request-Id', id);
        return id;
      },
      autoLogging: { ignore: (request) => request.url === '/healthz' },
      // Addresses can hold private links and names: neither token nor query is logged.
      serializers: {
        req: (request: { id: string; method: string; url: string }) => ({
          id: request.id,
          method: request.method,
          path: loggedPath(request.url),
        }),
        res: (response: { statusCode: number }) => ({ status: response.statusCode }),
      },
    }),
  );
  const answers = openAnswers();
  web.use(answers.track);
  if (!vite) web.use('/assets', serveAssets(new URL('./client/assets/', import.meta.url)));
  web.use(keepFromCaches);
  web.use(drainRefusedBodies);
  web.use(
    securityHeaders(application.cspFor, {
      imageOrigin: () => app.storage.imageOrigin(),
      isDevelopment,
    }),
  );
  web.use(refuseMalformed);
  web.use(compression());
  if (vite) {
    web.use(vite.middlewares);
  } else {
    web.use(
      sirv(new URL('./client', import.meta.url).pathname, {
        brotli: true,
        gzip: true,
        etag: true,
        setHeaders: (response) => response.setHeader('Cache-Control', 'no-cache'),
      }),
    );
  }
  web.use(refuseForeignWrites(app.env.PUBLIC_ORIGIN));
  web.use(limitBodies(application.bodyLimit, { drawsPages: !vite }));
  const contextOf = (request: Request, response: Response): AppLoadContext => ({
    app,
    nonce: String(response.locals.nonce),
    clientAddress: request.ip ?? '',
    log: request.log,
    refusal: response.locals.refusal as AppLoadContext['refusal'],
    readyForMore: () => readyForMore(response),
    // A body that is refused before it is read may be answered before its page knows whose it is.
    setHeader: (name, value) => void (response.headersSent || response.setHeader(name, value)),
  });
  const handlerOf = (of: ServerBuild | (() => Promise<ServerBuild>)) =>
    createRequestHandler({
      build: of,
      mode: isDevelopment ? 'development' : 'production',
      getLoadContext: contextOf,
    });
  web.use(
    vite
      ? handlerOf(loadBuild)
      : handleByRoute(build, handlerOf, (module, remix, missing) =>
          answerAlone(module, contextOf, remix, missing),
        ),
  );
  web.use(answerFailure);

  const server = createServer((request, response) => {
    takePath(request);
    web(request, response);
  });
  server.listen({ port: app.env.PORT, host: app.env.HOST, backlog: WAITING_MAX });
  // Longer than the slowest poll of an open screen, and than a proxy keeps its own.
  server.keepAliveTimeout = 75_000;
  // A phone on a party's network may need minutes for one photo.
  server.requestTimeout = 10 * 60 * 1000;
  server.on('listening', () => app.log.info({ address: server.address() }, 'listening'));
  server.on('error', (error: NodeJS.ErrnoException) => {
    fail(
      error.code === 'EADDRINUSE'
        ? `PORT: ${app.env.PORT} is taken by another program`
        : `HOST, PORT: cannot listen (${error.message})`,
    );
  });
  const endAnswers = () => {
    // They would never end by themselves.
    app.changes.close();
    answers.endConnections();
  };
  stopGracefully(server, endAnswers, close);
}

async function startVite(): Promise<ViteDevServer> {
  const { createServer } = await import('vite');
  return createServer({ server: { middlewareMode: true } });
}

/** Waits until the connection has taken what was written; false when the client has disconnected. */
function readyForMore(response: Response): Promise<boolean> {
  return new Promise((resolve) => {
    if (response.destroyed || !response.writableNeedDrain) return resolve(!response.destroyed);
    const settle = () => {
      response.off('drain', settle).off('close', settle);
      resolve(!response.destroyed);
    };
    response.on('drain', settle).on('close', settle);
  });
}

/** The answers that are not sent yet, to end their connections with them when the server stops. */
function openAnswers() {
  const open = new Set<Response>();
  let isStopping = false;
  const end = (response: Response) => {
    if (!response.headersSent) response.setHeader('Connection', 'close');
  };
  return {
    track: (_request: Request, response: Response, next: NextFunction) => {
      open.add(response);
      response.on('close', () => open.delete(response));
      if (isStopping) end(response);
      next();
    },
    endConnections: () => {
      isStopping = true;
      open.forEach(end);
    },
  };
}

/** SIGTERM or SIGINT: no new connections, running requests finish, the database closes, exit 0. */
function stopGracefully(server: Server, endAnswers: () => void, close: () => Promise<void>): void {
  const stop = async () => {
    endAnswers();
    const overdue = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeIdleConnections();
    });
    clearTimeout(overdue);
    await close();
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

/** One clear line for the person at the console, and exit 1. */
function fail(reason: string): never {
  process.stderr.write(`Snapodium cannot start. ${reason}\n`);
  process.exit(1);
}

main().catch((error: unknown) => {
  if (error instanceof Error && error.name === 'StartError') fail(error.message);
  throw error;
});
