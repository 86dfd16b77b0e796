import type { Day } from './day';
import { DomainError, type ErrorCode } from './errors';
import { isExpired, type Ending } from './event';
import { isOverdue } from './retention';
import { ADMIN_USER_ID, type Role } from './user';

/** Somebody in an event: a visitor, or a member with a row of their own. */
export interface Person {
  /** Null for a visitor. */
  userId: number | null;
  eventId: number;
  role: Role;
  /** The day on which they ask: writes compare it with the event's end (rule `event.ended`). */
  today: Day;
}

/** The platform's administrator, right after a check of the credentials. */
export interface Administrator {
  role: 'administrator';
  userId: number;
}

/** The server itself: its first start, the demo event, its jobs. */
export interface System {
  role: 'system';
}

/** Who asks for a write, or for what not everybody reads. */
export type Actor = Person | Administrator | System;

/** For `requireAdmin` and `assertAdmin` alone, which know that the check is fresh. */
export const ADMINISTRATOR: Administrator = { role: 'administrator', userId: ADMIN_USER_ID };
export const SYSTEM: System = { role: 'system' };

/** What an action is done to. What is left out belongs to no event, or to nobody. */
export interface Target {
  /** The event it belongs to; null for one that is gone. */
  eventId?: number | null;
  /** Whose it is; of a message, who receives it. */
  ownerId?: number | null;
  /** Whether that one organizes the event. */
  isOrganizer?: boolean;
  /** Of a photo: whether the organizer has hidden it (rule `photos.hidden`). */
  isHidden?: boolean;
}

type Condition = (actor: Actor, target: Target) => boolean;
/** All that must hold, in this order. The first that does not refuses: `access_denied`, or the code beside it. */
type Rule = readonly (Condition | readonly [Condition, ErrorCode])[];

const isHere: Condition = (actor, target) => 'eventId' in actor && actor.eventId === target.eventId;
const isMember: Condition = (actor, target) => isHere(actor, target) && actor.role !== 'visitor';
const isAnyOrganizer: Condition = (actor) => actor.role === 'organizer';
const isOrganizer: Condition = (actor, target) =>
  isHere(actor, target) && isAnyOrganizer(actor, target);
const isOwner: Condition = (actor, target) =>
  isMember(actor, target) && 'userId' in actor && actor.userId === target.ownerId;
const isOwnerOrOrganizer: Condition = (actor, target) =>
  isOwner(actor, target) || isOrganizer(actor, target);
const isNotOwner: Condition = (actor, target) => !isOwner(actor, target);
const isNotHidden: Condition = (_actor, target) => !target.isHidden;
/** A hidden photo is there for its owner and the organizer alone. */
const isSeen: Condition = (actor, target) =>
  isNotHidden(actor, target) || isOwnerOrOrganizer(actor, target);
const isAdministrator: Condition = (actor) => actor.role === 'administrator';
const isSystem: Condition = (actor) => actor.role === 'system';
const isAdministratorOrSystem: Condition = (actor, target) =>
  isAdministrator(actor, target) || isSystem(actor, target);
const isOrganizerOrAdministrator: Condition = (actor, target) =>
  isOrganizer(actor, target) || isAdministrator(actor, target);
const isOrganizerInvolved: Condition = (actor, target) =>
  isAnyOrganizer(actor, target) || target.isOrganizer === true;
const isOfParticipant: Condition = (_actor, target) => target.isOrganizer === false;
/** The administrator's name and e-mail come from the start, and the demo event is found by that name. */
const isNotAdministrators: Condition = (_actor, target) => target.ownerId !== ADMIN_USER_ID;

/** Who may do what. Each line reads: this may be done by whom all of this holds for. */
export const ACCESS = {
  'event.read': [isHere],
  'photo.read': [isHere, [isSeen, 'photo_not_found']],

  'photo.add': [isOwner],
  'photo.delete': [isOwnerOrOrganizer],
  'photo.star': [isMember, [isNotOwner, 'own_photo'], [isNotHidden, 'photo_not_found']],
  'photo.unstar': [isMember],
  'photo.report': [isMember, isNotOwner],

  'message.write': [isMember, isNotOwner, isOrganizerInvolved],
  'message.writeToAll': [isOrganizer],
  'message.mark': [isOwner],

  // The own selfie, language and sessions.
  'account.change': [isOwner],
  // What one is called and signs in with: name and e-mail, an organizer's password and private link.
  'account.rename': [isOwner, isNotAdministrators],
  'account.secure': [isOrganizer, isOwner, isNotAdministrators],
  // The second factor; the administrator has one, too.
  'account.confirm': [isOrganizer, isOwner],
  'account.delete': [isOwner, isOfParticipant],

  'event.manage': [[isAnyOrganizer, 'not_an_organizer'], isHere],
  'event.upgrade': [[isAnyOrganizer, 'not_an_organizer'], isHere],
  'event.delete': [isOrganizerOrAdministrator],
  'member.remove': [isOrganizer, isNotOwner],
  'report.review': [isOrganizer],
  'photo.hide': [isOrganizer],

  'event.handOver': [isAdministrator],
  'event.extend': [isAdministratorOrSystem],
  // To look at everything of an event, hidden photos and files included, and to change nothing.
  'event.inspect': [isAdministrator],
  'user.delete': [isAdministrator, isNotAdministrators],
  'platform.configure': [isAdministrator],

  // Photos whose time is over, and the warning before.
  'event.expire': [isSystem],
  'member.clear': [isSystem],
  'audit.forget': [isSystem],
  'session.forget': [isSystem],
} satisfies Record<string, Rule>;

export type Action = keyof typeof ACCESS;

/** Whether an actor may do this to a target. */
export function can(actor: Actor, action: Action, target: Target = {}): boolean {
  return refusalOf(actor, action, target) === null;
}

/**
 * Lets an actor do this to a target. Every write asks it before anything else, or as soon as it has
 * read what the target is.
 * @throws DomainError access_denied, or the code that stands in the rule
 */
export function assertCan(actor: Actor, action: Action, target: Target = {}): void {
  const refusal = refusalOf(actor, action, target);
  if (refusal !== null) throw new DomainError(refusal);
}

function refusalOf(actor: Actor, action: Action, target: Target): ErrorCode | null {
  for (const step of ACCESS[action] satisfies Rule as Rule) {
    const [holds, refusal] = typeof step === 'function' ? ([step, 'access_denied'] as const) : step;
    if (!holds(actor, target)) return refusal;
  }
  return null;
}

/**
 * Lets an actor write to an event that they hold a lock on. Once it has ended, guests write nothing, and what
 * is closed to everybody is closed to its organizer, too (rule `event.ended`). Every write of somebody in an
 * event asks it with the row as the lock shows it.
 * @param closedTo whom the end stops
 * @throws DomainError event_closed
 */
export function assertRunning(
  actor: Actor,
  event: Ending,
  closedTo: 'guests' | 'everybody' = 'guests',
): void {
  if (!('today' in actor) || !isExpired(event, actor.today)) return;
  if (closedTo === 'everybody' || actor.role !== 'organizer') throw new DomainError('event_closed');
}

/** What an event is to somebody: open; once it has ended, still to be read, or closed. */
export type Access = 'open' | 'read-only' | 'closed';

/**
 * What an event is to somebody (rule `event.ended`). Once it has ended it stays open to its organizer; a
 * participant reads on as long as there are photos, unless the organizer has closed that door (rule
 * `event.look-back`).
 */
export function accessTo(actor: Person, event: Ending & { guestsMayLook: boolean }): Access {
  if (!isExpired(event, actor.today) || actor.role === 'organizer') return 'open';
  const isRead =
    actor.role === 'participant' && event.guestsMayLook && !isOverdue(event, actor.today);
  return isRead ? 'read-only' : 'closed';
}

/** What refuses somebody with such an access; null for who may. */
export function endedRefusal(access: Access, to: 'read' | 'write'): DomainError | null {
  if (access === 'closed') return new DomainError('event_ended');
  return access === 'read-only' && to === 'write' ? new DomainError('event_closed') : null;
}

/** A member as who asks, on that day. */
export function memberOf(
  user: { id: number; eventId: number; isOrganizer: boolean },
  today: Day,
): Person & { userId: number } {
  return {
    userId: user.id,
    eventId: user.eventId,
    role: user.isOrganizer ? 'organizer' : 'participant',
    today,
  };
}

/** The own account of whoever asks, as what is asked for. */
export function ownAccount({ userId, eventId }: Person): Target {
  return { eventId, ownerId: userId };
}
