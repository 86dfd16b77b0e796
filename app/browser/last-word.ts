/**
 * Whether an answer of this status is the server's last word on what was sent. A server that fails, is busy or
 * away (5xx), or was asked too often (429) or too slowly (408), may take the same later.
 */
export function isLastWord(status: number): boolean {
  return status < 500 && status !== 429 && status !== 408;
}
