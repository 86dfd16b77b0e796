import type { ErrorCode } from '../errors';

/** The most people on one event's guest list. */
export const GUESTS_MAX = 1000;
/** The most characters of a pasted or uploaded list. */
export const GUEST_LIST_MAX = 100_000;
/** A guest gets the invitation and one reminder, and that a day later at the earliest. */
export const GUEST_MAILS_MAX = 2;
export const REMIND_AFTER_MS = 24 * 60 * 60 * 1000;

/** A person as a line of the list names them. */
export interface ListedGuest {
  name: string;
  email: string;
}

/** A line that names nobody, and why. */
export interface LineError {
  /** From 1, as text editors count. */
  line: number;
  /** The line as it was typed, so that it can be corrected. */
  text: string;
  code: ErrorCode;
}

/** What adding a list did. */
export interface GuestsAdded {
  added: number;
  /** How many were on the list or in the event already. */
  known: number;
  errors: LineError[];
}

/**
 * How far a guest is: not invited, their mail is about to be sent, invited, reminded, the mail server did not
 * take the mail, or in the event.
 */
export type GuestStatus = 'new' | 'due' | 'invited' | 'reminded' | 'failed' | 'here';

/** A guest's status from their row. */
export function guestStatus(guest: {
  isHere: boolean;
  mailDueAt: Date | null;
  mails: number;
  failures: number;
}): GuestStatus {
  if (guest.isHere) return 'here';
  if (guest.mailDueAt) return 'due';
  if (guest.failures > 0) return 'failed';
  return guest.mails === 0 ? 'new' : guest.mails === 1 ? 'invited' : 'reminded';
}

/** A guest, as the organizer's list shows them. */
export interface ShownGuest {
  id: number;
  name: string;
  email: string;
  status: GuestStatus;
}

/** The numbers of guests: all, not here though invited, to be invited, and to be reminded. */
export interface GuestCounts {
  all: number;
  notHere: number;
  toInvite: number;
  toRemind: number;
}
