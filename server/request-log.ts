import { randomInt } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pinoHttp } from 'pino-http';
import type { Logger } from 'pino';
import type { PrivateLinks } from './private-link';

// One log line per request, with the id that the response carries.

/** Crockford's digits: none looks or sounds like another, because people read an id out on the phone. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ID_DIGITS = 8;

/** A random id such as `7F3K-9QXZ`. Its 40 bits are enough to find one request among millions. */
function requestId(): string {
  let rest = randomInt(DIGITS.length ** ID_DIGITS);
  let id = '';
  for (let place = 0; place < ID_DIGITS; place++) {
    id += (place === ID_DIGITS / 2 ? '-' : '') + (DIGITS[rest % DIGITS.length] ?? '');
    rest = Math.floor(rest / DIGITS.length);
  }
  return id;
}

/** What monitoring asks every few seconds is not logged. */
const MONITORING = /^\/(?:healthz|livez|readyz|metrics)$/;

/**
 * Logs each request when its response is sent. A status of 500 or more is an error, with the failure's own
 * stack; 503, which asks to try again, is a warning. Only the given logger serializes errors, because
 * pino-http's own serializer would log the values of a statement.
 */
export function requestLog(log: Logger, { loggablePath }: Pick<PrivateLinks, 'loggablePath'>) {
  return pinoHttp({
    logger: log,
    genReqId: (_request, response) => {
      const id = requestId();
      response.setHeader('X-Request-Id', id);
      return id;
    },
    autoLogging: { ignore: (request) => MONITORING.test(request.url ?? '') },
    customLogLevel: (_request, { statusCode }) =>
      statusCode === 503 ? 'warn' : statusCode >= 500 ? 'error' : 'info',
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
