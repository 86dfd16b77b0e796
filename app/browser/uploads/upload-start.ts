import { waitForServer } from '~/browser/reach';
import type * as queue from './upload-queue';
import { addEntry, entries, isSlots, removeEntry, tell, type SlotKey } from './upload-views';

// What screens do with uploads, before the code that sees to them is there.

type Queue = typeof queue;
let loading: Promise<Queue> | undefined;

/** Does something with the queue, whose code comes after the page: out of reach, it is asked for again. */
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
 * Keeps, shrinks and sends a photo into a slot. It takes the place of a photo that was refused there, and of
 * another image where there is one alone; never of a photo that is on its way.
 * @param options.anySlot whether another free slot will do
 * @returns the upload's id
 */
export function startUpload(
  slot: SlotKey,
  file: File,
  { anySlot }: { anySlot?: boolean } = {},
): string {
  for (const { kept, view } of entries.values()) {
    const isOver = view.phase === 'failed' || view.phase === 'arrived';
    const isPhoto = typeof slot.position === 'number';
    if (isSlots(view.slot, slot) && (isOver || !isPhoto)) discardUpload(kept.id);
  }
  const { name, type } = file;
  const bytes = new ArrayBuffer(0);
  const what = { ...slot, anySlot, name, type, bytes, isShrunk: false, refused: null };
  const entry = addEntry({ id: newId(), ...what, chosenAt: Date.now() }, file);
  void withQueue((queue) => void queue.begin(entry, file));
  return entry.kept.id;
}

/** Takes an upload back, or clears away what is left of one. */
export function discardUpload(id: string): void {
  const entry = entries.get(id);
  if (!entry) return;
  const hasArrived = entry.view.phase === 'arrived';
  removeEntry(entry, hasArrived ? 'arrived' : 'gone');
  entry.abort.abort();
  if (hasArrived) return;
  void withQueue((queue) => void queue.drop(entry));
  // It may have been stored just now.
  tell({ kind: 'changed' });
}

/** 128 random bits; `crypto.randomUUID` is missing where the page comes without TLS. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
