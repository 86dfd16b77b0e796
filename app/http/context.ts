import type { Logger } from 'pino';
import type { App } from '~/app.server';
import type { ErrorCode } from '~/models/errors';

/** What server.ts hands to every loader and action, call and file, once for each request. */
export interface RequestContext {
  app: App;
  /** Content-Security-Policy nonce of this response. */
  nonce: string;
  /** The caller's address, as TRUST_PROXY lets us believe it. */
  clientAddress: string;
  log: Logger;
  /** Notes what made the request fail, whose stack the line of its answer carries. */
  noteFailure(error: unknown): void;
  /** Why the request was refused, once a rule has refused it. */
  refused?: ErrorCode;
  /**
   * Waits until the connection has taken what was written; false when the client has disconnected.
   * Remix ignores a full connection and keeps writing, so a long body has to wait by this itself.
   */
  readyForMore(): Promise<boolean>;
  /** Sets a header of the answer, whatever of the application gives that. */
  setHeader(name: string, value: string): void;
}

/** An answer that stays open. */
export interface OpenLine {
  /** Writes; what somebody does not take in time ends it. */
  write(text: string): void;
  end(): void;
  /** Calls `hear` once it is over, whoever ended it. */
  onGone(hear: () => void): void;
}

/** Whether a request changes nothing, by its method. */
export function isReading({ method }: Pick<Request, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD';
}

declare module '@remix-run/node' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- merges into Remix' own type
  interface AppLoadContext extends RequestContext {}
}

/** The part of a loader's or action's arguments that the edge needs. */
export interface RequestArgs {
  request: Request;
  context: RequestContext;
}
