import { isEndedCode } from '~/models/error-code';
import type { ErrorCode } from '~/models/errors';
import type { Said } from '~/browser/answer';
import { askForSync } from './ask-for-sync';
import { waitBeforeNext } from './busy-wait';
import {
  dropUpload,
  keepUpload,
  listUploads,
  lockName,
  openChannel,
  readUpload,
  type KeptUpload,
  type UploadMessage,
} from './pending-uploads';
import { ANSWERED } from '~/browser/reach';
import { sendUpload, type UploadFailure } from './send-upload';
import { shrinkPhoto } from './shrink-photo';
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

// The photos on their way from this page (rule `uploads.kept`). Each is kept on the device before anything
// else is done with it, and sent under a lock of its own, so that of several tabs, and of the service
// worker, one sends it. Other tabs are told over a channel, and show it too. Photos share the line: the next
// one begins once all of the one before has left this device.

/** Refusals that are not of the photo: of another session, an ended event, a full disk. A later visit tries again. */
const isPassing = (reason: ErrorCode) =>
  ['authentication_required', 'access_denied', 'disk_full'].includes(reason) || isEndedCode(reason);

/** When a server that did not answer is asked again, in seconds; then after longer and longer. */
const AGAIN_S = 5;

/** Sees to a photo that was just chosen. */
export async function begin(entry: Entry, file: File): Promise<void> {
  listenToTheWorld();
  try {
    entry.kept.bytes = await file.arrayBuffer();
  } catch {
    // The device has taken it away, or cannot read it.
    return fail(entry, 'invalid_image');
  }
  await keep(entry);
  if (entry.isKept) channel()?.postMessage({ id: entry.kept.id, isNew: true });
  await go(entry);
}

/** Whose uploads this page shows. */
let shownUser: number | null = null;

/** Takes up what an earlier visit has left on this device; call it once somebody is known to be signed in. */
export async function resumeUploads(userId: number): Promise<void> {
  listenToTheWorld();
  shownUser = userId;
  for (const kept of await listUploads(userId)) adopt(kept);
}

function adopt(kept: KeptUpload): void {
  if (entries.has(kept.id) || ended.has(kept.id)) return;
  const preview = new Blob([kept.bytes], { type: kept.type });
  const entry = addEntry(kept, preview);
  entry.isKept = true;
  if (kept.refused) show(entry, { phase: 'failed', reason: kept.refused });
  else void go(entry);
}

/** Sends what waits or failed once more, now. */
export function retryUpload(id: string): void {
  const entry = entries.get(id);
  if (entry) void again(entry);
}

/** Sends into another slot what found its own taken. */
export function moveUpload(id: string, position: number): void {
  const entry = entries.get(id);
  if (!entry) return;
  entry.kept = { ...entry.kept, position };
  entry.view = { ...entry.view, slot: { userId: entry.kept.userId, position } };
  void again(entry);
}

async function again(entry: Entry): Promise<void> {
  entry.kept = { ...entry.kept, refused: null };
  entry.tries = 0;
  if (entry.isKept) await keep(entry);
  await go(entry);
}

async function keep(entry: Entry): Promise<void> {
  try {
    await keepUpload(entry.kept);
    // Taken back meanwhile.
    if (!entries.has(entry.kept.id)) return await drop(entry);
    entry.isKept = true;
  } catch {
    // What was kept of it before still is.
    if (!entry.isKept) tell({ kind: 'unkept' });
  }
}

/** Removes what is kept of an upload, and tells other tabs. */
export async function drop({ kept: { id } }: Entry): Promise<void> {
  await dropUpload(id).catch(() => undefined);
  channel()?.postMessage({ id });
}

/** Shrinks an upload where that is still to be done, and sends it. What waits is tried again later. */
async function go(entry: Entry): Promise<void> {
  if (entry.isBusy) return;
  entry.isBusy = true;
  clearTimeout(entry.timer);
  try {
    show(entry, { phase: 'preparing' });
    await underLock(entry, async () => {
      if (!(await isStillWanted(entry))) return;
      if (!entry.kept.isShrunk) await shrinkInTurn(entry);
      await inLine((onLeft) => send(entry, onLeft));
    });
  } catch {
    if (!entry.abort.signal.aborted) fail(entry, 'unknown');
  } finally {
    entry.isBusy = false;
  }
}

/** Another tab or the service worker may have had the lock before, and have sent it or been refused. */
async function isStillWanted(entry: Entry): Promise<boolean> {
  const kept = entry.isKept ? await readAgain(entry) : entry.kept;
  if (!kept) {
    removeEntry(entry, 'gone');
    tell({ kind: 'changed' });
    return false;
  }
  entry.kept = kept;
  if (!kept.refused) return true;
  fail(entry, kept.refused);
  return false;
}

let line: Promise<unknown> = Promise.resolve();

/**
 * One upload after the other: on a slow connection the first one is in before the next one takes its share.
 * @param work calls `onLeft` once all of it has left this device; the answer holds nobody up
 */
function inLine(work: (onLeft: () => void) => Promise<void>): Promise<void> {
  let end: Promise<void> = Promise.resolve();
  const turn = line.then(
    () =>
      new Promise<void>((onLeft) => {
        end = work(onLeft);
        void end.catch(() => undefined).then(onLeft);
      }),
  );
  line = turn;
  return turn.then(() => end);
}

let shrinking: Promise<unknown> = Promise.resolve();

/** One after the other: several whole photos are more than a cheap phone's memory holds. */
function shrinkInTurn(entry: Entry): Promise<void> {
  const turn = shrinking.then(async () => {
    const { signal } = entry.abort;
    signal.throwIfAborted();
    const { bytes, name, type } = entry.kept;
    const file = await shrinkPhoto(new File([bytes], name, { type }), signal);
    const shrunk = { name: file.name, type: file.type, bytes: await file.arrayBuffer() };
    entry.kept = { ...entry.kept, ...shrunk, isShrunk: true };
    if (entry.isKept) await keep(entry);
  });
  shrinking = turn.catch(() => undefined);
  return turn;
}

/** Of all tabs and the service worker one sends an upload; where there are no locks, the server's memory helps. */
async function underLock(entry: Entry, work: () => Promise<void>): Promise<void> {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks || !entry.isKept) return work();
  await locks.request(lockName(entry.kept.id), { signal: entry.abort.signal }, work);
}

async function send(entry: Entry, onLeft: () => void): Promise<void> {
  entry.abort.signal.throwIfAborted();
  show(entry, { phase: 'sending', percent: 0 });
  entry.tries += 1;
  const { failure, retryAfter, toast, position } = await sendUpload(entry.kept, {
    signal: entry.abort.signal,
    onLeft,
    onProgress: (percent) => {
      show(entry, { phase: 'sending', percent });
      channel()?.postMessage({ id: entry.kept.id, percent });
    },
  });
  // Deleted since it was stored: nobody wants it any more.
  if (failure === null || failure === 'photo_not_found') {
    showArrived(entry, position ?? entry.view.slot.position);
    await drop(entry);
    tell({ kind: 'arrived', slot: entry.view.slot, toast });
  } else if (failure === 'offline' || failure === 'busy') {
    show(entry, { phase: 'waiting' });
    const wait = waitBeforeNext(entry.tries, retryAfter >= 0 ? retryAfter : AGAIN_S);
    entry.timer = setTimeout(() => void go(entry), wait);
    void askForSync();
  } else {
    await refuse(entry, failure, toast);
  }
}

async function readAgain(entry: Entry): Promise<KeptUpload | undefined> {
  try {
    return await readUpload(entry.kept.id);
  } catch {
    // What cannot be read is still in memory.
    return entry.kept;
  }
}

async function refuse(entry: Entry, reason: ErrorCode, toast: Said | null): Promise<void> {
  if (!isPassing(reason)) {
    entry.kept = { ...entry.kept, refused: reason };
    if (entry.isKept) await keep(entry);
  }
  fail(entry, reason, toast);
}

/** @param toast what the server says of it */
function fail(entry: Entry, reason: UploadFailure, toast: Said | null = null): void {
  if (!entries.has(entry.kept.id)) return;
  const failed = { phase: 'failed', reason } as const;
  show(entry, failed);
  tell({ kind: 'failed', view: { ...entry.view, ...failed }, toast });
}

let isListening = false;

/** Hears that there is a connection again, that the page is looked at again, and what other tabs do. */
function listenToTheWorld(): void {
  if (isListening) return;
  isListening = true;
  channel();
  window.addEventListener('online', sendWaiting);
  window.addEventListener(ANSWERED, sendWaiting);
  window.addEventListener('pageshow', sendWaiting);
  document.addEventListener('visibilitychange', () => document.hidden || sendWaiting());
}

/** Sends all that waits, now. */
export function sendWaiting(): void {
  for (const entry of entries.values()) {
    if (entry.view.phase !== 'waiting') continue;
    entry.tries = 0;
    void go(entry);
  }
}

let channelOfTabs: BroadcastChannel | null | undefined;

function hear(message: UploadMessage): void {
  if ('all' in message) {
    // Whoever it was is gone from this device.
    for (const entry of [...entries.values()]) forget(entry);
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

/** Shows what another tab has begun to send; whichever has the lock sends it. */
async function adoptNew(id: string): Promise<void> {
  const kept = await readUpload(id).catch(() => undefined);
  if (kept?.userId === shownUser) adopt(kept);
}

function forget(entry: Entry): void {
  removeEntry(entry, 'gone');
  entry.abort.abort();
}

/** Where tabs tell each other how far an upload is, and that one is gone. */
function channel(): BroadcastChannel | null {
  if (channelOfTabs === undefined) {
    channelOfTabs = openChannel();
    channelOfTabs?.addEventListener('message', ({ data }: MessageEvent<UploadMessage>) =>
      hear(data),
    );
  }
  return channelOfTabs;
}
