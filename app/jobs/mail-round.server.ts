import type { Logger } from 'pino';
import { DomainError } from '~/models/errors';

/** After this many consecutive failures the mail server counts as unavailable. */
const FAILURES_MAX = 3;

/** A mail that only this server sends now. */
export interface ClaimedMail {
  /** @throws DomainError for a limit, or what the mail server throws */
  send(): Promise<void>;
  /** Records that it was sent. */
  record(): Promise<void>;
  /** Returns it, to be tried again. */
  release(error: unknown): Promise<void>;
}

/**
 * Sends the mails that are due, one after the other, until the mail server counts as unavailable.
 * @param round.claim claims a mail before it is sent; null if there is nothing to send any more
 * @param round.about what the log says about a mail that could not be sent
 */
export async function sendDue<Due>(
  { log }: { log: Pick<Logger, 'warn'> },
  round: {
    due: readonly Due[];
    mayContinue: () => Promise<boolean>;
    claim: (due: Due) => Promise<ClaimedMail | null>;
    about: (due: Due) => object;
  },
): Promise<{ mailed: number; failed: number }> {
  const counts = { mailed: 0, failed: 0 };
  let failuresInARow = 0;
  for (const due of round.due) {
    if (failuresInARow === FAILURES_MAX || !(await round.mayContinue())) break;
    const mail = await round.claim(due);
    if (!mail) continue;
    try {
      await mail.send();
    } catch (error) {
      log.warn({ err: error, ...round.about(due) }, 'a mail was not taken');
      await mail.release(error);
      // A limit per address says nothing about the mail server.
      if (!(error instanceof DomainError)) failuresInARow += 1;
      counts.failed += 1;
      continue;
    }
    await mail.record();
    failuresInARow = 0;
    counts.mailed += 1;
  }
  return counts;
}
