import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { users } from '~db/schema';
import type { Mailer } from '~/services/mail.server';
import type { AttemptCounter, Countable } from './attempt.server';
import { DomainError } from './errors';
import type { EventRow } from './event.server';
import { hashToken, newToken } from './token.server';
import { emailKey } from './user';
import type { UserRow } from './user.server';

const LINK_MS = 15 * 60 * 1000;
/** A mail server that did not take a mail is asked again after so long. */
const MAIL_RETRY_S = 60;

/** Mails sign-in links within the limits (rule `throttle.mails`). */
export interface LinkMailer {
  /**
   * Takes a place before anything is made or sent.
   * @returns what gives it back; null when a link went to them less than a minute ago
   * @throws DomainError too_many_attempts
   */
  take(to: Recipient): Promise<(() => Promise<void>) | null>;
  send: Mailer['send'];
}

type Recipient = Pick<UserRow, 'id' | 'eventId' | 'email' | 'emailConfirmedAt'>;

/** Words the mail with a sign-in link, in the language of the request. */
export type SignInMail = (link: {
  token: string;
  name: string;
  eventName: string;
  /** Whether its reader has shown that the address is theirs; nobody else reads what others typed. */
  isConfirmed: boolean;
}) => { subject: string; text: string };

interface SendDeps {
  db: Db;
  now(): Date;
  log?: { error(details: object, message: string): void };
}

/**
 * Makes the mailer of sign-in links.
 * @param options.address what asks for the mails
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
      // What an address asks for counts though it fails: nobody wears a mail server out.
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
 * What a mail to somebody counts at: their address in their event, so that no other event uses up their mails.
 * What goes to an address that nobody has confirmed counts for all events together, too.
 */
export function mailsTo({ eventId, email, emailConfirmedAt }: Omit<Recipient, 'id'>): Countable[] {
  const address = emailKey(email);
  const counts: Countable[] = [['mail_to', `${eventId} ${address}`]];
  if (emailConfirmedAt === null) counts.push(['mail_unconfirmed', address]);
  return counts;
}

/**
 * Mails a link that signs its user in once, within 15 minutes. The one that was sent before stays good until
 * this one is on its way (rule `sign-in.mail-link`).
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

/** Has a token sign its user in; an older one is void. Whoever has changed their address meanwhile has none. */
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

/** The member a sign-in link would sign in, without spending it; null when it is no longer good. */
export async function findUserBySignInLink(
  db: Db,
  { token, now }: { token: string; now: Date },
): Promise<UserRow | null> {
  const [user] = await db.select().from(users).where(isGood(token, now));
  return user ?? null;
}

/**
 * Spends a sign-in link; of two who open it at once one gets in. Whoever has it reads that address.
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

/** No link leads past a password, though it was sent before that was chosen. */
function isGood(token: string, now: Date) {
  return and(
    eq(users.signInTokenHash, hashToken(token)),
    gt(users.signInTokenExpiresAt, now),
    isNull(users.passwordHash),
  );
}
