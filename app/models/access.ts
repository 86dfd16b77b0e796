import type { Role } from './user';

/** Who asks: a visitor, or a member with a row of their own. */
export interface Actor {
  /** Null for a visitor. */
  userId: number | null;
  eventId: number;
  role: Role;
}

/** What an action is done to: the event it belongs to and, if anybody's, its owner. */
export interface Target {
  eventId: number;
  ownerId?: number;
}

type Rule = (actor: Actor, target: Target) => boolean;

const isHere: Rule = (actor, target) => actor.eventId === target.eventId;
const isMember: Rule = (actor, target) => isHere(actor, target) && actor.role !== 'visitor';
const isOrganizer: Rule = (actor, target) => isHere(actor, target) && actor.role === 'organizer';
const isOwner: Rule = (actor, target) => isMember(actor, target) && actor.userId === target.ownerId;
const isOwnerOrOrganizer: Rule = (actor, target) =>
  isOwner(actor, target) || isOrganizer(actor, target);
const isMemberNotOwner: Rule = (actor, target) =>
  isMember(actor, target) && actor.userId !== target.ownerId;
const isOrganizerNotSelf: Rule = (actor, target) =>
  isOrganizer(actor, target) && actor.userId !== target.ownerId;

/** Who may do what (docs/rules.md, Roles). Each line reads: this may be done by … */
export const ACCESS = {
  'event.read': isHere,
  'photo.read': isHere,
  'photo.add': isOwner,
  'photo.delete': isOwnerOrOrganizer,
  'photo.star': isMemberNotOwner,
  'photo.report': isMemberNotOwner,
  'favorite.remove': isMember,
  'event.manage': isOrganizer,
  'member.remove': isOrganizerNotSelf,
  // Who may write to whom stands in message.ts.
  'message.toEveryone': isOrganizer,
  'message.markRead': isOwner,
} satisfies Record<string, Rule>;

/** Whether an actor may do this to a target. */
export function can(actor: Actor, action: keyof typeof ACCESS, target: Target): boolean {
  return ACCESS[action](actor, target);
}
