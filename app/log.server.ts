import pino, { type DestinationStream, type Logger } from 'pino';

/**
 * Makes the log: JSON lines on standard output. Of an error it holds what happened and where, and
 * nothing of what was stored: drizzle's messages repeat every value of a statement, PostgreSQL's
 * details those of a row, and both know e-mail addresses and password hashes.
 * @param stream where it goes instead
 */
export function createLog({ level }: { level: string }, stream?: DestinationStream): Logger {
  const options = {
    level,
    base: undefined,
    serializers: { err: (error: unknown) => describeFailure(error) },
  };
  // A line is written while the next request is answered; what is left is written before the end.
  return pino(options, stream ?? pino.destination({ dest: 1, sync: false }));
}

/** An error as the log may keep it, with its causes. */
export interface Failure {
  type: string;
  message: string;
  stack?: string;
  code?: unknown;
  constraint?: unknown;
  cause?: Failure;
}

const CAUSES_MAX = 5;

/** Describes an error without the values that its statement was run with. */
export function describeFailure(error: unknown, depth = 0): Failure {
  if (!(error instanceof Error)) return { type: typeof error, message: messageOf(error) };
  const { code, constraint, constraint_name } = error as {
    code?: unknown;
    constraint?: unknown;
    constraint_name?: unknown;
  };
  return {
    type: error.name,
    message: messageOf(error),
    stack: placesOf(error),
    code,
    constraint: constraint ?? constraint_name,
    cause:
      error.cause === undefined || depth >= CAUSES_MAX
        ? undefined
        : describeFailure(error.cause, depth + 1),
  };
}

/** What went wrong in a few words, without the values of a statement. */
export function failureText(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${messageOf(error)}` : messageOf(error);
}

function messageOf(error: unknown): string {
  if (quotesValues(error)) return 'the database did not accept a value';
  const text = error instanceof Error ? error.message : String(error);
  const withoutValues = text.replace(/\nparams: [^]*$/, '').replace(ADDRESS, '…@…');
  return withoutValues.split('\n').slice(0, LINES_MAX).join('\n');
}

/** A stack without the message that it begins with, whose lines may be made to look like places. */
function placesOf({ stack, message }: Error): string | undefined {
  const start = message ? (stack?.indexOf(message) ?? -1) + message.length : 0;
  return stack?.slice(start).split('\n').filter(isPlace).join('\n');
}

/** PostgreSQL repeats a value that it could not read (SQLSTATE class 22) in its message. */
function quotesValues(error: unknown): boolean {
  const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown };
  return severity !== undefined && typeof code === 'string' && code.startsWith('22');
}

/** Other servers repeat addresses in what they say, as a mail server does of a recipient. */
const ADDRESS = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g;
const LINES_MAX = 5;
const isPlace = (line: string) => /^\s+at /.test(line);
