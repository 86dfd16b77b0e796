import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { ErrorCode } from '~/models/errors';

/** Where an image goes: a numbered slot, or what has one image alone. */
export type UploadPlace = number | 'selfie' | 'event-image';

/** An upload as it lies on this device until the server has it (rule `uploads.kept`). */
export interface KeptUpload {
  /** What the server knows it by: 32 hexadecimal digits. */
  id: string;
  userId: number;
  position: UploadPlace;
  /** Whether another free slot will do where this one is taken. */
  anySlot?: boolean;
  name: string;
  type: string;
  /** Its bytes themselves: Safari loses a Blob that is kept. */
  bytes: ArrayBuffer;
  isShrunk: boolean;
  /** Why the server does not take it; null while it waits. */
  refused: ErrorCode | null;
  /** When it was chosen, in milliseconds. */
  chosenAt: number;
}

interface Schema extends DBSchema {
  uploads: { key: string; value: KeptUpload; indexes: { userId: number } };
}

let opening: Promise<IDBPDatabase<Schema>> | undefined;

/** @throws whatever the browser says where nothing can be kept */
function open(): Promise<IDBPDatabase<Schema>> {
  opening ??= openDB<Schema>('snapodium', 1, {
    upgrade(database) {
      database.createObjectStore('uploads', { keyPath: 'id' }).createIndex('userId', 'userId');
    },
    // A newer version of this page wants to change it.
    blocking: (_from, _to, event) => (event.target as IDBDatabase).close(),
    terminated: () => (opening = undefined),
  });
  opening.catch(() => (opening = undefined));
  return opening;
}

/** @throws QuotaExceededError where the device is full, and others where it keeps nothing */
export async function keepUpload(upload: KeptUpload): Promise<void> {
  await (await open()).put('uploads', upload);
}

/** An upload that is still kept. */
export async function readUpload(id: string): Promise<KeptUpload | undefined> {
  return (await open()).get('uploads', id);
}

/** A person's uploads, in the order in which they were chosen; none where nothing can be kept. */
export async function listUploads(userId: number): Promise<KeptUpload[]> {
  try {
    const kept = await (await open()).getAllFromIndex('uploads', 'userId', userId);
    return kept.sort((a, b) => a.chosenAt - b.chosenAt);
  } catch {
    return [];
  }
}

/** The server has it, or nobody wants it any more. */
export async function dropUpload(id: string): Promise<void> {
  await (await open()).delete('uploads', id);
}

/** All that waits on this device, whosever it is. */
export async function listAllUploads(): Promise<KeptUpload[]> {
  return (await open()).getAll('uploads');
}

/** Removes everything that anybody's uploads have left on this device, and stops those on their way. */
export async function dropAllUploads(): Promise<void> {
  if (!('indexedDB' in globalThis)) return;
  await (await open()).clear('uploads');
  tellTabs({ all: true });
}

/** The lock under which an upload is sent, by one tab or the service worker. */
export const lockName = (id: string) => `snapodium upload ${id}`;

/** What the service worker is woken for. */
export const UPLOADS_SYNC = 'uploads';

/** What tabs and the service worker tell each other: that an upload is new, how far it is, that it or all are gone. */
export type UploadMessage = { id: string; percent?: number; isNew?: true } | { all: true };

/** Opens the channel for it; null where the browser has none. */
export function openChannel(): BroadcastChannel | null {
  return 'BroadcastChannel' in globalThis ? new BroadcastChannel('snapodium-uploads') : null;
}

/** Says something to all tabs, this one included. */
export function tellTabs(message: UploadMessage): void {
  const channel = openChannel();
  channel?.postMessage(message);
  channel?.close();
}
