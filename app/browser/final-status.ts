/**
 * Whether a response with this status is final. A server that fails or is overloaded (5xx), or that refuses
 * because of the rate (429) or a slow upload (408), may accept the same request later.
 */
export function isFinalStatus(status: number): boolean {
  return status < 500 && status !== 429 && status !== 408;
}
