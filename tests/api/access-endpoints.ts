import { begunPayment, newParticipant } from './access-given';
import { DONE, type Row } from './access-matrix';
import { unique } from './party';

export type Call = Row<number>;
type Answers = Call['answers'];

// In the order of the roles: nobody, visitor, participant, the organizers of another event and of
// this one, the administrator unchecked and checked, whose event is a third one.
const WHO_IS_HERE: Answers = [401, DONE, DONE, 403, DONE, 403, 403];
export const MEMBERS_HERE: Answers = [401, 401, DONE, 403, DONE, 403, 403];
export const MEMBERS: Answers = [401, 401, DONE, DONE, DONE, DONE, DONE];
const ORGANIZERS: Answers = [401, 401, 403, DONE, DONE, 403, DONE];
export const OURS: Answers = [401, 401, 403, 403, DONE, 403, 403];
export const ADMINISTRATORS: Answers = [401, 401, 403, 403, 403, 403, DONE];
export const NOBODYS: Answers = [401, 401, 403, 403, 403, 403, 403];
export const EVERYBODYS: Answers = [DONE, DONE, DONE, DONE, DONE, DONE, DONE];

/** The administrator's screens and their files: everybody else is redirected. */
const LED_AWAY: Answers = [302, 302, 302, 302, 302, 302, DONE];

/** Closed to the organizer, too, once the event has ended (rule `event.ended`). */
export const CLOSED: Call['ended'] = { organizer: { answer: 403 } };

const reads = (what: string, answers: Answers): Call => ({
  what: `GET ${what}`,
  answers,
  done: 200,
});

export const READS: Call[] = [
  reads('/api/user', [401, DONE, DONE, DONE, DONE, DONE, DONE]),
  reads('/api/events/:eventId', WHO_IS_HERE),
  { ...reads('/api/events/:eventId/marks', WHO_IS_HERE), query: '?of=event,photos' },
  reads('/api/events/:eventId/users', WHO_IS_HERE),
  reads('/api/events/:eventId/top-photos', WHO_IS_HERE),
  reads('/api/events/:eventId/download-top-photos', MEMBERS_HERE),
  reads('/api/events/:eventId/download-all-photos', OURS),
  reads('/api/events/:eventId/download-top-photos-csv', OURS),
  { ...reads('/api/events/:eventId/result.json', OURS), done: 404 },
  // Nothing is revealed yet.
  { ...reads('/api/events/:eventId/reveal', WHO_IS_HERE), done: 404 },
  reads('/api/events/:eventId/flag-reports', OURS),
  reads('/api/photos/event/:eventId', WHO_IS_HERE),
  reads('/api/photos/user/:userId', WHO_IS_HERE),
  reads('/api/favorites', MEMBERS),
  reads('/api/events/:eventId/missions', WHO_IS_HERE),
  reads('/api/missions/mine', MEMBERS),
  reads('/api/messages', MEMBERS),
  reads('/api/admin/events', ORGANIZERS),
  reads('/api/admin/users', ORGANIZERS),
  reads('/api/admin/storage-config', ADMINISTRATORS),
  reads('/admin/payments', LED_AWAY),
  reads('/admin/events/:eventId', LED_AWAY),
  reads('/admin/audit', LED_AWAY),
  reads('/admin/security', LED_AWAY),
  reads('/admin/payments.csv', LED_AWAY),
  {
    ...reads('/shop', [302, 302, 302, DONE, DONE, DONE, DONE]),
    coOrganizer: { answer: 302 },
  },
  {
    ...reads('/shop/return', [302, 302, 302, 404, DONE, 404, 404]),
    coOrganizer: { answer: 302 },
    query: async (place) => `?payment=${(await begunPayment(place)).key}`,
  },
  {
    // The administrator looks at every event.
    ...reads('/media/:eventId/:file', [401, DONE, DONE, 403, DONE, 403, DONE]),
    ids: ({ scene }) => ({ file: scene.photo.imageUrl.replace(/^\/media\/\d+\//, '') }),
  },
];

export const FOR_EVERYBODY: Call[] = [
  {
    what: 'POST /api/login',
    ended: { everybody: { answer: 403 } },
    body: ({ scene }) => {
      const { name, email } = scene.guest.user;
      return { ...scene.party.names, name, email };
    },
    answers: EVERYBODYS,
    done: 200,
    changes: ['now guest'],
  },
  {
    what: 'POST /api/register',
    ended: { everybody: { answer: 403 } },
    body: ({ scene }) => ({
      ...scene.party.names,
      name: `Guest ${unique()}`,
      email: `${unique()}@example.com`,
    }),
    answers: EVERYBODYS,
    done: 201,
    changes: ['+users other', 'now other'],
  },
  {
    what: 'POST /api/visitor-access',
    ended: { everybody: { answer: 403 } },
    body: ({ scene }) => scene.party.names,
    answers: EVERYBODYS,
    done: 200,
    changes: (role) => {
      if (role === 'visitor') return [];
      return [
        role === 'participant' || role === 'organizer' ? 'now visitor own' : 'now visitor here',
      ];
    },
  },
  {
    what: 'POST /api/create-event',
    body: () => ({
      name: `Event ${unique()}`,
      organizerName: 'Ann Lee',
      organizerEmail: 'ann@example.com',
    }),
    answers: EVERYBODYS,
    done: 201,
    changes: ['+events other', '+users other', 'now other'],
  },
  {
    what: 'POST /api/logout',
    answers: EVERYBODYS,
    done: 200,
    changes: (role) => (role === 'anonymous' ? [] : ['now nobody']),
  },
  { what: 'POST /api/*', answers: EVERYBODYS, done: 404 },
  { what: 'POST /webhooks/stripe', answers: EVERYBODYS, done: 400 },
  {
    ...reads('/invitation-pdf/:eventId/pdf', EVERYBODYS),
    // What an organizer prints is remembered (rule `invitation.printed`), once.
    changes: (role) => (role === 'organizer' ? ['events.printedPhotos own'] : []),
    coOrganizer: { changes: [] },
  },
  reads('/api/openapi.json', EVERYBODYS),
  reads('/api/docs', EVERYBODYS),
  reads('/healthz', EVERYBODYS),
  reads('/livez', EVERYBODYS),
  reads('/readyz', EVERYBODYS),
  // The tests' servers have no token for it.
  { ...reads('/metrics', EVERYBODYS), done: 404 },
];

export const ADMINISTRATION: Call[] = [
  {
    what: 'POST /api/verify-admin',
    body: { username: 'admin', password: 'admin-password' },
    answers: [401, 401, 403, 403, 403, DONE, DONE],
    done: 200,
  },
  {
    what: 'PATCH /api/events/:eventId/max-users',
    body: { maxUsers: 20 },
    answers: ADMINISTRATORS,
    done: 200,
    changes: ['events.maxUsers here'],
  },
  {
    what: 'PATCH /api/events/:eventId/dates',
    body: { endDate: '2099-12-31' },
    answers: ADMINISTRATORS,
    done: 200,
    changes: ['events.endDate here'],
  },
  {
    what: 'DELETE /api/admin/users/:userId',
    ids: newParticipant,
    answers: ADMINISTRATORS,
    done: 200,
    changes: ['-users other'],
  },
  {
    what: 'PATCH /api/admin/credentials',
    body: { username: 'mine' },
    answers: ADMINISTRATORS,
    done: 200,
    changes: ['users.username caller'],
  },
];
