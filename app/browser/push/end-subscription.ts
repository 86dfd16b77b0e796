/**
 * Ends this browser's subscription to notifications, so that none that is on its way to a former person is shown.
 * Pages and the service worker call it.
 */
export async function endSubscription(): Promise<void> {
  const subscription = await (await registrationHere())?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

/** The registration of the worker that this is, or that the page has; browsers without Web Push have no `pushManager`. */
async function registrationHere() {
  type Registration = Omit<ServiceWorkerRegistration, 'pushManager'> & {
    pushManager?: PushManager;
  };
  const own = (globalThis as { registration?: Registration }).registration;
  const workers = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker;
  return own ?? ((await workers?.getRegistration()) as Registration | undefined);
}
