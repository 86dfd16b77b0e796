import { endpoints } from '~/endpoints';
import { isInstalled, isIos } from '~/browser/installed';
import type { PushTopic } from '~/models/push/rules';
import { endSubscription } from './end-subscription';

/**
 * Whether this browser can show notifications: it can; it cannot; it could if the site were opened from the home
 * screen; or its user has blocked them.
 */
export type PushAbility = 'ready' | 'none' | 'home' | 'denied';

/** What this browser can do. It prompts nobody. */
export function pushAbility(): PushAbility {
  const isThere =
    'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  // Safari supports it on the home screen only.
  if (!isThere) return isIos() && !isInstalled() ? 'home' : 'none';
  return Notification.permission === 'denied' ? 'denied' : 'ready';
}

/** Whether this browser has a subscription, whatever the server knows. */
export async function hasSubscription(): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) != null;
}

/**
 * Sets the topics that this device is notified of. The browser may prompt its user, so call it only after a press.
 * @param publicKey the server's key, in base64url
 * @returns false if the user does not allow it
 * @throws Error if the server or the push service cannot be reached
 */
export async function setPush(publicKey: string, topics: readonly PushTopic[]): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const subscription = await withinTime(subscribe(publicKey));
  await send('POST', { subscription, topics });
  return true;
}

/** Ends the notifications of this device, or notes that none are wanted. */
export async function endPush(): Promise<void> {
  await send('DELETE');
  await endSubscription();
}

const SUBSCRIBE_MS = 20_000;

/**
 * A browser whose worker could not be registered never has a worker that is ready. A browser that cannot reach its push
 * service may try forever.
 */
function withinTime<T>(promise: Promise<T>): Promise<T> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('no subscription')), SUBSCRIBE_MS);
  });
  return Promise.race([promise, late]);
}

async function subscribe(publicKey: string): Promise<PushSubscription> {
  const { pushManager: manager } = await navigator.serviceWorker.ready;
  const key = bytesOf(publicKey);
  const before = await manager.getSubscription();
  const beforeKey = before?.options.applicationServerKey;
  const isSame = beforeKey && String(new Uint8Array(beforeKey)) === String(key);
  if (before && isSame) return before;
  // The server has different keys by now.
  await before?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

async function send(method: 'POST' | 'DELETE', body?: unknown): Promise<void> {
  const answer = await fetch(endpoints.push(), {
    method,
    ...(body !== undefined && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  if (!answer.ok) throw new Error(`${answer.status}`);
}
