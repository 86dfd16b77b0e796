import { ECDH } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isPushEndpoint, lookupPublic } from './push-address.server';

/** The time for a whole call, in ms. A push service that is asked for many devices must not hold up the others. */
const TIMEOUT_MS = 5000;
const KEY_BYTES = 65;
const AUTH_BYTES = 16;
const CURVE = 'prime256v1';

/** A pair of VAPID keys (RFC 8292) in base64url: P-256, the public one as an uncompressed point. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/** Where a device gets its notifications, and what they are encrypted with: its public key and its secret. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** How long the push service keeps a notification for a device that is away, and which later one replaces it. */
interface PushOptions {
  ttlSeconds: number;
  /** At most 32 letters and digits. */
  topic: string;
}

/**
 * What became of a notification: the service took it; the subscription no longer exists; the service could not take
 * it now and it may be tried again; or nobody knows, or it will never be taken.
 */
type PushOutcome = 'sent' | 'gone' | 'later' | 'failed';

/** Sends notifications to devices. */
export interface PushSender {
  /** The key that browsers subscribe with. */
  publicKey: string;
  /** Whether a subscription can be sent to: its address may be called, and its keys are valid. */
  accepts(target: PushTarget): boolean;
  /** Encrypts a text for a device and hands it to its push service. Never throws. */
  send(target: PushTarget, text: string, options: PushOptions): Promise<PushOutcome>;
}

/** Makes a new pair of keys. */
export async function makePushKeys(): Promise<PushKeys> {
  const { generateVAPIDKeys } = await loadLibrary();
  return generateVAPIDKeys();
}

/**
 * Creates the sender.
 * @param options.subject the https or mailto address under which push services reach the operator
 * @param options.testOrigin the origin of a push service for tests, which need not be public
 * @param options.timeoutMs the time for a whole call
 */
export function createPushSender({
  keys,
  subject,
  testOrigin,
  timeoutMs = TIMEOUT_MS,
}: {
  keys: PushKeys;
  subject: string;
  testOrigin?: string;
  timeoutMs?: number;
}): PushSender {
  return {
    publicKey: keys.publicKey,
    accepts: (target) => isPushEndpoint(target.endpoint, testOrigin) && hasKeys(target),
    async send(target, text, { ttlSeconds, topic }) {
      // It may have been stored under another setting.
      if (!isPushEndpoint(target.endpoint, testOrigin)) return 'gone';
      const { generateRequestDetails } = await loadLibrary();
      const { endpoint, p256dh, auth } = target;
      const details = generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
        vapidDetails: { subject, ...keys },
        TTL: Math.max(0, Math.round(ttlSeconds)),
        urgency: 'high',
        topic,
      });
      const isTest = new URL(endpoint).origin === testOrigin;
      return outcomeOf(await post(details, { isTest, timeoutMs }));
    },
  };
}

/** The library is loaded with the first use, because a server may never need it. */
const loadLibrary = async () => (await import('web-push')).default;

function hasKeys({ p256dh, auth }: PushTarget): boolean {
  const key = bytesOf(p256dh);
  if (key?.length !== KEY_BYTES || bytesOf(auth)?.length !== AUTH_BYTES) return false;
  try {
    // Throws if it is not a point on the curve.
    ECDH.convertKey(key, CURVE);
    return true;
  } catch {
    return false;
  }
}

/** The bytes of a text in base64url; null for any other text. */
function bytesOf(text: string): Buffer | null {
  return /^[\w-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64url') : null;
}

/** A status, or why there was none: the service was not reached, or it did not answer but may have read the call. */
type Reply = number | 'unreached' | 'silent';

/**
 * Posts a notification. The library only encrypts and signs: its own call would read an answer of any length, and has
 * no time-out for the whole call.
 */
function post(
  { endpoint, headers, body }: { endpoint: string; headers: object; body: Buffer },
  { isTest, timeoutMs }: { isTest: boolean; timeoutMs: number },
): Promise<Reply> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const options = { method: 'POST', headers: { ...headers }, agent: false as const, signal };
    const outgoing = isTest
      ? requestHttp(endpoint, options)
      : requestHttps(endpoint, { ...options, lookup: lookupPublic });
    outgoing.once('response', (answer) => {
      resolve(answer.statusCode ?? 'silent');
      // The body is not read. A redirection is not followed.
      answer.destroy();
    });
    outgoing.on('error', () => {
      resolve(signal.aborted || outgoing.writableFinished ? 'silent' : 'unreached');
    });
    outgoing.end(body);
  });
}

/**
 * A service that did not answer may have taken the notification, so it is not sent again: better none than
 * two.
 */
function outcomeOf(reply: Reply): PushOutcome {
  if (reply === 'unreached') return 'later';
  if (reply === 'silent') return 'failed';
  if (reply >= 200 && reply < 300) return 'sent';
  if (reply === 404 || reply === 410) return 'gone';
  return reply === 429 || reply >= 500 ? 'later' : 'failed';
}
