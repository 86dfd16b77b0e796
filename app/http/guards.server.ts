import { data, redirect, redirectDocument } from '@remix-run/node';
import { accessTo, endedRefusal, memberOf, type Access, type Person } from '~/models/access';
import type { DomainError } from '~/models/errors';
import { isExpired } from '~/models/event/rules';
import { areStandingsHidden } from '~/models/event/standings';
import { neededAccess, type OnceEnded } from '~/models/photo/adding';
import type { EventRow } from '~/models/event/read.server';
import { findEnd, type Found, type SessionEnd } from '~/models/session/identity.server';
import type { SessionRow } from '~/models/session/write.server';
import type { UserRow } from '~/models/user/read.server';
import { paths } from '~/paths';
import { isReading, type RequestArgs } from './context';
import { setPersonHeader } from './person.server';
import { logRefusal } from './refusal.server';
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

/** The caller's permissions, as confirmed by the database. */
export interface Standing {
  actor: Person;
  /** Whether the event is over. */
  isExpired: boolean;
  access: Access;
}

/** The caller. `user` is null for a visitor. */
export interface Identity extends Standing {
  session: SessionRow;
  user: UserRow | null;
  event: EventRow;
}

/** A caller with a row in `users`. */
export type Member = Identity & { user: UserRow };

// Sibling loaders run in parallel for one request and share one lookup. The key is the session, because a
// sign-in during the request replaces it by another user's.
const identities = new WeakMap<AppSession, Promise<Identity | null>>();
/** Sessions from a cookie that no longer exist, with the reason. */
const endedSessions = new WeakMap<AppSession, SessionEnd>();
/** The notice for a user whose account or event was deleted (rule `session.gone`). */
const GONE: Toast = {
  tone: 'bad',
  title: 'server:auth.toast.gone',
  text: 'server:auth.toast.gone_text',
};

/**
 * The caller, or null if there is no session, or if its user or event was deleted, it has expired, or it was
 * ended elsewhere. Only reads; `sessionHeaders` clears the cookie of an ended session.
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
  // If the request has signed a user in during the lookup, the header is set already.
  if ((await getSession(args)) === session) setPersonHeader(args.context, found && session);
  return found && { ...found, ...standingOf(args, found) };
}

async function readFound(
  { request, context: { app } }: RequestArgs,
  session: AppSession,
): Promise<Found | null> {
  const claim = claimOf(session);
  if (!claim) return null;
  // A session object that does not come from our cookie has no token.
  const named = { token: session.get('token') ?? '', eventId: claim.eventId };
  // Writes are checked against current permissions (rule `session.rights`).
  const found = isReading(request)
    ? await app.identities.find(named, app.now())
    : await app.identities.findNow(named, app.now());
  if (!found) endedSessions.set(session, await findEnd(app.db, { ...named, userId: claim.userId }));
  return found;
}

function standingOf({ context: { app } }: RequestArgs, { user, event }: Found): Standing {
  const today = app.today();
  const person: Person = user
    ? memberOf(user, today)
    : { userId: null, eventId: event.id, role: 'visitor', today };
  const actor = { ...person, seesStars: !areStandingsHidden(event, app.now()) };
  return { actor, isExpired: isExpired(event, today), access: accessTo(actor, event) };
}

/**
 * The cookie headers of a response: the session if this request changed it; an empty session if `identify`
 * found that it has ended and the browser has not replaced it; otherwise none. Only this function clears such
 * a cookie. While the database fails, no session counts as ended, and the cookie stays.
 */
export async function sessionHeaders(args: RequestArgs): Promise<Headers> {
  const session = await getSession(args);
  await identities.get(session)?.catch(() => undefined);
  const end = endedSessions.get(session);
  // The browser signed in while this request was on its way. It may have the new cookie by now, and clearing
  // it would sign the user out.
  if (!end || end === 'replaced') return changedSession(args);
  return clearSession(args, end === 'gone' ? GONE : undefined);
}

/**
 * The same for API calls, files and streams. Background requests of a page never clear the cookie: such a
 * response may arrive after the one that ended the session and remove its pending notice. A 401 makes the
 * page reload, and that document request clears the cookie.
 */
export async function backgroundHeaders(args: RequestArgs): Promise<Headers> {
  const { headers } = args.request;
  const isBackground =
    headers.has('Sec-Fetch-Site') && headers.get('Sec-Fetch-Mode') !== 'navigate';
  return isBackground ? changedSession(args) : sessionHeaders(args);
}

/** Whether the caller may only read, because the event has ended (rule `event.look-back`). */
export function isReadOnly({ access }: Standing): boolean {
  return access === 'read-only';
}

/**
 * Whether the caller may do something in the event, which may have ended.
 * @param onceEnded which part of it stays open then, as in `requireVisit`
 */
function isOpenTo(identity: Identity, onceEnded?: OnceEnded): boolean {
  return endedRefusal(identity.access, neededAccess(onceEnded, identity)) === null;
}

/**
 * Whether people who may delete a photo (`photo.delete`) can do so at this time of the event. A late photo can be
 * deleted as long as further late photos may come (rule `photos.late`).
 */
export function isDeletable(identity: Identity, { late }: { late: boolean }): boolean {
  return isOpenTo(identity, late ? 'adding' : undefined);
}

interface AccessOptions {
  /**
   * What the screen allows after the event's end: `reading` for those who may look back, `adding` for the same people
   * while the album takes late photos, or everything for everybody. Without it, only the organizer can use the screen
   * then.
   */
  onceEnded?: OnceEnded | 'everything';
}

/**
 * A member or visitor of an event; without a session, redirects to /auth. If the event's end forbids access,
 * throws 403 `event_ended`, which the shell's error boundary shows as an overlay. A POST redirects there instead,
 * because its URL may have no screen, and guests who may look back are redirected from whatever adds something.
 */
export async function requireVisit(
  args: RequestArgs,
  { onceEnded }: AccessOptions = {},
): Promise<Identity> {
  const identity = await identify(args);
  // A new document: nothing of the session stays in the page, and its notice is shown.
  if (!identity) throw redirectDocument(paths.auth(), { headers: await sessionHeaders(args) });
  if (onceEnded === 'everything') return identity;
  const refusal = endedRefusal(identity.access, neededAccess(onceEnded, identity));
  if (refusal) throw endedAnswer(args, refusal);
  return identity;
}

function endedAnswer(args: RequestArgs, refusal: DomainError) {
  const { request } = args;
  logRefusal(args, refusal);
  const answer = { code: refusal.code };
  if (wantsJson(request)) return Response.json(answer, { status: 403 });
  // People who may look back are redirected to the event's first screen.
  const isLedHome = request.method === 'POST' || refusal.code === 'event_closed';
  return isLedHome ? redirect(paths.home()) : data(answer, { status: 403 });
}

/** For pages outside the frame of an event's screens: if the event has ended, redirects to the overlay. */
export async function requireRunning(args: RequestArgs): Promise<void> {
  const { isExpired } = await requireVisit(args, { onceEnded: 'everything' });
  if (isExpired) throw redirect(paths.home());
}

/** Whether a script sent the request, rather than a page load. */
export function wantsJson(request: Request): boolean {
  return request.headers.get('Accept')?.includes('application/json') ?? false;
}

/** Requires a member. A visitor is redirected to Login/Register and then to `next` (rule `roles.visitor`). */
export async function requireMember(
  args: RequestArgs,
  { next, ...options }: { next: string } & AccessOptions,
): Promise<Member> {
  const identity = await requireVisit(args, options);
  if (!identity.user) throw redirect(paths.login({ next }));
  return identity as Member;
}

/** Requires the organizer or a co-organizer. Everyone else is redirected to /. */
export async function requireOrganizer(args: RequestArgs): Promise<Member> {
  const identity = await requireVisit(args);
  if (identity.actor.role !== 'organizer') throw redirect(paths.home());
  return identity as Member;
}

/** Requires the organizer rather than a co-organizer (rule `co-organizers.rights`). Others go to /. */
export async function requireMainOrganizer(args: RequestArgs): Promise<Member> {
  const identity = await requireOrganizer(args);
  if (identity.actor.isCoOrganizer) throw redirect(paths.home());
  return identity;
}

/**
 * Starts reading data for the user in the cookie while the database still verifies the session, which saves a
 * round trip. The data is only returned if the guard passes and the role is the one it was read for.
 * Otherwise it is discarded and read again for the actual role.
 * @param guard verifies the caller; its errors are thrown, whatever was read
 * @param read must not write
 */
export async function readAhead<Proven extends Identity, Result>(
  args: RequestArgs,
  guard: (args: RequestArgs) => Promise<Proven>,
  read: (who: Claim) => Promise<Result>,
): Promise<{ identity: Proven; result: Result }> {
  const claim = await readClaim(args);
  const proving = guard(args);
  const ahead = claim && read(claim);
  // Nothing awaits discarded data, so a failure must not be an unhandled rejection.
  ahead?.catch(() => undefined);
  const identity = await proving;
  const { role: claimedRole, ...who } = identity.actor;
  const isSame = ahead && claim.claimedRole === claimedRole;
  return { identity, result: await (isSame ? ahead : read({ ...who, claimedRole })) };
}
