import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NextFunction, Request, Response } from 'express';

// How the server ends without losing a request: behind a proxy it first says that it is about to.

/** How long running requests may take once no new ones are taken. */
const DRAIN_MS = 10_000;
/** A turn of the event loop in which the server has done nothing that takes time. */
const CALM_TURN_MS = 1;
/** How often a calm turn is waited for: a server that is never calm has to end, too. */
const TURNS_MAX = 2000;

/** Tracks the answers that are not sent yet, to end their connections with them once the server stops. */
export function openAnswers() {
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

/**
 * On SIGTERM, SIGINT, or SIGHUP when a terminal is closed: says that it is not ready and ends each connection with its next answer, goes on
 * taking requests for `delayMs`, then takes no more, lets running ones finish, closes the application, and
 * ends with 0. Ctrl-C under npm sends two signals, and the second must not cut the first one short.
 * @param steps.leave says that the server is about to stop
 * @param steps.endStreams ends what would never end by itself
 */
export function stopGracefully(
  server: Server,
  steps: {
    delayMs: number;
    leave: () => void;
    endStreams: () => void;
    close: () => Promise<void>;
  },
): void {
  let connections = 0;
  server.on('connection', () => (connections += 1));
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    steps.leave();
    await sleep(steps.delayMs);
    steps.endStreams();
    await calmTurn(() => connections);
    const overdue = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeIdleConnections();
    });
    clearTimeout(overdue);
    await steps.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
}

/**
 * Waits for a moment in which nobody stands at the door. The kernel resets connections that it has made and
 * the server has not accepted yet when the listener closes, and what was sent into them is lost. One is
 * accepted in a turn of the event loop, so a short turn that brought none has found none waiting.
 */
async function calmTurn(count: () => number): Promise<void> {
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    const [before, startedAt] = [count(), performance.now()];
    await new Promise((resolve) => setImmediate(resolve));
    if (count() === before && performance.now() - startedAt < CALM_TURN_MS) return;
  }
}
