import { randomBytes } from 'node:crypto';
import { dialogIn } from '~/dialog-address';
import type { Look } from '~/models/photo/balance.server';
import { SNAPSHOT_KEPT_MS } from '~/models/photo/snapshots.server';
import { paths } from '~/paths';
import { isAskedAhead } from './asked-ahead.server';
import type { RequestArgs } from './context';

// A guest's feed, pile and viewer have the same order as long as the guest looks (rule `feed.look`). The cookie names
// that order, so that the feed's URL, which tabs and Back lead to, does not have to.

const COOKIE = 'feed_look';
const SECOND = 1000;
/** A feed that is opened this long after the look began begins another one. */
export const LOOK_MS = 10 * 60 * SECOND;

/** A position in a guest's order: the order, and the photo before it. */
interface LookPlace {
  look: Look;
  photoId: number;
}

/**
 * The look that a guest is in. Without one, or if the feed is opened again after a while, another one begins.
 * @param mayBegin whether the request opens the feed, rather than a page that follows its order
 */
export async function readLook(
  args: RequestArgs,
  eventId: number,
  { mayBegin }: { mayBegin: boolean },
): Promise<Look> {
  const { request, context } = args;
  const { snapshots, now } = context.app;
  const known = readCookie(request);
  const age = known ? now().getTime() - known.beganAt : Number.NaN;
  const isOver = mayBegin && isOpened(request) && !(age >= 0 && age < LOOK_MS);
  if (known?.eventId === eventId && !isOver) {
    const snapshot = await snapshots.find(eventId, known.number);
    if (snapshot) return { snapshot, seed: known.seed };
  }
  const look = {
    snapshot: await snapshots.latest(eventId, now()),
    seed: randomBytes(4).toString('hex'),
  };
  // A browser that prefetches a page may still be showing a page of the previous look.
  if (!isAskedAhead(request)) context.setHeader('Set-Cookie', writeCookie(look, now()));
  return look;
}

/** Writes a position for a URL: the snapshot, the seed, the photo. */
export function writeLookPlace({ look: { snapshot, seed }, photoId }: LookPlace): string {
  return [snapshot.number, seed, photoId].join('.');
}

/** Reads what `writeLookPlace` wrote; null for anything else, and for a look that is no longer stored. */
export async function readLookPlace(
  { context: { app } }: RequestArgs,
  eventId: number,
  text: string | null,
): Promise<LookPlace | null> {
  const [, number, seed, id] = /^(\d{1,10})\.([\da-f]{8})\.(\d{1,9})$/.exec(text ?? '') ?? [];
  if (!number || !seed || !id) return null;
  const snapshot = await app.snapshots.find(eventId, Number(number));
  return snapshot && { look: { snapshot, seed }, photoId: Number(id) };
}

/**
 * Whether a guest comes to the feed from elsewhere. A page reloads the feed that it shows when something has changed,
 * and Back leads to the feed as it was. The referrer of both is the feed itself.
 */
function isOpened(request: Request): boolean {
  if (isAskedAhead(request) || dialogIn(new URL(request.url)) !== null) return false;
  const referrer = request.headers.get('Referer') ?? '';
  const from = URL.canParse(referrer) ? new URL(referrer).pathname : '';
  return from !== paths.feed() && !from.startsWith('/photos/');
}

function readCookie({ headers }: Request) {
  const pattern = new RegExp(
    `(?:^|;\\s*)${COOKIE}=(\\d{1,15})\\.(\\d{1,10})\\.([\\da-f]{8})\\.(\\d{1,10})(?:;|$)`,
  );
  const [, eventId, number, seed, beganAt] = pattern.exec(headers.get('Cookie') ?? '') ?? [];
  if (!seed) return null;
  return {
    eventId: Number(eventId),
    number: Number(number),
    seed,
    beganAt: Number(beganAt) * SECOND,
  };
}

function writeCookie({ snapshot, seed }: Look, now: Date): string {
  const beganAt = Math.floor(now.getTime() / SECOND);
  const value = [snapshot.eventId, snapshot.number, seed, beganAt].join('.');
  const maxAge = SNAPSHOT_KEPT_MS / SECOND;
  return `${COOKIE}=${value}; Path=/; Max-Age=${maxAge}; SameSite=Lax; HttpOnly`;
}
