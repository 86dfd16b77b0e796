import { DomainError } from '~/models/errors';
import type { ChangeNotification } from '~/models/live/rules';
import { mailboxOf } from '~/models/message/mailbox.server';
import { findIdentity } from '~/models/session/identity.server';
import type { OpenLine, RequestArgs } from './context';
import { backgroundHeaders, type Identity } from './guards.server';
import type { Stream } from './mounted';
import { addressKey } from './address.server';

/** The number of seconds after which a page retries if there is no room. */
const FULL_RETRY_S = 300;
/** The number of milliseconds after which clients other than our page reconnect. */
const RETRY_MS = 5000;
// An event rather than a comment, because the page must receive it to know that no proxy buffers the stream.
const BEAT = 'event: beat\ndata:\n\n';

/**
 * The stream of changes for an identified caller (rule `screens.live`). It sends kinds without data. The
 * client refetches, and then gets only what it may see.
 * @throws DomainError busy if there is no room, authentication_required if the session has just ended
 */
export async function answerChanges(
  args: RequestArgs,
  { actor, user, session }: Identity,
): Promise<Stream> {
  const headers = streamHeaders(await backgroundHeaders(args));
  const { app } = args.context;
  const line = openStreamLine();
  const leave = app.changes.open({
    ...line.listener,
    ...actor,
    mailboxId: user && (await mailboxOf(app.db, user)),
    session: session.id,
    address: addressKey(args),
  });
  if (!leave) throw new DomainError('busy', { retryAfter: FULL_RETRY_S });
  // From here on the stream is notified of the session's end. The check covers an end just before that.
  const named = { id: session.id, eventId: session.eventId, now: app.now() };
  if (!(await findIdentity(app.db, named))) {
    leave();
    throw new DomainError('authentication_required');
  }
  line.ready();
  return {
    headers,
    begin(open) {
      open.onClosed(leave);
      line.begin(open);
    },
  };
}

/** The headers of a stream, added to others. */
export function streamHeaders(headers: Headers): Headers {
  headers.set('Content-Type', 'text/event-stream; charset=utf-8');
  // Neither our compression nor a proxy may buffer the stream.
  headers.set('Cache-Control', 'private, no-store, no-transform');
  headers.set('X-Accel-Buffering', 'no');
  return headers;
}

/**
 * A stream's line to its page, and what it does when the server has something to say. A separate function, so that
 * its closures do not keep the request in memory as long as the stream.
 */
export function openStreamLine() {
  const line = new WaitingLine();
  const announce = (change: ChangeNotification) =>
    line.write(`event: changes\ndata: ${JSON.stringify(change)}\n\n`);
  return {
    announce,
    listener: { announce, beat: () => line.write(BEAT), end: () => line.end() },
    /** Tells the page that the stream has begun. */
    ready: () => line.write(`retry: ${RETRY_MS}\nevent: ready\ndata:\n\n`),
    begin: (open: OpenLine) => line.begin(open),
  };
}

/** Buffers output until the connection is ready. */
class WaitingLine {
  #told = '';
  #isOver = false;
  #line: OpenLine | null = null;

  begin(line: OpenLine): void {
    this.#line = line;
    line.write(this.#told);
    if (this.#isOver) line.end();
  }

  write(text: string): void {
    if (this.#line) this.#line.write(text);
    else this.#told += text;
  }

  end(): void {
    this.#isOver = true;
    this.#line?.end();
  }
}
