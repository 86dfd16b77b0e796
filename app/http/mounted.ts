import type { LoaderFunctionArgs } from '@remix-run/node';
import type { OpenLine } from './context';

// Responses that Express sends without Remix: API endpoints and files. `server.ts` mounts the tables.

/** A file on this machine, or the requested range of it. */
export interface DiskFile {
  path: string;
  headers: Headers;
  /** The response if the file is missing. */
  otherwise(): Promise<Response>;
}

/** A body that is written over time, until either side ends it. */
export interface Stream {
  headers: Headers;
  /** Called once the headers are sent. */
  begin(line: OpenLine): void;
}

/** A path and its handler. */
export interface Mounted {
  /** In Express' syntax: `/media/:eventId/:file`. */
  path: string;
  /** The methods it handles; without them, GET only. */
  methods?: string[];
  answer(args: LoaderFunctionArgs): Promise<Response | DiskFile | Stream>;
}
