import type { Db } from '~db/client.server';
import { mailFailure, type Mail, type Mailer, type MailFailure } from '~/services/mail.server';
import { assertCan, type Actor } from '../access';
import { DomainError } from '../errors';
import { isMadeUpAddress } from '../user/rules';
import { noteFirstStep } from './first-run.server';

/** What became of a test mail. */
export interface TestMailResult {
  /** Null if the mail server took it. */
  failure: MailFailure | null;
  /** The mail server's name. */
  server: string;
}

/**
 * Sends the administrator a mail (rule `admin.first-run`). It waits until the mail server has taken it.
 * @throws DomainError access_denied, page_not_found when no mail server is set up, email_invalid when the address is an
 *   example
 */
export async function sendTestMail(
  deps: { db: Db; mail: Mailer | null; env: { SMTP_URL?: string }; now(): Date },
  { actor, mail }: { actor: Actor; mail: Mail },
): Promise<TestMailResult> {
  assertCan(actor, 'platform.configure');
  if (!deps.mail || !deps.env.SMTP_URL) throw new DomainError('page_not_found');
  if (isMadeUpAddress(mail.to)) throw new DomainError('email_invalid');
  const { hostname: server } = new URL(deps.env.SMTP_URL);
  try {
    await deps.mail.send(mail);
  } catch (error) {
    return { failure: mailFailure(error), server };
  }
  await noteFirstStep(deps.db, { actor, mailSentAt: deps.now() });
  return { failure: null, server };
}
