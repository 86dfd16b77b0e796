import type { Logger } from 'pino';
import type { App } from '~/app.server';

/** What server.ts hands to every loader and action, once for each request. */
export interface RequestContext {
  app: App;
  /** Content-Security-Policy nonce of this response. */
  nonce: string;
  /** The caller's address, as TRUST_PROXY lets us believe it. */
  clientAddress: string;
  log: Logger;
  /**
   * Waits until what was written of the answer has left; false when its reader is gone. Remix writes
   * a body on and on without asking, so a long one has to ask by itself.
   */
  readyForMore(): Promise<boolean>;
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
