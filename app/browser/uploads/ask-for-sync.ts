import { UPLOADS_SYNC } from './pending-uploads';

/**
 * If the browser supports it, asks that the service worker sends pending uploads once there is a connection,
 * even without an open page.
 */
export async function askForSync(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    await (
      registration as { sync?: { register(tag: string): Promise<void> } } | undefined
    )?.sync?.register(UPLOADS_SYNC);
  } catch {
    // Not allowed here. This page tries again itself.
  }
}
