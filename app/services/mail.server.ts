import type { Transporter } from 'nodemailer';

const TIMEOUT_MS = 10_000;

/** A picture that a mail shows. */
export interface MailPicture {
  /** Its name in the mail's HTML, as in `<img src="cid:podium-1">`. */
  cid: string;
  jpeg: Buffer;
}

/** A mail: plain text, and the same as HTML if it has any. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  pictures?: readonly MailPicture[];
  /** The URL that ends such mails with one POST (RFC 8058), for the mail program's own button. */
  unsubscribe?: string;
}

/** Sends mail. Only exists if an SMTP server is configured. */
export interface Mailer {
  /**
   * Sends a mail.
   * @throws if the server does not accept it within 10 s
   */
  send(mail: Mail): Promise<void>;
}

/**
 * Creates the mailer from SMTP_URL and MAIL_FROM.
 * @returns null if they are not set
 */
export function createMailer({ url, from }: { url?: string; from?: string }): Mailer | null {
  if (!url || !from) return null;
  let transport: Promise<Transporter> | undefined;
  return {
    // As an object, an address cannot be parsed as a list of several recipients.
    async send({ to, subject, text, html, pictures = [], unsubscribe }) {
      transport ??= connect(url);
      await (
        await transport
      ).sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        attachments: pictures.map(({ cid, jpeg }) => ({
          cid,
          content: jpeg,
          contentType: 'image/jpeg',
          contentDisposition: 'inline' as const,
          filename: `${cid}.jpg`,
        })),
        ...(unsubscribe && {
          list: { unsubscribe },
          headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
        }),
      });
    },
  };
}

/** The library is loaded with the first mail: most servers send few, and none at startup. */
async function connect(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
  });
}

/** Why a mail server did not do what it was asked, as far as an operator can change it. */
export type MailFailure = 'unreachable' | 'sign_in' | 'encryption' | 'refused';

/**
 * Connects to the mail server and signs in, without sending anything.
 * @returns null if it answered as expected
 */
export async function checkMailServer({ url }: { url: string }): Promise<MailFailure | null> {
  const transport = await connect(url);
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return mailFailure(error);
  } finally {
    transport.close();
  }
}

const FAILURES: Record<string, MailFailure> = {
  ECONNECTION: 'unreachable',
  ECONNREFUSED: 'unreachable',
  ETIMEDOUT: 'unreachable',
  EDNS: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAUTH: 'sign_in',
  ENOAUTH: 'sign_in',
  ETLS: 'encryption',
  ESOCKET: 'encryption',
};

/** Sorts an error of the library, whose messages contain addresses. */
export function mailFailure(error: unknown): MailFailure {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: { code?: string } };
  // A refused connection and a certificate that is not trusted have the same code.
  const text = error instanceof Error ? error.message : '';
  if (/ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN/.test(`${cause?.code} ${text}`)) {
    return 'unreachable';
  }
  return FAILURES[code ?? ''] ?? 'refused';
}
