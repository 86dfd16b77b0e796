import type { IconName } from '~/components/ui/icon';

/** A notice, in the reader's words. */
export interface ToastMessage {
  tone: 'ok' | 'bad' | 'star';
  title: string;
  text?: string | null;
  /** Where it leads on. */
  link?: { label: string; to: string };
  /** What can be done about it while it stands there. */
  action?: { label: string; onPress: () => void };
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
