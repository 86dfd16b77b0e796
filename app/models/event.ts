import { daysBetween, type Day } from './day';

/** §9. */
export const DEFAULT_EVENT_DAYS = 7;
export const DEFAULT_MAX_USERS = 10;
export const PHOTOS_PER_USER = { min: 1, max: 5, default: 3 } as const;
/** All photos are offered as one download to events with more participants than this (§6). */
export const ALL_PHOTOS_ABOVE = 10;
export const EVENT_NAME_MIN = 3;
export const NAME_MAX = 120;
export const DESCRIPTION_MAX = 2000;
/** What §5 sends for a username or password that nobody chose. */
export const NOTHING_CHOSEN = 'auto_generated';
export const PLANS = ['free', 'basic', 'standard', 'premium'] as const;

/** The event everybody may look at, made at the first start (C§2). */
export const DEMO_EVENT_ID = 1;
export const DEMO_EVENT_NAME = 'DEMO';
export const DEMO_ORGANIZER_NAME = 'Demo';
export const DEMO_DESCRIPTION =
  'Bienvenue dans l’événement de démonstration : regardez les photos, donnez vos étoiles.';
export const DEMO_EVENT_YEARS = 10;

/** An event as calls and screens see it (C§6). Days are calendar days. */
export interface PublicEvent {
  id: number;
  name: string;
  description: string;
  imageUrl: string | null;
  startDate: Day;
  endDate: Day;
  organizerId: number | null;
  maxUsers: number;
  votingEnabled: boolean;
  maxPhotosPerUser: number;
  plan: (typeof PLANS)[number];
}

/**
 * A name as names are compared: trimmed, inner spaces folded, case-insensitive (C§4). Upper case
 * first, so that ß meets SS; the one character PostgreSQL cannot read matches nothing stored.
 */
export function nameKey(name: string): string {
  const folded = name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
  return folded.replaceAll('\0', '').trim().replace(/\s+/g, ' ');
}

/** Whether this is the administrator's own event, which stays (C§2). */
export function isDemo(event: { id: number }): boolean {
  return event.id === DEMO_EVENT_ID;
}

/** Whole days until the end day: 0 on the last day, negative once the event has ended (§4). */
export function daysRemaining(event: { endDate: Day }, today: Day): number {
  return daysBetween(today, event.endDate);
}

/** An event is expired when today is after its end day (§4, C§4). */
export function isExpired(event: { endDate: Day }, today: Day): boolean {
  return daysRemaining(event, today) < 0;
}
