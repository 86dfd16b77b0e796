import type { Cookie, SessionStorage } from '@remix-run/node';
import type { Logger } from 'pino';
import type { Db } from '~db/client.server';
import type { Env } from '~/env.server';
import type { FlashData, SessionData } from '~/http/session-data';
import type { AttemptCounter } from '~/models/attempt.server';
import type { ChangeStreams } from '~/models/change-streams.server';
import type { Day } from '~/models/day';
import type { FeedAnswers } from '~/models/feed-answers.server';
import type { HealthCheck } from '~/models/health.server';
import type { JpegDownloads } from '~/models/jpeg-downloads.server';
import type { PaymentWords } from '~/models/payment-settlement.server';
import type { RemovalWords } from '~/models/photo.server';
import type { ImageProcessor } from '~/services/images.server';
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
  /** Remembers which event was left last on a device. */
  lastEvent: Cookie;
  /** Counts what may happen only so often. */
  attempts: AttemptCounter;
  feeds: FeedAnswers;
  /** Tells open pages what has changed. */
  changes: ChangeStreams;
  health: HealthCheck;
  log: Logger;
  now(): Date;
  /** Today in EVENT_TIME_ZONE. */
  today(): Day;
}
