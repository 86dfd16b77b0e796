import { createCookieSessionStorage, type Session } from '@remix-run/node';
import type { Env } from '~/env.server';
import { languageOf } from '~/i18n/i18n.server';
import type { Role } from '~/models/user/rules';
import { memberOf } from '~/models/access';
import type { EventLink, Linked } from '~/models/event/door';
import { findEvent } from '~/models/event/read.server';
import {
  beginSession,
  endSession,
  SESSION_DAYS,
  type SessionOwner,
  type Renewal,
} from '~/models/session/write.server';
import { newToken } from '~/models/session/token.server';
import type { UserRow } from '~/models/user/read.server';
import { setLanguage } from '~/models/user/write.server';
import { markCookie } from './browser-mark.server';
import type { RequestArgs, RequestContext } from './context';
import { readLastEvent, rememberEvent } from './last-event.server';
import { secureIfHttps, ownCookie } from './own-cookie.server';
import { clearBrowserCache, setPersonHeader } from './person.server';
import type { FlashData, SessionData, Toast } from './session-data';

export type AppSession = Session<SessionData, FlashData>;

const MAX_AGE_S = SESSION_DAYS * 24 * 60 * 60;

/** The cookie store. The first secret signs; all secrets are accepted, so that they can be rotated. */
export function createSessionStore(env: Env) {
  return createCookieSessionStorage<SessionData, FlashData>({
    cookie: ownCookie(env, { name: 'snapodium_session', maxAge: MAX_AGE_S }),
  });
}

// One session object per request: all loaders and guards change and commit the same cookie.
const sessions = new WeakMap<RequestContext, Promise<AppSession>>();
/** Requests that changed the session: a sign-in, a sign-out, a new token. */
const changed = new WeakSet<RequestContext>();
/** The link that a sign-out stores on the device as the way back into the event; null deletes it. */
const left = new WeakMap<RequestContext, EventLink | null>();

/** This request's session; always the same object. */
export function getSession({ request, context }: RequestArgs): Promise<AppSession> {
  let session = sessions.get(context);
  if (!session) {
    session = context.app.sessions.getSession(request.headers.get('Cookie'));
    sessions.set(context, session);
  }
  return session;
}

/** Headers that store the current session. */
export async function commitSession(args: RequestArgs): Promise<Headers> {
  const session = await getSession(args);
  const headers = new Headers({
    'Set-Cookie': await args.context.app.sessions.commitSession(
      session,
      secureIfHttps(args.request),
    ),
  });
  const link = left.get(args.context);
  if (link !== undefined) headers.append('Set-Cookie', await rememberEvent(args, link));
  const mark = await markCookie(args);
  if (mark) headers.append('Set-Cookie', mark);
  return headers;
}

/** The session's cookie if this request changed the session; otherwise no headers. */
export async function changedSession(args: RequestArgs): Promise<Headers> {
  return changed.has(args.context) ? commitSession(args) : new Headers();
}

/** The person who signs in: a user of an event, or a visitor. */
export type SignIn =
  | {
      user: Extract<SessionOwner, { user: object }>['user'] &
        Pick<UserRow, 'isOrganizer' | 'coOrganizerSince'>;
    }
  | { visitorOf: Linked };

/**
 * Starts a session. The browser's old session ends with all its data, including the administrator's check.
 * Also stores a user's language.
 * @param proofs what the user has proved, as in `beginSession`
 * @throws DomainError what `beginSession` throws
 */
export async function signIn(
  args: RequestArgs,
  who: SignIn,
  proofs: { isProven?: boolean; isAdminChecked?: boolean } = {},
): Promise<Headers> {
  const { app } = args.context;
  const replaces = (await getSession(args)).get('token');
  const token = newToken();
  const userAgent = args.request.headers.get('User-Agent');
  // First, because a failure must leave the browser its old session.
  if ('user' in who) {
    const language = await languageOf(args.request);
    await setLanguage(app.db, { actor: memberOf(who.user, app.today()), language });
  }
  await beginSession(app.db, { token, who, ...proofs, userAgent, now: app.now(), replaces });
  const session = await begin(args);
  session.set('token', token);
  session.set('issuedAt', app.now().getTime());
  if ('user' in who) {
    session.set('userId', who.user.id);
    session.set('eventId', who.user.eventId);
    session.set('role', who.user.isOrganizer ? 'organizer' : 'participant');
  } else {
    session.set('userId', null);
    session.set('eventId', who.visitorOf.id);
    session.set('role', 'visitor');
  }
  setPersonHeader(args.context, session);
  return commitSession(args);
}

/**
 * Ends the session and removes all its data from the device (rule `session.way-back`). A notice set
 * afterwards is still sent.
 */
export async function signOut(args: RequestArgs): Promise<Headers> {
  await endOwn(args);
  left.set(args.context, null);
  await begin(args);
  clearBrowserCache(args.context);
  return commitSession(args);
}

/**
 * Ends the session of a user who may come back: the device remembers the event (rule `session.way-back`). If
 * the session had already ended, the remembered event stays unchanged.
 */
export async function leaveEvent(args: RequestArgs): Promise<Headers> {
  const ended = await endOwn(args);
  if (ended?.wasOpen) left.set(args.context, await wayBackOf(args, ended));
  if (ended) clearBrowserCache(args.context);
  await begin(args);
  return commitSession(args);
}

/**
 * Clears the cookie of an ended session.
 * @param toast a notice for the next page
 */
export async function clearSession(args: RequestArgs, toast?: Toast): Promise<Headers> {
  const session = await begin(args);
  if (toast) session.flash('toast', toast);
  clearBrowserCache(args.context);
  return commitSession(args);
}

/** Continues the current session under a new token, after all sessions of its member have ended. */
export async function renewSession(args: RequestArgs, { token }: Renewal): Promise<void> {
  const session = await getSession(args);
  changed.add(args.context);
  session.set('token', token);
}

/** Ends this request's session on the server, so that copies of its cookie stop working. */
async function endOwn(args: RequestArgs): Promise<(Claim & { wasOpen: boolean }) | null> {
  const claim = await readClaim(args);
  const token = (await getSession(args)).get('token');
  if (!claim || !token) return null;
  const { db, identities } = args.context.app;
  const wasOpen = await endSession(db, { token });
  identities.forget(claim.eventId);
  return { ...claim, wasOpen };
}

/**
 * The link that leads a user back. A member gets the event's code; a visitor gets only the code they came
 * with.
 */
async function wayBackOf(args: RequestArgs, { userId, eventId }: Claim): Promise<EventLink> {
  const came = await readLastEvent(args);
  if (userId === null) return { eventId, code: came?.eventId === eventId ? came.code : null };
  const event = await findEvent(args.context.app.db, { eventId });
  return { eventId, code: event?.code ?? null };
}

/**
 * The user in the cookie, before the database has verified it. Use it only to start reading data that they
 * will probably see: it grants no permission. Null for an empty cookie.
 */
export async function readClaim(args: RequestArgs): Promise<Claim | null> {
  return claimOf(await getSession(args));
}

/** The user in a session's cookie. */
export function claimOf(session: AppSession): Claim | null {
  const [eventId, claimedRole] = [session.get('eventId'), session.get('role')];
  if (eventId === undefined || claimedRole === undefined) return null;
  return { userId: session.get('userId') ?? null, eventId, claimedRole };
}

/**
 * What a cookie claims about its owner. It is not an `Actor`, so functions that check permissions do not
 * accept it.
 */
export interface Claim {
  userId: number | null;
  eventId: number;
  claimedRole: Role;
}

/** Replaces the session by an empty one. A pending flash message is lost. */
async function begin({ context }: RequestArgs): Promise<AppSession> {
  setPersonHeader(context, null);
  const session = context.app.sessions.getSession();
  sessions.set(context, session);
  changed.add(context);
  return session;
}
