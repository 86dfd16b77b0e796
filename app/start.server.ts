import { fileURLToPath } from 'node:url';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pino, { type Logger } from 'pino';
import { connectDatabase, type Db } from '~db/client.server';
import { DataInUseError } from '~db/data-lock.server';
import { seedDemo } from '~db/seed';
import { readEnv, StartError, type Env } from '~/env.server';
import { createSessionStore, type SessionStore } from '~/http/session.server';
import { Throttle } from '~/http/throttle.server';
import { sweepUploads } from '~/http/uploads.server';
import { startFileMove } from '~/jobs/file-move.server';
import { startFileRemoval } from '~/jobs/file-removal.server';
import { startStorageRefresh } from '~/jobs/storage-refresh.server';
import { ensureAdministrator } from '~/models/admin.server';
import { dayOf, type Day } from '~/models/day';
import { DomainError } from '~/models/errors';
import { freeJobs } from '~/models/job-run.server';
import { refreshStorages } from '~/models/storage-settings.server';
import { createImageProcessor, type ImageProcessor } from '~/services/images.server';
import { createMailer, type Mailer } from '~/services/mail.server';
import { createInvitationPrinter, type InvitationPrinter } from '~/services/pdf/printer.server';
import { createMediaStorage } from '~/services/storage/index.server';
import type { Storages } from '~/services/storage/storages.server';

const INVITATION_RETRY_S = 5;

/** Everything a request may need, made once at the start. */
export interface App {
  env: Env;
  db: Db;
  storage: Storages;
  images: ImageProcessor;
  invitations: InvitationPrinter;
  /** Null while no SMTP server is set up: then no mail is sent (C§2). */
  mail: Mailer | null;
  sessions: SessionStore;
  throttle: Throttle;
  log: Logger;
  now(): Date;
  /** Today in EVENT_TIME_ZONE (C§4). */
  today(): Day;
}

/** A running application: what requests use, and what only server.ts may do. */
export interface RunningApp {
  app: App;
  /** Stops the jobs and closes the database; call it when no request is running any more. */
  close(): Promise<void>;
}

/**
 * Starts the application: reads the environment, opens and migrates the database, makes user 1 and
 * the demo event at the first start, starts the jobs (C§2).
 * @throws StartError with one line for the person at the console
 */
export async function startApp(): Promise<RunningApp> {
  const env = readEnv();
  const log = pino({ level: env.LOG_LEVEL, base: undefined });
  const connection = await openDatabase(env);
  const now = () => new Date();
  const app: App = {
    env,
    db: connection.db,
    storage: createMediaStorage({ dataDir: env.DATA_DIR }),
    images: createImageProcessor(),
    invitations: createInvitationPrinter({
      refuse: () => new DomainError('busy', { retryAfter: INVITATION_RETRY_S }),
    }),
    mail: createMailer({ url: env.SMTP_URL, from: env.MAIL_FROM }),
    sessions: createSessionStore(env),
    throttle: new Throttle(now),
    log,
    now,
    today: () => dayOf(now(), env.EVENT_TIME_ZONE),
  };

  const administrator = await ensureAdministrator(app.db, {
    email: env.ADMIN_EMAIL,
    username: env.ADMIN_USERNAME,
    password: env.ADMIN_PASSWORD,
    today: app.today(),
  });
  if (administrator.createdPassword) {
    process.stdout.write(
      `Administrator: ${env.ADMIN_USERNAME}, password ${administrator.createdPassword} (shown this once)\n`,
    );
  }
  await refreshStorages(app);
  await seedDemoEvent(app);
  await sweepUploads();
  if (connection.kind === 'pglite') await freeJobs(app.db);
  const jobs = [startFileRemoval(app), startFileMove(app), startStorageRefresh(app)];

  return {
    app,
    close: async () => {
      await Promise.all(jobs.map((job) => job.stop()));
      await app.images.close();
      await app.invitations.close();
      app.storage.close();
      await connection.close();
    },
  };
}

async function seedDemoEvent(app: App): Promise<void> {
  try {
    await seedDemo(app);
  } catch (error) {
    throw new StartError(`DATA_DIR: the demo event cannot be made (${reasonOf(error)})`, {
      cause: error,
    });
  }
}

async function openDatabase(env: Env) {
  const where = env.DATABASE_URL ? 'DATABASE_URL' : 'DATA_DIR';
  try {
    const connection = await connectDatabase({ url: env.DATABASE_URL, dataDir: env.DATA_DIR });
    await connection.migrate(migrationsFolder());
    return connection;
  } catch (error) {
    if (error instanceof DataInUseError) {
      throw new StartError(`DATA_DIR: ${env.DATA_DIR} is in use by another running Snapodium`);
    }
    throw new StartError(`${where}: the database cannot be opened (${reasonOf(error)})`, {
      cause: error,
    });
  }
}

/** db/migrations, whether this runs from the sources or from build/server. */
function migrationsFolder(): string {
  const here = fileURLToPath(new URL('.', import.meta.url));
  const candidates = ['..', '../..'].map((up) => join(here, up, 'db/migrations'));
  const found = candidates.find((path) => existsSync(path));
  if (!found) throw new Error('db/migrations is missing');
  return found;
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { code, message } = cause as { code?: string; message?: string };
  return (message || code || String(cause)).split('\n')[0] ?? '';
}
