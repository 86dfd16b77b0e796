import type { PLATFORM } from '~/models/message';
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
  text: string;
  time: string;
  /** By its recipient. */
  isRead: boolean;
}

export interface Conversation {
  person: {
    /** The platform is nobody one could write to. */
    id: number | typeof PLATFORM;
    name: string;
    selfieUrl: string | null;
    isOrganizer: boolean;
  };
  /** Newest first. */
  messages: MessageView[];
  /** The id this page's messages are older than; null on the page of the newest. */
  before: number | null;
  hasEarlier: boolean;
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
  page: number;
  hasMore: boolean;
}

export interface MessagesView {
  /** Received and not marked as read, in all conversations. */
  unread: number;
  /** Whom an organizer can write to; null for a participant, who writes to the organizer alone. */
  people: PeoplePage | null;
  /** What the platform wrote; null when it never did. */
  platform: PersonLine | null;
  /** What is open: the form to everyone, one conversation, or neither. */
  open: 'all' | Conversation | null;
}

export interface SettingsView {
  role: Role;
  /** Null for a visitor. */
  person: { name: string; email: string } | null;
  /** Whether name, e-mail, password and link can be changed here. */
  canChangeCredentials: boolean;
  hasPassword: boolean;
  /** What they have paid, newest first; null for whoever pays nothing. */
  payments: PaymentView[] | null;
  /**
   * The new private link, with its origin; there once, right after it was made (rule
   * `sign-in.return-link`).
   */
  returnUrl: string | null;
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
