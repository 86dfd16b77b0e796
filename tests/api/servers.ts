import { inject } from 'vitest';
import { createPostgresDatabase } from '../setup/databases';
import { copyOf } from '../setup/first-start';
import { startServer, type TestServer } from '../setup/server';
import { startSmtpServer, type SmtpServer } from '../setup/smtp-server';

/**
 * Starts a built server in the state after its first start, with an administrator and the demo event.
 * @param env with the URL of a copied PostgreSQL, or on an embedded database
 * @param again the server to start again, on its data and port
 */
export async function startApart(
  env: Record<string, string> = {},
  again?: { dataDir: string; origin: string },
): Promise<TestServer> {
  const port = again && Number(new URL(again.origin).port);
  const { pglite, postgres } = inject('firstStarts');
  const dataDir = again?.dataDir ?? (await copyOf(env.DATABASE_URL ? postgres : pglite));
  return startIn(dataDir, env, { port });
}

/**
 * Starts a built server whose uploads, too, are in its data folder, in `snapodium-uploads`, because other
 * servers of this machine share the common one.
 */
export function startIn(
  dataDir: string,
  env: Record<string, string>,
  options: { port?: number; nodeFlags?: string[] } = {},
): Promise<TestServer> {
  return startServer({ ...options, dataDir, env: { ...env, TMPDIR: dataDir } });
}

/** A server that mails, the mail server that gets its mails, and the URL of its PostgreSQL. */
export interface MailingServer {
  server: TestServer;
  smtp: SmtpServer;
  url: string;
  stop(): Promise<void>;
}

/** @param env what it has besides its database and the mail server */
export async function startMailing(env: Record<string, string>): Promise<MailingServer> {
  const smtp = await startSmtpServer();
  const url = await createPostgresDatabase();
  const server = await startApart({
    DATABASE_URL: url,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Snapodium <hello@photos.example>',
    ...env,
  });
  const stop = async () => {
    await server.stop();
    await server.clean();
    await smtp.stop();
  };
  return { server, smtp, url, stop };
}
