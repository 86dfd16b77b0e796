import { UPLOADS_SYNC } from './pending-uploads';

/** Where the browser can: the service worker sends what waits once there is a connection, page or no page. */
export async function askForSync(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    await (
      registration as { sync?: { register(tag: string): Promise<void> } } | undefined
    )?.sync?.register(UPLOADS_SYNC);
  } catch {
    // Not allowed here: this page tries again itself.
  }
}
