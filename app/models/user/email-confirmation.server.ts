import { and, eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { users } from '~db/schema';
import type { Mail, Mailer } from '~/services/mail.server';
import { open, seal } from '~/services/secret-box.server';
import { DomainError } from '../errors';
import { runWithPlace, type AttemptCounter } from '../session/attempts.server';
import { mailsTo } from '../session/sign-in-link.server';
import type { UserRow } from './read.server';

// Confirms that a user reads the mails to the address that was entered for them (rule `mails.unconfirmed`).

interface ConfirmDeps {
  db: Db;
  env: { SESSION_SECRET: readonly [string, ...string[]] };
}

interface MailDeps extends Pick<ConfirmDeps, 'env'> {
  mail: Mailer;
  attempts: AttemptCounter;
}

const PURPOSE = 'confirm e-mail';

/**
 * Creates the token of the link that confirms an address. It is valid as long as the user has that address.
 */
export function confirmationToken(
  { id, emailKey }: Pick<UserRow, 'id' | 'emailKey'>,
  { SESSION_SECRET: [secret] }: ConfirmDeps['env'],
): string {
  return seal(`${id} ${emailKey}`, { secret, purpose: PURPOSE });
}

/**
 * Mails the link that confirms an address, within the limits of its recipient (rule `throttle.mails`).
 * @param params.write writes the mail with the link's token
 * @throws DomainError too_many_attempts; what the mail server throws, whose places are given back
 */
export async function mailConfirmation(
  { mail, attempts, env }: MailDeps,
  params: {
    to: Pick<UserRow, 'id' | 'eventId' | 'email' | 'emailKey' | 'emailConfirmedAt'>;
    write: (token: string) => Pick<Mail, 'subject' | 'text'>;
  },
): Promise<void> {
  const { to, write } = params;
  await runWithPlace(await attempts.take(...mailsTo(to)), () =>
    mail.send({ to: to.email, ...write(confirmationToken(to, env)) }),
  );
}

/** The user whose address a link would confirm; null if they no longer have it. Only reads. */
export async function findConfirming(
  { db, env }: ConfirmDeps,
  { token }: { token: string },
): Promise<UserRow | null> {
  const [, id, emailKey] = /^(\d+) (.+)$/.exec(read(token, env)) ?? [];
  if (!id || !emailKey) return null;
  const isTheirs = and(eq(users.id, Number(id)), eq(users.emailKey, emailKey));
  const [user] = await db.select().from(users).where(isTheirs);
  return user ?? null;
}

const read = (token: string, { SESSION_SECRET: secrets }: ConfirmDeps['env']) =>
  open(token, { secrets, purpose: PURPOSE }) ?? '';

/**
 * Confirms an address: holding the link proves that its owner reads the mails sent there. Does not sign in.
 * @throws DomainError link_expired
 */
export async function confirmEmail(
  deps: ConfirmDeps,
  { token, now }: { token: string; now: Date },
): Promise<void> {
  const user = await findConfirming(deps, { token });
  const isTheirs = user && and(eq(users.id, user.id), eq(users.emailKey, user.emailKey));
  const change = { emailConfirmedAt: now };
  const rows = isTheirs ? await deps.db.update(users).set(change).where(isTheirs).returning() : [];
  if (rows.length === 0) throw new DomainError('link_expired');
}
