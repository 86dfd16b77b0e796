import type { Mark, PLATFORM } from '~/models/message';
import type { PaymentStatus } from '~/models/payment';
import type { PaidPlanId } from '~/models/plan';
import type { Role } from '~/models/user';

// What loaders hand to the screens of messages and settings: finished texts for times, and no more
// than is drawn.

/** A message in a conversation. */
export interface MessageView {
  id: number;
  isOwn: boolean;
  /** Who wrote it. */
  name: string;
  /** Of a received one that the organizer or the platform wrote. */
  mark: Mark | null;
  text: string;
  /** The time of day. */
  time: string;
  /** An own one, by its recipient, or by some of them. */
  isRead: boolean;
  /** Received, and seen for the first time. */
  isNew: boolean;
  /** Of an own one that went to many: to whom, in words. */
  sentTo: string | null;
  /** How many of them have read it, in words; only where all that went to many stands. */
  readBy: string | null;
}

/** A page of what was said, oldest first. */
export interface Thread {
  days: { key: string; day: string; messages: MessageView[] }[];
  /** The id this page's messages are older than; null on the page of the newest. */
  before: number | null;
  /** The id that the page before this one is older than; null where there is none. */
  earlier: number | null;
}

export interface Conversation extends Thread {
  person: {
    /** The platform is nobody one could write to. */
    id: number | typeof PLATFORM;
    name: string;
    selfieUrl: string | null;
    isOrganizer: boolean;
  };
}

/** What an organizer has sent to many, each once (rule `messages.to-all`). */
export interface EveryoneThread extends Thread {
  person: null;
  /** How many would get another one. */
  count: number;
}

/** A row of the organizer's list of people. */
export interface PersonLine {
  id: number | typeof PLATFORM;
  name: string;
  selfieUrl: string | null;
  /** The last message, shortened; null when there is none. */
  last: { line: string; isOwn: boolean; time: string } | null;
  unread: number;
}

/** A page of the organizer's list of people. */
export interface PeoplePage {
  people: PersonLine[];
  /** How many there are in all. */
  count: number;
  /** The last message to many, shortened; null when there is none. */
  toAll: PersonLine['last'];
  page: number;
  hasMore: boolean;
}

export interface MessagesView {
  /** Received and not read, in all conversations but the one that is open. */
  unread: number;
  /** Whether they only look back: the event has ended, and it is not theirs. */
  isReadOnly: boolean;
  /** Whom an organizer can write to; null for a participant, who writes to the organizer alone. */
  people: PeoplePage | null;
  /** What the platform wrote; null when it never did. */
  platform: PersonLine | null;
  /** What is open: what went to many, one conversation, or neither. */
  open: EveryoneThread | Conversation | null;
}

export interface SettingsView {
  role: Role;
  /** Null for a visitor. */
  person: { name: string; email: string } | null;
  /** Whether name, e-mail, password and link can be changed here. */
  canChangeCredentials: boolean;
  /** Whether they only look back: the event has ended, and it is not theirs. */
  isReadOnly: boolean;
  hasPassword: boolean;
  /** Whether this session has proved more than a name and an address. */
  isProven: boolean;
  /** A password that its owner may not have chosen, and the day it was chosen; null without one. */
  doubt: { day: string } | null;
  /** Whether a code is asked for too; null for whoever cannot have that. */
  secondFactor: { isOn: boolean } | null;
  /** Whether mails tell them what is new, and where; null where none can be sent to them. */
  mails: { isOn: boolean; email: string; isConfirmed: boolean } | null;
  /** Where they are signed in; null for visitors, and for whoever only looks back. */
  sessions: SessionsView | null;
  /** What they have paid, newest first; null for whoever pays nothing. */
  payments: PaymentView[] | null;
  /**
   * The new private link, with its origin; there once, right after it was made (rule
   * `sign-in.return-link`).
   */
  returnUrl: string | null;
}

/** Where somebody is signed in, this device first. */
export interface SessionsView {
  listed: SessionView[];
  /** How many more there are. */
  more: number;
}

/** A session in the settings. */
export interface SessionView {
  id: string;
  /** “iPhone, Safari” */
  name: string;
  /** “since Friday” */
  since: string;
  isCurrent: boolean;
}

/** A payment in the settings. */
export interface PaymentView {
  key: string;
  /** “18 Nov 2026” */
  day: string;
  plan: PaidPlanId;
  /** In euros, as the reader's language writes it. */
  amount: string;
  status: PaymentStatus;
  isTest: boolean;
  receiptUrl: string | null;
}
