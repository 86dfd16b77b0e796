import { describe, expect, test } from 'vitest';
import {
  ACCESS,
  ADMINISTRATOR,
  assertCan,
  can,
  memberOf,
  SYSTEM,
  type Action,
  type Actor,
  type Person,
} from './access';
import { DomainError } from './errors';
import { ADMIN_USER_ID } from './user/rules';

const TODAY = '2026-06-15';

const people = {
  visitor: { userId: null, eventId: 1, role: 'visitor', today: TODAY },
  owner: { userId: 7, eventId: 1, role: 'participant', today: TODAY },
  other: { userId: 8, eventId: 1, role: 'participant', today: TODAY },
  organizer: { userId: 9, eventId: 1, role: 'organizer', today: TODAY },
  coOrganizer: {
    userId: 11,
    eventId: 1,
    role: 'organizer',
    isCoOrganizer: true,
    today: TODAY,
  },
  stranger: { userId: 10, eventId: 2, role: 'organizer', today: TODAY },
} satisfies Record<string, Person>;
const actors: Record<string, Actor> = {
  ...people,
  wall: { role: 'wall', eventId: 1 },
  administrator: ADMINISTRATOR,
  system: SYSTEM,
};

/** Who may perform each action on something that user 7, a participant of event 1, owns. */
const MAY: Record<Action, string[]> = {
  'event.read': ['visitor', 'owner', 'other', 'organizer', 'coOrganizer', 'wall'],
  'photo.read': ['visitor', 'owner', 'other', 'organizer', 'coOrganizer', 'wall'],
  'photo.add': ['owner'],
  'photo.delete': ['owner', 'organizer', 'coOrganizer'],
  'photo.caption': ['owner'],
  'photo.uncaption': ['owner', 'organizer', 'coOrganizer'],
  'photo.star': ['other', 'organizer', 'coOrganizer'],
  'duel.vote': ['other', 'organizer', 'coOrganizer'],
  'photo.unstar': ['owner', 'other', 'organizer', 'coOrganizer'],
  'photo.see': ['owner', 'other', 'organizer', 'coOrganizer'],
  'mission.draw': ['owner', 'other', 'organizer', 'coOrganizer'],
  'photo.takeAll': [],
  'stars.count': ['organizer', 'coOrganizer'],
  'photo.report': ['other', 'organizer', 'coOrganizer'],
  'message.write': ['organizer', 'coOrganizer'],
  'message.writeToAll': ['organizer', 'coOrganizer'],
  'message.plan': ['organizer', 'coOrganizer'],
  'message.mark': ['owner'],
  'account.change': ['owner'],
  'account.rename': ['owner'],
  'account.secure': [],
  'account.confirm': [],
  'account.delete': ['owner'],
  'event.manage': ['organizer', 'coOrganizer'],
  'event.upgrade': ['organizer'],
  'event.delete': ['organizer', 'administrator'],
  'event.end': ['organizer', 'administrator'],
  'event.share': ['organizer'],
  'member.remove': ['organizer', 'coOrganizer'],
  'report.review': ['organizer', 'coOrganizer'],
  'photo.hide': ['organizer', 'coOrganizer'],
  'photo.approve': ['organizer', 'coOrganizer'],
  'member.trust': ['organizer', 'coOrganizer'],
  'result.download': ['organizer', 'coOrganizer'],
  // Not before the standings are open to everybody.
  'podium.share': [],
  'certificate.print': [],
  'album.print': [],
  'event.handOver': ['administrator'],
  'event.extend': ['administrator', 'system'],
  'event.inspect': ['administrator'],
  'user.delete': ['administrator'],
  'platform.configure': ['administrator'],
  'event.expire': ['system'],
  'member.clear': ['system'],
  'message.deliver': ['system'],
  'vote.count': ['system'],
  'push.send': ['system'],
  'audit.forget': ['system'],
  'session.forget': ['system'],
};
const actions = Object.keys(ACCESS) as Action[];

test.each(actions)('who may %s', (action) => {
  const target = { eventId: 1, ownerId: 7, isOrganizer: false };
  const allowed = Object.entries(actors)
    .filter(([, actor]) => can(actor, action, target))
    .map(([name]) => name);
  expect(allowed).toEqual(MAY[action]);
});

test('the owner and the organizer may read a hidden photo, and nobody may star it', () => {
  const hidden = { eventId: 1, ownerId: 7, isHidden: true };
  const allowed = (action: Action) =>
    Object.entries(actors)
      .filter(([, actor]) => can(actor, action, hidden))
      .map(([name]) => name);
  expect(allowed('photo.read')).toEqual(['owner', 'organizer', 'coOrganizer']);
  expect(allowed('photo.star')).toEqual([]);
  expect(allowed('photo.delete')).toEqual(['owner', 'organizer', 'coOrganizer']);
});

test('nobody may star or report a photo that waits, and its owner and the organizer may read it', () => {
  const pending = { eventId: 1, ownerId: 7, isHidden: true, isPending: true };
  const allowed = (action: Action) =>
    Object.entries(actors)
      .filter(([, actor]) => can(actor, action, pending))
      .map(([name]) => name);
  expect(allowed('photo.read')).toEqual(['owner', 'organizer', 'coOrganizer']);
  expect(allowed('photo.star')).toEqual([]);
  expect(allowed('photo.report')).toEqual([]);
});

test('once the standings are open, members share the podium, and owners and organizers print', () => {
  const open = { eventId: 1, ownerId: 7, isOpen: true };
  const allowed = (action: Action) =>
    Object.entries(actors)
      .filter(([, actor]) => can(actor, action, open))
      .map(([name]) => name);
  expect(allowed('podium.share')).toEqual(['owner', 'other', 'organizer', 'coOrganizer']);
  expect(allowed('certificate.print')).toEqual(['owner', 'organizer', 'coOrganizer']);
  expect(allowed('album.print')).toEqual(['organizer', 'coOrganizer']);
});

test.each(actions)('a visitor may not %s when the target has no owner', (action) => {
  const isReading = action.endsWith('.read');
  expect(can(people.visitor, action, { eventId: 1 })).toBe(isReading);
  expect(can(people.visitor, action, { eventId: 1, ownerId: null })).toBe(isReading);
});

test.each(actions)('nobody in an event may %s when the target belongs to no event', (action) => {
  for (const person of Object.values(people)) expect(can(person, action)).toBe(false);
});

describe('permissions that depend on the target’s owner', () => {
  const own = { eventId: 1, ownerId: 9, isOrganizer: true };
  const administrators = { eventId: 1, ownerId: ADMIN_USER_ID, isOrganizer: true };
  const userOne: Person = { userId: ADMIN_USER_ID, eventId: 1, role: 'organizer', today: TODAY };

  test('organizers secure their own account but cannot remove it', () => {
    const allowed = actions.filter((action) => can(people.organizer, action, own));
    expect(allowed).not.toContain('member.remove');
    expect(allowed).not.toContain('account.delete');
    expect(allowed).toEqual(expect.arrayContaining(['account.secure', 'account.rename']));
  });

  test('the administrator’s own row cannot be renamed, secured or deleted', () => {
    const allowed = actions.filter((action) =>
      [userOne, ADMINISTRATOR].some((actor) => can(actor, action, administrators)),
    );
    for (const action of ['account.rename', 'account.secure', 'user.delete']) {
      expect(allowed).not.toContain(action);
    }
    expect(allowed).toContain('account.change');
  });

  test('a co-organizer deletes their own account; only the organizer removes them', () => {
    const { organizer, coOrganizer } = people;
    const theirs = { eventId: 1, ownerId: 11, isOrganizer: true, isCoOrganizer: true };
    expect(can(coOrganizer, 'account.delete', theirs)).toBe(true);
    expect(can(organizer, 'account.delete', theirs)).toBe(false);
    expect(can(organizer, 'member.remove', theirs)).toBe(true);
    expect(can({ ...coOrganizer, userId: 12 }, 'member.remove', theirs)).toBe(false);
    expect(can(coOrganizer, 'member.remove', own)).toBe(false);
  });

  test('only organizers and the participants of the same event write to each other', () => {
    const { owner: guest, other, organizer, coOrganizer, stranger } = people;
    const members = { organizer, coOrganizer, guest, other, stranger };
    const pairs = Object.entries(members).flatMap(([from, sender]) =>
      Object.entries(members)
        .filter(([, { userId: ownerId, eventId, role }]) =>
          can(sender, 'message.write', { eventId, ownerId, isOrganizer: role === 'organizer' }),
        )
        .map(([to]) => `${from} → ${to}`),
    );
    expect(pairs).toEqual([
      'organizer → guest',
      'organizer → other',
      'coOrganizer → guest',
      'coOrganizer → other',
      'guest → organizer',
      'guest → coOrganizer',
      'other → organizer',
      'other → coOrganizer',
    ]);
  });
});

describe('a refusal', () => {
  const codeOf = (actor: Actor, action: Action, target = { eventId: 1, ownerId: 7 }) => {
    try {
      assertCan(actor, action, target);
      return null;
    } catch (error) {
      return error instanceof DomainError ? error.code : error;
    }
  };
  const { owner, other, organizer, coOrganizer, stranger, visitor } = people;

  test.each([
    [owner, 'photo.star', 'own_photo'],
    [stranger, 'photo.star', 'access_denied'],
    [owner, 'photo.report', 'access_denied'],
    [other, 'event.manage', 'not_an_organizer'],
    [visitor, 'event.upgrade', 'not_an_organizer'],
    [stranger, 'event.manage', 'access_denied'],
    [organizer, 'event.extend', 'access_denied'],
    [organizer, 'user.delete', 'access_denied'],
    [organizer, 'platform.configure', 'access_denied'],
    [ADMINISTRATOR, 'event.expire', 'access_denied'],
    [organizer, 'event.delete', null],
    [coOrganizer, 'event.delete', 'access_denied'],
    [coOrganizer, 'event.upgrade', 'access_denied'],
    [coOrganizer, 'event.share', 'access_denied'],
    [coOrganizer, 'event.manage', null],
    [other, 'event.share', 'not_an_organizer'],
  ] as const)('names its reason (%#)', (actor, action, code) => {
    expect(codeOf(actor, action)).toBe(code);
  });

  test('to delete the administrator’s own row is access_denied, not a lack of privileges', () => {
    const target = { eventId: 1, ownerId: ADMIN_USER_ID };
    expect(codeOf(ADMINISTRATOR, 'user.delete', target)).toBe('access_denied');
  });
});

test('a member acts with the role in their row', () => {
  const row = { id: 7, eventId: 1, isOrganizer: false, coOrganizerSince: null };
  expect(memberOf(row, TODAY)).toEqual(people.owner);
  const organizer = { ...row, id: 9, isOrganizer: true };
  expect(memberOf(organizer, TODAY)).toEqual(people.organizer);
  const coOrganizer = { ...organizer, id: 11, coOrganizerSince: new Date() };
  expect(memberOf(coOrganizer, TODAY)).toEqual(people.coOrganizer);
});
