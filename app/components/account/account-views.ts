import type { AudienceWord, Mark, PLATFORM } from '~/models/message/rules';
import type { PushAbility } from '~/browser/push/push';
import type { PushTopic } from '~/models/push/rules';
import type { PaymentStatus } from '~/models/payment/rules';
import type { PaidPlanId } from '~/models/payment/plan';
import type { Role } from '~/models/user/rules';
import type { LocalTime } from '~/models/zoned-time';

// The data that loaders return to the screens of messages and settings, with formatted times.

/** A message in a conversation. */
export interface MessageView {
  id: number;
  isOwn: boolean;
  /** The sender's name. */
  name: string;
  /** The organizer who wrote it, if it is not the one whom the conversation is with. */
  author: string | null;
  /** The sender's badge, for a message from the organizer or the platform. */
  mark: Mark | null;
  text: string;
  /** The downloads that it offers the reader to take home. */
  downloads: { to: string; label: string }[];
  /** The time of day. */
  time: string;
  /** For the user's own message: whether its recipient, or some recipients, have read it. */
  isRead: boolean;
  /** Received, and shown for the first time. */
  isNew: boolean;
  /** For the user's own message to many: the recipients, in words. */
  sentTo: string | null;
  /** How many recipients have read it, in words; only in the list of messages to many. */
  readBy: string | null;
}

/** A page of messages, oldest first. */
export interface Thread {
  days: { key: string; day: string; messages: MessageView[] }[];
  /** The messages of this page are older than this id; null for the newest page. */
  before: number | null;
  /** The id for the page with earlier messages; null if there is none. */
  earlier: number | null;
}

export interface Conversation extends Thread {
  person: {
    /** The platform cannot be written to. */
    id: number | typeof PLATFORM;
    name: string;
    selfieUrl: string | null;
    isOrganizer: boolean;
  };
}

/** The messages an organizer has sent to many, each once (rule `messages.to-all`). */
export interface EveryoneThread extends Thread {
  person: null;
  audiences: AudienceChoice[];
  /** The ready drafts by number, from 1, and the text of the chosen one; empty for none. */
  drafts: { number: number; title: string }[];
  draft: { number: number; text: string } | null;
}

/** Who may get a message to many, and how many these are now. */
export interface AudienceChoice {
  word: AudienceWord;
  count: number;
}

/** The planned messages of an event, next one first (rule `messages.planned`). */
export interface PlannedList {
  person: null;
  before: null;
  planned: PlannedView[];
}

export interface PlannedView {
  id: number;
  /** Its recipients, in words. */
  to: string;
  /** The organizer who wrote it, if it was another one. */
  author: string | null;
  text: string;
  /** Day and time of day. */
  time: string;
  /** Why it is not sent, in words; null while it waits. */
  unsent: string | null;
}

/** When a message can be sent, in the event's time zone. */
export interface PlanningView {
  min: LocalTime;
  max: LocalTime;
  timeZone: string;
}

/** A row of the organizer's list of people. */
export interface PersonLine {
  id: number | typeof PLATFORM;
  name: string;
  selfieUrl: string | null;
  /** The last message, shortened; null if there is none. */
  last: { line: string; isOwn: boolean; time: string } | null;
  unread: number;
}

/** A page of the organizer's list of people. */
export interface PeoplePage {
  people: PersonLine[];
  /** The total number of people. */
  count: number;
  /** The last message to many, shortened; null if there is none. */
  toAll: PersonLine['last'];
  page: number;
  hasMore: boolean;
  /** Text that the names contain, and their first letter if only these are shown. */
  search: string;
  letter: string | null;
  /** The first letters of all names; empty for a short list. */
  initials: string[];
}

export interface MessagesView {
  /** Unread received messages, except in the open conversation. */
  unread: number;
  /** Whether the user may only read, because the event has ended and they are not its organizer. */
  isReadOnly: boolean;
  /** The people an organizer can write to; null for a participant, who can write only to the organizer. */
  people: PeoplePage | null;
  /** The platform's messages; null if there are none. */
  platform: PersonLine | null;
  /** What is open: the messages to many, the planned ones, one conversation, or nothing. */
  open: EveryoneThread | PlannedList | Conversation | null;
  /** The numbers of planned messages and of those not sent; null for a participant, who cannot plan any. */
  plannedCounts: { all: number; unsent: number } | null;
  /** Null for a participant, and once the event has ended. */
  planning: PlanningView | null;
}

/** A switch, with its texts. */
export interface SwitchView {
  isOn: boolean;
  title: string;
  label: string;
  hint: string;
}

export interface SettingsView {
  role: Role;
  /** Whether the user is a co-organizer. */
  isCoOrganizer: boolean;
  /** Null for a visitor. */
  person: { name: string; email: string } | null;
  /** Whether name, e-mail, password and link can be changed here. */
  canChangeCredentials: boolean;
  /** Whether the user may only read, because the event has ended and they are not its organizer. */
  isReadOnly: boolean;
  hasPassword: boolean;
  /** Whether this session has proved more than a name and an address. */
  isProven: boolean;
  /** The day on which a password in doubt was set; null without one. */
  doubt: { day: string } | null;
  /** Whether the second factor is on; null for users who cannot have one. */
  secondFactor: { isOn: boolean } | null;
  /** The settings of mails about news; null if no mail can be sent to the user. */
  mails: { isOn: boolean; email: string; isConfirmed: boolean } | null;
  /** Whether the user's first name may appear on shared pictures, with the switch's texts; null for a visitor. */
  naming: SwitchView | null;
  /** What this device is notified of; null for a visitor. */
  push: PushView | null;
  /** Whether the user gets the mail on the morning after; null for organizers, and without mail. */
  morningMail: SwitchView | null;
  /** The choice of the user's table; null in an event without tables, or if nothing may be changed. */
  table: TableChoice | null;
  /** The user's ballot (rule `result.receipt`); null without one. */
  ballot: BallotView | null;
  /** The user's sessions; null for visitors, and for users who may only read. */
  sessions: SessionsView | null;
  /** The user's payments, newest first; null for users who cannot pay. */
  payments: PaymentView[] | null;
  /**
   * The new private link as an absolute URL; only set once, right after it was created (rule
   * `sign-in.return-link`).
   */
  returnUrl: string | null;
}

/** The notifications of this device, with the words around them (rule `push.asked`). */
export interface PushView {
  /** The server's key. */
  publicKey: string;
  title: string;
  text: string;
  topics: { topic: PushTopic; label: string }[];
  /** Those that are on. */
  wanted: PushTopic[];
  /** Why the switches do not work: one text for missing scripts, and one for each state of the browser. */
  why: { script: string } & Record<Exclude<PushAbility, 'ready'>, string>;
  failed: string;
}

export interface BallotView {
  voter: string;
  /** Once the votes are counted: the digest of all ballots, and whether this one is among them. */
  result: { digest: string; hasBallot: boolean } | null;
  /** Whether the user may download the result. */
  isResultOpen: boolean;
}

/** The user's sessions, starting with this device. */
export interface SessionsView {
  listed: SessionView[];
  /** The number of further sessions. */
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
  /** In euros, in the reader's language. */
  amount: string;
  status: PaymentStatus;
  isTest: boolean;
  receiptUrl: string | null;
}

/** The tables to choose from, with the words around them. */
interface TableChoice {
  title: string;
  label: string;
  hint: string;
  save: string;
  /** The id of the chosen table; empty for none. */
  chosen: string;
  options: { value: string; label: string }[];
  /** The URL of the tables' lights; null while the member sits at no table. */
  lights: { to: string; label: string } | null;
}
