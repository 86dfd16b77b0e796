import { z } from 'zod';
import type { Db } from '~db/client.server';
import { open, seal } from '~/services/secret-box.server';
import { memberOf, type Person } from '../access';
import type { Day } from '../day';
import { DomainError } from '../errors';
import type { LinkMailer } from '../session/sign-in-link.server';
import { emailKey, isMadeUpAddress } from './rules';
import { changeDetails } from './write.server';
import { findMember, type UserRow } from './read.server';

const LINK_MS = 15 * 60 * 1000;
/** Seconds until the client may retry when the mail server has not accepted a mail. */
const MAIL_RETRY_S = 60;
const PURPOSE = 'email change';

/** What a change of the address needs from the application. */
export interface EmailChangeDeps {
  db: Db;
  mail: LinkMailer | null;
  env: { SESSION_SECRET: readonly [string, ...string[]] };
  now(): Date;
  today(): Day;
  log: { error(details: object, message: string): void };
}

interface Words {
  subject: string;
  text: string;
}

/**
 * Writes the two mails to the old address: the confirmation link, and the notice afterwards. Neither contains
 * anything that a user typed.
 */
export interface EmailChangeWords {
  link(params: { token: string }): Words;
  changed(): Words;
}

const changeSchema = z.object({
  userId: z.number(),
  eventId: z.number(),
  from: z.string(),
  to: z.string(),
  until: z.number(),
});

/**
 * Changes a member's own name and address (rule `account.email`). Without a password as proof, and if mails
 * can be sent, the address changes only after a click on a link mailed to the old one; the name changes at
 * once.
 * @returns whether the address is unchanged, changed, or waiting for its link
 * @throws DomainError what `changeDetails` throws, mail_failed, too_many_attempts
 */
export async function changeOwnDetails(
  deps: EmailChangeDeps,
  params: {
    actor: Person;
    user: UserRow;
    name: string;
    email: string;
    current?: string;
    words: EmailChangeWords;
  },
): Promise<'saved' | 'changed' | 'waiting'> {
  const { actor, user, words, ...details } = params;
  const isOther = emailKey(details.email) !== user.emailKey;
  const needsLink = isOther && user.passwordHash === null && !isMadeUpAddress(user.email);
  if (!needsLink || !deps.mail) {
    await changeDetails(deps.db, { ...details, actor });
    // The limit keeps a user from triggering mails to the old address by changing back and forth.
    const mayNotify = isOther && (await deps.mail?.take(user).catch(() => null));
    if (mayNotify) await notifyOldAddress(deps, user, words);
    return isOther ? 'changed' : 'saved';
  }
  const giveBack = await deps.mail.take(user);
  // A link was mailed a moment ago, and it contains another address.
  if (!giveBack) throw new DomainError('too_many_attempts', { retryAfter: MAIL_RETRY_S });
  await changeDetails(deps.db, { actor, name: details.name, email: user.email });
  const until = deps.now().getTime() + LINK_MS;
  const { id: userId, eventId, emailKey: from } = user;
  const change = { userId, eventId, from, to: details.email.trim(), until };
  const [secret] = deps.env.SESSION_SECRET;
  const token = seal(JSON.stringify(change), { secret, purpose: PURPOSE });
  await deps.mail
    .send({ to: user.email, ...words.link({ token }) })
    .catch(async (cause: unknown) => {
      await giveBack();
      deps.log.error({ err: cause, userId }, 'a link to a former address could not be sent');
      throw new DomainError('mail_failed', { retryAfter: MAIL_RETRY_S, cause });
    });
  return 'waiting';
}

/** The member whose address a link changes, and the new address; null if the link is no longer valid. */
export async function readEmailLink(
  { db, env, now }: Pick<EmailChangeDeps, 'db' | 'env' | 'now'>,
  { token }: { token: string },
): Promise<{ user: UserRow; email: string } | null> {
  const opened = open(token, { secrets: env.SESSION_SECRET, purpose: PURPOSE });
  if (opened === null) return null;
  const { from, to, until, ...whose } = changeSchema.parse(JSON.parse(opened));
  if (until <= now().getTime()) return null;
  const user = await findMember(db, whose);
  // The link expires once it is used, or once the address changes in another way.
  return user?.emailKey === from ? { user, email: to } : null;
}

/**
 * Changes the address to the one in a link that was mailed to the old address.
 * @returns the updated member
 * @throws DomainError link_expired, and what `changeDetails` throws
 */
export async function openEmailLink(
  deps: EmailChangeDeps,
  { token, words }: { token: string; words: EmailChangeWords },
): Promise<UserRow> {
  const change = await readEmailLink(deps, { token });
  if (!change) throw new DomainError('link_expired');
  const { user, email } = change;
  const actor = memberOf(user, deps.today());
  const provenFrom = user.emailKey;
  const changed = await changeDetails(deps.db, { actor, name: user.name, email, provenFrom });
  await notifyOldAddress(deps, user, words);
  return changed;
}

/** Notifies the old address. The change is already committed, so a failed mail does not undo it. */
async function notifyOldAddress(
  { mail, log }: EmailChangeDeps,
  user: UserRow,
  words: EmailChangeWords,
): Promise<void> {
  const { id: userId, email } = user;
  if (!mail || isMadeUpAddress(email)) return;
  await mail.send({ to: email, ...words.changed() }).catch((error: unknown) => {
    log.error({ err: error, userId }, 'the notice to the former address could not be sent');
  });
}
