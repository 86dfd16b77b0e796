import { randomUUID } from 'node:crypto';
import { createCookieSessionStorage, type Session } from '@remix-run/node';
import type { Env } from '~/env.server';
import { languageOf } from '~/i18n/i18n.server';
import { type Role } from '~/models/user';
import { memberOf } from '~/models/access';
import { setLanguage } from '~/models/user-changes.server';
import type { RequestArgs, RequestContext } from './context';
import { rememberEvent } from './last-event.server';
import { forgetInBrowser, tellPerson } from './person.server';
import type { FlashData, SessionData, Toast } from './session-data';

export type AppSession = Session<SessionData, FlashData>;

const SIXTY_DAYS_S = 60 * 24 * 60 * 60;

/** The cookie store; several secrets rotate: the first signs, all are accepted. */
export function createSessionStore(env: Env) {
  return createCookieSessionStorage<SessionData, FlashData>({
    cookie: {
      name: 'snapodium_session',
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      maxAge: SIXTY_DAYS_S,
      secrets: env.SESSION_SECRET,
    },
  });
}

// One session object for each request: all loaders and guards change and commit the same cookie.
const sessions = new WeakMap<RequestContext, Promise<AppSession>>();
/** Requests that changed the session: a sign-in, a sign-out, an administrator's check, a first id. */
const changed = new WeakSet<RequestContext>();
/** What requests that end a session leave on the device: the event's id, or null for nothing. */
const left = new WeakMap<RequestContext, number | null>();

/** This request's session; the same object however often it is asked for. */
export function getSession({ request, context }: RequestArgs): Promise<AppSession> {
  let session = sessions.get(context);
  if (!session) {
    session = context.app.sessions.getSession(request.headers.get('Cookie'));
    sessions.set(context, session);
  }
  return session;
}

/** Headers that store the session as it is now. The cookie is Secure on https. */
export async function commitSession(args: RequestArgs): Promise<Headers> {
  const session = await getSession(args);
  const secure = new URL(args.request.url).protocol === 'https:';
  const headers = new Headers({
    'Set-Cookie': await args.context.app.sessions.commitSession(session, { secure }),
  });
  const eventId = left.get(args.context);
  if (eventId !== undefined) headers.append('Set-Cookie', await rememberEvent(args, eventId));
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
  | { user: { id: number; isOrganizer: boolean; eventId: number; sessionMark: string } }
  | { visitorOf: { id: number } };

/**
 * Begins a session; whatever the old one held, the administrator check included, is gone. A user's
 * language is kept with it.
 */
export async function signIn(args: RequestArgs, who: SignIn): Promise<Headers> {
  const session = await begin(args);
  session.set('issuedAt', args.context.app.now().getTime());
  if ('user' in who) {
    session.set('mark', who.user.sessionMark);
    session.set('userId', who.user.id);
    session.set('eventId', who.user.eventId);
    session.set('role', who.user.isOrganizer ? 'organizer' : 'participant');
    const language = await languageOf(args.request);
    await setLanguage(args.context.app.db, {
      actor: memberOf(who.user, args.context.app.today()),
      language,
    });
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
  left.set(args.context, null);
  await begin(args);
  forgetInBrowser(args.context);
  return commitSession(args);
}

/**
 * Ends the session of somebody who may come back: the device remembers the event (rule
 * `session.way-back`). Where nobody was signed in, what it remembers stays.
 */
export async function leaveEvent(args: RequestArgs): Promise<Headers> {
  const claim = await readClaim(args);
  if (claim) {
    left.set(args.context, claim.eventId);
    forgetInBrowser(args.context);
  }
  await begin(args);
  return commitSession(args);
}

/**
 * Ends a session that stands for nobody any more. Only what it is counted by goes on: whoever was
 * removed and comes back is still the one whose failed sign-in their registration makes good.
 * @param toast says on the next page why
 */
export async function clearSession(args: RequestArgs, toast?: Toast): Promise<Headers> {
  const session = await begin(args, (await getSession(args)).get('id'));
  if (toast) session.flash('toast', toast);
  forgetInBrowser(args.context);
  return commitSession(args);
}

/** Goes on with the session of a user whose mark was just changed; their other ones end. */
export async function keepSession(
  args: RequestArgs,
  { sessionMark }: { sessionMark: string },
): Promise<void> {
  const session = await getSession(args);
  noteChange(args);
  session.set('mark', sessionMark);
}

/**
 * Whom the cookie names, before the database is asked: good for beginning to read what they are
 * probably shown. No right follows from it; null for a cookie of nobody.
 */
export async function readClaim(args: RequestArgs): Promise<Claim | null> {
  const session = await getSession(args);
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

/** Whether a session is too old, whatever its cookie says of that. */
export function isOver(session: AppSession, now: Date): boolean {
  const issuedAt = session.get('issuedAt');
  return issuedAt === undefined || now.getTime() - issuedAt >= SIXTY_DAYS_S * 1000;
}

/** What this session is counted by; one that has no name yet gets one, which its cookie keeps. */
export async function sessionId(args: RequestArgs): Promise<string> {
  const session = await getSession(args);
  const known = session.get('id');
  if (known) return known;
  const id = randomUUID();
  session.set('id', id);
  noteChange(args);
  return id;
}

/** Replaces the session by an empty one; a flash that was waiting is lost too. */
async function begin({ context }: RequestArgs, id: string = randomUUID()): Promise<AppSession> {
  tellPerson(context, null);
  const session = context.app.sessions.getSession();
  sessions.set(context, session);
  noteChange({ context });
  (await session).set('id', id);
  return session;
}
