import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NextFunction, Request, Response } from 'express';

// Stopping the server without losing a request. Behind a proxy it first reports that it is about to stop.

/** How long running requests may take after the listener is closed. */
const DRAIN_MS = 10_000;
/** A turn of the event loop this short has done no real work. */
const CALM_TURN_MS = 1;
/** The maximum number of turns to wait for, because a busy server must stop, too. */
const TURNS_MAX = 2000;

/** Tracks unsent responses, so that their connections close with them once the server stops. */
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
 * On SIGTERM, SIGINT, or SIGHUP (a closed terminal): reports not ready and closes each connection with its
 * next response, accepts requests for `delayMs` more, then closes the listener, lets running requests finish,
 * closes the application, and exits with 0. Ctrl-C under npm sends two signals, and the second must not cut
 * the first short.
 * @param steps.leave reports that the server is about to stop
 * @param steps.endStreams ends streams, which would not end by themselves
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
    await waitForCalmTurn(() => connections);
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
 * Waits until no connection is waiting to be accepted. When the listener closes, the kernel resets
 * connections that it has established but the server has not accepted, and what was sent on them is lost.
 * Each turn of the event loop accepts one, so a short turn that brought none shows that none is waiting.
 */
async function waitForCalmTurn(count: () => number): Promise<void> {
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    const [before, startedAt] = [count(), performance.now()];
    await new Promise((resolve) => setImmediate(resolve));
    if (count() === before && performance.now() - startedAt < CALM_TURN_MS) return;
  }
}
