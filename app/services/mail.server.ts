import type { Transporter } from 'nodemailer';

const TIMEOUT_MS = 10_000;

/** Sends mail; exists only where an SMTP server is set up. */
export interface Mailer {
  /** Hands a plain-text mail to the server. @throws when it does not take it within 10 s */
  send(mail: { to: string; subject: string; text: string }): Promise<void>;
}

/**
 * Makes the mailer from SMTP_URL and MAIL_FROM.
 * @returns null when they are not set: then no mail is sent
 */
export function createMailer({ url, from }: { url?: string; from?: string }): Mailer | null {
  if (!url || !from) return null;
  let transport: Promise<Transporter> | undefined;
  // The library is loaded with the first mail: most servers send few, and none at their start.
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
    // An address object cannot be read as a list of several recipients.
    async send({ to, subject, text }) {
      transport ??= connect();
      await (await transport).sendMail({ from, to: { name: '', address: to }, subject, text });
    },
  };
}
