import { EVENT_TEXT_NAMES } from '~/models/event/rules';
import { CLOSED, MEMBERS, MEMBERS_HERE, NOBODYS, OURS, type Call } from './access-endpoints';
import {
  anothersPhoto,
  captionedPhoto,
  givenSelfie,
  givenStar,
  guestLine,
  keptOutPerson,
  messageToCaller,
  messageToGuest,
  plannedMessage,
  cardsForAll,
  noFlash,
  newMission,
  newParticipant,
  newReport,
  NO_LONGER_CO_ORGANIZER,
  organizersPhoto,
  ownLatePhoto,
  ownPhoto,
  paidPayment,
  personOf,
  pictureForm,
  runningDuel,
  tiedPhotos,
  unreadMessage,
  waitingPhoto,
  UPGRADED,
} from './access-given';
import { DONE, type Place } from './access-matrix';
import { makeSubscription } from '../setup/push-server';
import { createParty, day, unique } from './party';

// The endpoints that change the content of an event.

const photoForm = (position: number, owner: (place: Place) => { id: number; eventId: number }) => {
  return (place: Place) => {
    const { id: userId, eventId } = owner(place);
    return pictureForm({ data: JSON.stringify({ userId, eventId, position, imageUrl: '' }) });
  };
};

export const PHOTOS: Call[] = [
  {
    what: 'POST /api/photos, an own one here',
    ended: CLOSED,
    late: { participant: { answer: DONE }, organizer: { answer: DONE } },
    body: photoForm(2, ({ caller, scene }) => ({
      id: caller.user?.id ?? scene.guest.user.id,
      eventId: scene.party.event.id,
    })),
    answers: MEMBERS_HERE,
    done: 201,
    changes: ['+photos caller'],
  },
  {
    what: 'POST /api/photos, for somebody else',
    body: photoForm(2, ({ scene }) => scene.guest.user),
    answers: NOBODYS,
    done: 201,
  },
  {
    what: 'PATCH /api/photos/:photoId, an own one',
    ended: CLOSED,
    ids: ownPhoto,
    body: ({ caller }) => ({ caption: `Words of ${caller.role}` }),
    answers: MEMBERS,
    done: 200,
    changes: ['photos.caption caller'],
  },
  {
    what: 'PATCH /api/photos/:photoId, somebody else’s',
    ids: anothersPhoto,
    body: { caption: 'Just married' },
    answers: NOBODYS,
    done: 200,
  },
  {
    what: 'PATCH /api/photos/:photoId, removing somebody else’s words',
    ended: CLOSED,
    ids: captionedPhoto,
    body: { caption: '' },
    answers: OURS,
    done: 200,
    changes: ['photos.caption other'],
  },
  {
    what: 'DELETE /api/photos/:photoId, an own one',
    ids: ownPhoto,
    answers: MEMBERS,
    done: 200,
    changes: ['-photos caller'],
  },
  {
    what: 'DELETE /api/photos/:photoId, an own late one',
    late: { participant: { answer: DONE } },
    ids: ownLatePhoto,
    answers: MEMBERS,
    done: 200,
    changes: ['-photos caller'],
  },
  {
    what: 'DELETE /api/photos/:photoId, somebody else’s',
    ids: anothersPhoto,
    answers: OURS,
    done: 200,
    changes: ['+messages caller to other', '-photos other'],
  },
  {
    // No notice goes to an organizer, so nothing else refuses this.
    what: 'DELETE /api/photos/:photoId, of its organizer',
    ids: organizersPhoto,
    answers: OURS,
    done: 200,
    changes: ['-photos caller'],
    coOrganizer: { changes: ['-photos organizer'] },
  },
  {
    // Photos of another event are ignored, and so is everything that a visitor sends.
    what: 'POST /api/seen',
    ended: CLOSED,
    body: async (place) => ({ ids: [(await anothersPhoto(place)).photoId] }),
    answers: [401, DONE, DONE, DONE, DONE, DONE, DONE],
    done: 200,
    changes: (role) =>
      ['participant', 'organizer'].includes(role)
        ? ['+pileReaders caller', '+seenPhotos caller']
        : [],
  },
  {
    what: 'POST /api/favorites',
    ended: CLOSED,
    body: ({ caller, scene }) => ({
      userId: caller.user?.id ?? scene.guest.user.id,
      photoId: scene.photo.id,
    }),
    answers: MEMBERS_HERE,
    done: 201,
    changes: ['+favorites caller'],
  },
  {
    what: 'POST /api/favorites, for somebody else',
    body: async (place) => ({ ...(await anothersPhoto(place)), userId: place.scene.guest.user.id }),
    answers: NOBODYS,
    done: 201,
  },
  {
    what: 'DELETE /api/favorites/:photoId',
    ended: CLOSED,
    ids: givenStar,
    answers: MEMBERS_HERE,
    done: 200,
    changes: ['-favorites caller'],
  },
  {
    what: 'POST /api/photos/:photoId/flag',
    answers: MEMBERS_HERE,
    done: 201,
    changes: ['+flagReports caller'],
  },
  {
    what: 'POST /api/photos/:photoId/approve',
    ids: waitingPhoto,
    answers: OURS,
    done: 200,
    changes: ['photos.hiddenAt other', 'photos.isPending other'],
  },
  {
    what: 'POST /api/users/:userId/trust',
    ids: waitingPhoto,
    body: { trusted: true },
    answers: OURS,
    done: 200,
    changes: ['photos.hiddenAt other', 'photos.isPending other', 'users.isTrusted other'],
  },
  {
    what: 'PATCH /api/flag-reports/:reportId',
    ids: newReport,
    body: { status: 'dismissed' },
    answers: OURS,
    done: 200,
    changes: ['flagReports.reviewedAt other', 'flagReports.status other'],
  },
  {
    what: 'DELETE /api/flag-reports/:reportId',
    ids: newReport,
    answers: OURS,
    done: 200,
    changes: ['-flagReports other'],
  },
];

export const PEOPLE: Call[] = [
  {
    what: 'POST /api/push',
    // The morning after comes then.
    ended: { participant: { answer: DONE } },
    body: () => {
      const { subscription } = makeSubscription(`https://push.example/${unique()}`);
      return { subscription, topics: ['reveal', 'morning'] };
    },
    answers: MEMBERS,
    done: 200,
    changes: ['users.pushAnsweredAt caller'],
  },
  {
    what: 'DELETE /api/push',
    ended: { participant: { answer: DONE } },
    answers: MEMBERS,
    done: 200,
    changes: ['users.pushAnsweredAt caller'],
  },
  {
    what: 'POST /api/users/selfie',
    ended: CLOSED,
    body: () => pictureForm(),
    answers: MEMBERS,
    done: 200,
    // The administrator has had one from the start.
    changes: (role) => [
      'users.selfieKey caller',
      ...(role.startsWith('administrator') ? [] : ['users.selfieStorage caller']),
    ],
  },
  {
    what: 'POST /api/users/remove-selfie',
    body: async (place) => (await givenSelfie(place), {}),
    answers: MEMBERS,
    done: 200,
    changes: ['users.selfieKey caller', 'users.selfieStorage caller'],
  },
  {
    what: 'POST /api/messages, to the organizer',
    body: ({ scene }) => ({ toUserId: scene.party.organizer.user.id, message: 'Hi' }),
    answers: [401, 401, DONE, 403, 403, 403, 403],
    done: 201,
    changes: ['+messages caller to organizer'],
  },
  {
    what: 'POST /api/messages, to a participant',
    body: ({ scene }) => ({ toUserId: scene.guest.user.id, message: 'Hi' }),
    answers: OURS,
    done: 201,
    changes: ['+messages caller to guest'],
  },
  {
    what: 'POST /api/messages, to everyone',
    body: { toUserId: 'all', message: 'Hi' },
    // Nobody has joined the other event.
    answers: [401, 401, 403, 404, DONE, DONE, DONE],
    coOrganizer: { changes: ['+messages caller to guest'] },
    done: 201,
    changes: (role) => {
      const everyone = role === 'organizer' ? ['guest', 'other'] : ['other'];
      return everyone.map((name) => `+messages caller to ${name}`);
    },
  },
  {
    what: 'POST /api/messages, planned',
    ended: CLOSED,
    body: { toUserId: 'without-star', message: 'Hi', sendAt: `${day(1)}T12:00:00Z` },
    answers: [401, 401, 403, DONE, DONE, DONE, DONE],
    done: 201,
    changes: ['+plannedMessages caller'],
  },
  {
    what: 'GET /api/messages, planned',
    query: '?planned=1',
    answers: [401, 401, 403, DONE, DONE, DONE, DONE],
    done: 200,
  },
  {
    what: 'PATCH /api/messages/:messageId',
    ended: CLOSED,
    ids: plannedMessage,
    body: { message: 'Hello' },
    answers: OURS,
    done: 200,
    coOrganizer: { changes: ['plannedMessages.authorId caller', 'plannedMessages.message caller'] },
    changes: ['plannedMessages.message caller'],
  },
  {
    what: 'DELETE /api/messages/:messageId',
    ids: plannedMessage,
    answers: OURS,
    done: 200,
    coOrganizer: { changes: ['-plannedMessages organizer'] },
    changes: ['-plannedMessages caller'],
  },
  {
    what: 'PATCH /api/messages/:messageId/read, one’s own',
    ids: messageToCaller,
    answers: [401, 401, DONE, 403, 403, 403, 403],
    done: 200,
    changes: ['messages.isRead organizer to caller'],
  },
  {
    what: 'PATCH /api/messages/:messageId/read, somebody else’s',
    ids: messageToGuest,
    answers: NOBODYS,
    done: 200,
  },
  {
    what: 'POST /api/messages/read-all',
    body: async (place) => (await unreadMessage(place), {}),
    answers: MEMBERS,
    done: 200,
    changes: (role) => {
      if (role.startsWith('administrator')) return [];
      // The platform has told the organizer who became a co-organizer.
      const organizers = ['messages.isRead guest to caller', 'messages.isRead other to caller'];
      if (role === 'organizer') return organizers;
      return [`messages.isRead ${role === 'participant' ? 'organizer' : 'other'} to caller`];
    },
  },
  {
    what: 'DELETE /api/users/:userId',
    ids: newParticipant,
    answers: OURS,
    done: 200,
    changes: ['-users other'],
  },
  {
    what: 'DELETE /api/users/:userId?keepOut=1',
    ids: newParticipant,
    answers: OURS,
    done: 200,
    changes: ['+keptOut own', '-users other'],
  },
  {
    what: 'POST /api/events/:eventId/renew-code',
    body: { door: 'code' },
    answers: OURS,
    done: 200,
    changes: ['events.door own', 'events.code own'],
  },
  {
    what: 'GET /api/events/:eventId/kept-out',
    answers: OURS,
    done: 200,
  },
  {
    what: 'DELETE /api/events/:eventId/kept-out/:keptOutId',
    ids: keptOutPerson,
    answers: OURS,
    done: 200,
    changes: ['-keptOut own'],
  },
  {
    what: 'POST /api/events/:eventId/guest-list',
    ended: CLOSED,
    body: () => ({ list: guestLine() }),
    answers: OURS,
    done: 200,
    changes: ['+invitedGuests own'],
  },
  {
    what: 'PUT /api/events/:eventId/tables',
    body: () => ({ names: ['Roses'] }),
    answers: OURS,
    done: 200,
    changes: ['+partyTables own'],
  },
  {
    what: 'POST /api/events/:eventId/wall',
    body: { programme: 'join' },
    answers: OURS,
    done: 200,
    changes: ['+walls own'],
  },
  {
    what: 'POST /api/events/:eventId/wall, a photo',
    body: ({ scene }) => ({ skip: scene.photo.id }),
    answers: OURS,
    done: 200,
    changes: ['+wallDecisions own'],
  },
  {
    what: 'POST /api/events/:eventId/wall/code',
    answers: OURS,
    done: 201,
    changes: ['+wallCodes own'],
  },
  {
    what: 'POST /api/events/:eventId/wall/renew',
    answers: OURS,
    done: 200,
  },
  {
    what: 'GET /api/events/:eventId/co-organizers',
    answers: OURS,
    done: 200,
  },
  {
    what: 'POST /api/events/:eventId/co-organizers',
    answers: OURS,
    coOrganizer: { answer: 403 },
    done: 201,
    changes: ['+coOrganizerLinks own'],
  },
  {
    what: 'DELETE /api/events/:eventId/co-organizers/:userId',
    ids: ({ scene }) => ({ userId: scene.coOrganizer.user.id }),
    answers: OURS,
    coOrganizer: { answer: 403 },
    done: 200,
    changes: NO_LONGER_CO_ORGANIZER,
  },
  {
    what: 'DELETE /api/users/:userId, a co-organizer',
    ids: ({ scene }) => ({ userId: scene.coOrganizer.user.id }),
    // The organizer has removed them before the administrator asks for it.
    answers: [401, 401, 403, 403, DONE, 404, 404],
    coOrganizer: { answer: 403 },
    done: 200,
    changes: ['-users other'],
  },
  {
    what: 'DELETE /api/users/:userId, the organizer',
    ids: ({ scene }) => ({ userId: scene.party.organizer.user.id }),
    answers: NOBODYS,
    done: 200,
  },
  {
    what: 'DELETE /api/users/:userId, oneself',
    ids: (place) => ({ userId: personOf(place).user.id }),
    answers: NOBODYS,
    done: 200,
  },
];

const setting = (name: string, body: Record<string, unknown>, column: string): Call => ({
  what: `PATCH /api/events/:eventId${name}`,
  body,
  answers: OURS,
  done: 200,
  changes: [`events.${column} own`],
});

/** Tomorrow is after the last day. */
const TOO_LATE: Call['ended'] = { organizer: { answer: 400 } };

export const EVENTS: Call[] = [
  setting('', { guestsMayLook: false }, 'guestsMayLook'),
  setting(', the downloads', { guestsMayDownload: false }, 'guestsMayDownload'),
  setting(', late photos', { photosUntil: day(10) }, 'photosUntil'),
  setting(', the thanks', { thanks: 'Thank you all' }, 'thanks'),
  ...EVENT_TEXT_NAMES.map((name) => setting(`, ${name}`, { [name]: `${name}, written` }, name)),
  { ...setting(', the day', { partyDate: day(1) }, 'partyDate'), ended: TOO_LATE },
  setting('', { approvalRequired: true }, 'approvalRequired'),
  {
    ...setting(', the opening', { votingOpensAt: `${day(1)}T10:00:00.000Z` }, 'votingOpensAt'),
    ended: TOO_LATE,
  },
  {
    ...setting(', the closing', { votingClosesAt: `${day(1)}T10:00:00.000Z` }, 'votingClosesAt'),
    ended: TOO_LATE,
  },
  setting(', the standings', { standings: 'hidden' }, 'standings'),
  {
    what: 'POST /api/events/:eventId/reveal, while stars still count',
    body: {},
    answers: OURS,
    done: 409,
  },
  {
    what: 'POST /api/events/:eventId/duel',
    ended: CLOSED,
    ids: async (place) => ({ tied: (await tiedPhotos(place)).length }),
    body: async (place) => ({ photoIds: await tiedPhotos(place), seconds: 60 }),
    answers: OURS,
    done: 201,
    changes: ['+duels own', 'events.duelEndsAt own'],
  },
  {
    what: 'POST /api/duels/:duelId/vote',
    ended: CLOSED,
    ids: runningDuel,
    body: async (place) => ({ photoId: (await tiedPhotos(place))[0] }),
    answers: MEMBERS_HERE,
    done: 200,
    changes: ['+duelVotes caller'],
  },
  {
    what: 'POST /api/events/:eventId/missions',
    ended: CLOSED,
    ids: cardsForAll,
    body: { text: 'Somebody’s shoes' },
    answers: OURS,
    done: 201,
    changes: ['+missions own'],
  },
  {
    what: 'POST /api/events/:eventId/flash',
    ended: CLOSED,
    ids: noFlash,
    body: { text: 'The ceiling' },
    answers: OURS,
    done: 201,
    changes: ['+missions own', 'events.flashMissionId own', 'events.flashedAt own'],
  },
  {
    what: 'PATCH /api/missions/:missionId',
    ended: CLOSED,
    ids: newMission,
    body: { enabled: false },
    answers: OURS,
    done: 200,
    changes: ['missions.isEnabled own'],
  },
  {
    what: 'DELETE /api/missions/:missionId',
    ended: CLOSED,
    ids: newMission,
    answers: OURS,
    done: 200,
    changes: ['-missions own'],
  },
  {
    // Nobody here holds a card.
    what: 'POST /api/missions/mine/swap',
    answers: NOBODYS,
    done: 200,
  },
  setting('/voting-status', { votingEnabled: false }, 'votingEnabled'),
  {
    what: 'POST /api/events/:eventId/close-voting',
    answers: OURS,
    done: 200,
    changes: ['+results own', 'events.votingClosedAt own'],
  },
  {
    what: 'POST /api/events/:eventId/end',
    coOrganizer: { answer: 403 },
    ended: { organizer: { answer: 409 }, 'co-organizer': { answer: 403 } },
    // The organizer ends their own before the administrator asks for it.
    ids: async ({ caller, scene }) => {
      const isOver = caller.role.startsWith('administrator');
      const { event } = isOver ? await createParty(scene.party.origin) : scene.party;
      return { eventId: event.id };
    },
    answers: [401, 401, 403, 403, DONE, 403, DONE],
    done: 200,
    changes: (role) =>
      role === 'organizer'
        ? ['events.endedAt own', 'events.endDate own']
        : ['events.endedAt other', 'events.endDate other', '+messages caller to other'],
  },
  setting('/description', { description: 'Another party' }, 'description'),
  setting('/max-photos', { maxPhotosPerUser: 4 }, 'maxPhotosPerUser'),
  {
    what: 'POST /api/events/:eventId/image',
    ended: CLOSED,
    body: () => pictureForm(),
    answers: OURS,
    done: 200,
    changes: ['events.imageKey own', 'events.imageStorage own'],
  },
  {
    what: 'POST /api/create-payment-intent',
    coOrganizer: { answer: 403 },
    body: ({ scene }) => ({ planId: 'basic', eventId: scene.party.event.id }),
    answers: OURS,
    done: 200,
    changes: ['+payments own'],
  },
  {
    what: 'POST /api/create-payment-intent, for the own event',
    coOrganizer: { answer: 403 },
    body: { planId: 'basic' },
    answers: [401, 401, 403, DONE, DONE, DONE, DONE],
    done: 200,
    // The administrator continues what they started unchecked.
    changes: (role) => (role === 'administrator' ? [] : ['+payments own']),
  },
  {
    what: 'POST /api/events/:eventId/upgrade-plan',
    coOrganizer: { answer: 403 },
    body: async (place) => ({ plan: 'basic', paymentIntentId: await paidPayment(place) }),
    answers: OURS,
    done: 200,
    changes: UPGRADED,
  },
  {
    what: 'POST /api/events/:eventId/upgrade-plan, which nobody has paid',
    coOrganizer: { answer: 403 },
    body: { plan: 'basic' },
    answers: OURS,
    done: 402,
  },
  {
    what: 'DELETE /api/admin/events/:eventId',
    coOrganizer: { answer: 403 },
    // The organizer deletes their own before the administrator asks for it.
    ids: async ({ caller, scene }) => {
      const isGone = caller.role.startsWith('administrator');
      const { event } = isGone ? await createParty(scene.party.origin) : scene.party;
      return { eventId: event.id };
    },
    answers: [401, 401, 403, 403, DONE, 403, DONE],
    done: 200,
    changes: (role) =>
      role === 'organizer'
        ? [
            '-events own',
            '-messages other to caller',
            '-users caller',
            '-users guest',
            '-users other',
            '-photos guest',
            'now nobody',
          ]
        : ['-events other', '-users other'],
  },
];
