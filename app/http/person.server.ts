import { createHash } from 'node:crypto';
import type { Session } from '@remix-run/node';
import { NOBODY, ONCE_HEADER, PERSON_HEADER } from '~/offline/person';
import type { RequestContext } from './context';
import type { FlashData, SessionData } from './session-data';

type Whose = Pick<Session<SessionData, FlashData>, 'get'>;

/**
 * A name for a session on its device: what a browser keeps is kept under it, and goes when an answer
 * says another one (rule `offline.person`). Each sign-in has its own; it opens nothing.
 * @returns null for a session of nobody
 */
export function personOf(session: Whose): string | null {
  const [eventId, issuedAt] = [session.get('eventId'), session.get('issuedAt')];
  if (eventId === undefined || issuedAt === undefined) return null;
  const claim = `${session.get('userId') ?? 'visitor'} ${eventId} ${issuedAt}`;
  return createHash('sha256').update(claim).digest('hex').slice(0, 16);
}

/** Has the answer say whose it is; null stands for nobody. */
export function tellPerson({ setHeader }: RequestContext, session: Whose | null): void {
  setHeader?.(PERSON_HEADER, (session && personOf(session)) ?? NOBODY);
}

/** Has the answer say that it is not to be kept: what it tells, it tells once. */
export function tellOnce({ setHeader }: RequestContext): void {
  setHeader?.(ONCE_HEADER, '1');
}

/**
 * Has the browser forget what its own cache holds when somebody leaves: photos would open from there
 * by their address, and Back would lead to screens.
 */
export function forgetInBrowser({ setHeader }: RequestContext): void {
  setHeader?.('Clear-Site-Data', '"cache"');
}
