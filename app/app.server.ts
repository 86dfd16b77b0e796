import type { Cookie, SessionStorage } from '@remix-run/node';
import type { Logger } from 'pino';
import type { Db } from '~db/client.server';
import type { Env } from '~/env.server';
import type { FlashData, SessionData } from '~/http/session-data';
import type { UploadFolder } from '~/http/upload-folder.server';
import type { AttemptCounter } from '~/models/attempt.server';
import type { ChangeStreams } from '~/models/change-streams.server';
import type { Day } from '~/models/day';
import type { FeedAnswers } from '~/models/feed-answers.server';
import type { HealthCheck } from '~/models/health.server';
import type { Identities } from '~/models/identity.server';
import type { JpegDownloads } from '~/models/jpeg-downloads.server';
import type { PaymentWords } from '~/models/payment-settlement.server';
import type { RemovalWords } from '~/models/photo.server';
import type { DiskWatch } from '~/services/disk.server';
import type { ImageProcessor } from '~/services/images.server';
import type { LoopWatch } from '~/services/loop.server';
import type { Mailer } from '~/services/mail.server';
import type { InvitationPrinter } from '~/services/pdf/printer.server';
import type { PaymentProvider } from '~/services/stripe.server';
import type { Storages } from '~/services/storage/storages.server';

/** Everything a request may need, made once at the start. */
export interface App {
  env: Env;
  db: Db;
  storage: Storages;
  images: ImageProcessor;
  jpegDownloads: JpegDownloads;
  invitations: InvitationPrinter;
  /** Null while no SMTP server is set up: then no mail is sent. */
  mail: Mailer | null;
  /** Null while payments are not set up. */
  payments: PaymentProvider | null;
  /** Words the message about a payment that took its time. */
  paymentWords: PaymentWords;
  /** Words the message to somebody whose photo the organizer deleted. */
  removalWords: RemovalWords;
  sessions: SessionStorage<SessionData, FlashData>;
  /** Who is behind a session's cookie. */
  identities: Identities;
  /** Remembers which event was left last on a device. */
  lastEvent: Cookie;
  /** Remembers who has signed in on a browser. */
  browserMark: Cookie;
  /** Counts what may happen only so often. */
  attempts: AttemptCounter;
  feeds: FeedAnswers;
  /** Tells open pages what has changed. */
  changes: ChangeStreams;
  health: HealthCheck;
  /** How late the event loop is. */
  loop: LoopWatch;
  /** Whether the disk has room for uploads. */
  disk: DiskWatch;
  /** Where uploads lie while they are worked on. */
  uploads: UploadFolder;
  log: Logger;
  now(): Date;
  /** Today in EVENT_TIME_ZONE. */
  today(): Day;
}
