/** Error codes from Node for a server that cannot be reached, or whose connection broke. */
const CONNECTION_CODES = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  // db/postgres.server.ts
  'NO_CONNECTION',
  // app/services/storage/outage.server.ts
  'STORAGE_AWAY',
]);

/**
 * SQLSTATEs for temporary failures: connections (08), resources (53), operator intervention or a time-out
 * (57), system errors (58), a standby that takes no writes, a serialization failure, a deadlock, and a lock
 * that was not available in time.
 */
const STATES = /^(?:(?:08|53|57|58)[\dA-Z]{3}|25006|40001|40P01|55P03)$/;

/**
 * Whether an error says that the database or another server is temporarily unavailable. A retry may succeed,
 * and nothing was refused. Errors from drivers are found as the cause of thrown errors.
 */
export function isAway(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = current as { code?: unknown };
    if (typeof code === 'string' && (CONNECTION_CODES.has(code) || STATES.test(code))) return true;
    // A host has several addresses and none answers.
    if (current instanceof AggregateError && current.errors.some(isAway)) return true;
  }
  return false;
}
