import { useSyncExternalStore } from 'react';
import { paths } from '~/paths';
import { sendUpload, type UploadFailure } from './send-upload';
import { shrinkPhoto } from './shrink-photo';

/** An upload into one slot. It lives outside the screen, so that changing tabs does not end it. */
export type PhotoUpload = {
  file: File;
  /** The picture as this device has it. */
  previewUrl: string;
} & (
  | { phase: 'preparing' }
  | { phase: 'sending'; percent: number }
  | { phase: 'arrived' }
  | { phase: 'failed'; reason: UploadFailure }
);

interface Entry {
  upload: PhotoUpload;
  abort: AbortController;
}

const entries = new Map<string, Entry>();
const listeners = new Set<() => void>();

/** Whose slot: uploads of one signed-in user never show for another. */
export interface SlotKey {
  userId: number;
  position: number;
}

const keyOf = ({ userId, position }: SlotKey) => `${userId}/${position}`;

/** The upload into a slot, if there is one; redraws as it goes on. */
export function usePhotoUpload(slot: SlotKey): PhotoUpload | null {
  return useSyncExternalStore(
    subscribe,
    () => entries.get(keyOf(slot))?.upload ?? null,
    () => null,
  );
}

/**
 * Shrinks and sends a photo into a slot; several slots may send at once.
 * @returns what went wrong, null when it arrived, `cancelled` when the person changed their mind
 */
export async function startUpload(
  slot: SlotKey,
  file: File,
): Promise<UploadFailure | 'cancelled' | null> {
  const key = keyOf(slot);
  forgetUpload(slot);
  const abort = new AbortController();
  const base = { file, previewUrl: URL.createObjectURL(file) };
  const entry: Entry = { abort, upload: { ...base, phase: 'preparing' } };
  const show = (upload: PhotoUpload) => {
    entry.upload = upload;
    notify();
  };
  entries.set(key, entry);
  notify();

  try {
    const shrunk = await shrinkInTurn(file, abort.signal);
    abort.signal.throwIfAborted();
    show({ ...base, phase: 'sending', percent: 0 });
    const reason = await sendUpload({
      url: paths.photoAdd(),
      fields: { position: String(slot.position) },
      file: shrunk,
      signal: abort.signal,
      onProgress: (percent) => show({ ...base, phase: 'sending', percent }),
    });
    show(reason ? { ...base, phase: 'failed', reason } : { ...base, phase: 'arrived' });
    return reason;
  } catch {
    if (entries.get(key) === entry) forgetUpload(slot);
    return 'cancelled';
  }
}

let shrinking: Promise<unknown> = Promise.resolve();

/** One after the other: several whole photos are more than a cheap phone's memory holds. */
function shrinkInTurn(file: File, signal: AbortSignal): Promise<File> {
  const turn = shrinking.then(() => {
    signal.throwIfAborted();
    return shrinkPhoto(file, signal);
  });
  shrinking = turn.catch(() => undefined);
  return turn;
}

/** Stops an upload, or clears away what is left of one. */
export function forgetUpload(slot: SlotKey): void {
  const entry = entries.get(keyOf(slot));
  if (!entry) return;
  entries.delete(keyOf(slot));
  entry.abort.abort();
  URL.revokeObjectURL(entry.upload.previewUrl);
  notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function isSending(): boolean {
  return [...entries.values()].some(
    ({ upload }) => upload.phase === 'preparing' || upload.phase === 'sending',
  );
}

let isGuarded = false;

/** Leaving the page is asked about only while something is being sent. */
function notify(): void {
  if (isSending() !== isGuarded) {
    isGuarded = !isGuarded;
    if (isGuarded) window.addEventListener('beforeunload', askBeforeLeaving);
    else window.removeEventListener('beforeunload', askBeforeLeaving);
  }
  for (const listener of listeners) listener();
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
