/**
 * Ends this browser's subscription to notifications, so that no notification still on its way to the previous person is
 * shown. Pages and the service worker call it.
 */
export async function endSubscription(): Promise<void> {
  const subscription = await (await registrationHere())?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

/** The registration of this worker, or of the page's worker; browsers without Web Push have no `pushManager`. */
async function registrationHere() {
  type Registration = Omit<ServiceWorkerRegistration, 'pushManager'> & {
    pushManager?: PushManager;
  };
  const own = (globalThis as { registration?: Registration }).registration;
  const workers = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker;
  return own ?? ((await workers?.getRegistration()) as Registration | undefined);
}
