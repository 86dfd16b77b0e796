import type { ErrorCode } from './errors';

/**
 * Whether something an answer or a form holds is meant as an error code. Browsers ask this: the list
 * of all codes stays on the server, and the texts have one for each of them.
 */
export function isCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && /^[a-z]+(_[a-z]+)*$/.test(value);
}

/** Whether a code says that the event has ended, for whoever wanted to read it or to write. */
export function isEndedCode(code: unknown): boolean {
  return code === 'event_ended' || code === 'event_closed';
}
