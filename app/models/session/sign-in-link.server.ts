import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { users } from '~db/schema';
import type { Mailer } from '~/services/mail.server';
import type { AttemptCounter, Countable } from './attempts.server';
import { DomainError } from '../errors';
import type { EventRow } from '../event/read.server';
import { hashToken, newToken } from './token.server';
import { emailKey } from '../user/rules';
import type { UserRow } from '../user/read.server';

const LINK_MS = 15 * 60 * 1000;
/** Seconds until the client may retry when the mail server has not accepted a mail. */
const MAIL_RETRY_S = 60;

/** Sends sign-in links by mail within the limits (rule `throttle.mails`). */
export interface LinkMailer {
  /**
   * Takes a place before anything is created or sent.
   * @returns gives the place back; null if a link was mailed to them less than a minute ago
   * @throws DomainError too_many_attempts
   */
  take(to: Recipient): Promise<(() => Promise<void>) | null>;
  send: Mailer['send'];
}

type Recipient = Pick<UserRow, 'id' | 'eventId' | 'email' | 'emailConfirmedAt'>;

/** Writes the mail with a sign-in link, in the language of the request. */
export type SignInMail = (link: {
  token: string;
  name: string;
  eventName: string;
  /**
   * Whether the user has confirmed the address. A mail to an unconfirmed address must not contain what others
   * typed.
   */
  isConfirmed: boolean;
}) => { subject: string; text: string };

interface SendDeps {
  db: Db;
  now(): Date;
  log?: { error(details: object, message: string): void };
}

/**
 * Creates the mailer of sign-in links.
 * @param options.address the IP address that requests the mails
 */
export function createLinkMailer({
  mail,
  attempts,
  address,
}: {
  mail: Mailer;
  attempts: AttemptCounter;
  address: string;
}): LinkMailer {
  return {
    async take(to) {
      const pause = pauseOf(to);
      if (!(await isTaken(attempts, pause))) return null;
      const toThem = mailsTo(to);
      try {
        await attempts.take(...toThem, ['mail_from', address]);
      } catch (error) {
        await attempts.forget(pause);
        throw error;
      }
      // The count of the requesting address stays even if the mail fails, so that nobody can overload the
      // mail server.
      return async () => {
        await attempts.giveBack(...toThem);
        await attempts.forget(pause);
      };
    },
    send: (message) => mail.send(message),
  };
}

async function isTaken(attempts: AttemptCounter, what: Countable): Promise<boolean> {
  try {
    await attempts.take(what);
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'too_many_attempts') return false;
    throw error;
  }
}

function pauseOf({ id, email }: Pick<UserRow, 'id' | 'email'>): Countable {
  return ['mail_pause', `${id} ${emailKey(email)}`];
}

/**
 * The counts for a mail: the address within its event, so that another event cannot use up its limit. An
 * unconfirmed address also counts across all events.
 */
export function mailsTo({ eventId, email, emailConfirmedAt }: Omit<Recipient, 'id'>): Countable[] {
  const address = emailKey(email);
  const counts: Countable[] = [['mail_to', `${eventId} ${address}`]];
  if (emailConfirmedAt === null) counts.push(['mail_unconfirmed', address]);
  return counts;
}

/**
 * Mails a link that signs its user in once, within 15 minutes. The previous link stays valid until this mail
 * is accepted (rule `sign-in.mail-link`).
 * @throws DomainError too_many_attempts, mail_failed
 */
export async function sendSignInLink(
  { db, now, log }: SendDeps,
  mail: LinkMailer,
  user: UserRow,
  event: EventRow,
  signInMail: SignInMail,
): Promise<void> {
  const giveBack = await mail.take(user);
  if (!giveBack) return;
  const token = newToken();
  const isConfirmed = user.emailConfirmedAt !== null;
  const words = signInMail({ token, name: user.name, eventName: event.name, isConfirmed });
  try {
    await mail.send({ to: user.email, ...words });
  } catch (error) {
    log?.error({ err: error, userId: user.id }, 'a sign-in link could not be sent');
    await giveBack();
    throw new DomainError('mail_failed', { retryAfter: MAIL_RETRY_S, cause: error });
  }
  await storeSignInLink(db, { user, token, now: now() });
}

/**
 * Stores the token that signs a user in and invalidates an older one. Does nothing if the user has changed
 * their address in the meantime.
 */
export async function storeSignInLink(
  db: Db,
  { user, token, now }: { user: Pick<UserRow, 'id' | 'emailKey'>; token: string; now: Date },
): Promise<void> {
  await db
    .update(users)
    .set({
      signInTokenHash: hashToken(token),
      signInTokenExpiresAt: new Date(now.getTime() + LINK_MS),
    })
    .where(and(eq(users.id, user.id), eq(users.emailKey, user.emailKey)));
}

/** The user of a sign-in link, without spending the link; null if it is no longer valid. */
export async function findUserBySignInLink(
  db: Db,
  { token, now }: { token: string; now: Date },
): Promise<UserRow | null> {
  const [user] = await db.select().from(users).where(isGood(token, now));
  return user ?? null;
}

/**
 * Spends a sign-in link. Of two concurrent requests only one succeeds. Using the link also confirms the
 * address.
 * @throws DomainError link_expired
 */
export async function consumeSignInLink(
  { db, attempts }: { db: Db; attempts: AttemptCounter },
  { token, now }: { token: string; now: Date },
): Promise<UserRow> {
  const [user] = await db
    .update(users)
    .set({ signInTokenHash: null, signInTokenExpiresAt: null, emailConfirmedAt: now })
    .where(isGood(token, now))
    .returning();
  if (!user) throw new DomainError('link_expired');
  await attempts.forget(pauseOf(user));
  return user;
}

/** A link does not bypass a password, even if the password was chosen after the link was sent. */
function isGood(token: string, now: Date) {
  return and(
    eq(users.signInTokenHash, hashToken(token)),
    gt(users.signInTokenExpiresAt, now),
    isNull(users.passwordHash),
  );
}
