import type { LoaderFunctionArgs } from '@remix-run/node';
import type { OpenLine } from './context';

// What Express answers without Remix: calls and files, around which no screen is drawn. `server.ts` mounts their tables.

/** A file of this machine, or the part of it that is asked for. */
export interface DiskFile {
  path: string;
  headers: Headers;
  /** Answers where the file is missing. */
  otherwise(): Promise<Response>;
}

/** A body that is written bit by bit, as long as both sides like. */
export interface Stream {
  headers: Headers;
  /** Called once the headers are sent. */
  begin(line: OpenLine): void;
}

/** An address and what answers it. */
export interface Mounted {
  /** As Express writes it: `/media/:eventId/:file`. */
  path: string;
  /** The methods that it knows, and answers others itself; without them it is read alone. */
  methods?: string[];
  answer(args: LoaderFunctionArgs): Promise<Response | DiskFile | Stream>;
}
