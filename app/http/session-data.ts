import type { TextKey, TextValues } from '~/i18n/translate';
import type { Role } from '~/models/user';

/**
 * The cookie's content: signed, and readable for whoever holds the phone. It is worth as much as the row that
 * its token finds; whose it is and the role only speed up drawing.
 */
export interface SessionData {
  /** 256 random bits that find the session's row, which holds their hash. */
  token: string;
  userId: number | null;
  eventId: number;
  role: Role;
  /** When they signed in, in ms since 1970: what a device keeps for them is named by it. */
  issuedAt: number;
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
