import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Monitor } from '../app/entry.server';
import type { RouteOf } from './route-names';

/**
 * Tells the monitor about each request when its response has ended. The time runs from the request's arrival,
 * so it includes waiting for its turn.
 */
export function observeRequests({ monitor, routeOf }: { monitor: Monitor; routeOf: RouteOf }) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const arrivedAt = performance.now();
    response.once('close', () => {
      const { headersSent, statusCode } = response;
      monitor.request({
        id: typeof request.id === 'string' ? request.id : null,
        method: request.method ?? '',
        route: routeOf(request),
        // A client that disconnected before the response has no status.
        status: headersSent ? statusCode : null,
        seconds: (performance.now() - arrivedAt) / 1000,
        isStream: String(response.getHeader('Content-Type')).startsWith('text/event-stream'),
        error: response.err,
      });
    });
  };
}
