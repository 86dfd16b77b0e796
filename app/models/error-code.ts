import type { ErrorCode } from './errors';

/**
 * Whether a value in a response or a form looks like an error code. Browsers use this check because the list
 * of codes stays on the server. There is a text for each of them.
 */
export function isCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && /^[a-z]+(_[a-z]+)*$/.test(value);
}

/** Whether a code says that the event has ended, for a read or a write. */
export function isEndedCode(code: unknown): boolean {
  return code === 'event_ended' || code === 'event_closed';
}
