import { data, redirect } from '@remix-run/node';
import { accessTo, endedRefusal, memberOf, type Access, type Person } from '~/models/access';
import type { DomainError } from '~/models/errors';
import { isExpired } from '~/models/event';
import type { EventRow } from '~/models/event.server';
import { findEnd, type Found, type SessionEnd } from '~/models/identity.server';
import type { SessionRow } from '~/models/session.server';
import type { UserRow } from '~/models/user.server';
import { paths } from '~/paths';
import { isReading, type RequestArgs } from './context';
import { tellPerson } from './person.server';
import { noteRefusal } from './refusal.server';
import type { Toast } from './session-data';
import {
  changedSession,
  claimOf,
  clearSession,
  getSession,
  readClaim,
  type AppSession,
  type Claim,
} from './session.server';

/** What somebody may do here, as the database confirms it now. */
export interface Standing {
  actor: Person;
  /** Whether the event's last day is over. */
  isExpired: boolean;
  access: Access;
}

/** Who asks. `user` is null for a visitor. */
export interface Identity extends Standing {
  session: SessionRow;
  user: UserRow | null;
  event: EventRow;
}

/** An identity with a row of its own. */
export type Member = Identity & { user: UserRow };

// Sibling loaders run in parallel for one request; they share one look at the database. It belongs to
// the session it was made for: whoever has just signed in is somebody else.
const identities = new WeakMap<AppSession, Promise<Identity | null>>();
/** Sessions that were looked up and stand for nobody any more. */
const dead = new WeakMap<AppSession, SessionEnd>();
/** Said once to whoever is led out so (rule `session.gone`). */
const GONE: Toast = {
  tone: 'bad',
  title: 'access:toast.gone',
  text: 'access:toast.gone_text',
};

/**
 * Who asks, or null for nobody: no session, or one whose user or event is gone, that is too old, or
 * that was ended elsewhere. Reading changes nothing; `sessionHeaders` clears such a session's cookie.
 */
export async function identify(args: RequestArgs): Promise<Identity | null> {
  const session = await getSession(args);
  let identity = identities.get(session);
  if (!identity) {
    identity = readIdentity(args, session);
    identities.set(session, identity);
  }
  return identity;
}

async function readIdentity(args: RequestArgs, session: AppSession): Promise<Identity | null> {
  const found = await readFound(args, session);
  // Whoever has signed in meanwhile is told already.
  if ((await getSession(args)) === session) tellPerson(args.context, found && session);
  return found && { ...found, ...standingOf(args, found) };
}

async function readFound(
  { request, context: { app } }: RequestArgs,
  session: AppSession,
): Promise<Found | null> {
  const claim = claimOf(session);
  if (!claim) return null;
  // A session that is none of ours has no token.
  const named = { token: session.get('token') ?? '', eventId: claim.eventId };
  // Who writes does so by the rights that they have now (rule `session.rights`).
  const found = isReading(request)
    ? await app.identities.find(named, app.now())
    : await app.identities.findNow(named, app.now());
  if (!found) dead.set(session, await findEnd(app.db, { ...named, userId: claim.userId }));
  return found;
}

function standingOf({ context: { app } }: RequestArgs, { user, event }: Found): Standing {
  const today = app.today();
  const actor: Person = user
    ? memberOf(user, today)
    : { userId: null, eventId: event.id, role: 'visitor', today };
  return { actor, isExpired: isExpired(event, today), access: accessTo(actor, event) };
}

/**
 * What an answer stores in the browser: the session as this request changed it, or an empty one where `identify`
 * found that it stands for nobody any more and no other one has replaced it; otherwise nothing. The one place that
 * clears such a cookie. While the database fails, nobody is known to be gone and the cookie stays.
 */
export async function sessionHeaders(args: RequestArgs): Promise<Headers> {
  const session = await getSession(args);
  await identities.get(session)?.catch(() => undefined);
  const end = dead.get(session);
  // The request was on its way while its browser signed in. The browser may have the new cookie by now,
  // and clearing it would sign out whoever has just signed in.
  if (!end || end === 'replaced') return changedSession(args);
  return clearSession(args, end === 'gone' ? GONE : undefined);
}

/**
 * The same for calls, files and streams. What a browser's page asks for in the background never clears the cookie:
 * such an answer may come after the one that ended the session, and take the notice that is on its way with that
 * one. The page itself, which a 401 has loaded anew, clears it.
 */
export async function backgroundHeaders(args: RequestArgs): Promise<Headers> {
  const { headers } = args.request;
  const isBackground =
    headers.has('Sec-Fetch-Site') && headers.get('Sec-Fetch-Mode') !== 'navigate';
  return isBackground ? changedSession(args) : sessionHeaders(args);
}

/** Whether somebody only reads, for the event has ended (rule `event.look-back`). */
export function isReadOnly({ access }: Standing): boolean {
  return access === 'read-only';
}

interface OnceEnded {
  /**
   * What stays possible once the event has ended: `reading` for who may look back, or everything for everybody.
   * Without it the screen is the organizer's alone by then.
   */
  onceEnded?: 'reading' | 'everything';
}

/**
 * A member or visitor of an event; without a session, /auth. Whom the event's end stops gets 403
 * `event_ended` or `event_closed`, which the shell's error boundary draws as the overlay; a form, whose
 * address may have no screen, leads there.
 */
export async function requireVisit(
  args: RequestArgs,
  { onceEnded }: OnceEnded = {},
): Promise<Identity> {
  const identity = await identify(args);
  if (!identity) throw redirect(paths.auth(), { headers: await sessionHeaders(args) });
  if (onceEnded === 'everything') return identity;
  const refusal = endedRefusal(identity.access, onceEnded === 'reading' ? 'read' : 'write');
  if (refusal) throw endedAnswer(args, refusal);
  return identity;
}

function endedAnswer(args: RequestArgs, refusal: DomainError) {
  const { request } = args;
  noteRefusal(args, refusal);
  const answer = { code: refusal.code };
  if (wantsJson(request)) return Response.json(answer, { status: 403 });
  return request.method === 'POST' ? redirect(paths.home()) : data(answer, { status: 403 });
}

/** For a page outside the frame of an event's screens: of an ended one the overlay is shown instead. */
export async function requireRunning(args: RequestArgs): Promise<void> {
  const { isExpired } = await requireVisit(args, { onceEnded: 'everything' });
  if (isExpired) throw redirect(paths.home());
}

/** Whether it is a script that asks, and no page. */
export function wantsJson(request: Request): boolean {
  return request.headers.get('Accept')?.includes('application/json') ?? false;
}

/**
 * A member; a visitor is led to Login/Register and, afterwards, on to `next` (rule
 * `roles.visitor`).
 */
export async function requireMember(
  args: RequestArgs,
  { next, ...options }: { next: string } & OnceEnded,
): Promise<Member> {
  const identity = await requireVisit(args, options);
  if (!identity.user) throw redirect(paths.login({ next }));
  return identity as Member;
}

/** The organizer; everyone else goes to /. */
export async function requireOrganizer(args: RequestArgs): Promise<Member> {
  const identity = await requireVisit(args);
  if (identity.actor.role !== 'organizer') throw redirect(paths.home());
  return identity as Member;
}

/**
 * Reads for whom the cookie names while the database confirms who they are: a round trip less before
 * something is shown. What was read is given out only if the guard lets them in, and if their role
 * is the one it was read for; otherwise it is dropped, and read again for the role they have.
 * @param guard proves who asks; what it throws is thrown, whatever was read meanwhile
 * @param read changes nothing
 */
export async function readAhead<Proven extends Identity, Result>(
  args: RequestArgs,
  guard: (args: RequestArgs) => Promise<Proven>,
  read: (who: Claim) => Promise<Result>,
): Promise<{ identity: Proven; result: Result }> {
  const claim = await readClaim(args);
  const proving = guard(args);
  const ahead = claim && read(claim);
  // Dropped, it may have failed: nobody waits for it then.
  ahead?.catch(() => undefined);
  const identity = await proving;
  const { role: claimedRole, ...who } = identity.actor;
  const isSame = ahead && claim.claimedRole === claimedRole;
  return { identity, result: await (isSame ? ahead : read({ ...who, claimedRole })) };
}
