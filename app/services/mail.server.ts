import type { Transporter } from 'nodemailer';

const TIMEOUT_MS = 10_000;

/** A plain-text mail. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
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
  // The library is loaded with the first mail: most servers send few, and none at startup.
  const connect = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      dnsTimeout: TIMEOUT_MS,
    });
  };
  return {
    // As an object, an address cannot be parsed as a list of several recipients.
    async send({ to, subject, text, unsubscribe }) {
      transport ??= connect();
      await (
        await transport
      ).sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        ...(unsubscribe && {
          list: { unsubscribe },
          headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
        }),
      });
    },
  };
}
