import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pinoHttp } from 'pino-http';
import type { Logger } from 'pino';
import { loggablePath } from './private-link';

// One log line per request, with the id that the response carries.

/**
 * Logs each request when its response is sent. A status of 500 or more is an error, with the failure's own
 * stack. Only the given logger serializes errors, because pino-http's own serializer would log the values of
 * a statement.
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
    // If wrapped, they would get pino-http's description of an error, which contains the values already.
    wrapSerializers: false,
    // URLs can contain private links and names, so neither token nor query is logged.
    serializers: {
      req: (request: IncomingMessage) => ({
        id: request.id,
        method: request.method,
        path: loggablePath(request.url ?? ''),
      }),
      // A client that disconnected before the response has no status.
      res: (response: ServerResponse) => ({
        status: response.headersSent ? response.statusCode : null,
      }),
    },
  });
}

/** Records the error that made a request fail, for its log line; the first one counts. */
export function logFailure(response: ServerResponse, error: unknown): void {
  if (error instanceof Error) response.err ??= error;
}
