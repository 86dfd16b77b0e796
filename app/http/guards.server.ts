import { data, redirect } from '@remix-run/node';
import type { Actor } from '~/models/access';
import { isExpired } from '~/models/event';
import type { EventRow } from '~/models/event.server';
import { findIdentity, type UserRow } from '~/models/user.server';
import { paths } from '~/paths';
import type { RequestArgs, RequestContext } from './context';
import { getSession, isOver, signOut } from './session.server';

/** Who asks, as the database confirms it now (rule `session.rights`). `user` is null for a visitor. */
export interface Identity {
  actor: Actor;
  user: UserRow | null;
  event: EventRow;
  /** Whether the event's last day is over. */
  isExpired: boolean;
}

/** An identity with a row of its own. */
export type Member = Identity & { user: UserRow };

// Sibling loaders run in parallel for one request; they share one look at the database.
const identities = new WeakMap<RequestContext, Promise<Identity | null>>();

/**
 * Who asks, or null for nobody. A session whose user or event is gone is cleared; the caller's
 * response must carry the cookie (the guards below and the endpoints do).
 */
export function identify(args: RequestArgs): Promise<Identity | null> {
  let identity = identities.get(args.context);
  if (!identity) {
    identity = readIdentity(args);
    identities.set(args.context, identity);
  }
  return identity;
}

async function readIdentity(args: RequestArgs): Promise<Identity | null> {
  const { app } = args.context;
  const session = await getSession(args);
  const eventId = session.get('eventId');
  const userId = session.get('userId') ?? null;
  if (eventId === undefined) return null;

  const found = isOver(session, app.now()) ? null : await findIdentity(app.db, { userId, eventId });
  // A user's sessions end together when their mark changes.
  if (!found || (found.user && found.user.sessionMark !== session.get('mark'))) {
    await signOut(args);
    return null;
  }
  const { user, event } = found;
  const role = !user ? 'visitor' : user.isOrganizer ? 'organizer' : 'participant';
  return {
    actor: { userId: user?.id ?? null, eventId: event.id, role },
    user,
    event,
    isExpired: isExpired(event, app.today()),
  };
}

/** Whether the event has ended for this one: the organizer alone still gets in (rule `event.ended`). */
export function isShutOut(identity: Identity): boolean {
  return identity.isExpired && identity.actor.role !== 'organizer';
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
  if (!identity) throw redirect(paths.auth(), { headers: await signOut(args) });
  if (isShutOut(identity) && !options.evenExpired) throw endedAnswer(args.request);
  return identity;
}

function endedAnswer(request: Request) {
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
