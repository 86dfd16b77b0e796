import type { UndoForm } from '~/browser/answer';
import type { TextKey, TextValues } from '~/i18n/translate';
import type { Role } from '~/models/user/rules';

/**
 * The cookie's content: signed, but readable by anyone with the phone. Only the row that its token finds is
 * trusted; user, event and role just speed up rendering.
 */
export interface SessionData {
  /** 256 random bits that identify the session's row, which stores their hash. */
  token: string;
  userId: number | null;
  eventId: number;
  role: Role;
  /** When the user signed in, in ms since 1970. Names the data that a device stores for them. */
  issuedAt: number;
}

/** Data for the page after one redirect. */
export interface FlashData {
  toast: Toast;
  /** An upload's error, shown at its slot. */
  slotError: { position: number; code: string };
}

/** A notice for the page after one redirect. Title and text are i18n keys with their namespace. */
export interface Toast {
  tone: 'ok' | 'bad' | 'star';
  title: TextKey;
  text?: TextKey;
  values?: TextValues;
  /** Whether it welcomes somebody who has just come in; the feed then shows the welcome itself (rule `feed.line`). */
  isWelcome?: boolean;
  /** The form that takes it back (rule `desk.undo`). */
  undo?: UndoForm;
}
