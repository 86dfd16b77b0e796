import { waitForServer } from '~/browser/reach';
import type { PendingUpload } from './pending-uploads';
import type * as queue from './upload-queue';
import { addEntry, entries, isSlots, removeEntry, tell, type SlotKey } from './upload-views';

// What screens can do with uploads before the queue's code is loaded.

type Queue = typeof queue;
let loading: Promise<Queue> | undefined;

/** Uses the queue, whose code is loaded after the page. If it cannot be loaded, it is requested again. */
export async function withQueue(work: (queue: Queue) => void): Promise<void> {
  for (;;) {
    try {
      loading ??= import('./upload-queue');
      return work(await loading);
    } catch {
      loading = undefined;
      await waitForServer(null);
    }
  }
}

/**
 * Stores, shrinks and sends a photo for a slot. It replaces a photo that was refused there, and any other
 * image in a place for a single image, but never a photo that is being sent.
 * @param options.anySlot whether another free slot will do
 * @param options.caption a photo's caption, sent with it
 * @param options.missionId the mission it was taken for
 * @param options.isShrunk whether the file is small already
 * @returns the upload's id
 */
export function startUpload(
  slot: SlotKey,
  file: File,
  options: Partial<Pick<PendingUpload, 'anySlot' | 'caption' | 'missionId' | 'isShrunk'>> = {},
): string {
  for (const { upload, view } of entries.values()) {
    const isOver = view.phase === 'failed' || view.phase === 'arrived';
    const isPhoto = typeof slot.position === 'number';
    if (isSlots(view.slot, slot) && (isOver || !isPhoto)) discardUpload(upload.id);
  }
  const { name, type } = file;
  const bytes = new ArrayBuffer(0);
  const what = { isShrunk: false, ...slot, ...options, name, type, bytes, refused: null };
  const entry = addEntry({ id: newId(), ...what, chosenAt: Date.now() }, file);
  void withQueue((queue) => void queue.begin(entry, file));
  return entry.upload.id;
}

/** Takes an upload back, or removes a failed one. */
export function discardUpload(id: string): void {
  const entry = entries.get(id);
  if (!entry) return;
  const hasArrived = entry.view.phase === 'arrived';
  removeEntry(entry, hasArrived ? 'arrived' : 'gone');
  entry.abort.abort();
  if (hasArrived) return;
  void withQueue((queue) => void queue.drop(entry));
  // The server may have stored it just now.
  tell({ kind: 'changed' });
}

/** 128 random bits. `crypto.randomUUID` is missing on pages without TLS. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
