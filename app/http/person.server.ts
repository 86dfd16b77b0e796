import { createHash } from 'node:crypto';
import type { Session } from '@remix-run/node';
import { NOBODY, ONCE_HEADER, PERSON_HEADER } from '~/browser/person';
import type { RequestContext } from './context';
import type { FlashData, SessionData } from './session-data';

type ReadableSession = Pick<Session<SessionData, FlashData>, 'get'>;

/**
 * An identifier of a session for its device. Data in the browser is stored under it, and deleted when a
 * response carries another one (rule `offline.person`). Each sign-in has its own. It grants no access.
 * @returns null for an empty session
 */
export function personOf(session: ReadableSession): string | null {
  const [eventId, issuedAt] = [session.get('eventId'), session.get('issuedAt')];
  if (eventId === undefined || issuedAt === undefined) return null;
  const claim = `${session.get('userId') ?? 'visitor'} ${eventId} ${issuedAt}`;
  return createHash('sha256').update(claim).digest('hex').slice(0, 16);
}

/** Sets the header that says whose response this is; null for no session. */
export function setPersonHeader(
  { setHeader }: RequestContext,
  session: ReadableSession | null,
): void {
  setHeader?.(PERSON_HEADER, (session && personOf(session)) ?? NOBODY);
}

/** Marks the response as one-time, so that clients do not store it. */
export function setOnceHeader({ setHeader }: RequestContext): void {
  setHeader?.(ONCE_HEADER, '1');
}

/**
 * Clears the browser's cache when a user leaves. Otherwise cached photos would open by their URL, and Back
 * would show screens.
 */
export function clearBrowserCache({ setHeader }: RequestContext): void {
  setHeader?.('Clear-Site-Data', '"cache"');
}
