import { isEndedCode } from '~/models/error-code';
import type { ErrorCode } from '~/models/errors';
import type { Said } from '~/browser/answer';
import { askForSync } from './ask-for-sync';
import { waitBeforeNext } from './busy-wait';
import {
  dropUpload,
  storeUpload,
  listUploads,
  lockName,
  openChannel,
  readUpload,
  type PendingUpload,
  type UploadMessage,
} from './pending-uploads';
import { ANSWERED } from '~/browser/reach';
import { inSendOrder } from './send-order';
import { sendUpload, type UploadFailure } from './send-upload';
import { shrinkInTurn } from './shrink-photo';
import {
  addEntry,
  ended,
  entries,
  removeEntry,
  show,
  showArrived,
  tell,
  type Entry,
} from './upload-views';

// The photos that this page sends (rule `uploads.pending`). Each is stored on the device first, and sent under
// its own lock, so that only one of several tabs and the service worker sends it. The other tabs follow over
// a channel and show it too. Photos share the connection: the next one starts once the previous one has been
// sent completely.

/**
 * Refusals that have nothing to do with the photo: another session, an ended event, a full disk. A later
 * visit tries again.
 */
const isPassing = (reason: ErrorCode) =>
  ['authentication_required', 'access_denied', 'disk_full'].includes(reason) || isEndedCode(reason);

/**
 * The first pause before a server that did not answer is asked again, in seconds. Later pauses are longer.
 */
const AGAIN_S = 5;

/** Starts an upload for a photo that was just chosen. */
export async function begin(entry: Entry, file: File): Promise<void> {
  listenForChanges();
  try {
    entry.upload.bytes = await file.arrayBuffer();
  } catch {
    // The device has removed the file, or cannot read it.
    return fail(entry, 'invalid_image');
  }
  await store(entry);
  if (entry.isStored) channel()?.postMessage({ id: entry.upload.id, isNew: true });
  await proceed(entry);
}

/** Whose uploads this page shows. */
let shownUser: number | null = null;

/**
 * Continues the uploads that an earlier visit left on this device. Call it once a user is known to be signed
 * in.
 */
export async function resumeUploads(userId: number): Promise<void> {
  listenForChanges();
  shownUser = userId;
  for (const upload of await listUploads(userId)) adopt(upload);
}

function adopt(upload: PendingUpload): void {
  if (entries.has(upload.id) || ended.has(upload.id)) return;
  const preview = new Blob([upload.bytes], { type: upload.type });
  const entry = addEntry(upload, preview);
  entry.isStored = true;
  if (upload.refused) show(entry, { phase: 'failed', reason: upload.refused });
  else void proceed(entry);
}

/** Sends a waiting or failed upload again, now. */
export function retryUpload(id: string): void {
  const entry = entries.get(id);
  if (entry) void again(entry);
}

/** Sends an upload into another slot, because its own was taken. */
export function moveUpload(id: string, position: number): void {
  const entry = entries.get(id);
  if (!entry) return;
  entry.upload = { ...entry.upload, position };
  entry.view = { ...entry.view, slot: { userId: entry.upload.userId, position } };
  void again(entry);
}

async function again(entry: Entry): Promise<void> {
  entry.upload = { ...entry.upload, refused: null };
  entry.tries = 0;
  if (entry.isStored) await store(entry);
  await proceed(entry);
}

async function store(entry: Entry): Promise<void> {
  try {
    await storeUpload(entry.upload);
    // The user has taken it back meanwhile.
    if (!entries.has(entry.upload.id)) return await drop(entry);
    entry.isStored = true;
  } catch {
    // Its earlier version is still stored.
    if (!entry.isStored) tell({ kind: 'unstored' });
  }
}

/** Deletes an upload from the device, and tells other tabs. */
export async function drop({ upload: { id } }: Entry): Promise<void> {
  await dropUpload(id).catch(() => undefined);
  channel()?.postMessage({ id });
}

/** Shrinks an upload if necessary, and sends it. A waiting one is tried again later. */
async function proceed(entry: Entry): Promise<void> {
  if (entry.isBusy) return;
  entry.isBusy = true;
  clearTimeout(entry.timer);
  try {
    show(entry, { phase: 'preparing' });
    await underLock(entry, async () => {
      if (!(await isStillWanted(entry))) return;
      if (!entry.upload.isShrunk) await shrink(entry);
      await inSendOrder((onLeft) => send(entry, onLeft));
    });
  } catch {
    if (!entry.abort.signal.aborted) fail(entry, 'unknown');
  } finally {
    entry.isBusy = false;
  }
}

/** Another tab or the service worker may have held the lock before, and sent the upload or had it refused. */
async function isStillWanted(entry: Entry): Promise<boolean> {
  const upload = entry.isStored ? await readAgain(entry) : entry.upload;
  if (!upload) {
    removeEntry(entry, 'gone');
    tell({ kind: 'changed' });
    return false;
  }
  entry.upload = upload;
  if (!upload.refused) return true;
  fail(entry, upload.refused);
  return false;
}

/** Replaces the photo by a smaller one. */
async function shrink(entry: Entry): Promise<void> {
  const { bytes, name, type } = entry.upload;
  const file = await shrinkInTurn(new File([bytes], name, { type }), entry.abort.signal);
  const shrunk = { name: file.name, type: file.type, bytes: await file.arrayBuffer() };
  entry.upload = { ...entry.upload, ...shrunk, isShrunk: true };
  if (entry.isStored) await store(entry);
}

/**
 * Only one of all tabs and the service worker sends an upload. Without locks several may, and the server
 * stores the upload once.
 */
async function underLock(entry: Entry, work: () => Promise<void>): Promise<void> {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks || !entry.isStored) return work();
  await locks.request(lockName(entry.upload.id), { signal: entry.abort.signal }, work);
}

async function send(entry: Entry, onLeft: () => void): Promise<void> {
  entry.abort.signal.throwIfAborted();
  show(entry, { phase: 'sending', percent: 0 });
  entry.tries += 1;
  const { failure, retryAfter, toast, position } = await sendUpload(entry.upload, {
    signal: entry.abort.signal,
    onLeft,
    onProgress: (percent) => {
      show(entry, { phase: 'sending', percent });
      channel()?.postMessage({ id: entry.upload.id, percent });
    },
  });
  // The photo was deleted after it had been stored, so it is not wanted any more.
  if (failure === null || failure === 'photo_not_found') {
    showArrived(entry, position ?? entry.view.slot.position);
    await drop(entry);
    tell({ kind: 'arrived', slot: entry.view.slot, toast });
  } else if (failure === 'offline' || failure === 'busy') {
    show(entry, { phase: 'waiting' });
    const wait = waitBeforeNext(entry.tries, retryAfter >= 0 ? retryAfter : AGAIN_S);
    entry.timer = setTimeout(() => void proceed(entry), wait);
    void askForSync();
  } else {
    await refuse(entry, failure, toast);
  }
}

async function readAgain(entry: Entry): Promise<PendingUpload | undefined> {
  try {
    return await readUpload(entry.upload.id);
  } catch {
    // It cannot be read, but is still in memory.
    return entry.upload;
  }
}

async function refuse(entry: Entry, reason: ErrorCode, toast: Said | null): Promise<void> {
  if (!isPassing(reason)) {
    entry.upload = { ...entry.upload, refused: reason };
    if (entry.isStored) await store(entry);
  }
  fail(entry, reason, toast);
}

/** @param toast the server's notice */
function fail(entry: Entry, reason: UploadFailure, toast: Said | null = null): void {
  if (!entries.has(entry.upload.id)) return;
  const failed = { phase: 'failed', reason } as const;
  show(entry, failed);
  tell({ kind: 'failed', view: { ...entry.view, ...failed }, toast });
}

let isListening = false;

/** Listens for a connection, for the page becoming visible, and for other tabs. */
function listenForChanges(): void {
  if (isListening) return;
  isListening = true;
  channel();
  window.addEventListener('online', sendWaiting);
  window.addEventListener(ANSWERED, sendWaiting);
  window.addEventListener('pageshow', sendWaiting);
  document.addEventListener('visibilitychange', () => document.hidden || sendWaiting());
}

/** Sends all waiting uploads now. */
export function sendWaiting(): void {
  for (const entry of entries.values()) {
    if (entry.view.phase !== 'waiting') continue;
    entry.tries = 0;
    void proceed(entry);
  }
}

let channelOfTabs: BroadcastChannel | null | undefined;

function hear(message: UploadMessage): void {
  if ('allBefore' in message) {
    // The person has left this device.
    const left = [...entries.values()].filter(({ upload }) => upload.chosenAt < message.allBefore);
    left.forEach(forget);
    return;
  }
  const entry = entries.get(message.id);
  const { percent, isNew } = message;
  if (isNew) void adoptNew(message.id);
  else if (!entry) return;
  else if (percent === undefined) {
    forget(entry);
    tell({ kind: 'changed' });
  } else if (entry.view.phase === 'preparing' || entry.view.phase === 'sending') {
    show(entry, { phase: 'sending', percent });
  }
}

/** Shows an upload that another tab has started. Whichever holds the lock sends it. */
async function adoptNew(id: string): Promise<void> {
  const upload = await readUpload(id).catch(() => undefined);
  if (upload?.userId === shownUser) adopt(upload);
}

function forget(entry: Entry): void {
  removeEntry(entry, 'gone');
  entry.abort.abort();
}

/** The channel on which tabs report progress and removals. */
function channel(): BroadcastChannel | null {
  if (channelOfTabs === undefined) {
    channelOfTabs = openChannel();
    channelOfTabs?.addEventListener('message', ({ data }: MessageEvent<UploadMessage>) =>
      hear(data),
    );
  }
  return channelOfTabs;
}
