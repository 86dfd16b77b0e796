import { and, eq, gt } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { users } from '~db/schema';
import type { Mailer } from '~/services/mail.server';
import type { Day } from './day';
import { DomainError } from './errors';
import { isExpired } from './event';
import { findEventByNames } from './event-names.server';
import { countParticipants, getEvent, type EventRow } from './event.server';
import { parseValues } from './fields.schema';
import { findLookalike } from './lookalike.server';
import { verifyPassword } from './password.server';
import { upgradePassword } from './password-upgrade.server';
import { hashToken, newSessionMark, newToken } from './token.server';
import { shortName } from './user';
import { knownPersonSchema } from './user.schema';
import { findUserByPerson, register, type UserRow } from './user.server';

const LINK_MS = 15 * 60 * 1000;
/**
 * Within this time after a link was sent no other one is, or anyone could fill a member's inbox.
 */
const LINK_PAUSE_MS = 60 * 1000;
/** A mail server that did not take a mail is asked again after so long. */
const MAIL_RETRY_S = 60;

/** What signing in needs of the application. */
export interface SignInDeps {
  db: Db;
  mail: Mailer | null;
  now(): Date;
  today(): Day;
  log?: { error(details: object, message: string): void };
}

/** Words the mail with a sign-in link, in the language of the request. */
export type SignInMail = (link: { token: string; name: string; eventName: string }) => {
  subject: string;
  text: string;
};

interface Credentials {
  name: string;
  email: string;
  /** An organizer's, if one was chosen. */
  password?: string;
  signInMail: SignInMail;
}

/**
 * What somebody says who was asked whether they are a member: no, or yes, and that a link be mailed to
 * the address that is known.
 */
export type Claim = 'other' | 'link';

/**
 * Signs a member in by event, name and e-mail (rules `sign-in.participant`, `sign-in.organizer`).
 * An ended event answers before anything else is looked at, unless it is its organizer who asks.
 * @throws DomainError what `findEventByNames` throws, event_ended, name_min, email_invalid,
 *   invalid_credentials, password_required, sign_in_link_sent, mail_failed
 */
export async function login(
  deps: SignInDeps,
  params: Credentials & { event: string; organizerName: string },
): Promise<{ user: UserRow; event: EventRow }> {
  const event = await findEventByNames(deps.db, params);
  const found = await findUserByPerson(deps.db, { ...params, eventId: event.id });
  if (isExpired(event, deps.today()) && !found?.isOrganizer) throw new DomainError('event_ended');
  parseValues(knownPersonSchema, params);
  return { user: await prove(deps, found, event, params), event };
}

/**
 * The Login/Register dialog (rule `sign-in.dialog`): signs in whoever is known, asks whoever seems to
 * be, and registers everyone else.
 * @throws DomainError maybe_known, and what `login` and `register` throw
 */
export async function loginOrRegister(
  deps: SignInDeps,
  params: Credentials & { eventId: number; claim?: Claim },
): Promise<{ user: UserRow; created: boolean }> {
  const { eventId, name, email, claim } = params;
  const event = await getEvent(deps.db, { eventId });
  const known = await findUserByPerson(deps.db, params);
  if (known) return { user: await proveUnlessEnded(deps, known, event, params), created: false };
  if (claim !== 'other' && !isExpired(event, deps.today()))
    await askWhoIsMeant(deps, event, params);
  try {
    const user = await register(deps.db, { eventId, name, email, today: deps.today() });
    return { user, created: true };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'user_exists') throw error;
    // The form was sent twice at once, and the other request has registered them: sign in.
    const user = await findUserByPerson(deps.db, params);
    return { user: await prove(deps, user, event, params), created: false };
  }
}

/**
 * Stops somebody who looks like a member that comes back with a slip, before they become a second person
 * (rule `sign-in.slip`). The member's number never leaves: what was typed finds them again.
 * @throws DomainError maybe_known; sign_in_link_sent or mail_failed for who wants a link, and
 *   invalid_credentials when there is nobody it could go to
 */
async function askWhoIsMeant(
  deps: SignInDeps,
  event: EventRow,
  { name, email, claim, signInMail }: Credentials & { claim?: Claim },
): Promise<void> {
  const { id: eventId, maxUsers } = event;
  const member = await findLookalike(deps.db, { eventId, name, email });
  if (!member) {
    if (claim === 'link') throw new DomainError('invalid_credentials');
    return;
  }
  // No link leads past an organizer's password.
  const mail = member.passwordHash === null ? deps.mail : null;
  if (mail && claim === 'link') {
    await sendSignInLink(deps, mail, member, event, signInMail);
    throw new DomainError('sign_in_link_sent');
  }
  // A full event says so itself.
  if ((await countParticipants(deps.db, { eventId })) >= maxUsers) return;
  const lookalike = { name: shortName(member.name), getsLink: mail !== null };
  throw new DomainError('maybe_known', { lookalike });
}

/**
 * Registers a participant in the event that two names stand for, as the call does.
 * @throws DomainError what `findEventByNames` and `register` throw
 */
export async function registerByNames(
  db: Db,
  params: { event: string; organizerName: string } & Omit<
    Parameters<typeof register>[1],
    'eventId'
  >,
): Promise<UserRow> {
  const { id: eventId } = await findEventByNames(db, params);
  return register(db, { ...params, eventId });
}

async function proveUnlessEnded(
  deps: SignInDeps,
  user: UserRow,
  event: EventRow,
  given: Credentials,
) {
  if (isExpired(event, deps.today()) && !user.isOrganizer) throw new DomainError('event_ended');
  return prove(deps, user, event, given);
}

/**
 * Name and e-mail prove a participant; of an organizer more is asked where there is more (rule
 * `sign-in.organizer`).
 */
async function prove(
  deps: SignInDeps,
  user: UserRow | null,
  event: EventRow,
  { password, signInMail }: Credentials,
): Promise<UserRow> {
  if (!user) {
    if (password) await verifyPassword(password, null);
    throw new DomainError('invalid_credentials');
  }
  if (!user.isOrganizer) return user;
  const { id: userId, passwordHash: proven } = user;
  if (proven !== null) {
    if (!password) throw new DomainError('password_required', { field: 'password' });
    if (!(await verifyPassword(password, proven))) {
      throw new DomainError('invalid_credentials', { field: 'password' });
    }
    return { ...user, passwordHash: await upgradePassword(deps.db, { userId, password, proven }) };
  }
  if (!deps.mail) return user;
  await sendSignInLink(deps, deps.mail, user, event, signInMail);
  throw new DomainError('sign_in_link_sent');
}

async function sendSignInLink(
  { db, now, log }: SignInDeps,
  mail: Mailer,
  user: UserRow,
  event: EventRow,
  signInMail: SignInMail,
): Promise<void> {
  const goodUntil = user.signInTokenExpiresAt?.getTime() ?? 0;
  if (goodUntil > now().getTime() + LINK_MS - LINK_PAUSE_MS) return;
  const token = await createSignInLink(db, { userId: user.id, now: now() });
  const words = signInMail({ token, name: user.name, eventName: event.name });
  try {
    await mail.send({ to: user.email, ...words });
  } catch (error) {
    log?.error({ err: error, userId: user.id }, 'a sign-in link could not be sent');
    // The link never arrived: void it, so that the next try need not wait for LINK_PAUSE_MS.
    await voidSignInLink(db, { token }).catch((failure: unknown) => {
      log?.error({ err: failure, userId: user.id }, 'a link that was not sent stays good');
    });
    throw new DomainError('mail_failed', { retryAfter: MAIL_RETRY_S, cause: error });
  }
}

/** Takes a link back, whether it is good or not. */
async function voidSignInLink(db: Db, { token }: { token: string }): Promise<void> {
  await db
    .update(users)
    .set({ signInTokenHash: null, signInTokenExpiresAt: null })
    .where(eq(users.signInTokenHash, hashToken(token)));
}

/**
 * A new token that signs its user in once, within 15 minutes; an older one is void (rule
 * `sign-in.mail-link`).
 */
export async function createSignInLink(
  db: Db,
  { userId, now }: { userId: number; now: Date },
): Promise<string> {
  const token = newToken();
  await db
    .update(users)
    .set({
      signInTokenHash: hashToken(token),
      signInTokenExpiresAt: new Date(now.getTime() + LINK_MS),
    })
    .where(eq(users.id, userId));
  return token;
}

/** The member a sign-in link would sign in, without spending it; null when it is no longer good. */
export async function findUserBySignInLink(
  db: Db,
  { token, now }: { token: string; now: Date },
): Promise<UserRow | null> {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.signInTokenHash, hashToken(token)), gt(users.signInTokenExpiresAt, now)));
  return user ?? null;
}

/** Spends a sign-in link; of two who open it at once one gets in. @throws DomainError link_expired */
export async function consumeSignInLink(
  db: Db,
  { token, now }: { token: string; now: Date },
): Promise<UserRow> {
  const [user] = await db
    .update(users)
    .set({ signInTokenHash: null, signInTokenExpiresAt: null })
    .where(and(eq(users.signInTokenHash, hashToken(token)), gt(users.signInTokenExpiresAt, now)))
    .returning();
  if (!user) throw new DomainError('link_expired');
  return user;
}

/** A new private return link for an organizer; the old one is void, and all sessions end. */
export async function createReturnToken(db: Db, { userId }: { userId: number }): Promise<string> {
  const token = newToken();
  await db
    .update(users)
    .set({ returnTokenHash: hashToken(token), sessionMark: newSessionMark() })
    .where(and(eq(users.id, userId), eq(users.isOrganizer, true)));
  return token;
}

/** The organizer whose return link this is, or null. The link stays good. */
export async function findUserByReturnToken(
  db: Db,
  { token }: { token: string },
): Promise<UserRow | null> {
  const [user] = await db
    .select()
    .from(users)
    .where(eq(users.returnTokenHash, hashToken(token)));
  return user ?? null;
}

/** The organizer whom a return link lets in; the link stays good. @throws DomainError link_expired */
export async function openReturnLink(db: Db, params: { token: string }): Promise<UserRow> {
  const user = await findUserByReturnToken(db, params);
  if (!user) throw new DomainError('link_expired');
  return user;
}
