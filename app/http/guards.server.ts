import { data, redirect } from '@remix-run/node';
import { memberOf, type Person } from '~/models/access';
import { DomainError } from '~/models/errors';
import { isExpired } from '~/models/event';
import type { EventRow } from '~/models/event.server';
import { findIdentity, type UserRow } from '~/models/user.server';
import { paths } from '~/paths';
import type { RequestArgs } from './context';
import { tellPerson } from './person.server';
import { noteRefusal } from './refusal.server';
import type { Toast } from './session-data';
import {
  changedSession,
  clearSession,
  getSession,
  isOver,
  readClaim,
  type AppSession,
  type Claim,
} from './session.server';

/** What somebody may do here, as the database confirms it now. */
export interface Standing {
  actor: Person;
  /** Whether the event's last day is over. */
  isExpired: boolean;
}

/** Who asks. `user` is null for a visitor. */
export interface Identity extends Standing {
  user: UserRow | null;
  event: EventRow;
}

/** An identity with a row of its own. */
export type Member = Identity & { user: UserRow };

// Sibling loaders run in parallel for one request; they share one look at the database. It belongs to
// the session it was made for: whoever has just signed in is somebody else.
const identities = new WeakMap<AppSession, Promise<Identity | null>>();
/**
 * Sessions that were looked up and stand for nobody any more: `gone` where the person or the event is,
 * which nobody there has done themselves.
 */
const dead = new WeakMap<AppSession, 'over' | 'gone'>();
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

/** What confirms a session: as much of its user and event as that takes. */
export interface Confirmation {
  user: Pick<UserRow, 'id' | 'eventId' | 'isOrganizer' | 'sessionMark'> | null;
  event: Pick<EventRow, 'id' | 'endDate' | 'endedAt'>;
}

/**
 * What the session's owner may do, by a query that reads something else along with who they are; null
 * for nobody, as `identify` says it.
 * @param find is asked with whom the cookie names
 */
export async function confirm(
  args: RequestArgs,
  find: (claim: Pick<Claim, 'userId' | 'eventId'>) => Promise<Confirmation | null>,
): Promise<Standing | null> {
  const session = await getSession(args);
  const found = await readConfirmed(args, session, find);
  return found && standingOf(args, found);
}

async function readIdentity(args: RequestArgs, session: AppSession): Promise<Identity | null> {
  const find = (claim: { userId: number | null; eventId: number }) =>
    findIdentity(args.context.app.db, claim);
  const found = await readConfirmed(args, session, find);
  // Whoever has signed in meanwhile is told already.
  if ((await getSession(args)) === session) tellPerson(args.context, found && session);
  return found && { ...found, ...standingOf(args, found) };
}

/** What `find` gives, if it confirms what the session says. */
async function readConfirmed<Found extends Confirmation>(
  { context: { app } }: RequestArgs,
  session: AppSession,
  find: (claim: Pick<Claim, 'userId' | 'eventId'>) => Promise<Found | null>,
): Promise<Found | null> {
  const eventId = session.get('eventId');
  if (eventId === undefined) return null;
  const userId = session.get('userId') ?? null;
  const isTooOld = isOver(session, app.now());
  const found = isTooOld ? null : await find({ userId, eventId });
  // A user's sessions end together when their mark changes.
  const isConfirmed =
    found && (userId === null || (found.user && found.user.sessionMark === session.get('mark')));
  if (isConfirmed) return found;
  dead.set(session, isTooOld || found ? 'over' : 'gone');
  return null;
}

function standingOf({ context: { app } }: RequestArgs, { user, event }: Confirmation): Standing {
  const today = app.today();
  return {
    actor: user
      ? memberOf(user, today)
      : { userId: null, eventId: event.id, role: 'visitor', today },
    isExpired: isExpired(event, today),
  };
}

/**
 * What an answer stores in the browser: the session as this request changed it, or an empty one where
 * `identify` found that it stands for nobody any more; otherwise nothing. The one place that clears
 * such a cookie. While the database fails, nobody is known to be gone and the cookie stays.
 */
export async function sessionHeaders(args: RequestArgs): Promise<Headers> {
  const session = await getSession(args);
  await identities.get(session)?.catch(() => undefined);
  const end = dead.get(session);
  return end ? clearSession(args, end === 'gone' ? GONE : undefined) : changedSession(args);
}

/** Whether the event has ended for this one: the organizer alone still gets in (rule `event.ended`). */
export function isShutOut(standing: Standing): boolean {
  return standing.isExpired && standing.actor.role !== 'organizer';
}

/**
 * A member or visitor of an event; without a session, /auth. Once the event has ended everyone but the
 * organizer gets 403 `event_ended`, which the shell's error boundary draws as the overlay; a form,
 * whose address may have no screen, leads there.
 * @param options.evenExpired for the few things that stay possible then
 */
export async function requireVisit(
  args: RequestArgs,
  options: { evenExpired?: boolean } = {},
): Promise<Identity> {
  const identity = await identify(args);
  if (!identity) throw redirect(paths.auth(), { headers: await sessionHeaders(args) });
  if (isShutOut(identity) && !options.evenExpired) throw endedAnswer(args);
  return identity;
}

function endedAnswer(args: RequestArgs) {
  const { request } = args;
  noteRefusal(args, new DomainError('event_ended'));
  const answer = { code: 'event_ended' as const };
  if (wantsJson(request)) return Response.json(answer, { status: 403 });
  return request.method === 'POST' ? redirect(paths.home()) : data(answer, { status: 403 });
}

/** For a page outside the frame of an event's screens: of an ended one the overlay is shown instead. */
export async function requireRunning(args: RequestArgs): Promise<void> {
  const { isExpired } = await requireVisit(args, { evenExpired: true });
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
export async function requireMember(args: RequestArgs, options: { next: string }): Promise<Member> {
  const identity = await requireVisit(args);
  if (!identity.user) throw redirect(paths.login({ next: options.next }));
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
