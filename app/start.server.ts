import { availableParallelism } from 'node:os';
import type { Logger } from 'pino';
import type { Db } from '~db/client.server';
import type { App } from '~/app.server';
import { endInTime, type Closing } from '~/close.server';
import { secureDataDir } from '~/data-dir.server';
import { seedDemo } from '~/demo/seed.server';
import { readEnv, StartError, stripeAccess, VARIABLES, type Env } from '~/env.server';
import { announceFirstPassword } from '~/first-password.server';
import { createBrowserMarkCookie } from '~/http/browser-mark.server';
import { createGuestCookie } from '~/http/guest-link.server';
import { getEvent } from '~/models/event/read.server';
import { areStandingsHidden } from '~/models/event/standings';
import { createLastEventCookie } from '~/http/last-event.server';
import { createTableCookie } from '~/http/table.server';
import { createSessionStore } from '~/http/session.server';
import { openUploadFolder } from '~/http/upload-folder.server';
import { coOrganizerMessage, paymentMessage, removalNotice } from '~/i18n/platform-texts.server';
import { startJobs } from '~/jobs/index.server';
import { startStorageRefresh } from '~/jobs/storage-refresh.server';
import { createLog } from '~/log.server';
import { addReadMetrics } from '~/metrics.server';
import { openBackupDoor } from '~/models/backup/door.server';
import { ensureAdministrator } from '~/models/admin/account.server';
import { createAttemptCounter } from '~/models/session/attempts.server';
import { createClockWatch } from '~/models/job/clock-watch.server';
import { CHANGES, createChangeStreams } from '~/models/live/streams.server';
import { dayOf } from '~/models/day';
import { DomainError } from '~/models/errors';
import { createFeedAnswers, EVENT_CHANGED } from '~/models/photo/feed-answers.server';
import { createFeedSnapshots } from '~/models/photo/snapshots.server';
import { createHealthCheck } from '~/models/admin/health.server';
import { createIdentities } from '~/models/session/identity.server';
import { createJpegDownloads } from '~/models/archive/jpeg-downloads.server';
import { ensurePushKeys } from '~/models/push/keys.server';
import { resealUsers } from '~/models/session/reseal.server';
import { setPasswordCost } from '~/models/session/password.server';
import { refreshStorages } from '~/models/storage/choice.server';
import { createWallShows } from '~/models/wall/show.server';
import { findMisspelt } from '~/misspelt-variables';
import { openDatabase, reasonOf } from '~/open-database.server';
import { createCounters, createMetrics } from '~/models/admin/counters.server';
import { createDayLog } from '~/models/admin/day-log.server';
import { readDiskSpace, watchDisk } from '~/services/disk.server';
import { createImageProcess } from '~/services/image-process.server';
import { createImageProcessor } from '~/services/images.server';
import { watchLoop } from '~/services/loop.server';
import { createMailer } from '~/services/mail.server';
import { availableMemory, imageMemory, imagesAtOnce } from '~/services/memory.server';
import { createMonitor } from '~/models/admin/monitor.server';
import { createPrinter } from '~/services/pdf/printer.server';
import { createPushSender, type PushSender } from '~/services/push/push.server';
import { createPodiumPictures } from '~/services/podium-pictures.server';
import { createPaymentProvider } from '~/services/stripe.server';
import { createMediaStorage } from '~/services/storage/index.server';
import { storageVariables } from '~/storage-variables.server';
import { boundTimers } from '~/timers.server';
import { VERSION } from '~/version.server';

const PRINT_RETRY_S = 5;
/** How long a stop waits for running jobs. Process managers kill a process that takes longer. */
const END_MS = 10_000;

/** A running application: what requests use, and what only server.ts may call. */
export interface RunningApp {
  app: App;
  /**
   * Stops the jobs and closes the database. Call it when no request is running any more. It waits at most ten seconds
   * for a job.
   */
  close(): Promise<void>;
}

/**
 * Starts the application: reads the environment, opens and migrates the database, creates user 1 and the demo
 * event at the first start, and starts the jobs.
 * @throws StartError with one line for the operator
 */
export async function startApp(): Promise<RunningApp> {
  boundTimers();
  const env = readEnv();
  setPasswordCost(env.PASSWORD_COST);
  const log = createLog({ level: env.LOG_LEVEL });
  log.info({ version: VERSION, node: process.version }, 'Snapodium starts');
  if (!secureDataDir(env.DATA_DIR)) {
    log.warn({ dataDir: env.DATA_DIR }, 'DATA_DIR belongs to somebody else: others may read it');
  }
  const misspelt = findMisspelt(Object.keys(process.env), VARIABLES);
  if (misspelt.length > 0)
    log.warn({ misspelt }, 'these variables are not known: are they misspelt?');
  const connection = await openDatabase(env, log);
  const now = () => new Date();
  const storage = createMediaStorage(storageVariables(env));
  const loop = watchLoop();
  const memory = availableMemory();
  const reserve = env.DISK_RESERVE_MB * 1_000_000;
  const disk = watchDisk({ folder: env.DATA_DIR, reserve });
  const images = createImageProcessor({
    concurrency: imagesAtOnce(memory, availableParallelism()),
    work: createImageProcess({
      memory: env.IMAGE_MEMORY_MB ? env.IMAGE_MEMORY_MB * 1024 * 1024 : imageMemory(memory),
    }),
  });
  const day = createDayLog({
    now,
    waiting: () => images.waiting().waiting,
    readFree: async () => (await readDiskSpace(env.DATA_DIR)).free,
  });
  const metrics = env.METRICS_TOKEN ? createMetrics() : null;
  const printer = createPrinter({
    refuse: () => new DomainError('busy', { retryAfter: PRINT_RETRY_S }),
  });
  const app: App = {
    env,
    db: connection.db,
    storage,
    images,
    jpegDownloads: createJpegDownloads(),
    printer,
    podiumPictures: createPodiumPictures({ printer, images }),
    mail: createMailer({ url: env.SMTP_URL, from: env.MAIL_FROM }),
    payments: createPaymentProvider(stripeAccess(env)),
    push: await createPush(connection.db, env, log),
    paymentWords: paymentMessage,
    removalWords: removalNotice,
    coOrganizerWords: coOrganizerMessage,
    sessions: createSessionStore(env),
    identities: createIdentities({ db: connection.db }),
    lastEvent: createLastEventCookie(env),
    tableCookie: createTableCookie(env),
    guestLink: createGuestCookie(env),
    browserMark: createBrowserMarkCookie(env),
    attempts: createAttemptCounter({
      db: connection.kind === 'postgres' ? connection.db : null,
      eventsPerHour: env.EVENTS_PER_HOUR,
      joinsPerMinute: env.JOINS_PER_MINUTE,
    }),
    feeds: createFeedAnswers({ db: connection.db, storage }),
    walls: createWallShows({ db: connection.db, env }),
    snapshots: createFeedSnapshots({ db: connection.db }),
    changes: createChangeStreams({
      areStandingsHidden: async (eventId) =>
        areStandingsHidden(await getEvent(connection.db, { eventId }), now()),
    }),
    health: createHealthCheck({ ping: connection.ping, storage, disk, loop, now }),
    loop,
    disk,
    uploads: await openUploadFolder({ dataDir: env.DATA_DIR, disk }),
    monitor: createMonitor({ day, counters: metrics && createCounters(metrics.registry) }),
    day,
    metrics,
    log,
    now,
    today: () => dayOf(now(), env.EVENT_TIME_ZONE),
  };

  if (metrics) addReadMetrics(metrics, app, connection);
  if (app.payments && !env.STRIPE_WEBHOOK_SECRET) {
    log.warn('STRIPE_WEBHOOK_SECRET is not set: what is paid late is granted within the hour');
  }
  const { ADMIN_EMAIL: email, ADMIN_USERNAME: username, DATA_DIR: dataDir } = env;
  const weakness = await ensureAdministrator(app.db, {
    email,
    username,
    password: env.ADMIN_PASSWORD,
    today: app.today(),
    tell: (password) => announceFirstPassword({ username, password, dataDir, log }),
  });
  if (weakness) log.warn({ weakness }, 'ADMIN_PASSWORD is easy to guess: choose another in /admin');
  await connection.listen(EVENT_CHANGED, (payload) => {
    app.feeds.receive(payload);
    app.walls.receive(payload);
  });
  await connection.listen(CHANGES, (payload) => {
    app.identities.receive(payload);
    app.changes.receive(payload);
  });
  await resealUsers(app.db, env);
  await refreshStorages(app);
  await seedDemoEvent(app);
  const storageRefresh = await startStorageRefresh(app, connection);
  const running: Closing[] = [
    ...startJobs({ ...app, clock: createClockWatch({ db: app.db, log }) }),
    { name: 'storage_refresh', end: storageRefresh.stop },
    { name: 'images', end: () => app.images.close() },
    { name: 'uploads', end: () => app.uploads.close() },
    { name: 'printer', end: () => app.printer.close() },
    { name: 'day', end: async () => app.day.close() },
  ];

  // On PostgreSQL a backup reads the database itself.
  if (connection.kind === 'pglite') {
    running.push({ name: 'backup_door', end: await openBackupDoor({ db: app.db, dataDir, log }) });
  }

  return {
    app,
    close: async () => {
      await endInTime(running, { limitMs: END_MS, log });
      app.storage.close();
      await connection.close();
    },
  };
}

async function createPush(db: Db, env: Env, log: Logger): Promise<PushSender> {
  const { keys, areReplaced } = await ensurePushKeys({ db, env });
  if (areReplaced) {
    log.warn('new keys for notifications were created: guests have to turn theirs on again');
  }
  const { PUBLIC_ORIGIN: origin, ADMIN_EMAIL: email, PUSH_TEST_ORIGIN: testOrigin } = env;
  // The address at which push services reach the operator.
  const subject = origin?.startsWith('https:') ? origin : `mailto:${email}`;
  return createPushSender({ keys, subject, testOrigin });
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
