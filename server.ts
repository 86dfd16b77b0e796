import { createServer } from 'node:http';
import { createRequestHandler, type AppLoadContext, type ServerBuild } from '@remix-run/node';
import compression from 'compression';
import express, { type Request, type RequestHandler, type Response } from 'express';
import sirv from 'sirv';
import type { ViteDevServer } from 'vite';
import type * as Application from './app/entry.server';
import type { Mounted } from './app/http/mounted';
import { wrapRoutes } from './server/away';
import { serveAssets } from './server/assets';
import { securityHeaders } from './server/headers';
import {
  answerFailure,
  drainRefusedBodies,
  preventCaching,
  limitBodies,
  refuseForeignWrites,
  refuseMalformed,
  takePath,
} from './server/requests';
import { mount } from './server/mount';
import { observeRequests } from './server/observe';
import { privateLinks } from './server/private-link';
import { refusedPages } from './server/refused';
import { logFailure, requestLog } from './server/request-log';
import { routeNames, screenPatterns } from './server/route-names';
import { shedLoad } from './server/shed';
import { openAnswers, stopGracefully } from './server/stop';

// The server around the application: static files, security headers, limits, a graceful stop. It imports none
// of the application's code, only its build, so that no module exists twice.

const isDevelopment = process.argv.includes('--dev');
/**
 * The backlog of unaccepted connections: a whole party may open the podium at once. Node's default is 511.
 */
const WAITING_MAX = 4096;

async function main(): Promise<void> {
  const vite = isDevelopment ? await startVite() : undefined;
  const loadBuild = async (): Promise<ServerBuild> => {
    const build = (await (vite
      ? vite.ssrLoadModule('virtual:remix/server-build')
      : import(new URL('./server/index.js', import.meta.url).href))) as ServerBuild;
    return wrapRoutes(build, applicationOf(build).orFailedPage);
  };

  const build = await loadBuild();
  const application = applicationOf(build);
  const { app, close } = await application.startApp();

  const web = express();
  web.disable('x-powered-by');
  web.set('trust proxy', app.env.TRUST_PROXY);
  // Only the application parses queries. Express' parser would turn them into lists and objects first.
  web.set('query parser', false);
  const alone = [...application.files, ...application.api].map(({ path }) => path);
  const { loggablePath, isPrivateLink } = privateLinks([...screenPatterns(build.routes), ...alone]);
  web.use(requestLog(app.log, { loggablePath }));
  const answers = openAnswers();
  web.use(answers.track);
  if (!vite) web.use('/assets', serveAssets(new URL('./client/assets/', import.meta.url)));
  web.use(preventCaching);
  web.use(drainRefusedBodies);
  web.use(
    securityHeaders(application.cspFor, {
      imageOrigin: () => app.storage.imageOrigin(),
      isDevelopment,
      isPrivateLink,
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
        setHeaders(response, path) {
          response.setHeader('Cache-Control', 'no-cache');
          // It is no document, and the policy weighs half a kilobyte of a guest's first visit.
          if (path.endsWith('.json')) response.removeHeader('Content-Security-Policy');
        },
      }),
    );
  }
  web.use(refuseForeignWrites(app.env.PUBLIC_ORIGIN));
  const drawRefused = refusedPages(application.drawRefusal);
  web.use(limitBodies(application.bodyLimit, drawRefused));
  const contextOf = (request: Request, response: Response): AppLoadContext => ({
    // Everything that a request logs has its id, even when a model logs with the part of the application that it was
    // given.
    app: { ...app, log: request.log },
    nonce: String(response.locals.nonce),
    clientAddress: request.ip ?? '',
    log: request.log,
    requestId: String(request.id),
    logFailure: (error) => logFailure(response, error),
    readyForMore: () => readyForMore(response),
    // If a body is refused before it is read, the response may be sent before the page knows its user.
    setHeader: (name, value) => void (response.headersSent || response.setHeader(name, value)),
  });
  const mode = isDevelopment ? 'development' : 'production';
  const answering = (of: ServerBuild): RequestHandler => {
    const { api, files, orAway, dialogPage } = applicationOf(of);
    const remix = createRequestHandler(of, mode);
    const screens: Mounted = {
      path: '*',
      methods: ['GET', 'POST'],
      answer: async ({ request, context }) => dialogPage(request) ?? remix(request, context),
    };
    return mount([...files, ...api, screens], { contextOf, orAway, drawRefused });
  };
  // In development, every request uses the latest build.
  const answerFresh: RequestHandler = (request, response, next) => {
    loadBuild().then((fresh) => answering(fresh)(request, response, next), next);
  };
  web.use(vite ? answerFresh : answering(build));
  web.use(answerFailure);

  const observe = observeRequests({ monitor: app.monitor, routeOf: routeNames(build.routes) });
  const serveInTurn = shedLoad({
    loop: app.loop,
    lateMs: app.env.BUSY_MS,
    limitOf: application.bodyLimit,
    busyPage: await application.translateBusyPages(),
    log: app.log,
    onShed: () => app.monitor.shed(),
  });
  const server = createServer((request, response) => {
    takePath(request);
    observe(request, response);
    serveInTurn(request, response, () => web(request, response));
  });
  server.on('connection', () => app.loop.arrived());
  server.listen({ port: app.env.PORT, host: app.env.HOST, backlog: WAITING_MAX });
  // Longer than the slowest poll of an open screen, and than a proxy's own time-out.
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
  stopGracefully(server, {
    delayMs: app.env.STOP_DELAY_SECONDS * 1000,
    leave: () => {
      app.health.leave();
      answers.endConnections();
    },
    endStreams: () => app.changes.close(),
    close,
  });
}

function applicationOf(build: ServerBuild): typeof Application {
  return build.entry.module as unknown as typeof Application;
}

async function startVite(): Promise<ViteDevServer> {
  const { createServer } = await import('vite');
  return createServer({ server: { middlewareMode: true } });
}

/** Waits until the connection has drained; false if the client has disconnected. */
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

/** Prints one clear line for the operator and exits with 1. */
function fail(reason: string): never {
  process.stderr.write(`Snapodium cannot start. ${reason}\n`);
  process.exit(1);
}

main().catch((error: unknown) => {
  if (error instanceof Error && error.name === 'StartError') fail(error.message);
  throw error;
});
