import type { Logger } from 'pino';
import type { App } from '~/app.server';
import type { ErrorCode } from '~/models/errors';

/** The context that server.ts passes to every loader, action, endpoint and file, once per request. */
export interface RequestContext {
  /** The application; its log is this request's. */
  app: App;
  /** The Content-Security-Policy nonce of this response. */
  nonce: string;
  /** The caller's IP address, as far as TRUST_PROXY allows to trust headers. */
  clientAddress: string;
  log: Logger;
  /** The id in the log and in `X-Request-Id`, which error screens show. */
  requestId: string;
  /** Records the error that made the request fail; its stack is logged with the response. */
  logFailure(error: unknown): void;
  /** The error code of the refused request, if it was refused. */
  refused?: ErrorCode;
  /**
   * Waits until the connection has drained; false if the client has disconnected. Remix ignores backpressure
   * and keeps writing, so long bodies must wait with this.
   */
  readyForMore(): Promise<boolean>;
  /** Sets a header of the response, whichever part of the application produces it. */
  setHeader(name: string, value: string): void;
}

/** A response that stays open. */
export interface OpenLine {
  /** Writes text. A client that does not read it in time is disconnected. */
  write(text: string): void;
  end(): void;
  /** Calls `listener` when the response has ended, whether the server or the client ended it. */
  onClosed(listener: () => void): void;
}

/** Whether a request's method only reads. */
export function isReading({ method }: Pick<Request, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD';
}

declare module '@remix-run/node' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- merges into Remix' own type
  interface AppLoadContext extends RequestContext {}
}

/** The part of a loader's or action's arguments that the HTTP layer needs. */
export interface RequestArgs {
  request: Request;
  context: RequestContext;
}
