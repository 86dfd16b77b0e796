/** What Node and postgres.js say of a server that cannot be reached, or whose connection broke. */
const CONNECTION_CODES = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  // db/pool.server.ts
  'NO_CONNECTION',
]);

/**
 * What PostgreSQL says when it cannot do something now (SQLSTATE): connections (08), resources (53), an
 * operator or a time-out (57), the system (58); a standby that takes no writes, a transaction that others
 * stood in the way of, a lock that was not given in time.
 */
const STATES = /^(?:(?:08|53|57|58)[\dA-Z]{3}|25006|40001|40P01|55P03)$/;

/**
 * Whether an error says that the database, or another server, cannot answer at the moment: the same may go
 * well later, and nobody has refused it. Drivers' errors are causes of those that are thrown.
 */
export function isAway(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = current as { code?: unknown };
    if (typeof code === 'string' && (CONNECTION_CODES.has(code) || STATES.test(code))) return true;
    // Of several addresses of a host none answers.
    if (current instanceof AggregateError && current.errors.some(isAway)) return true;
  }
  return false;
}
