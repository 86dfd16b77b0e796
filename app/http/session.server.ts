import { randomUUID } from 'node:crypto';
import { createCookieSessionStorage, redirect, type Session } from '@remix-run/node';
import type { Env } from '~/env.server';
import { languageOf } from '~/i18n/i18n.server';
import type { Language } from '~/i18n/languages';
import { setLanguage } from '~/models/account.server';
import { passwordMark } from '~/models/admin.server';
import { DomainError } from '~/models/errors';
import type { Role } from '~/models/user';
import { ADMIN_CHECK_MS } from '~/models/user';
import type { RequestArgs, RequestContext } from './context';

/**
 * The cookie's content: signed, and readable for whoever holds the phone. The role only speeds up
 * drawing; rights are read from the database.
 */
interface SessionData {
  /** Tells sessions apart where something is counted. */
  id: string;
  userId: number | null;
  eventId: number;
  role: Role;
  /** The user's session mark when they signed in; another one in their row ends the session. */
  mark: string;
  /** When they signed in, in ms since 1970: the server ends the session, whatever the browser keeps. */
  issuedAt: number;
  /** The administrator's credential check: whose, when (ms since 1970), and with which password. */
  admin: { userId: number; at: number; passwordMark: string };
}

/** A notice that travels through one redirect. Title and text are i18n keys with namespace. */
export interface Toast {
  tone: 'ok' | 'bad' | 'star';
  title: string;
  text?: string;
  values?: Record<string, string | number>;
}

interface FlashData {
  toast: Toast;
  /** What went wrong with an upload into a slot, drawn at that slot. */
  slotError: { position: number; code: string };
}

export type AppSession = Session<SessionData, FlashData>;

const SIXTY_DAYS_S = 60 * 24 * 60 * 60;

/** The cookie store; several secrets rotate (C§2): the first signs, all are accepted. */
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

export type SessionStore = ReturnType<typeof createSessionStore>;

// One session object for each request, so that all who touch it commit the same cookie.
const sessions = new WeakMap<RequestContext, Promise<AppSession>>();
/** Requests whose sign-in, sign-out or administrator check changed the session. */
const changed = new WeakSet<RequestContext>();

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
  return new Headers({
    'Set-Cookie': await args.context.app.sessions.commitSession(session, { secure }),
  });
}

/** The session's cookie when this request signed in or out; no headers otherwise. */
export async function changedSession(args: RequestArgs): Promise<Headers> {
  return changed.has(args.context) ? commitSession(args) : new Headers();
}

/** Who signs in: a user of an event, or a visitor of one (C§3). */
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
    await keepLanguage(args, await languageOf(args.request));
  } else {
    session.set('userId', null);
    session.set('eventId', who.visitorOf.id);
    session.set('role', 'visitor');
  }
  return commitSession(args);
}

/** Keeps the language that a signed-in user reads. */
export async function keepLanguage(args: RequestArgs, language: Language): Promise<void> {
  const userId = (await getSession(args)).get('userId');
  if (userId) await setLanguage(args.context.app.db, { userId, language });
}

/** Ends the session with all it carried; a notice set afterwards still travels. */
export async function signOut(args: RequestArgs): Promise<Headers> {
  await begin(args);
  return commitSession(args);
}

/** Goes on with the session of a user whose mark was just changed; their other ones end. */
export async function keepSession(
  args: RequestArgs,
  { sessionMark }: { sessionMark: string },
): Promise<void> {
  const session = await getSession(args);
  changed.add(args.context);
  session.set('mark', sessionMark);
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
  changed.add(args.context);
  return id;
}

/** Remembers a successful credential check of this user (C§3). */
export async function markAdmin(
  args: RequestArgs,
  check: { userId: number; passwordMark: string },
): Promise<Headers> {
  const session = await getSession(args);
  changed.add(args.context);
  session.set('admin', { ...check, at: args.context.app.now().getTime() });
  return commitSession(args);
}

/** Whoever changed the password need not enter it again, nor longer than the check was good for. */
export async function keepAdminCheck(
  args: RequestArgs,
  user: { passwordHash: string | null },
): Promise<void> {
  const session = await getSession(args);
  const check = session.get('admin');
  if (!check) return;
  changed.add(args.context);
  session.set('admin', { ...check, passwordMark: passwordMark(user) });
}

/**
 * Whether this session's user passed the credential check in the last 30 minutes, with the password
 * that is theirs now (C§3).
 */
export async function hasFreshAdminCheck(
  args: RequestArgs,
  user: { id: number; passwordHash: string | null },
): Promise<boolean> {
  const session = await getSession(args);
  const check = session.get('admin');
  return (
    !!check &&
    check.userId === user.id &&
    check.passwordMark === passwordMark(user) &&
    args.context.app.now().getTime() - check.at < ADMIN_CHECK_MS
  );
}

/** What a redirect carries besides its address. */
export interface Carried {
  toast?: Toast;
  slotError?: FlashData['slotError'];
}

/** The answer to every successful POST (C§7): go on, with the session stored and a notice on board. */
export async function redirectWith(
  args: RequestArgs,
  url: string,
  carried: Carried = {},
): Promise<Response> {
  const session = await getSession(args);
  if (carried.toast) session.flash('toast', carried.toast);
  if (carried.slotError) session.flash('slotError', carried.slotError);
  return redirect(url, { headers: await commitSession(args) });
}

/** A redirect with a notice. */
export function redirectWithToast(args: RequestArgs, url: string, toast: Toast): Promise<Response> {
  return redirectWith(args, url, { toast });
}

/**
 * Does something, and leads on with the notice that it is done, or with why a rule refuses it.
 * @throws whatever `work` throws that is no rule's refusal
 */
export async function redirectWithOutcome(
  args: RequestArgs,
  url: string,
  notice: { done: string; failed: string },
  work: () => Promise<unknown>,
): Promise<Response> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const text = `errors:${error.code}`;
    return redirectWithToast(args, url, { tone: 'bad', title: notice.failed, text });
  }
  return redirectWithToast(args, url, { tone: 'ok', title: notice.done });
}

/**
 * A redirect with a notice, in the place of the screen it leaves: Back leads past a dialog that has
 * done its work, and not through each review of a list.
 */
export async function replaceWithToast(
  args: RequestArgs,
  url: string,
  toast: Toast,
): Promise<Response> {
  const response = await redirectWithToast(args, url, toast);
  response.headers.set('X-Remix-Replace', 'true');
  return response;
}

/**
 * Takes a carried thing out of the session. `headers` must go out with the response, or it would be
 * shown again; they are null when there was nothing.
 */
export async function takeCarried<K extends keyof FlashData>(
  args: RequestArgs,
  key: K,
): Promise<{ value: FlashData[K] | null; headers: Headers | null }> {
  const session = await getSession(args);
  const value = (session.get(key) as FlashData[K] | undefined) ?? null;
  return { value, headers: value === null ? null : await commitSession(args) };
}

/** A new session in the place of the old one: nothing of that one goes on, notices neither. */
async function begin({ context }: RequestArgs): Promise<AppSession> {
  const session = context.app.sessions.getSession();
  sessions.set(context, session);
  changed.add(context);
  (await session).set('id', randomUUID());
  return session;
}
