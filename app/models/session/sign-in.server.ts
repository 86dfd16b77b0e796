import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { users } from '~db/schema';
import type { Day } from '../day';
import { DomainError } from '../errors';
import { isDemo, isExpired } from '../event/rules';
import { findEventByNames } from '../event/names.server';
import { countParticipants, getEvent, type EventRow } from '../event/read.server';
import { parseValues } from '../fields.schema';
import { findLookalike } from '../user/lookalike.server';
import { verifyPassword } from './password.server';
import { upgradePassword } from './password-upgrade.server';
import { endSessionsOf, type Renewal } from './write.server';
import { sendSignInLink, type LinkMailer, type SignInMail } from './sign-in-link.server';
import { hashToken, newToken, returnLinkCells } from './token.server';
import { knownPersonSchema } from '../user/schema';
import { findUserByPerson, type UserRow } from '../user/read.server';
import { register, type RegisterDeps } from '../user/register.server';

/** What signing in needs from the application. */
export interface SignInDeps {
  db: Db;
  mail: LinkMailer | null;
  /**
   * Whether an organizer always needs more than name and e-mail. Otherwise these are enough if nothing else
   * is available.
   */
  isProofRequired?: boolean;
  now(): Date;
  today(): Day;
  log?: { error(details: object, message: string): void };
  /** Registers a newcomer. Replaced where registrations are limited. */
  register?: typeof register;
}

interface Credentials {
  name: string;
  email: string;
  /** An organizer's password, if there is one. */
  password?: string;
  signInMail: SignInMail;
}

/**
 * The answer to the question whether a newcomer is an existing member: no (`other`), or yes, and mail a link
 * to the known address.
 */
export type Claim = 'other' | 'link';

/**
 * Signs a member in by event, name and e-mail (rules `sign-in.participant`, `sign-in.organizer`). For an
 * ended event it throws `event_ended` before any other check, except for the organizer.
 * @throws DomainError what `findEventByNames` throws, event_ended, name_min, email_invalid,
 *   invalid_credentials, password_required, sign_in_link_sent, organizer_proof, mail_failed,
 *   too_many_attempts
 */
export async function login(
  deps: SignInDeps,
  params: Credentials & { event: string; organizerName: string },
): Promise<{ user: UserRow; event: EventRow }> {
  const event = await findEventByNames(deps.db, params, 'member');
  const found = await findUserByPerson(deps.db, { ...params, eventId: event.id });
  if (isExpired(event, deps.today()) && !found?.isOrganizer) throw new DomainError('event_ended');
  parseValues(knownPersonSchema, params);
  return { user: await verifyCredentials(deps, found, event, params), event };
}

/**
 * The Login/Register dialog (rule `sign-in.dialog`): signs in a known member, asks a person who resembles
 * one, and registers everyone else.
 * @throws DomainError maybe_known, and what `login` and `register` throw
 */
export async function loginOrRegister(
  deps: SignInDeps & RegisterDeps,
  params: Credentials & { eventId: number; claim?: Claim },
): Promise<{ user: UserRow; created: boolean }> {
  const { eventId, name, email, claim } = params;
  const event = await getEvent(deps.db, { eventId });
  const known = await findUserByPerson(deps.db, params);
  if (known) return { user: await verifyUnlessEnded(deps, known, event, params), created: false };
  if (claim !== 'other' && !isExpired(event, deps.today())) await askIfMember(deps, event, params);
  try {
    const join = deps.register ?? register;
    // The dialog takes nobody in without the box about mails.
    const who = { eventId, name, email, mailConsent: true };
    const user = await join(deps, { ...who, today: deps.today() });
    return { user, created: true };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'user_exists') throw error;
    // The form was sent twice, and the other request has registered the user: sign in.
    const user = await findUserByPerson(deps.db, params);
    return { user: await verifyCredentials(deps, user, event, params), created: false };
  }
}

/**
 * Stops a newcomer who resembles a member, before a typo makes them a second person (rule `sign-in.slip`).
 * The member's id is never sent; the same input finds them again.
 * @throws DomainError maybe_known; sign_in_link_sent, mail_failed or too_many_attempts if they ask for a
 *   link, and invalid_credentials if no member resembles them
 */
async function askIfMember(
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
  // A link does not bypass an organizer's password.
  const mail = member.passwordHash === null ? deps.mail : null;
  if (mail && claim === 'link') {
    await sendSignInLink(deps, mail, member, event, signInMail);
    throw new DomainError('sign_in_link_sent');
  }
  // For a full event, the registration that follows throws `event_full`.
  if ((await countParticipants(deps.db, { eventId })) >= maxUsers) return;
  throw new DomainError('maybe_known', { lookalike: { getsLink: mail !== null } });
}

async function verifyUnlessEnded(
  deps: SignInDeps,
  user: UserRow,
  event: EventRow,
  given: Credentials,
) {
  if (isExpired(event, deps.today()) && !user.isOrganizer) throw new DomainError('event_ended');
  return verifyCredentials(deps, user, event, given);
}

/**
 * Name and e-mail are enough for a participant. An organizer needs more if more is available (rule
 * `sign-in.organizer`).
 */
async function verifyCredentials(
  deps: SignInDeps,
  user: UserRow | null,
  event: EventRow,
  { password, signInMail }: Credentials,
): Promise<UserRow> {
  if (!user) {
    if (password) await verifyPassword(password, null);
    throw new DomainError('invalid_credentials');
  }
  // Their names and addresses are public, so nobody may sign in as one of the demo event's sample people.
  const isSample = isDemo(event) && !user.isStranger && !user.isOrganizer;
  if (isSample) throw new DomainError('invalid_credentials');
  if (!user.isOrganizer) return user;
  const { id: userId, passwordHash: proven } = user;
  if (proven !== null) {
    if (!password) throw new DomainError('password_required', { field: 'password' });
    if (!(await verifyPassword(password, proven))) {
      throw new DomainError('invalid_credentials', { field: 'password' });
    }
    return { ...user, passwordHash: await upgradePassword(deps.db, { userId, password, proven }) };
  }
  if (!deps.mail) {
    if (deps.isProofRequired) throw new DomainError('organizer_proof');
    return user;
  }
  await sendSignInLink(deps, deps.mail, user, event, signInMail);
  throw new DomainError('sign_in_link_sent');
}

/**
 * Creates a new private return link for an organizer. The old link becomes invalid, and all other sessions
 * end.
 * @param params.renewal the session that continues
 */
export async function createReturnToken(
  db: Db,
  { userId, renewal }: { userId: number; renewal?: Renewal },
): Promise<string> {
  const token = newToken();
  await db.transaction(async (tx) => {
    const organizers = await tx
      .update(users)
      .set({ ...returnLinkCells(token), passwordDoubtedAt: null })
      .where(and(eq(users.id, userId), eq(users.isOrganizer, true)))
      .returning({ id: users.id });
    if (organizers.length > 0) await endSessionsOf(tx, { userId, renewal });
  });
  return token;
}

/** The organizer of a return link; null if it is no longer valid. Does not spend the link. */
export async function findUserByReturnToken(
  db: Db,
  { token }: { token: string },
): Promise<UserRow | null> {
  const [user] = await db
    .select()
    .from(users)
    .where(
      and(eq(users.returnTokenHash, hashToken(token)), gt(users.returnTokenExpiresAt, sql`now()`)),
    );
  return user ?? null;
}

/**
 * The organizer whom a return link signs in. The link stays valid.
 * @throws DomainError link_expired
 */
export async function openReturnLink(db: Db, params: { token: string }): Promise<UserRow> {
  const user = await findUserByReturnToken(db, params);
  if (!user) throw new DomainError('link_expired');
  return user;
}
