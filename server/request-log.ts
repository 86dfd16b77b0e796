import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pinoHttp } from 'pino-http';
import type { Logger } from 'pino';
import { pathToKeep } from './private-link';

// One line of the log for each request, beside the id that its answer carries.

/**
 * Writes a line once a request is answered: an answer from 500 on is an error, with the failure's own stack.
 * Errors are described by the log that is given, and by nothing else: pino-http's own serializer would
 * repeat the values of a statement.
 */
export function requestLog(log: Logger) {
  return pinoHttp({
    logger: log,
    genReqId: (_request, response) => {
      const id = randomUUID();
      response.setHeader('X-Request-Id', id);
      return id;
    },
    autoLogging: { ignore: (request) => /^\/(?:healthz|readyz)$/.test(request.url ?? '') },
    customLogLevel: (_request, response) => (response.statusCode >= 500 ? 'error' : 'info'),
    // Wrapped, they would get pino-http's description of an error, which has the values in it already.
    wrapSerializers: false,
    // Addresses can hold private links and names: neither token nor query is logged.
    serializers: {
      req: (request: IncomingMessage) => ({
        id: request.id,
        method: request.method,
        path: pathToKeep(request.url ?? ''),
      }),
      // Whoever went away before was answered nothing.
      res: (response: ServerResponse) => ({
        status: response.headersSent ? response.statusCode : null,
      }),
    },
  });
}

/** Notes what made a request fail, for its line in the log; the first one counts. */
export function noteFailure(response: ServerResponse, error: unknown): void {
  if (error instanceof Error) response.err ??= error;
}
