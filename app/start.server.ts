import type { App } from '~/app.server';
import { endInTime, type Closing } from '~/close.server';
import { secureDataDir } from '~/data-dir.server';
import { seedDemo } from '~/demo/seed.server';
import { readEnv, s3Access, StartError, stripeAccess } from '~/env.server';
import { createLastEventCookie } from '~/http/last-event.server';
import { createSessionStore } from '~/http/session.server';
import { sweepUploads } from '~/http/uploads.server';
import { paymentNews, removalNotice } from '~/i18n/platform-texts.server';
import { startFileMove } from '~/jobs/file-move.server';
import { startFileRemoval } from '~/jobs/file-removal.server';
import { startNotices } from '~/jobs/notices.server';
import { startReconciliation } from '~/jobs/reconciliation.server';
import { startRetention } from '~/jobs/retention.server';
import { startStorageRefresh } from '~/jobs/storage-refresh.server';
import { createLog } from '~/log.server';
import { ensureAdministrator } from '~/models/admin.server';
import { createAttemptCounter } from '~/models/attempt.server';
import { CHANGES, createChangeStreams } from '~/models/change-streams.server';
import { dayOf } from '~/models/day';
import { DomainError } from '~/models/errors';
import { createFeedAnswers, EVENT_CHANGED } from '~/models/feed-answers.server';
import { createHealthCheck } from '~/models/health.server';
import { createJpegDownloads } from '~/models/jpeg-downloads.server';
import { refreshStorages } from '~/models/storage-choice.server';
import { openDatabase, reasonOf } from '~/open-database.server';
import { createImageProcessor } from '~/services/images.server';
import { createMailer } from '~/services/mail.server';
import { createInvitationPrinter } from '~/services/pdf/printer.server';
import { createPaymentProvider } from '~/services/stripe.server';
import { createMediaStorage } from '~/services/storage/index.server';

const INVITATION_RETRY_S = 5;
/** How long a stop waits for running jobs: process managers kill a process that takes longer. */
const END_MS = 10_000;

/** A running application: what requests use, and what only server.ts may do. */
export interface RunningApp {
  app: App;
  /**
   * Stops the jobs and closes the database; call it when no request is running any more. A job that
   * takes longer than ten seconds is not waited for.
   */
  close(): Promise<void>;
}

/**
 * Starts the application: reads the environment, opens and migrates the database, makes user 1 and
 * the demo event at the first start, starts the jobs.
 * @throws StartError with one line for the person at the console
 */
export async function startApp(): Promise<RunningApp> {
  const env = readEnv();
  const log = createLog({ level: env.LOG_LEVEL });
  if (!secureDataDir(env.DATA_DIR)) {
    log.warn({ dataDir: env.DATA_DIR }, 'DATA_DIR belongs to somebody else: others may read it');
  }
  const connection = await openDatabase(env);
  const now = () => new Date();
  const storage = createMediaStorage({ dataDir: env.DATA_DIR, s3: s3Access(env) });
  const app: App = {
    env,
    db: connection.db,
    storage,
    images: createImageProcessor(),
    jpegDownloads: createJpegDownloads(),
    invitations: createInvitationPrinter({
      refuse: () => new DomainError('busy', { retryAfter: INVITATION_RETRY_S }),
    }),
    mail: createMailer({ url: env.SMTP_URL, from: env.MAIL_FROM }),
    payments: createPaymentProvider(stripeAccess(env)),
    paymentWords: paymentNews,
    removalWords: removalNotice,
    sessions: createSessionStore(env),
    lastEvent: createLastEventCookie(env),
    attempts: createAttemptCounter({
      db: connection.kind === 'postgres' ? connection.db : null,
      eventsPerHour: env.EVENTS_PER_HOUR,
    }),
    feeds: createFeedAnswers({ db: connection.db, storage }),
    changes: createChangeStreams(),
    health: createHealthCheck({ db: connection.db, storage, now }),
    log,
    now,
    today: () => dayOf(now(), env.EVENT_TIME_ZONE),
  };

  if (app.payments && !env.STRIPE_WEBHOOK_SECRET) {
    log.warn('STRIPE_WEBHOOK_SECRET is not set: what is paid late is granted within the hour');
  }
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
  await connection.listen(EVENT_CHANGED, (id) => app.feeds.forget(id === null ? null : Number(id)));
  await connection.listen(CHANGES, app.changes.hear);
  await refreshStorages(app);
  await seedDemoEvent(app);
  await sweepUploads(env.DATA_DIR);
  const storageRefresh = await startStorageRefresh(app, connection);
  const running: Closing[] = [
    { name: 'retention', end: startRetention(app).stop },
    { name: 'file_removal', end: startFileRemoval(app).stop },
    { name: 'file_move', end: startFileMove(app).stop },
    { name: 'reconciliation', end: startReconciliation(app).stop },
    { name: 'notices', end: startNotices(app).stop },
    { name: 'storage_refresh', end: storageRefresh.stop },
    { name: 'images', end: () => app.images.close() },
    { name: 'invitations', end: () => app.invitations.close() },
  ];

  return {
    app,
    close: async () => {
      await endInTime(running, { limitMs: END_MS, log });
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
