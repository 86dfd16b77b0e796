import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until no read can return what a session had before. A server caches what it reads for a second (rule
 * `session.rights`). The database announces a write that a test makes past the server, but a busy server may
 * answer the next request before it reads the announcement.
 */
export const outlastCachedReads = () => sleep(1100);
