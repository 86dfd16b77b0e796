import { useEffect, useSyncExternalStore } from 'react';
import type { Said } from '~/browser/answer';
import type { KeptUpload, UploadPlace } from './pending-uploads';
import type { UploadFailure } from './send-upload';

// What this page knows of uploads, for its screens to draw; `upload-queue` sees to them.

/** An upload as screens show it. */
export type UploadView = Shown & Phase;

interface Shown {
  id: string;
  slot: SlotKey;
  /** The picture as this device has it. */
  previewUrl: string;
}

type Phase =
  | { phase: 'preparing' }
  /** For a connection, or until the server has a place for it; it goes by itself. */
  | { phase: 'waiting' }
  | { phase: 'sending'; percent: number }
  | { phase: 'arrived' }
  | { phase: 'failed'; reason: UploadFailure };

/** What has become of an upload: gone when somebody took it back, or another tab dealt with it. */
export type UploadPhase = UploadView['phase'] | 'gone';

/** Whose slot: uploads of one signed-in user never show for another. */
export interface SlotKey {
  userId: number;
  position: UploadPlace;
}

/** A numbered slot for a photo. */
export interface PhotoSlot extends SlotKey {
  position: number;
}

/** What a screen may have to do or say. */
export type UploadNews =
  /** Something arrived, or may have: what is shown is to be loaded anew. */
  | { kind: 'changed' }
  /** The same, with what the server says of it. */
  | { kind: 'arrived'; slot: SlotKey; toast: Said | null }
  | { kind: 'failed'; view: Extract<UploadView, { phase: 'failed' }>; toast: Said | null }
  /** The device has no room: the photo is lost when this page is closed before it has arrived. */
  | { kind: 'unkept' };

/** An upload of this page. */
export interface Entry {
  kept: KeptUpload;
  /** Whether it lies on the device, and not only in this page's memory. */
  isKept: boolean;
  view: UploadView;
  abort: AbortController;
  tries: number;
  isBusy: boolean;
  timer?: ReturnType<typeof setTimeout>;
}

/** By the upload's id, in the order in which they were chosen. */
export const entries = new Map<string, Entry>();
const listeners = new Set<() => void>();
let version = 0;

/** Whether a slot is this person's at this position. */
export const isSlots = (slot: SlotKey, { userId, position }: SlotKey) =>
  slot.userId === userId && slot.position === position;

/** How many components draw the upload into a slot. */
const drawn = new Map<string, number>();
const keyOf = ({ userId, position }: SlotKey) => `${userId}/${position}`;

/** Whether what becomes of the upload into a slot is seen: then nothing else has to say it. */
export const isDrawn = (slot: SlotKey) => (drawn.get(keyOf(slot)) ?? 0) > 0;

/** The upload into a slot, if there is one; redraws as it goes on. */
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

/** What has become of uploads, whether or not a screen has put them away meanwhile. */
export function useUploadPhases(ids: readonly string[]): UploadPhase[] {
  useSyncExternalStore(
    subscribe,
    () => version,
    () => 0,
  );
  return ids.map((id) => entries.get(id)?.view.phase ?? ended.get(id) ?? 'gone');
}

/** How those ended that are not shown any more. */
export const ended = new Map<string, 'arrived' | 'gone'>();

/** The slots that photos of this page have gone into, and when that was, in ms since 1970. */
const filled: { slot: PhotoSlot; at: number }[] = [];

/** A person's slots that photos of this page have gone into since a moment. */
export const filledSince = (userId: number, moment: number): PhotoSlot[] =>
  filled.filter(({ slot, at }) => slot.userId === userId && at >= moment).map(({ slot }) => slot);

/** Shows that the server has it, in this place. */
export function showArrived(entry: Entry, position: UploadPlace): void {
  const { userId } = entry.view.slot;
  entry.view.slot = { userId, position };
  if (typeof position === 'number') filled.push({ slot: { userId, position }, at: Date.now() });
  show(entry, { phase: 'arrived' });
}

/** Clears away an upload that its screen has shown to have arrived. */
export function forgetArrived(id: string): void {
  const entry = entries.get(id);
  if (entry?.view.phase === 'arrived') removeEntry(entry, 'arrived');
}

/** Begins to show an upload. */
export function addEntry(kept: KeptUpload, preview: Blob): Entry {
  const { id, userId, position } = kept;
  const view: UploadView = {
    id,
    slot: { userId, position },
    previewUrl: URL.createObjectURL(preview),
    phase: 'preparing',
  };
  const abort = new AbortController();
  const entry: Entry = { kept, isKept: false, view, abort, tries: 0, isBusy: false };
  entries.set(id, entry);
  notify();
  return entry;
}

/** Shows it no more, and remembers how it ended. */
export function removeEntry(entry: Entry, how: 'arrived' | 'gone'): void {
  if (!entries.delete(entry.kept.id)) return;
  clearTimeout(entry.timer);
  ended.set(entry.kept.id, how);
  URL.revokeObjectURL(entry.view.previewUrl);
  notify();
}

/** Shows how far it is. */
export function show(entry: Entry, phase: Phase): void {
  const { id, slot, previewUrl } = entry.view;
  entry.view = { id, slot, previewUrl, ...phase };
  notify();
}

const hearers = new Set<(news: UploadNews) => void>();
/** What was to be said while nobody heard it. */
let unheard: UploadNews[] = [];

/** Hears what a screen may have to do or say, from the beginning of the page on. */
export function hearUploads(hear: (news: UploadNews) => void): () => void {
  hearers.add(hear);
  const missed = unheard;
  unheard = [];
  missed.forEach(hear);
  return () => hearers.delete(hear);
}

/** Says it to whoever hears, now or later. */
export function tell(news: UploadNews): void {
  if (hearers.size === 0) unheard.push(news);
  for (const hear of hearers) hear(news);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let isGuarded = false;

/** Leaving is asked about only while something is on its way that would be lost with the page. */
function notify(): void {
  version += 1;
  const isAtRisk = [...entries.values()].some(
    ({ isKept, view: { phase } }) => !isKept && phase !== 'arrived' && phase !== 'failed',
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
