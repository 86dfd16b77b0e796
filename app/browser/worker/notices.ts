import { scope } from './scope';

// Notifications, which may arrive while no page is open (rule `push.topics`).

/** What the server sends (app/models/push/deliver.server.ts). */
interface Notice {
  title: string;
  body: string;
  /** A later notification with the same tag replaces this one. */
  tag: string;
  /** The screen that a press opens. */
  path: string;
}

/** Shows a notification. A site that shows none for a message may lose the browser's permission to get any. */
export async function showNotice(data: PushMessageData | null): Promise<void> {
  const { title, path, ...notice } = readNotice(data);
  await scope.registration.showNotification(title, {
    ...notice,
    icon: '/icon-192.png',
    data: path,
  });
}

function readNotice(data: PushMessageData | null): Notice {
  try {
    if (data) return data.json() as Notice;
  } catch {
    // The server sends nothing like this.
  }
  return { title: 'Snapodium', body: '', tag: 'snapodium', path: '/' };
}

/** Opens the screen of a notification, in a window that is open already if there is one. */
export async function openNotice(notification: Notification): Promise<void> {
  notification.close();
  const url = new URL(String(notification.data), self.location.origin);
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find((one) => new URL(one.url).pathname === url.pathname);
  const open = there ?? windows.find(({ focused }) => focused) ?? windows[0];
  if (!open) {
    await scope.clients.openWindow(url.href);
    return;
  }
  try {
    const focused = await open.focus();
    if (!there) await focused.navigate(url.href);
  } catch {
    // A window that this worker does not control cannot be navigated.
    await scope.clients.openWindow(url.href);
  }
}
