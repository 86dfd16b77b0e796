import type { Cookie, SessionStorage } from '@remix-run/node';
import type { Logger } from 'pino';
import type { Db } from '~db/client.server';
import type { Env } from '~/env.server';
import type { FlashData, SessionData } from '~/http/session-data';
import type { UploadFolder } from '~/http/upload-folder.server';
import type { AttemptCounter } from '~/models/session/attempts.server';
import type { ChangeStreams } from '~/models/live/streams.server';
import type { Day } from '~/models/day';
import type { FeedAnswers } from '~/models/photo/feed-answers.server';
import type { FeedSnapshots } from '~/models/photo/snapshots.server';
import type { HealthCheck } from '~/models/admin/health.server';
import type { Identities } from '~/models/session/identity.server';
import type { WallShows } from '~/models/wall/show.server';
import type { JpegDownloads } from '~/models/archive/jpeg-downloads.server';
import type { PaymentWords } from './models/payment/provider.server';
import type { RemovalWords } from './models/photo/write.server';
import type { CoOrganizerWords } from './models/user/co-organizer-join.server';
import type { Metrics } from '~/models/admin/counters.server';
import type { DayLog } from '~/models/admin/day-log.server';
import type { DiskWatch } from '~/services/disk.server';
import type { ImageProcessor } from '~/services/images.server';
import type { LoopWatch } from '~/services/loop.server';
import type { Mailer } from '~/services/mail.server';
import type { Monitor } from '~/models/admin/monitor.server';
import type { Printer } from '~/services/pdf/printer.server';
import type { PodiumPictures } from '~/services/podium-pictures.server';
import type { PushSender } from '~/services/push/push.server';
import type { PaymentProvider } from '~/services/stripe.server';
import type { Storages } from '~/services/storage/storages.server';

/** Everything that requests need, created once at startup. */
export interface App {
  env: Env;
  db: Db;
  storage: Storages;
  images: ImageProcessor;
  jpegDownloads: JpegDownloads;
  /** Renders invitations, certificates, and the texts of the podium's pictures. */
  printer: Printer;
  podiumPictures: PodiumPictures;
  /** Null if no SMTP server is configured. */
  mail: Mailer | null;
  /** Null if payments are not set up. */
  payments: PaymentProvider | null;
  /** Sends notifications to devices. */
  push: PushSender;
  /** Writes the message about a delayed payment. */
  paymentWords: PaymentWords;
  /** Writes the message to the organizer that somebody has become a co-organizer. */
  coOrganizerWords: CoOrganizerWords;
  /** Writes the message to the owner of a photo that the organizer deleted. */
  removalWords: RemovalWords;
  sessions: SessionStorage<SessionData, FlashData>;
  /** Looks up the session of a cookie. */
  identities: Identities;
  /** The cookie with the event last left on a device. */
  lastEvent: Cookie;
  /** The cookie with the table whose code was scanned on a device. */
  tableCookie: Cookie;
  /** The cookie with the guest's link that was opened on a device. */
  guestLink: Cookie;
  /** The cookie with the users who have signed in on a browser. */
  browserMark: Cookie;
  /** Counts limited actions. */
  attempts: AttemptCounter;
  feeds: FeedAnswers;
  /** What the walls of events show. */
  walls: WallShows;
  /** The data from which guests' feeds are ordered. */
  snapshots: FeedSnapshots;
  /** Notifies open pages of changes. */
  changes: ChangeStreams;
  health: HealthCheck;
  /** Measures how late the event loop is. */
  loop: LoopWatch;
  /** Whether the disk has room for uploads. */
  disk: DiskWatch;
  /** The folder for uploads in progress. */
  uploads: UploadFolder;
  /** Takes the figures of requests and uploads. */
  monitor: Monitor;
  /** What happened on this server in the last 24 hours. */
  day: DayLog;
  /** Null if METRICS_TOKEN is not set. */
  metrics: Metrics | null;
  log: Logger;
  now(): Date;
  /** Today in EVENT_TIME_ZONE. */
  today(): Day;
}
