import { dropUpload, listAllUploads, lockName, readUpload, tellTabs } from './pending-uploads';
import { sendBehind } from './send-upload';

/**
 * Sends what waits on this device with no page open: the service worker is woken for it once there is a
 * connection. What is refused stays for its owner's next visit, and so does what is not shrunk yet.
 * @throws Error while the server is out of reach, so that the browser wakes it again
 */
export async function sendAllBehind(): Promise<void> {
  for (const { id, refused, isShrunk } of await listAllUploads()) {
    if (refused === null && isShrunk) await navigator.locks.request(lockName(id), () => send(id));
  }
}

async function send(id: string): Promise<void> {
  // A tab may have had the lock before.
  const upload = await readUpload(id);
  if (!upload) return;
  const { failure } = await sendBehind(upload);
  if (failure === 'offline' || failure === 'busy') throw new Error('The server is out of reach');
  if (failure !== null && failure !== 'photo_not_found') return;
  await dropUpload(id);
  tellTabs({ id });
}
