import { daysBetween, type Day } from '../day';
import type { ErrorCode } from '../errors';

/** Defaults and limits of an event's fields (rules `event.defaults`, `photos.count`). */
export const DEFAULT_EVENT_DAYS = 7;
export const DEFAULT_MAX_USERS = 10;
export const PHOTOS_PER_USER = { min: 1, max: 5, default: 3 } as const;
export const EVENT_NAME_MIN = 3;
export const NAME_MAX = 120;
export const DESCRIPTION_MAX = 2000;
/** The longest line of thanks, in letters as readers count them (rule `event.thanks`). */
export const THANKS_MAX = 140;
/** The value that clients send for a username or password that was not chosen (rule `fields.not-chosen`). */
export const NOTHING_CHOSEN = 'auto_generated';
/** The states of an event (rule `admin.event-status`). */
export const EVENT_STATUSES = ['soon', 'running', 'full', 'ended'] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];
export const PLANS = ['free', 'basic', 'standard', 'premium'] as const;

/** What people are warned of: the deletion of pictures and messages, and that of the event with its people. */
export const KEEPING_WARNINGS = ['photos', 'people'] as const;
export type KeepingWarning = (typeof KEEPING_WARNINGS)[number];

/** The demo event. It is public and created at the first start (rule `event.demo`). */
export const DEMO_EVENT_ID = 1;
export const DEMO_EVENT_NAME = 'DEMO';
export const DEMO_ORGANIZER_NAME = 'Demo';
export const DEMO_DESCRIPTION =
  'Bienvenue dans l’événement de démonstration : regardez les photos, donnez vos étoiles.';
export const DEMO_EVENT_YEARS = 10;

/** A text that an organizer writes about an event. */
export interface EventTextRule {
  max: number;
  /** Whether it may have several lines. */
  hasLines: boolean;
  /** The refusal of an empty one; without it, it may be empty. */
  required?: ErrorCode;
}

/**
 * The texts that an organizer writes about an event, each a column of that name (rule `event.texts`). The columns, the
 * forms, their checks, the calls and the screens follow this list, whose first is the description; labels and hints
 * are `create:<name>` and `create:<name>_hint`.
 */
export const EVENT_TEXTS = {
  description: {
    max: DESCRIPTION_MAX,
    hasLines: true,
    required: 'description_required',
  },
} as const satisfies Record<string, EventTextRule>;
export type EventTextName = keyof typeof EVENT_TEXTS;
export const EVENT_TEXT_NAMES = Object.keys(EVENT_TEXTS) as EventTextName[];
export type EventTexts = Record<EventTextName, string>;

/** The texts that a new event must have. */
export type RequiredText = {
  [Name in EventTextName]: (typeof EVENT_TEXTS)[Name] extends { required: ErrorCode }
    ? Name
    : never;
}[EventTextName];
/** The texts of a new event. */
export type GivenTexts = Partial<EventTexts> & Pick<EventTexts, RequiredText>;

/** The texts among the values of an event, trimmed; empty where it has none. */
export function eventTextsOf(values: Partial<EventTexts>): EventTexts {
  const texts = EVENT_TEXT_NAMES.map((name) => [name, values[name]?.trim() ?? '']);
  return Object.fromEntries(texts) as EventTexts;
}

/** When an event ends: at the end of its last day, or earlier if it was ended by hand. */
export interface Ending {
  endDate: Day;
  endedAt: Date | null;
}

/** Whether this is the demo event, which cannot be deleted (rule `event.demo`). */
export function isDemo(event: { id: number }): boolean {
  return event.id === DEMO_EVENT_ID;
}

/**
 * Whole days until the end day: 0 on the last day, negative once the event has ended (rule
 * `event.last-day`).
 */
export function daysRemaining(event: Ending, today: Day): number {
  if (event.endedAt) return Math.min(daysBetween(today, event.endDate), -1);
  return daysBetween(today, event.endDate);
}

/**
 * An event is expired after its last day, or once it was ended by hand (rule `event.last-day`). `hasEnded` is
 * the SQL counterpart.
 */
export function isExpired(event: Ending, today: Day): boolean {
  return daysRemaining(event, today) < 0;
}

/**
 * The state of an event: before its first day, after its end, or in between, where it is full once all places
 * are taken (rule `admin.event-status`).
 */
export function statusOf(
  event: Ending & { startDate: Day; maxUsers: number },
  { participantCount, today }: { participantCount: number; today: Day },
): EventStatus {
  if (isExpired(event, today)) return 'ended';
  if (event.startDate > today) return 'soon';
  return participantCount >= event.maxUsers ? 'full' : 'running';
}
