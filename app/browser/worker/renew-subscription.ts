import { endpoints } from '~/endpoints';
import { scope } from './scope';

/** What a browser reports when it has ended or replaced a subscription; neither is certain. */
export interface SubscriptionChange {
  oldSubscription?: Pick<PushSubscription, 'options'> | null;
  newSubscription?: PushSubscription | null;
}

/**
 * Gives the server the subscription that has replaced the former one, and subscribes again if the browser has not (rule
 * `push.replaced`).
 */
export async function renewSubscription(change: SubscriptionChange): Promise<void> {
  const key = change.oldSubscription?.options.applicationServerKey;
  const subscription =
    change.newSubscription ??
    (key &&
      (await scope.registration.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: key,
      })));
  if (!subscription) return;
  const { status } = await fetch(endpoints.push(), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ subscription }),
  });
  // Nobody is signed in any more, or the person wanted no notifications.
  if ([400, 401, 403].includes(status)) await subscription.unsubscribe();
}
