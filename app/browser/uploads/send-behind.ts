import { dropUpload, listAllUploads, lockName, readUpload, tellTabs } from './pending-uploads';
import { sendBehind } from './send-upload';

/**
 * Sends this device's pending uploads without an open page: the browser wakes the service worker for it once
 * there is a connection. Refused uploads, and those that are not shrunk yet, stay for the owner's next visit.
 * @throws Error while the server cannot be reached, so that the browser tries again
 */
export async function sendAllBehind(): Promise<void> {
  for (const { id, refused, isShrunk } of await listAllUploads()) {
    if (refused === null && isShrunk) await navigator.locks.request(lockName(id), () => send(id));
  }
}

async function send(id: string): Promise<void> {
  // A tab may have held the lock before and sent it.
  const upload = await readUpload(id);
  if (!upload) return;
  const { failure } = await sendBehind(upload);
  if (failure === 'offline' || failure === 'busy') throw new Error('The server is out of reach');
  if (failure !== null && failure !== 'photo_not_found') return;
  await dropUpload(id);
  tellTabs({ id });
}
