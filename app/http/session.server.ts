import { createCookieSessionStorage, type Session } from '@remix-run/node';
import type { Env } from '~/env.server';
import { languageOf } from '~/i18n/i18n.server';
import { type Role } from '~/models/user';
import { memberOf } from '~/models/access';
import type { EventLink, Linked } from '~/models/door';
import { findEvent } from '~/models/event.server';
import {
  beginSession,
  endSession,
  SESSION_DAYS,
  type Beginner,
  type Renewal,
} from '~/models/session.server';
import { newToken } from '~/models/token.server';
import { setLanguage } from '~/models/user-changes.server';
import { markCookie } from './browser-mark.server';
import type { RequestArgs, RequestContext } from './context';
import { readLastEvent, rememberEvent } from './last-event.server';
import { asAsked, ownCookie } from './own-cookie.server';
import { forgetInBrowser, tellPerson } from './person.server';
import type { FlashData, SessionData, Toast } from './session-data';

export type AppSession = Session<SessionData, FlashData>;

const MAX_AGE_S = SESSION_DAYS * 24 * 60 * 60;

/** The cookie store; several secrets rotate: the first signs, all are accepted. */
export function createSessionStore(env: Env) {
  return createCookieSessionStorage<SessionData, FlashData>({
    cookie: ownCookie(env, { name: 'snapodium_session', maxAge: MAX_AGE_S }),
  });
}

// One session object for each request: all loaders and guards change and commit the same cookie.
const sessions = new WeakMap<RequestContext, Promise<AppSession>>();
/** Requests that changed the session: a sign-in, a sign-out, a new token. */
const changed = new WeakSet<RequestContext>();
/** What requests that end a session leave on the device: the way back into the event, or null for nothing. */
const left = new WeakMap<RequestContext, EventLink | null>();

/** This request's session; the same object however often it is asked for. */
export function getSession({ request, context }: RequestArgs): Promise<AppSession> {
  let session = sessions.get(context);
  if (!session) {
    session = context.app.sessions.getSession(request.headers.get('Cookie'));
    sessions.set(context, session);
  }
  return session;
}

/** Headers that store the session as it is now. */
export async function commitSession(args: RequestArgs): Promise<Headers> {
  const session = await getSession(args);
  const headers = new Headers({
    'Set-Cookie': await args.context.app.sessions.commitSession(session, asAsked(args.request)),
  });
  const link = left.get(args.context);
  if (link !== undefined) headers.append('Set-Cookie', await rememberEvent(args, link));
  const mark = await markCookie(args);
  if (mark) headers.append('Set-Cookie', mark);
  return headers;
}

/** Notes that this request changed the session, for answers that would not store it otherwise. */
export function noteChange({ context }: Pick<RequestArgs, 'context'>): void {
  changed.add(context);
}

/** The session's cookie when this request changed the session; no headers otherwise. */
export async function changedSession(args: RequestArgs): Promise<Headers> {
  return changed.has(args.context) ? commitSession(args) : new Headers();
}

/** Who signs in: a user of an event, or a visitor of one. */
export type SignIn =
  | { user: Extract<Beginner, { user: object }>['user'] & { isOrganizer: boolean } }
  | { visitorOf: Linked };

/**
 * Begins a session; the old one of this browser ends with all it held, the administrator's check included.
 * A user's language is kept with it.
 * @param isProven whether its person proved more than a name and an address
 * @throws DomainError what `beginSession` throws
 */
export async function signIn(args: RequestArgs, who: SignIn, isProven = true): Promise<Headers> {
  const { app } = args.context;
  const replaces = (await getSession(args)).get('token');
  const token = newToken();
  const userAgent = args.request.headers.get('User-Agent');
  await beginSession(app.db, { token, who, isProven, userAgent, now: app.now(), replaces });
  const session = await begin(args);
  session.set('token', token);
  session.set('issuedAt', app.now().getTime());
  if ('user' in who) {
    session.set('userId', who.user.id);
    session.set('eventId', who.user.eventId);
    session.set('role', who.user.isOrganizer ? 'organizer' : 'participant');
    const language = await languageOf(args.request);
    await setLanguage(app.db, { actor: memberOf(who.user, app.today()), language });
  } else {
    session.set('userId', null);
    session.set('eventId', who.visitorOf.id);
    session.set('role', 'visitor');
  }
  tellPerson(args.context, session);
  return commitSession(args);
}

/**
 * Ends the session with all it held, and leaves nothing of it on the device (rule
 * `session.way-back`); a notice set afterwards still travels.
 */
export async function signOut(args: RequestArgs): Promise<Headers> {
  await endOwn(args);
  left.set(args.context, null);
  await begin(args);
  forgetInBrowser(args.context);
  return commitSession(args);
}

/**
 * Ends the session of somebody who may come back: the device remembers the event (rule
 * `session.way-back`). Where nobody was signed in any more, what it remembers stays.
 */
export async function leaveEvent(args: RequestArgs): Promise<Headers> {
  const ended = await endOwn(args);
  if (ended?.wasOpen) left.set(args.context, await wayBackOf(args, ended));
  if (ended) forgetInBrowser(args.context);
  await begin(args);
  return commitSession(args);
}

/**
 * Clears the cookie of a session that stands for nobody any more.
 * @param toast says on the next page why
 */
export async function clearSession(args: RequestArgs, toast?: Toast): Promise<Headers> {
  const session = await begin(args);
  if (toast) session.flash('toast', toast);
  forgetInBrowser(args.context);
  return commitSession(args);
}

/** Goes on with the own session under another token, once all sessions of its member have ended. */
export async function renewSession(args: RequestArgs, { token }: Renewal): Promise<void> {
  const session = await getSession(args);
  noteChange(args);
  session.set('token', token);
}

/** Ends this request's session on the server: a copy of its cookie is nobody's from now on. */
async function endOwn(args: RequestArgs): Promise<(Claim & { wasOpen: boolean }) | null> {
  const claim = await readClaim(args);
  const token = (await getSession(args)).get('token');
  if (!claim || !token) return null;
  const { db, identities } = args.context.app;
  const wasOpen = await endSession(db, { token });
  identities.forget(claim.eventId);
  return { ...claim, wasOpen };
}

/** The link that leads somebody back: a member has the event's code, a visitor only the one they came by. */
async function wayBackOf(args: RequestArgs, { userId, eventId }: Claim): Promise<EventLink> {
  const came = await readLastEvent(args);
  if (userId === null) return { eventId, code: came?.eventId === eventId ? came.code : null };
  const event = await findEvent(args.context.app.db, { eventId });
  return { eventId, code: event?.code ?? null };
}

/**
 * Whom the cookie names, before the database is asked: good for beginning to read what they are
 * probably shown. No right follows from it; null for a cookie of nobody.
 */
export async function readClaim(args: RequestArgs): Promise<Claim | null> {
  return claimOf(await getSession(args));
}

/** Whom a session's cookie names. */
export function claimOf(session: AppSession): Claim | null {
  const [eventId, claimedRole] = [session.get('eventId'), session.get('role')];
  if (eventId === undefined || claimedRole === undefined) return null;
  return { userId: session.get('userId') ?? null, eventId, claimedRole };
}

/** What a cookie says of its owner; not an actor, so nothing that asks for one takes it. */
export interface Claim {
  userId: number | null;
  eventId: number;
  claimedRole: Role;
}

/** Replaces the session by an empty one; a flash that was waiting is lost too. */
async function begin({ context }: RequestArgs): Promise<AppSession> {
  tellPerson(context, null);
  const session = context.app.sessions.getSession();
  sessions.set(context, session);
  noteChange({ context });
  return session;
}
