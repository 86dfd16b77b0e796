import type { Day } from './day';
import { DomainError, type ErrorCode } from './errors';
import { isExpired, type Ending } from './event/rules';
import { isOverdue } from './event/retention';
import { ADMIN_USER_ID, type Role } from './user/rules';

/** A visitor or a member of an event. Members have a row in `users`. */
export interface Person {
  /** Null for a visitor. */
  userId: number | null;
  eventId: number;
  role: Role;
  /** Whether they organize the event alongside its organizer (rule `co-organizers.rights`). */
  isCoOrganizer?: boolean;
  /** Whether they may know how many stars photos have although they are not an organizer (rule `standings.hidden`). */
  seesStars?: boolean;
  /** The current day. Writes compare it with the event's end (rule `event.ended`). */
  today: Day;
}

/** The platform's administrator, right after a credential check. */
export interface Administrator {
  role: 'administrator';
  userId: number;
}

/** A screen that shows an event's wall (rule `wall.reads`). It only reads, and is no person. */
export interface Wall {
  role: 'wall';
  eventId: number;
}

/** The server itself: first start, demo event and jobs. */
interface System {
  role: 'system';
}

/** The caller of a write, or of a read that is not public. */
export type Actor = Person | Wall | Administrator | System;

/** For `requireAdmin` and `assertAdmin` only. They make sure that the credential check is recent. */
export const ADMINISTRATOR: Administrator = { role: 'administrator', userId: ADMIN_USER_ID };
export const SYSTEM: System = { role: 'system' };

/** The target of an action. A missing property means that the target has no event or no owner. */
export interface Target {
  /** The event that the target belongs to; null once that event is deleted. */
  eventId?: number | null;
  /** The owner. For a message, the recipient. */
  ownerId?: number | null;
  /** Whether the owner organizes the event, as its organizer or as a co-organizer. */
  isOrganizer?: boolean;
  /** Whether the owner is a co-organizer. */
  isCoOrganizer?: boolean;
  /** For a photo: whether the organizer has hidden it (rule `photos.hidden`). */
  isHidden?: boolean;
  /** For a photo: whether it waits for the organizer (rule `approval.what`). */
  isPending?: boolean;
  /** For a photo: whether it came after the contest (rule `photos.late`). */
  isLate?: boolean;
  /** For a result: whether it is revealed to everybody (rule `standings.reveal`). */
  isRevealed?: boolean;
  /** For a podium: whether guests see the standings, too (rule `standings.hidden`). */
  isOpen?: boolean;
  /** For all photos of an event: whether members may take them home (rule `files.all-of-members`). */
  isGiven?: boolean;
}

type Condition = (actor: Actor, target: Target) => boolean;
/**
 * Conditions that must all hold, checked in order. The first one that fails decides the error code: the code
 * beside it, or `access_denied`.
 */
type Rule = readonly (Condition | readonly [Condition, ErrorCode])[];

const isHere: Condition = (actor, target) => 'eventId' in actor && actor.eventId === target.eventId;
const isMember: Condition = (actor, target) =>
  isHere(actor, target) && actor.role !== 'visitor' && actor.role !== 'wall';
const isAnyOrganizer: Condition = (actor) => actor.role === 'organizer';
const isOrganizer: Condition = (actor, target) =>
  isHere(actor, target) && isAnyOrganizer(actor, target);
/** The event's one organizer, and no co-organizer. */
const isMainOrganizer: Condition = (actor, target) =>
  isOrganizer(actor, target) && !('isCoOrganizer' in actor && actor.isCoOrganizer);
const isOwner: Condition = (actor, target) =>
  isMember(actor, target) && 'userId' in actor && actor.userId === target.ownerId;
const isOwnerOrOrganizer: Condition = (actor, target) =>
  isOwner(actor, target) || isOrganizer(actor, target);
const isNotOwner: Condition = (actor, target) => !isOwner(actor, target);
const isNotHidden: Condition = (_actor, target) => !target.isHidden;
/** Nobody stars or reports a photo that waits, not even those who see it. */
const isNotPending: Condition = (_actor, target) => !target.isPending;
/** A late photo is out of the contest. */
const isInContest: Condition = (_actor, target) => !target.isLate;
/** Only the owner and the organizer see a hidden photo. */
const isSeen: Condition = (actor, target) =>
  isNotHidden(actor, target) || isOwnerOrOrganizer(actor, target);
const seesStars: Condition = (actor) =>
  isAnyOrganizer(actor, {}) || ('seesStars' in actor && actor.seesStars === true);
const isRevealedOrOrganizer: Condition = (actor, target) =>
  target.isRevealed === true || isAnyOrganizer(actor, target);
/** What leaves the event is only made once everybody in the event may know the result. */
const isOpen: Condition = (_actor, target) => target.isOpen === true;
const isGiven: Condition = (_actor, target) => target.isGiven === true;
const isAdministrator: Condition = (actor) => actor.role === 'administrator';
const isSystem: Condition = (actor) => actor.role === 'system';
const isAdministratorOrSystem: Condition = (actor, target) =>
  isAdministrator(actor, target) || isSystem(actor, target);
const isMainOrganizerOrAdministrator: Condition = (actor, target) =>
  isMainOrganizer(actor, target) || isAdministrator(actor, target);
/** Messages go between the organizers, who share theirs, and a participant. */
const isBetweenSides: Condition = (actor, target) =>
  isAnyOrganizer(actor, target) !== (target.isOrganizer === true);
const isOfParticipant: Condition = (_actor, target) => target.isOrganizer === false;
const isNotMainOrganizers: Condition = (actor, target) =>
  isOfParticipant(actor, target) || target.isCoOrganizer === true;
/** A co-organizer removes participants only, the organizer also co-organizers. */
const isRemovable: Condition = (actor, target) =>
  isOfParticipant(actor, target) || isMainOrganizer(actor, target);
/** The administrator's name and e-mail are set at startup, and the demo event is found by that name. */
const isNotAdministrators: Condition = (_actor, target) => target.ownerId !== ADMIN_USER_ID;

/** The permission table: an action is allowed when all its conditions hold. */
export const ACCESS = {
  'event.read': [isHere],
  'photo.read': [isHere, [isSeen, 'photo_not_found']],

  'photo.add': [isOwner],
  'photo.delete': [isOwnerOrOrganizer],
  'photo.caption': [isOwner],
  'photo.uncaption': [isOwnerOrOrganizer],
  'photo.star': [
    isMember,
    [isNotPending, 'photo_not_found'],
    [isNotOwner, 'own_photo'],
    [isNotHidden, 'photo_not_found'],
    [isInContest, 'voting_closed'],
  ],
  'photo.unstar': [isMember],
  // The owner of one of a duel's photos is its owner.
  'duel.vote': [isMember, [isNotOwner, 'duel_own']],
  'photo.see': [isMember],
  // A card of the member's own (rule `missions.cards`).
  'mission.draw': [isMember],
  'photo.takeAll': [isMember, isGiven],
  'stars.count': [isHere, [seesStars, 'standings_hidden']],
  'photo.report': [isMember, [isNotPending, 'photo_not_found'], isNotOwner],

  'message.write': [isMember, isNotOwner, isBetweenSides],
  'message.writeToAll': [isOrganizer],
  'message.plan': [isOrganizer],
  'message.mark': [isOwner],

  // The user's own selfie, language and sessions.
  'account.change': [isOwner],
  // Name and e-mail, which users sign in with. `account.secure` covers an organizer's password and private
  // link.
  'account.rename': [isOwner, isNotAdministrators],
  'account.secure': [isOrganizer, isOwner, isNotAdministrators],
  // The second factor. The administrator has one, too.
  'account.confirm': [isOrganizer, isOwner],
  'account.delete': [isOwner, isNotMainOrganizers],

  'event.manage': [[isAnyOrganizer, 'not_an_organizer'], isHere],
  // What a co-organizer may not do (rule `co-organizers.rights`).
  'event.upgrade': [[isAnyOrganizer, 'not_an_organizer'], isMainOrganizer],
  'event.delete': [isMainOrganizerOrAdministrator],
  'event.end': [isMainOrganizerOrAdministrator],
  'event.share': [[isAnyOrganizer, 'not_an_organizer'], isMainOrganizer],
  'member.remove': [isOrganizer, isNotOwner, isRemovable],
  'report.review': [isOrganizer],
  'photo.hide': [isOrganizer],
  'photo.approve': [isOrganizer],
  'member.trust': [isOrganizer],

  // The frozen result as a file (rule `result.file`).
  'result.download': [isMember, isRevealedOrOrganizer],
  // Pictures of the podium, and the certificate of the photo's owner (rules `share.when`, `certificate.who`).
  'podium.share': [isMember, [isOpen, 'standings_hidden']],
  'certificate.print': [isMember, [isOpen, 'standings_hidden'], isOwnerOrOrganizer],
  'album.print': [isOrganizer, [isOpen, 'standings_hidden']],

  'event.handOver': [isAdministrator],
  'event.extend': [isAdministratorOrSystem],
  // Read-only access to a whole event, including hidden photos and files.
  'event.inspect': [isAdministrator],
  'user.delete': [isAdministrator, isNotAdministrators],
  'platform.configure': [isAdministrator],

  // Deletes photos after the retention period, and sends the warning before that.
  'event.expire': [isSystem],
  'member.clear': [isSystem],
  'message.deliver': [isSystem],
  'vote.count': [isSystem],
  'push.send': [isSystem],
  'audit.forget': [isSystem],
  'session.forget': [isSystem],
} satisfies Record<string, Rule>;

export type Action = keyof typeof ACCESS;

/** Whether an actor may perform an action on a target. */
export function can(actor: Actor, action: Action, target: Target = {}): boolean {
  return refusalOf(actor, action, target) === null;
}

/**
 * Throws unless an actor may perform an action on a target. Every write calls this first, or as soon as it
 * has read the target.
 * @throws DomainError access_denied, or the code in the rule
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
 * Throws if the event has ended and the actor may no longer write to it (rule `event.ended`). The writes of visitors
 * and members call this with the event's row as read under its lock. Writes that are open to members who may look back
 * call `accessTo` instead, and a few check nothing; the rule names both.
 * @param closedTo who may no longer do this once the event has ended: guests only, or the organizer as well
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

/** Whether guests may look at an event after its end. */
export interface Looking {
  guestsMayLook: boolean;
}

/** A person's access to an event: open, read-only after its end, or closed. */
export type Access = 'open' | 'read-only' | 'closed';

/**
 * Returns a person's access to an event (rule `event.ended`). An ended event stays open to its organizer.
 * Participants may read it until its photos are deleted, unless the organizer has turned that off (rule
 * `event.look-back`).
 */
export function accessTo(actor: Person, event: Ending & Looking): Access {
  if (!isExpired(event, actor.today) || actor.role === 'organizer') return 'open';
  const isRead =
    actor.role === 'participant' && event.guestsMayLook && !isOverdue(event, actor.today);
  return isRead ? 'read-only' : 'closed';
}

/** The error for a read or write with this access, or null if it is allowed. */
export function endedRefusal(access: Access, to: 'read' | 'write'): DomainError | null {
  if (access === 'closed') return new DomainError('event_ended');
  return access === 'read-only' && to === 'write' ? new DomainError('event_closed') : null;
}

/** The columns of a user that decide what they may do. */
interface MemberCells {
  id: number;
  eventId: number;
  isOrganizer: boolean;
  coOrganizerSince: Date | null;
}

/** Turns a user row into an actor for a given day. */
export function memberOf(user: MemberCells, today: Day): Person & { userId: number } {
  return {
    userId: user.id,
    eventId: user.eventId,
    role: user.isOrganizer ? 'organizer' : 'participant',
    ...(user.coOrganizerSince !== null && { isCoOrganizer: true }),
    today,
  };
}

/** A member as the target of an action. */
export function memberTarget(user: MemberCells): Target {
  const { id: ownerId, eventId, isOrganizer, coOrganizerSince } = user;
  return { eventId, ownerId, isOrganizer, isCoOrganizer: coOrganizerSince !== null };
}

/** The actor's own account as a target. */
export function ownAccount({ userId, eventId }: Person): Target {
  return { eventId, ownerId: userId };
}
