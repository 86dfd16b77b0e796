import { DomainError } from '~/models/errors';
import { findIdentity } from '~/models/identity.server';
import type { OpenLine, RequestArgs } from './context';
import { backgroundHeaders, type Identity } from './guards.server';
import type { Stream } from './mounted';
import { addressKey } from './address.server';

/** Where there is no room, a page asks again after this, in seconds. */
const FULL_RETRY_S = 300;
/** When another program than our page opens a stream anew that broke, in milliseconds. */
const RETRY_MS = 5000;
// No comment: a page has to hear it, to know that no proxy holds the stream back.
const BEAT = 'event: beat\ndata:\n\n';

/**
 * The stream of changes for somebody who was let in (rule `screens.live`). It tells kinds and no data: what
 * they may see of it they are told when they ask.
 * @throws DomainError busy where there is no room, authentication_required where the session has just ended
 */
export async function answerChanges(
  args: RequestArgs,
  { actor, session }: Identity,
): Promise<Stream> {
  const headers = await backgroundHeaders(args);
  headers.set('Content-Type', 'text/event-stream; charset=utf-8');
  // Neither our own compression nor a proxy may wait until more has come together.
  headers.set('Cache-Control', 'private, no-store, no-transform');
  headers.set('X-Accel-Buffering', 'no');

  const { app } = args.context;
  const line = new WaitingLine();
  const leave = app.changes.open({
    ...listenerOf(line),
    ...actor,
    session: session.id,
    address: addressKey(args),
  });
  if (!leave) throw new DomainError('busy', { retryAfter: FULL_RETRY_S });
  // From here on it hears of the session's end; it may have come a moment before.
  const named = { id: session.id, eventId: session.eventId, now: app.now() };
  if (!(await findIdentity(app.db, named))) {
    leave();
    throw new DomainError('authentication_required');
  }
  line.write(`retry: ${RETRY_MS}\nevent: ready\ndata:\n\n`);
  return {
    headers,
    begin(open) {
      open.onGone(leave);
      line.begin(open);
    },
  };
}

/** Keeps what is told before the connection is there to take it. */
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

/** Apart from the request, which would be kept in memory as long as the stream is. */
function listenerOf(line: WaitingLine) {
  return {
    announce: (change: object) => line.write(`event: changes\ndata: ${JSON.stringify(change)}\n\n`),
    beat: () => line.write(BEAT),
    end: () => line.end(),
  };
}
