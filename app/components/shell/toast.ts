import type { UndoForm } from '~/browser/answer';
import { createStore } from '~/browser/store';
import type { IconName } from '~/components/ui/icon';

/** A notice, in the reader's words. */
export interface ToastMessage {
  tone: 'ok' | 'bad' | 'star';
  title: string;
  text?: string | null;
  /** A photo of one's own that it is about: shown beside the words, all of it leads there. */
  print?: { pictureUrl: string; to: string };
  /** Where it leads on. */
  link?: { label: string; to: string };
  /** What can be done about it while it stands there. */
  action?: { label: string; onPress: () => void };
  /** The form that takes it back, with its button's label. */
  undo?: UndoForm & { label: string };
  /** What it is about, for who has to take it back. */
  about?: string;
  /** Whether it welcomes somebody who has just come in; a screen may say it in its own place. */
  isWelcome?: boolean;
  /** Whether it belongs to the screen that its sender is about to lead to. */
  isForNext?: boolean;
}

/** A notice on the screen; the same words shown twice are two of them. */
export interface Toast extends ToastMessage {
  id: number;
}

export const TOAST_ICONS: Record<ToastMessage['tone'], IconName> = {
  ok: 'check',
  bad: 'alert',
  star: 'star',
};

const shown = createStore<Toast | null>(null);
let lastId = 0;

/** Shows a notice. There is never more than one: a newer one replaces it. */
export function toast(message: ToastMessage): void {
  lastId += 1;
  shown.set({ ...message, id: lastId });
}

/** Removes this toast, but none that has replaced it. */
export function dismissToast(id: number): void {
  if (shown.get()?.id === id) shown.set(null);
}

/** The toast on the screen. */
export const useShownToast = (): Toast | null => shown.use((toast) => toast);
