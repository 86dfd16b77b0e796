import pino, { type DestinationStream, type Logger } from 'pino';

/**
 * Creates the log: JSON lines on standard output. For an error it contains what happened and where, but no
 * stored data: drizzle's messages contain every value of a statement, PostgreSQL's details those of a row,
 * including e-mail addresses and password hashes.
 * @param stream the destination instead of standard output
 */
export function createLog({ level }: { level: string }, stream?: DestinationStream): Logger {
  const options = {
    level,
    base: undefined,
    serializers: { err: (error: unknown) => describeFailure(error) },
  };
  // Asynchronous: lines are written while the next request is handled, and the rest before exit.
  return pino(options, stream ?? pino.destination({ dest: 1, sync: false }));
}

/** A loggable error, with its causes. */
export interface Failure {
  type: string;
  message: string;
  stack?: string;
  code?: unknown;
  constraint?: unknown;
  cause?: Failure;
}

const CAUSES_MAX = 5;

/** Describes an error without the values of its statement. */
export function describeFailure(error: unknown, depth = 0): Failure {
  if (!(error instanceof Error)) return { type: typeof error, message: messageOf(error) };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return {
    type: error.name,
    message: messageOf(error),
    stack: placesOf(error),
    code,
    constraint,
    cause:
      error.cause === undefined || depth >= CAUSES_MAX
        ? undefined
        : describeFailure(error.cause, depth + 1),
  };
}

/** The error in a few words, without the values of a statement. */
export function failureText(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${messageOf(error)}` : messageOf(error);
}

function messageOf(error: unknown): string {
  if (quotesValues(error)) return 'the database did not accept a value';
  const text = error instanceof Error ? error.message : String(error);
  const withoutValues = text.replace(/\nparams: [^]*$/, '').replace(ADDRESS, '…@…');
  return withoutValues.split('\n').slice(0, LINES_MAX).join('\n');
}

/**
 * The stack without the message that it starts with, because lines of a message could look like stack frames.
 */
function placesOf({ stack, message }: Error): string | undefined {
  const start = message ? (stack?.indexOf(message) ?? -1) + message.length : 0;
  return stack?.slice(start).split('\n').filter(isPlace).join('\n');
}

/** PostgreSQL's message contains a value that it could not parse (SQLSTATE class 22). */
function quotesValues(error: unknown): boolean {
  const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown };
  return severity !== undefined && typeof code === 'string' && code.startsWith('22');
}

/** Other servers include addresses in their errors, as a mail server does for a recipient. */
const ADDRESS = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g;
const LINES_MAX = 5;
const isPlace = (line: string) => /^\s+at /.test(line);
