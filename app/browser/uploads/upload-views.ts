import { useEffect, useSyncExternalStore } from 'react';
import type { Said } from '~/browser/answer';
import type { PendingUpload, UploadPlace } from './pending-uploads';
import type { UploadFailure } from './send-upload';

// What this page knows about uploads, for its screens to show. `upload-queue` does the work.

/** An upload as screens show it. */
export type UploadView = Shown & Phase;

interface Shown {
  id: string;
  slot: SlotKey;
  /** The picture on this device. */
  previewUrl: string;
}

type Phase =
  | { phase: 'preparing' }
  /** Waits for a connection, or until the server has room for it, and then continues by itself. */
  | { phase: 'waiting' }
  | { phase: 'sending'; percent: number }
  | { phase: 'arrived' }
  | { phase: 'failed'; reason: UploadFailure };

/** The state of an upload; `gone` if the user took it back or another tab finished it. */
export type UploadPhase = UploadView['phase'] | 'gone';

/** A member's slot, so that one person's uploads never show for another. */
export interface SlotKey {
  userId: number;
  position: UploadPlace;
}

/** A numbered slot for a photo. */
export interface PhotoSlot extends SlotKey {
  position: number;
}

/** What a screen may have to do or to say. */
export type UploadNews =
  /** Something arrived, or may have: the screen has to reload. */
  | { kind: 'changed' }
  /** An upload arrived, with the server's notice. */
  | { kind: 'arrived'; slot: SlotKey; toast: Said | null }
  | { kind: 'failed'; view: Extract<UploadView, { phase: 'failed' }>; toast: Said | null }
  /** The device has no room: the photo is lost if this page is closed before it has arrived. */
  | { kind: 'unstored' };

/** An upload of this page. */
export interface Entry {
  upload: PendingUpload;
  /** Whether it is stored on the device, and not only in this page's memory. */
  isStored: boolean;
  view: UploadView;
  abort: AbortController;
  tries: number;
  isBusy: boolean;
  timer?: ReturnType<typeof setTimeout>;
}

/** The uploads by id, in the order in which they were chosen. */
export const entries = new Map<string, Entry>();
const listeners = new Set<() => void>();
let version = 0;

/** Whether both are the same person's slot. */
export const isSlots = (slot: SlotKey, { userId, position }: SlotKey) =>
  slot.userId === userId && slot.position === position;

/** How many components show the upload of each slot. */
const drawn = new Map<string, number>();
const keyOf = ({ userId, position }: SlotKey) => `${userId}/${position}`;

/** Whether a component shows the upload of a slot. If so, no toast has to report it. */
export const isDrawn = (slot: SlotKey) => (drawn.get(keyOf(slot)) ?? 0) > 0;

/** The upload of a slot, if there is one. Re-renders on progress. */
export function useSlotUpload(slot: SlotKey): UploadView | null {
  const key = keyOf(slot);
  useEffect(() => {
    drawn.set(key, (drawn.get(key) ?? 0) + 1);
    return () => void drawn.set(key, (drawn.get(key) ?? 1) - 1);
  }, [key]);
  return useSyncExternalStore(
    subscribe,
    () => viewsOf(({ view }) => isSlots(view.slot, slot)).at(-1) ?? null,
    () => null,
  );
}

/** A person's uploads that the server does not have yet, in the order in which they were chosen. */
export function useWaitingUploads(userId: number | null): readonly UploadView[] {
  useSyncExternalStore(
    subscribe,
    () => version,
    () => 0,
  );
  return viewsOf(({ view }) => view.slot.userId === userId && view.phase !== 'arrived');
}

function viewsOf(isWanted: (entry: Entry) => boolean): UploadView[] {
  return [...entries.values()].filter(isWanted).map(({ view }) => view);
}

/** The states of uploads, including those that a screen has dismissed. */
export function useUploadPhases(ids: readonly string[]): UploadPhase[] {
  useSyncExternalStore(
    subscribe,
    () => version,
    () => 0,
  );
  return ids.map((id) => entries.get(id)?.view.phase ?? ended.get(id) ?? 'gone');
}

/** How the uploads ended that are not shown any more. */
export const ended = new Map<string, 'arrived' | 'gone'>();

/** The slots that this page has filled, and when, in ms since 1970. */
const filled: { slot: PhotoSlot; at: number }[] = [];

/** A person's slots that this page has filled since a moment. */
export const filledSince = (userId: number, moment: number): PhotoSlot[] =>
  filled.filter(({ slot, at }) => slot.userId === userId && at >= moment).map(({ slot }) => slot);

/** Shows that the server has the upload, in this place. */
export function showArrived(entry: Entry, position: UploadPlace): void {
  const { userId } = entry.view.slot;
  entry.view.slot = { userId, position };
  if (typeof position === 'number') filled.push({ slot: { userId, position }, at: Date.now() });
  show(entry, { phase: 'arrived' });
}

/** Removes an upload that its screen has shown as arrived. */
export function forgetArrived(id: string): void {
  const entry = entries.get(id);
  if (entry?.view.phase === 'arrived') removeEntry(entry, 'arrived');
}

/** Starts to show an upload. */
export function addEntry(upload: PendingUpload, preview: Blob): Entry {
  const { id, userId, position } = upload;
  const view: UploadView = {
    id,
    slot: { userId, position },
    previewUrl: URL.createObjectURL(preview),
    phase: 'preparing',
  };
  const abort = new AbortController();
  const entry: Entry = { upload, isStored: false, view, abort, tries: 0, isBusy: false };
  entries.set(id, entry);
  notify();
  return entry;
}

/** Stops showing an upload, and remembers how it ended. */
export function removeEntry(entry: Entry, how: 'arrived' | 'gone'): void {
  if (!entries.delete(entry.upload.id)) return;
  clearTimeout(entry.timer);
  ended.set(entry.upload.id, how);
  URL.revokeObjectURL(entry.view.previewUrl);
  notify();
}

/** Shows an upload's progress. */
export function show(entry: Entry, phase: Phase): void {
  const { id, slot, previewUrl } = entry.view;
  entry.view = { id, slot, previewUrl, ...phase };
  notify();
}

const newsListeners = new Set<(news: UploadNews) => void>();
/** News that nobody listened to yet. */
let missedNews: UploadNews[] = [];

/** Listens to news of uploads, including those from before it is called. */
export function onUploadNews(listener: (news: UploadNews) => void): () => void {
  newsListeners.add(listener);
  const missed = missedNews;
  missedNews = [];
  missed.forEach(listener);
  return () => newsListeners.delete(listener);
}

/** Sends news to the listeners, or stores it until there is one. */
export function tell(news: UploadNews): void {
  if (newsListeners.size === 0) missedNews.push(news);
  for (const listener of newsListeners) listener(news);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let isGuarded = false;

/** The browser asks before the page is closed only while an upload would be lost with it. */
function notify(): void {
  version += 1;
  const isAtRisk = [...entries.values()].some(
    ({ isStored, view: { phase } }) => !isStored && phase !== 'arrived' && phase !== 'failed',
  );
  if (isAtRisk !== isGuarded) {
    isGuarded = isAtRisk;
    if (isAtRisk) window.addEventListener('beforeunload', askBeforeLeaving);
    else window.removeEventListener('beforeunload', askBeforeLeaving);
  }
  for (const listener of listeners) listener();
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
