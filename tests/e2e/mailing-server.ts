import { copyFirstStart } from '../setup/first-start';
import { startServer } from '../setup/server';
import { startSmtpServer, type SmtpServer } from '../setup/smtp-server';

/** The origin in the links of its mails. */
export const MAIL_ORIGIN = 'http://photos.example';

/** A separate server that sends mails, and the mail server that takes them. */
export interface MailingServer {
  origin: string;
  smtp: SmtpServer;
  stop(): Promise<void>;
}

export async function startMailingServer(): Promise<MailingServer> {
  const smtp = await startSmtpServer();
  const server = await startServer({
    dataDir: await copyFirstStart(),
    env: {
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Snapodium <hello@photos.example>',
      PUBLIC_ORIGIN: MAIL_ORIGIN,
    },
  });
  return {
    origin: server.origin,
    smtp,
    async stop() {
      await server.stop();
      await server.clean();
      await smtp.stop();
    },
  };
}
