import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { ErrorCode } from '~/models/errors';
import type { MissionKey } from '~/models/mission/rules';

/** Where an image goes: a numbered slot, or a place for a single image. */
export type UploadPlace = number | 'selfie' | 'event-image';

/** An upload that is stored on this device until the server has it (rule `uploads.pending`). */
export interface PendingUpload {
  /** The name under which the server knows it: 32 hexadecimal digits. */
  id: string;
  userId: number;
  position: UploadPlace;
  /** Whether another free slot will do if this one is taken. */
  anySlot?: boolean;
  /** What its owner says about the photo (rule `photos.caption`). */
  caption?: string;
  /** The mission it was taken for (rule `missions.photo`). */
  missionId?: MissionKey;
  name: string;
  type: string;
  /** The bytes themselves, because Safari loses stored Blobs. */
  bytes: ArrayBuffer;
  isShrunk: boolean;
  /** Why the server refuses it; null while it waits. */
  refused: ErrorCode | null;
  /** When it was chosen, in ms since 1970. */
  chosenAt: number;
}

interface Schema extends DBSchema {
  uploads: { key: string; value: PendingUpload; indexes: { userId: number } };
}

let opening: Promise<IDBPDatabase<Schema>> | undefined;

/** @throws the browser's error if nothing can be stored */
function open(): Promise<IDBPDatabase<Schema>> {
  opening ??= openDB<Schema>('snapodium', 1, {
    upgrade(database) {
      database.createObjectStore('uploads', { keyPath: 'id' }).createIndex('userId', 'userId');
    },
    // A newer version of this page wants to change the database.
    blocking: (_from, _to, event) => (event.target as IDBDatabase).close(),
    terminated: () => (opening = undefined),
  });
  opening.catch(() => (opening = undefined));
  return opening;
}

/**
 * Stores an upload.
 * @throws QuotaExceededError if the device is full, other errors if it cannot store anything
 */
export async function storeUpload(upload: PendingUpload): Promise<void> {
  await (await open()).put('uploads', upload);
}

/** An upload that is still stored. */
export async function readUpload(id: string): Promise<PendingUpload | undefined> {
  return (await open()).get('uploads', id);
}

/** A person's uploads in the order in which they were chosen; empty if nothing can be stored. */
export async function listUploads(userId: number): Promise<PendingUpload[]> {
  try {
    const pending = await (await open()).getAllFromIndex('uploads', 'userId', userId);
    return pending.sort((a, b) => a.chosenAt - b.chosenAt);
  } catch {
    return [];
  }
}

/** Deletes an upload because the server has it or the user took it back. */
export async function dropUpload(id: string): Promise<void> {
  await (await open()).delete('uploads', id);
}

/** All pending uploads on this device, whoever chose them. */
export async function listAllUploads(): Promise<PendingUpload[]> {
  return (await open()).getAll('uploads');
}

/** Deletes all pending uploads on this device, whoever chose them, and stops those that are being sent. */
export async function dropAllUploads(): Promise<void> {
  if (!('indexedDB' in globalThis)) return;
  const at = Date.now();
  await (await open()).clear('uploads');
  tellTabs({ allBefore: at });
}

/** The name of the lock for sending an upload. One tab or the service worker holds it. */
export const lockName = (id: string) => `snapodium upload ${id}`;

/** The tag of the background sync. */
export const UPLOADS_SYNC = 'uploads';

/**
 * What tabs and the service worker tell each other: an upload is new, its progress, or that it is gone, or all
 * that were chosen before a moment in ms since 1970. The person who signs in then may have chosen others by the
 * time the message arrives.
 */
export type UploadMessage = { id: string; percent?: number; isNew?: true } | { allBefore: number };

/** Opens the channel for these messages; null if the browser has none. */
export function openChannel(): BroadcastChannel | null {
  return 'BroadcastChannel' in globalThis ? new BroadcastChannel('snapodium-uploads') : null;
}

/** Sends a message to all tabs, this one included. */
export function tellTabs(message: UploadMessage): void {
  const channel = openChannel();
  channel?.postMessage(message);
  channel?.close();
}
