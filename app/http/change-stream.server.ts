import { DomainError } from '~/models/errors';
import type { OpenLine, RequestArgs } from './context';
import { sessionHeaders, type Identity } from './guards.server';
import { sessionId } from './session.server';

/** Where there is no room, a page asks again after this, in seconds. */
const FULL_RETRY_S = 300;
/** When another program than our page opens a stream anew that broke, in milliseconds. */
const RETRY_MS = 5000;
// No comment: a page has to hear it, to know that no proxy holds the stream back.
const BEAT = 'event: beat\ndata:\n\n';

/**
 * The stream of changes for somebody who was let in (rule `screens.live`). It tells kinds and no data: what
 * they may see of it they are told when they ask.
 * @throws DomainError page_not_found where this server holds none open; busy where there is no room
 */
export async function answerChanges(args: RequestArgs, { actor }: Identity): Promise<Response> {
  const owner = actor.userId === null ? await sessionId(args) : String(actor.userId);
  const headers = await sessionHeaders(args);
  headers.set('Content-Type', 'text/event-stream; charset=utf-8');
  // Neither our own compression nor a proxy may wait until more has come together.
  headers.set('Cache-Control', 'private, no-store, no-transform');
  headers.set('X-Accel-Buffering', 'no');

  const held = args.context.holdOpen?.(headers);
  // The router's own addresses, `….data`, and the development server hold nothing open.
  if (!held) throw new DomainError('page_not_found');
  const leave = args.context.app.changes.open({ ...listenerOf(held.line), ...actor, owner });
  if (!leave) throw new DomainError('busy', { retryAfter: FULL_RETRY_S });
  held.line.onGone(leave);
  held.line.write(`retry: ${RETRY_MS}\nevent: ready\ndata:\n\n`);
  return held.answer;
}

/** Apart from the request, which would be kept in memory as long as the stream is. */
function listenerOf(line: OpenLine) {
  return {
    announce: (change: object) => line.write(`event: changes\ndata: ${JSON.stringify(change)}\n\n`),
    beat: () => line.write(BEAT),
    end: () => line.end(),
  };
}
