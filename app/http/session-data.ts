import type { TextKey, TextValues } from '~/i18n/translate';
import type { Role } from '~/models/user';

/**
 * The cookie's content: signed, and readable for whoever holds the phone. The role only speeds up
 * drawing; rights are read from the database.
 */
export interface SessionData {
  /** Tells sessions apart where something is counted. */
  id: string;
  userId: number | null;
  eventId: number;
  role: Role;
  /** The user's session mark when they signed in; another one in their row ends the session. */
  mark: string;
  /** When they signed in, in ms since 1970: the server ends the session, whatever the browser keeps. */
  issuedAt: number;
  /** The administrator's credential check: whose, when (ms since 1970), and with which password. */
  admin: { userId: number; at: number; passwordMark: string };
}

/** What travels through one redirect. */
export interface FlashData {
  toast: Toast;
  /** What went wrong with an upload into a slot, drawn at that slot. */
  slotError: { position: number; code: string };
}

/** A notice that travels through one redirect. Title and text are i18n keys with namespace. */
export interface Toast {
  tone: 'ok' | 'bad' | 'star';
  title: TextKey;
  text?: TextKey;
  values?: TextValues;
}
