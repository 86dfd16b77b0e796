import { confirmationToken } from '~/models/user/email-confirmation.server';
import { createReturnToken } from '~/models/session/sign-in.server';
import { morningToken } from '~/models/user/morning-link.server';
import { emailKey } from '~/models/user/rules';
import { createSignInLink } from '../factories';
import { EVERYBODYS, HOME, loginFirst, OUT, type Answers, type Form } from './access-forms';
import {
  guestLink,
  guestOf,
  newParticipant,
  NO_LONGER_CO_ORGANIZER,
  organizeLink,
} from './access-given';
import { DONE, type Place } from './access-matrix';
import { seal } from '~/services/secret-box.server';
import { createParty, unique, type Person } from './party';
import { ADMIN_PASSWORD, SESSION_SECRET } from '../setup/server';

// The forms for signing in and out, of the settings, and of the administrator.

const person = () => ({ name: `Guest ${unique()}`, email: `${unique()}@example.com` });

/** What a guest of the event types with a missing letter. */
const slip = ({ scene: { guest } }: Place) => ({
  name: guest.user.name,
  email: guest.user.email.replace('.com', '.co'),
});

/** The link that goes to a user's old address when they want a new one. */
function emailLinkOf({ id: userId, eventId, email: from }: Person['user']): string {
  const change = { userId, eventId, from, to: person().email, until: Date.now() + 60_000 };
  return seal(JSON.stringify(change), { secret: SESSION_SECRET, purpose: 'email change' });
}

/** A link in the mail on the morning after to another guest. */
const newMemberLink =
  (purpose: Parameters<typeof morningToken>[1]) =>
  async ({ scene }: Place) => {
    const env: { SESSION_SECRET: [string] } = { SESSION_SECRET: [SESSION_SECRET] };
    const { id, email } = (await guestOf(scene)).user;
    return { token: morningToken({ id, emailKey: emailKey(email) }, purpose, env) };
  };

/** Name and address of a guest who was invited are gone. */
const MAILS_STOPPED = (role: string) => {
  const where = role === 'organizer' || role === 'participant' ? 'own' : 'here';
  return ['email', 'emailKey', 'name', 'stoppedAt'].map(
    (column) => `invitedGuests.${column} ${where}`,
  );
};

/** Redirected to /, and nothing has changed. */
const STAYS = { answer: HOME, changes: [] };

export const WAYS_IN: Form[] = [
  {
    what: 'POST /auth/join',
    ended: { everybody: { answer: '403' } },
    body: ({ scene }) => scene.party.names,
    answers: EVERYBODYS,
    done: '302 /auth/join/confirm?event=EVENT&organizer=ORGANIZER',
  },
  {
    what: 'POST /auth/join/confirm',
    ended: {
      everybody: { answer: '302 /auth/join' },
      visitor: STAYS,
      participant: STAYS,
      organizer: STAYS,
    },
    // Members of another event have confirmed that they leave it.
    body: ({ scene }) => ({ ...scene.party.names, leave: '1' }),
    answers: EVERYBODYS,
    done: HOME,
    // Members of the event stay who they are.
    changes: (role) =>
      ['visitor', 'participant', 'organizer'].includes(role) ? [] : ['now visitor here'],
  },
  {
    what: 'POST /auth/sign-in',
    ended: {
      everybody: STAYS,
      anonymous: { answer: '403' },
      visitor: { answer: '403' },
      removed: { answer: '403' },
    },
    query: ({ scene: { party } }) => {
      const { event, organizerName: organizer } = party.names;
      return `?${new URLSearchParams({ event, organizer })}`;
    },
    body: ({ scene: { guest } }) => ({ name: guest.user.name, email: guest.user.email }),
    answers: EVERYBODYS,
    done: HOME,
    changes: ['now guest'],
  },
  {
    what: 'POST /create-event',
    body: () => ({
      intent: 'create',
      name: `Event ${unique()}`,
      organizerName: 'Ann Lee',
      organizerEmail: 'ann@example.com',
      description: 'A party',
      startDate: '2099-01-01',
      endDate: '2099-01-02',
    }),
    answers: EVERYBODYS,
    done: HOME,
    changes: ['+events other', '+users other', 'now other'],
  },
  {
    what: 'POST /return/:token',
    coOrganizer: { changes: ['now organizer'] },
    ids: async ({ scene }) => ({
      token: await createReturnToken(scene.db, { userId: scene.party.organizer.user.id }),
    }),
    answers: EVERYBODYS,
    done: HOME,
    changes: (role) => [role === 'organizer' ? 'now caller' : 'now organizer'],
  },
  {
    what: 'POST /return/:token, an unknown one',
    ids: { token: 'x'.repeat(43) },
    answers: EVERYBODYS,
    done: '404',
  },
  {
    what: 'POST /login/link/:token',
    coOrganizer: {
      changes: [
        'now organizer',
        'users.emailConfirmedAt organizer',
        'users.signInTokenExpiresAt organizer',
        'users.signInTokenHash organizer',
      ],
    },
    ids: async ({ scene }) => ({
      token: await createSignInLink(scene.db, {
        userId: scene.party.organizer.user.id,
        now: new Date(),
      }),
    }),
    answers: EVERYBODYS,
    done: HOME,
    changes: (role) => {
      const whose = role === 'organizer' ? 'caller' : 'organizer';
      const spent = ['emailConfirmedAt', 'signInTokenExpiresAt', 'signInTokenHash'].map(
        (column) => `users.${column} ${whose}`,
      );
      return role === 'organizer' ? spent : [...spent, 'now organizer'];
    },
  },
  {
    what: 'POST /login/link/:token, an unknown one',
    ids: { token: 'x'.repeat(43) },
    answers: EVERYBODYS,
    done: '401',
  },
  {
    what: 'POST /login/confirm/:token',
    coOrganizer: { changes: ['users.emailConfirmedAt organizer'] },
    ids: ({ scene }) => {
      const { id, email } = scene.party.organizer.user;
      const env: { SESSION_SECRET: [string] } = { SESSION_SECRET: [SESSION_SECRET] };
      return { token: confirmationToken({ id, emailKey: emailKey(email) }, env) };
    },
    answers: EVERYBODYS,
    done: ({ caller }) => (caller.role === 'anonymous' ? OUT : HOME),
    removed: { done: OUT },
    changes: (role) => [`users.emailConfirmedAt ${role === 'organizer' ? 'caller' : 'organizer'}`],
  },
  {
    what: 'POST /login/confirm/:token, an unknown one',
    ids: { token: 'x'.repeat(80) },
    answers: EVERYBODYS,
    done: '401',
  },
  {
    what: 'POST /invited/:token/stop',
    ids: guestLink,
    answers: EVERYBODYS,
    done: OUT,
    changes: MAILS_STOPPED,
  },
  {
    what: 'POST /invited/:token/stop, by a mail program',
    ids: guestLink,
    body: { 'List-Unsubscribe': 'One-Click' },
    answers: EVERYBODYS,
    // It may not be redirected (RFC 8058).
    done: '200',
    changes: MAILS_STOPPED,
  },
  {
    what: 'POST /invited/:token/stop, an unknown one',
    ids: { token: 'x'.repeat(80) },
    answers: EVERYBODYS,
    done: '401',
  },
  {
    what: 'POST /morning/in/:token',
    ids: newMemberLink('morning'),
    answers: EVERYBODYS,
    done: '302 /morning',
    changes: ['users.emailConfirmedAt other', 'now other'],
  },
  {
    what: 'POST /morning/in/:token, an unknown one',
    ids: { token: 'x'.repeat(80) },
    answers: EVERYBODYS,
    done: '401',
  },
  {
    what: 'POST /morning/stop/:token',
    ids: newMemberLink('morning stop'),
    answers: EVERYBODYS,
    done: ({ caller: { role } }) =>
      ['anonymous', 'visitor'].includes(role) ? OUT : '302 /settings',
    removed: { done: OUT },
    changes: ['+mailNotices other'],
  },
  {
    what: 'POST /morning/stop/:token, by a mail program',
    ids: newMemberLink('morning stop'),
    body: { 'List-Unsubscribe': 'One-Click' },
    answers: EVERYBODYS,
    // It may not be redirected (RFC 8058).
    done: '200',
    changes: ['+mailNotices other'],
  },
  {
    what: 'POST /morning/stop/:token, an unknown one',
    ids: { token: 'x'.repeat(80) },
    answers: EVERYBODYS,
    done: '401',
  },
  {
    what: 'POST /login/email/:token',
    ended: { everybody: STAYS },
    ids: async ({ scene }) => ({ token: emailLinkOf((await guestOf(scene)).user) }),
    answers: EVERYBODYS,
    done: HOME,
    changes: ['users.email other', 'users.emailKey other'],
  },
  {
    what: 'POST /login/email/:token, an unknown one',
    ids: { token: 'x'.repeat(43) },
    answers: EVERYBODYS,
    done: '401',
  },
  {
    what: 'POST /organize/:token',
    ids: organizeLink,
    // A guest of the event confirms; members of another event have confirmed that they leave it.
    body: () => ({ ...person(), leave: '1' }),
    answers: [DONE, DONE, DONE, DONE, '409', DONE, DONE],
    done: HOME,
    changes: (role) => {
      const told = `+messages ${role.startsWith('administrator') ? 'caller' : 'other'} to organizer`;
      const link = `-coOrganizerLinks ${role === 'participant' ? 'own' : 'here'}`;
      if (role !== 'participant') return [told, link, '+users other', 'now other'];
      const cells = NO_LONGER_CO_ORGANIZER.map((change) => change.replace('other', 'caller'));
      return [told, link, ...cells];
    },
  },
  {
    what: 'POST /organize/:token, an unknown one',
    ids: { token: 'x'.repeat(43) },
    body: person,
    answers: EVERYBODYS,
    done: '401',
  },
  {
    what: 'POST /login',
    ended: { visitor: { answer: '403' } },
    body: () => ({ ...person(), consent: 'on', intent: 'submit' }),
    answers: [OUT, DONE, HOME, HOME, HOME, HOME, HOME],
    done: HOME,
    changes: ['+users other', 'now other'],
  },
  {
    what: 'POST /login, with a slip',
    ended: { visitor: { answer: '403' } },
    body: (place) => ({ ...slip(place), consent: 'on', intent: 'submit' }),
    answers: [OUT, DONE, HOME, HOME, HOME, HOME, HOME],
    done: '409',
  },
  {
    // No mail is sent here, so the question stays.
    what: 'POST /login, with a slip, for a link',
    ended: { visitor: { answer: '403' } },
    body: (place) => ({ ...slip(place), consent: 'on', intent: 'link' }),
    answers: [OUT, DONE, HOME, HOME, HOME, HOME, HOME],
    done: '409',
  },
  {
    what: 'POST /login, with a slip, as somebody else',
    ended: { visitor: { answer: '403' } },
    body: (place) => ({ ...slip(place), consent: 'on', intent: 'other' }),
    answers: [OUT, DONE, HOME, HOME, HOME, HOME, HOME],
    done: HOME,
    changes: ['+users other', 'now other'],
  },
  {
    what: 'POST /logout',
    answers: EVERYBODYS,
    done: OUT,
    changes: (role) => (role === 'anonymous' ? [] : ['now nobody']),
  },
  { what: 'POST /*', answers: EVERYBODYS, done: '404' },
];

const SIGN_IN = loginFirst('/settings');
/** For the administrator nothing that they sign in with changes here. */
const ORGANIZERS: Answers = [OUT, SIGN_IN, HOME, DONE, DONE, '403', '403'];

export const SETTINGS: Form[] = [
  {
    what: 'POST /settings, details',
    coOrganizer: {
      changes: ['email', 'emailKey', 'name', 'nameKey'].map((column) => `users.${column} caller`),
    },
    participantElsewhere: {
      changes: ['email', 'emailKey', 'name', 'nameKey'].map((column) => `users.${column} caller`),
    },
    body: () => ({ intent: 'details', ...person() }),
    answers: [OUT, SIGN_IN, DONE, DONE, DONE, '403', '403'],
    done: '302 /settings',
    // An event is also identified by its organizer's name.
    changes: (role) => [
      ...['email', 'emailKey', 'name', 'nameKey'].map((column) => `users.${column} caller`),
      ...(role === 'participant'
        ? []
        : ['events.organizerNameKey own', 'events.organizerMatchKey own']),
    ],
  },
  {
    what: 'POST /settings, password',
    body: { intent: 'password', password: 'open sesame' },
    answers: ORGANIZERS,
    done: '302 /settings',
    changes: (role) => [
      'users.passwordHash caller',
      // It replaces the private link that the organizer has not kept.
      ...(role === 'administrator' ? [] : ['users.returnTokenSealed caller']),
    ],
  },
  {
    what: 'POST /settings, mails',
    // Not the current value, so that something changes.
    body: (place) => ({
      intent: 'mails',
      mails: String(place.caller.role.startsWith('participant')),
    }),
    answers: [OUT, SIGN_IN, DONE, DONE, DONE, DONE, DONE],
    done: '302 /settings',
    // Checked or not, the administrator is one.
    changes: (role) => (role === 'administrator' ? [] : ['+mailNotices caller']),
  },
  {
    what: 'POST /settings/naming',
    ended: { participant: { answer: DONE } },
    body: { named: 'true', next: '/settings' },
    answers: [OUT, SIGN_IN, DONE, DONE, DONE, DONE, DONE],
    done: '302 /settings',
    changes: ['users.mayBeNamed caller'],
  },
  {
    what: 'POST /settings/morning-mail',
    ended: { participant: { answer: DONE } },
    body: { mailConsent: 'true' },
    answers: [OUT, SIGN_IN, DONE, DONE, DONE, DONE, DONE],
    done: '302 /settings',
    changes: ['users.mailConsent caller'],
  },
  {
    // The scene has no tables, so that a row changes nothing.
    what: 'POST /settings, table',
    body: { intent: 'table', table: '' },
    answers: [OUT, SIGN_IN, DONE, DONE, DONE, DONE, DONE],
    done: '302 /settings',
  },
  {
    what: 'POST /settings, link',
    body: { intent: 'link' },
    answers: ORGANIZERS,
    done: '302 /settings',
    changes: [
      'users.returnTokenHash caller',
      'users.returnTokenExpiresAt caller',
      'users.returnTokenSealed caller',
    ],
  },
  {
    what: 'POST /settings, link kept',
    body: { intent: 'link-kept' },
    answers: ORGANIZERS,
    done: '302 /settings',
    changes: ['users.returnTokenSealed caller'],
  },
  {
    what: 'POST /settings, agree',
    body: { intent: 'agree' },
    answers: ORGANIZERS,
    done: '302 /settings',
    changes: [],
  },
  {
    what: 'POST /settings, take-back',
    body: { intent: 'take-back', link: '' },
    answers: ORGANIZERS,
    done: '302 /settings',
    changes: [],
  },
  {
    what: 'POST /settings, session',
    // Somebody else's session: it is not found among the caller's own, and stays.
    body: { intent: 'session', session: '0'.repeat(64) },
    answers: [OUT, SIGN_IN, DONE, DONE, DONE, DONE, DONE],
    done: '302 /settings',
    changes: [],
  },
  {
    what: 'POST /settings, everywhere',
    body: { intent: 'everywhere' },
    answers: [OUT, SIGN_IN, DONE, DONE, DONE, DONE, DONE],
    done: OUT,
    changes: ['now nobody'],
  },
  {
    what: 'POST /settings/second-factor',
    // Organizers who chose no password have none to enter.
    body: { intent: 'begin', currentPassword: ADMIN_PASSWORD },
    answers: [OUT, HOME, HOME, '302 /settings', '302 /settings', DONE, DONE],
    done: '200',
  },
  {
    what: 'POST /settings/delete',
    coOrganizer: { answer: DONE },
    participantElsewhere: { answer: DONE },
    answers: [
      OUT,
      SIGN_IN,
      DONE,
      '302 /settings',
      '302 /settings',
      '302 /settings',
      '302 /settings',
    ],
    done: OUT,
    changes: ['-users caller', 'now nobody'],
  },
];

export const administrators = (next: string): Answers => [
  OUT,
  HOME,
  HOME,
  HOME,
  HOME,
  `302 /admin/verify?next=${next}`,
  DONE,
];

export const ADMINISTRATION: Form[] = [
  {
    what: 'POST /admin/verify',
    body: { username: 'admin', password: ADMIN_PASSWORD },
    answers: [DONE, HOME, HOME, HOME, HOME, DONE, DONE],
    done: '302 /admin',
    changes: (role) => (role === 'anonymous' ? ['now other'] : []),
  },
  {
    what: 'POST /admin/events, an end date',
    body: ({ scene }) => ({
      intent: 'end',
      eventId: String(scene.party.event.id),
      value: '2099-12-31',
    }),
    answers: administrators('/admin/events'),
    done: '302 /admin/events?sort=created',
    changes: ['events.endDate here'],
  },
  {
    what: 'POST /admin/events, how many may join',
    body: ({ scene }) => ({ intent: 'max', eventId: String(scene.party.event.id), value: '20' }),
    answers: administrators('/admin/events'),
    done: '302 /admin/events?sort=created',
    changes: ['events.maxUsers here'],
  },
  {
    what: 'POST /admin/events/:eventId/delete',
    ids: async ({ scene }) => ({
      eventId: (await createParty(scene.party.origin, { name: 'Long over' })).event.id,
    }),
    body: { typed: 'Long over' },
    answers: administrators('/admin/events/N/delete'),
    done: '302 /admin/events',
    changes: ['-events other', '-users other'],
  },
  {
    what: 'POST /admin/events/:eventId/end',
    ids: async ({ scene }) => ({ eventId: (await createParty(scene.party.origin)).event.id }),
    answers: administrators('/admin/events/N/end'),
    done: '302 /admin/events',
    changes: ['+messages caller to other', 'events.endDate other', 'events.endedAt other'],
  },
  {
    what: 'POST /admin/events/:eventId/organizer',
    body: ({ scene }) => ({ successorId: String(scene.guest.user.id) }),
    answers: administrators('/admin/events/N/organizer'),
    done: '302 /admin/events',
    changes: [
      '+messages caller to guest',
      '+messages caller to organizer',
      'events.organizerNameKey here',
      'events.organizerMatchKey here',
      'users.isOrganizer guest',
      'users.isOrganizer organizer',
      'users.returnTokenHash organizer',
      'users.returnTokenExpiresAt organizer',
      'users.returnTokenSealed organizer',
    ],
  },
  {
    what: 'POST /admin/users/:userId/delete',
    ids: newParticipant,
    answers: administrators('/admin/users/N/delete'),
    done: '302 /admin/users',
    changes: ['-users other'],
  },
  {
    what: 'POST /admin/credentials',
    body: { username: 'mine' },
    answers: administrators('/admin/credentials'),
    done: '302 /admin/users',
    changes: ['users.username caller'],
  },
  {
    what: 'POST /admin/first-run, payments that nobody needs',
    body: { intent: 'sell_nothing' },
    answers: administrators('/admin/first-run'),
    done: '302 /admin',
    changes: ['+firstRun other'],
  },
  {
    what: 'POST /admin/first-run, the list closed',
    answers: administrators('/admin/first-run'),
    done: '302 /admin',
    changes: ['firstRun.closedAt other'],
  },
];
