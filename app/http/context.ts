import type { Logger } from 'pino';
import type { App } from '~/app.server';
import type { ErrorCode } from '~/models/errors';

/** What server.ts hands to every loader and action, once for each request. */
export interface RequestContext {
  app: App;
  /** Content-Security-Policy nonce of this response. */
  nonce: string;
  /** The caller's address, as TRUST_PROXY lets us believe it. */
  clientAddress: string;
  log: Logger;
  /** Why the request was refused, once a rule has refused it. */
  refused?: ErrorCode;
  /** The refusal that is to be drawn as a page; there where a route without a screen was asked by a browser. */
  refusal?: { status: number; code?: ErrorCode };
  /**
   * Waits until the connection has taken what was written; false when the client has disconnected.
   * Remix ignores a full connection and keeps writing, so a long body has to wait by this itself.
   */
  readyForMore(): Promise<boolean>;
  /** Sets a header of the answer, whatever of the application gives that. */
  setHeader?(name: string, value: string): void;
  /**
   * Answers with a file of this machine, or with the part of it that is asked for; there for files and
   * endpoints alone. Where the file is missing, `otherwise` answers.
   */
  sendFile?(path: string, headers: Headers, otherwise: () => Promise<Response>): Response;
  /** Answers with the screen that says that there is no such page; there for files and endpoints alone. */
  noSuchPage?(): Response;
  /**
   * Answers with a body that is written bit by bit, as long as both sides like; there for endpoints alone.
   */
  holdOpen?(headers: Headers): { answer: Response; line: OpenLine };
}

/** An answer that stays open. */
export interface OpenLine {
  /** Writes; what somebody does not take in time ends it. */
  write(text: string): void;
  end(): void;
  /** Calls `hear` once it is over, whoever ended it. */
  onGone(hear: () => void): void;
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
