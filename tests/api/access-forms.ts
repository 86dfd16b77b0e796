import {
  anothersPhoto,
  captionedPhoto,
  clearedUp,
  givenSelfie,
  givenStar,
  guestLine,
  keptOutPerson,
  listedGuestId,
  newParticipant,
  cardsForAll,
  noFlash,
  newReport,
  NO_LONGER_CO_ORGANIZER,
  openLinkId,
  ownLatePhoto,
  ownPhoto,
  paidPayment,
  pictureForm,
  plannedMessage,
  reportOfAnother,
  roomForOne,
  unreadMessage,
  UPGRADED,
  waitingPhoto,
} from './access-given';
import { addDays } from '~/models/day';
import { DEMO_EVENT_ID } from '~/models/event/rules';
import type { PublicEvent } from '~/models/event/shape';
import { DONE, type Place, type Row } from './access-matrix';
import type { Role } from './access-scene';
import { day, unique } from './party';

// The forms of an event's screens. URLs in answers are readable, with N for every number.

export type Form = Row<string>;
export type Answers = Form['answers'];

export const OUT = '302 /auth';
export const HOME = '302 /';
export const DESK = '302 /?tab=profile';
const RULES = '302 /event/rules';
export const OWN_PHOTOS = '302 /?tab=profile&part=photos';
export const loginFirst = (next: string) => `302 /login?next=${next}`;

// In the order of the roles: nobody, visitor, participant, the organizers of another event and of
// this one, the administrator unchecked and checked, whose event is a third one.
export const EVERYBODYS: Answers = [DONE, DONE, DONE, DONE, DONE, DONE, DONE];
const ORGANIZERS: Answers = [OUT, HOME, HOME, DONE, DONE, DONE, DONE];
/** A visitor signs in first, as the shop says. */
const SHOPPERS: Answers = [OUT, loginFirst('/shop'), HOME, DONE, DONE, DONE, DONE];
const members = (next: string): Answers => [OUT, loginFirst(next), DONE, DONE, DONE, DONE, DONE];
/** An organizer of another event is redirected, and told that it is not theirs. */
const ours = (next: string): Answers => [OUT, HOME, HOME, next, DONE, next, next];

// Closed to the organizer, too, once the event has ended (rule `event.ended`), who reads so afterwards, at / or
// on the form.
const LEFT_ALONE: Form['ended'] = { organizer: { changes: [] } };
const ADDS_LATE: Form['late'] = {
  participant: { answer: DONE, changes: ['+photos caller'] },
  organizer: { changes: ['+photos caller'] },
};
const LED_HOME: Form['ended'] = { organizer: { answer: HOME } };
const CLOSED: Form['ended'] = { organizer: { answer: '403' } };
/** The page of missions says why nothing was changed. */
const LED_BACK: Form['ended'] = { organizer: { answer: '302 /event/missions' } };

const ownPhotos = ({ caller }: Place) =>
  caller.role.startsWith('participant') ? DESK : OWN_PHOTOS;
const isUserOne = (role: Role) => role.startsWith('administrator');

export const PHOTOS: Form[] = [
  {
    what: 'POST /photos/add',
    ended: LEFT_ALONE,
    late: ADDS_LATE,
    // Checked or not, the administrator has one already.
    body: ({ caller }) => pictureForm({ position: caller.role === 'administrator' ? '1' : '2' }),
    answers: members('/?tab=profile'),
    done: ownPhotos,
    changes: ['+photos caller'],
  },
  {
    what: 'POST /photos/new',
    ended: LEFT_ALONE,
    late: ADDS_LATE,
    ids: roomForOne,
    body: () => {
      const name = `Visitor ${unique()}`;
      return pictureForm({ name, email: `${unique()}@example.com`, consent: 'on', caption: 'Hi' });
    },
    answers: [OUT, DONE, DONE, DONE, DONE, DONE, DONE],
    done: (place) => (place.caller.role === 'visitor' ? '302 /feed' : ownPhotos(place)),
    changes: (role) =>
      role === 'visitor' ? ['+photos other', '+users other', 'now other'] : ['+photos caller'],
  },
  {
    what: 'POST /photos/:photoId/star, on',
    ended: LEFT_ALONE,
    body: { on: '1', next: '/feed' },
    answers: [OUT, loginFirst('/feed'), DONE, '302 /feed', DONE, '302 /feed', '302 /feed'],
    done: '302 /feed',
    changes: ['+favorites caller'],
  },
  {
    what: 'POST /photos/:photoId/star, off',
    ended: LEFT_ALONE,
    ids: givenStar,
    body: { next: '/feed' },
    answers: [OUT, loginFirst('/feed'), DONE, '302 /feed', DONE, '302 /feed', '302 /feed'],
    done: '302 /feed',
    changes: ['-favorites caller'],
  },
  {
    what: 'POST /duel, one that is gone',
    body: { duel: '1', photoId: '1' },
    answers: members('/duel'),
    done: '302 /duel',
  },
  {
    // Nobody here holds a card.
    what: 'POST /missions',
    body: {},
    answers: members('/missions'),
    done: '302 /missions?open=N',
  },
  {
    what: 'POST /pile, a photo laid aside',
    ended: LEFT_ALONE,
    body: async (place) => ({ seen: String((await anothersPhoto(place)).photoId) }),
    answers: members('/pile'),
    done: '302 /pile',
    changes: (role) =>
      ['participant', 'organizer'].includes(role)
        ? ['+pileReaders caller', '+seenPhotos caller']
        : [],
  },
  {
    what: 'POST /pile, no photo wanted',
    ended: LEFT_ALONE,
    body: { later: '1' },
    answers: members('/pile'),
    done: '302 /pile',
    // Checked or not, the administrator has said it already.
    changes: (role) => (role === 'administrator' ? [] : ['+pileReaders caller']),
  },
  {
    // Nobody here has given all three, so none is taken from another photo.
    what: 'POST /photos/:photoId/star/move',
    ended: LEFT_ALONE,
    body: { from: '0' },
    answers: [OUT, loginFirst('/feed'), DONE, '302 /feed', DONE, '302 /feed', '302 /feed'],
    done: '302 /feed',
    changes: ['+favorites caller'],
  },
  {
    what: 'POST /photos/:photoId/caption, an own one',
    ended: LED_HOME,
    ids: ownPhoto,
    body: ({ caller }) => ({ caption: `Words of ${caller.role}` }),
    answers: members('/photos/N/caption?next=/photos/N'),
    done: '302 /photos/N',
    changes: ['photos.caption caller'],
  },
  {
    what: 'POST /photos/:photoId/caption, removing somebody else’s words',
    ended: LED_HOME,
    ids: captionedPhoto,
    body: { caption: '' },
    answers: [
      OUT,
      loginFirst('/photos/N/caption?next=/photos/N'),
      '403',
      '403',
      DONE,
      '403',
      '403',
    ],
    done: '302 /photos/N',
    changes: ['photos.caption other'],
  },
  {
    what: 'POST /photos/:photoId/delete, an own one',
    late: { participant: { answer: DONE, changes: [] } },
    ids: ownPhoto,
    answers: members('/?tab=profile'),
    done: ownPhotos,
    changes: ['-photos caller'],
  },
  {
    what: 'POST /photos/:photoId/delete, an own late one',
    late: { participant: { answer: DONE } },
    ids: ownLatePhoto,
    answers: members('/?tab=profile'),
    done: ownPhotos,
    changes: ['-photos caller'],
  },
  {
    what: 'POST /photos/:photoId/delete, somebody else’s',
    late: { participant: { answer: DESK } },
    ids: anothersPhoto,
    answers: [OUT, loginFirst('/?tab=profile'), DESK, OWN_PHOTOS, DONE, OWN_PHOTOS, OWN_PHOTOS],
    done: OWN_PHOTOS,
    changes: ['photos.hiddenAt other', 'photos.removeAt other', 'photos.removal other'],
  },
  {
    what: 'POST /photos/shared',
    ended: LEFT_ALONE,
    late: ADDS_LATE,
    ids: roomForOne,
    body: () => pictureForm(),
    answers: members('/?tab=profile'),
    done: ownPhotos,
    changes: ['+photos caller'],
  },
  {
    what: 'POST /photos/:photoId/report',
    answers: [OUT, loginFirst('/photos/N/report?next=/photos/N'), DONE, '403', DONE, '403', '403'],
    done: '302 /photos/N',
    changes: ['+flagReports caller'],
  },
  {
    what: 'POST /selfie, a new one',
    ended: LEFT_ALONE,
    body: () => pictureForm(),
    answers: members('/selfie'),
    done: ownPhotos,
    // The administrator has had one from the start.
    changes: (role) => [
      'users.selfieKey caller',
      ...(isUserOne(role) ? [] : ['users.selfieStorage caller']),
    ],
  },
  {
    what: 'POST /images/add, a selfie',
    ended: CLOSED,
    body: ({ caller }) => pictureForm({ place: 'selfie', userId: String(caller.user?.id ?? 1) }),
    answers: members('/?tab=profile'),
    done: '200',
    changes: (role) => [
      'users.selfieKey caller',
      ...(isUserOne(role) ? [] : ['users.selfieStorage caller']),
    ],
  },
  {
    what: 'POST /images/add, the event’s image',
    ended: CLOSED,
    body: ({ caller }) =>
      pictureForm({ place: 'event-image', userId: String(caller.user?.id ?? 1) }),
    answers: [OUT, loginFirst('/?tab=profile'), '403', DONE, DONE, DONE, DONE],
    done: '200',
    changes: (role) => [
      'events.imageKey own',
      ...(isUserOne(role) ? [] : ['events.imageStorage own']),
    ],
  },
  {
    what: 'POST /selfie, none any more',
    body: async (place) => (await givenSelfie(place), { intent: 'remove' }),
    answers: members('/selfie'),
    done: ownPhotos,
    changes: ['users.selfieKey caller', 'users.selfieStorage caller'],
  },
];

const setting = (path: string, body: Record<string, string>, column: string): Form => ({
  what: `POST ${path}`,
  body,
  answers: ORGANIZERS,
  done: path === '/event/guests-may-look' ? DESK : RULES,
  changes: [`events.${column} own`],
});

export const ORGANIZING: Form[] = [
  setting('/event/description', { description: 'Another party' }, 'description'),
  setting('/event/photo-count', { maxPhotosPerUser: '4' }, 'maxPhotosPerUser'),
  setting('/event/approval', { approvalRequired: 'true' }, 'approvalRequired'),
  setting('/event/guests-may-look', { guestsMayLook: 'false' }, 'guestsMayLook'),
  {
    ...setting('/event/guests-may-download', { guestsMayDownload: 'false' }, 'guestsMayDownload'),
    // Then it is switched on the profile's wrap-up.
    ended: { organizer: { done: DESK } },
  },
  {
    ...setting('/event/late-photos', { photosUntil: day(10) }, 'photosUntil'),
    // The demo event ends in years.
    body: ({ caller }): Record<string, string> => ({
      photosUntil: isUserOne(caller.role) ? '' : day(10),
    }),
    changes: (role) => (isUserOne(role) ? [] : ['events.photosUntil own']),
    // Then it is chosen on the profile's wrap-up.
    ended: { organizer: { done: DESK } },
  },
  {
    ...setting('/event/thanks', { thanks: 'Thank you all' }, 'thanks'),
    // Then it is written on the profile's wrap-up.
    ended: { organizer: { done: DESK } },
  },
  setting('/event/voting', { votingEnabled: 'false' }, 'votingEnabled'),
  {
    what: 'POST /event/image',
    ended: LED_HOME,
    body: () => pictureForm(),
    answers: ORGANIZERS,
    done: RULES,
    // The demo event has had one from the start.
    changes: (role) => [
      'events.imageKey own',
      ...(isUserOne(role) ? [] : ['events.imageStorage own']),
    ],
  },
  {
    what: 'POST /wall',
    body: { code: '' },
    answers: EVERYBODYS,
    done: '400',
  },
  {
    what: 'POST /event/wall',
    body: ({ scene }) => ({ skip: String(scene.photo.id) }),
    answers: ours('302 /event/wall'),
    done: '302 /event/wall',
    changes: ['+wallDecisions own'],
  },
  {
    what: 'POST /flags/:reportId',
    ids: newReport,
    body: { status: 'dismissed' },
    answers: ours('302 /flags'),
    done: '302 /flags',
    changes: ['flagReports.reviewedAt other', 'flagReports.status other'],
  },
  {
    what: 'POST /flags/:reportId, inappropriate',
    ids: reportOfAnother,
    body: { status: 'reviewed' },
    answers: ours('302 /flags'),
    done: '302 /flags',
    changes: ['flagReports.reviewedAt other', 'flagReports.status other', 'photos.hiddenAt other'],
  },
  {
    what: 'POST /photos/:photoId/hidden',
    ids: anothersPhoto,
    body: { hidden: '1' },
    answers: ours('302 /flags'),
    done: '302 /flags',
    changes: ['photos.hiddenAt other'],
  },
  {
    what: 'POST /photos/:photoId/hidden, one that waits',
    ids: waitingPhoto,
    body: { hidden: '1' },
    answers: ours('302 /flags'),
    done: '302 /flags',
    changes: ['photos.hiddenAt other', 'photos.isPending other'],
  },
  {
    what: 'POST /photos/:photoId/approve',
    ids: waitingPhoto,
    answers: ours('302 /waiting'),
    done: '302 /waiting',
    changes: ['photos.hiddenAt other', 'photos.isPending other'],
  },
  {
    what: 'POST /waiting',
    body: async (place) => ({ upTo: String((await waitingPhoto(place)).photoId) }),
    answers: ORGANIZERS,
    done: '302 /waiting',
    // An organizer elsewhere, and the administrator, have nothing that waits.
    changes: (role) =>
      role === 'organizer' ? ['photos.hiddenAt other', 'photos.isPending other'] : [],
  },
  {
    what: 'POST /participants/:userId/trust',
    ids: waitingPhoto,
    body: { trusted: 'true' },
    answers: ours('302 /participants'),
    done: '302 /participants',
    changes: ['photos.hiddenAt other', 'photos.isPending other', 'users.isTrusted other'],
  },
  {
    what: 'POST /flags/:reportId/delete',
    ids: newReport,
    answers: ours('302 /flags'),
    done: '302 /flags',
    changes: ['-flagReports other'],
  },
  {
    what: 'POST /participants/:userId/remove',
    ids: newParticipant,
    answers: ours('302 /participants'),
    done: '302 /participants',
    changes: ['users.removeAt other', 'users.removeWithPhotos other'],
  },
  {
    what: 'POST /participants/:userId/remove, and keep out',
    ids: newParticipant,
    body: { keepOut: 'on' },
    answers: ours('302 /participants'),
    done: '302 /participants',
    changes: ['+keptOut own', 'users.removeAt other', 'users.removeWithPhotos other'],
  },
  {
    what: 'POST /participants',
    body: async (place) => ({ keptOutId: String((await keptOutPerson(place)).keptOutId) }),
    answers: ours('302 /participants'),
    done: '302 /participants',
    changes: ['-keptOut own'],
  },
  {
    what: 'POST /participants/invited',
    ended: CLOSED,
    body: () => ({ list: guestLine() }),
    answers: ORGANIZERS,
    done: '302 /participants/invited',
    changes: ['+invitedGuests own'],
  },
  {
    what: 'POST /participants/invited, off the list',
    body: async (place) => ({ intent: 'remove', guestId: await listedGuestId(place) }),
    answers: ORGANIZERS,
    done: '302 /participants/invited',
    changes: ['-invitedGuests own'],
  },
  {
    what: 'POST /participants/invited, from a list elsewhere',
    body: async ({ caller, scene }) => {
      const own = { ...caller, user: null };
      return { intent: 'remove', guestId: await listedGuestId({ caller: own, scene }) };
    },
    answers: ours('302 /participants/invited'),
    done: '302 /participants/invited',
    changes: ['-invitedGuests own'],
  },
  {
    // Their own addresses are not confirmed, and the demo event mails nobody.
    what: 'POST /participants/invited, mails',
    body: async (place) => {
      await listedGuestId(place);
      return { intent: 'invite' };
    },
    answers: ORGANIZERS,
    done: '302 /participants/invited',
  },
  {
    what: 'POST /participants/clear-up',
    body: clearedUp,
    answers: ours('302 /participants'),
    // Nobody is left who would be removed during another row.
    done: async ({ caller }) => {
      await caller.client.submit('/participants', { intent: 'undo' });
      return '302 /participants';
    },
    changes: ['users.removeAt other'],
  },
  {
    what: 'POST /participants, undone',
    body: async (place) => {
      const { caller } = place;
      if (['organizer', 'co-organizer'].includes(caller.role)) {
        await caller.client.submit('/participants/clear-up', await clearedUp(place));
      }
      return { intent: 'undo' };
    },
    answers: ours('302 /participants'),
    done: '302 /participants',
    changes: ['users.removeAt other'],
  },
  {
    what: 'POST /participants, a link for a co-organizer',
    body: { intent: 'invite-co-organizer' },
    answers: ORGANIZERS,
    coOrganizer: { answer: '302 /participants' },
    done: '200',
    changes: ['+coOrganizerLinks own'],
  },
  {
    what: 'POST /participants, no co-organizer any more',
    body: ({ scene }) => ({
      intent: 'end-co-organizer',
      coOrganizerId: String(scene.coOrganizer.user.id),
    }),
    answers: ours('302 /participants'),
    coOrganizer: { answer: '302 /participants' },
    done: '302 /participants',
    changes: NO_LONGER_CO_ORGANIZER,
  },
  {
    what: 'POST /participants, a link withdrawn',
    body: async (place) => ({ intent: 'withdraw-link', linkId: await openLinkId(place) }),
    answers: [OUT, HOME, HOME, DONE, DONE, '302 /participants', '302 /participants'],
    coOrganizer: { answer: '302 /participants' },
    done: '302 /participants',
    changes: ['-coOrganizerLinks own'],
  },
  {
    what: 'POST /event/edit',
    ended: { organizer: { answer: '400' } },
    // The demo event's name cannot change.
    body: async ({ caller }) => {
      const { json } = await caller.client.get<PublicEvent>(`/api/events/${caller.user?.eventId}`);
      const name = json?.id === DEMO_EVENT_ID ? json.name : 'Another party';
      // An event that has begun keeps its first day, also when a run of the tests lasts over midnight.
      const startDate = json?.startDate ?? day();
      return { name, startDate, endDate: addDays(startDate, 6) };
    },
    answers: ORGANIZERS,
    done: RULES,
    changes: (role) => [
      'events.endDate own',
      ...(role.startsWith('administrator')
        ? []
        : ['events.name own', 'events.nameKey own', 'events.matchKey own']),
    ],
  },
  {
    what: 'POST /event/close-voting',
    answers: ORGANIZERS,
    done: RULES,
    changes: ['+results own', 'events.votingClosedAt own'],
  },
  {
    what: 'POST /event/door',
    body: { door: 'code' },
    // The demo event stays open.
    answers: [OUT, HOME, HOME, DONE, DONE, '403', '403'],
    done: RULES,
    changes: ['events.door own', 'events.code own'],
  },
  {
    what: 'POST /event/door, and a new code',
    body: { door: 'names', intent: 'renew' },
    answers: [OUT, HOME, HOME, DONE, DONE, '403', '403'],
    done: RULES,
    changes: ['events.code own'],
  },
  {
    what: 'POST /event/tables',
    body: { names: 'Roses' },
    answers: ORGANIZERS,
    done: RULES,
    changes: ['+partyTables own'],
  },
  setting('/event/standings', { standings: 'hidden' }, 'standings'),
  {
    what: 'POST /event/reveal, while stars still count',
    body: { intent: 'now' },
    answers: ORGANIZERS,
    done: '409',
  },
  {
    what: 'POST /event/missions',
    ended: LED_BACK,
    ids: cardsForAll,
    body: { intent: 'add', text: 'Somebody’s shoes' },
    answers: ORGANIZERS,
    done: '302 /event/missions',
    changes: ['+missions own'],
  },
  {
    what: 'POST /event/missions, a flash mission',
    ended: LED_BACK,
    ids: noFlash,
    body: { intent: 'flash', flash: 'The ceiling' },
    answers: ORGANIZERS,
    done: '302 /event/missions',
    changes: ['+missions own', 'events.flashMissionId own', 'events.flashedAt own'],
  },
  {
    what: 'POST /event/duel, before the votes are counted',
    ended: CLOSED,
    body: { photoIds: '1 2', seconds: '120' },
    answers: ORGANIZERS,
    done: '404',
  },
  {
    what: 'POST /event/remind',
    ids: newParticipant,
    body: { message: 'Hi' },
    answers: ORGANIZERS,
    done: DESK,
    changes: (role) => (role === 'organizer elsewhere' ? [] : ['+messages caller to other']),
  },
  {
    what: 'POST /event/delete',
    body: async ({ caller }) => {
      const { json } = await caller.client.get<PublicEvent>(`/api/events/${caller.user?.eventId}`);
      return { typed: json?.name ?? '' };
    },
    // The demo event cannot be deleted.
    coOrganizer: { answer: HOME },
    answers: [OUT, HOME, HOME, DONE, DONE, RULES, RULES],
    done: OUT,
    changes: (role) =>
      role === 'organizer elsewhere'
        ? ['-events own', '-users caller', 'now nobody']
        : [
            '-events own',
            '-messages other to caller',
            '-users caller',
            '-users guest',
            '-users other',
            '-photos guest',
            'now nobody',
          ],
  },
];

/** The administrator continues what they started unchecked. */
const begun = (role: Role) => (role === 'administrator' ? [] : ['+payments own']);

export const PAYING: Form[] = [
  {
    what: 'POST /shop',
    coOrganizer: { answer: HOME },
    body: { plan: 'basic' },
    answers: SHOPPERS,
    done: '303 https://checkout.stripe.com/c/pay/PAGE',
    changes: begun,
  },
  {
    what: 'POST /shop, in the dialog',
    coOrganizer: { answer: HOME },
    body: { intent: 'begin', plan: 'basic' },
    answers: SHOPPERS,
    done: '200',
    changes: begun,
  },
  {
    what: 'POST /shop, what was paid',
    coOrganizer: { answer: HOME },
    body: async (place) => ({
      intent: 'upgrade',
      plan: 'basic',
      paymentIntentId: await paidPayment(place),
    }),
    answers: [OUT, loginFirst('/shop'), HOME, '402', DONE, '402', '402'],
    done: '200',
    changes: UPGRADED,
  },
];

const withOrganizer = ({ scene }: Place) => `?with=${scene.party.organizer.user.id}`;
const PLANNED = '302 /messages?with=planned';
const withGuest = ({ scene }: Place) => `?with=${scene.guest.user.id}`;

/** A participant has one conversation, whatever the URL says. */
const TO_THEIR_ORGANIZER = { answer: DONE, changes: ['+messages caller to other'] } as const;

export const MESSAGES: Form[] = [
  {
    what: 'POST /messages, to the organizer',
    query: withOrganizer,
    body: { intent: 'send', message: 'Hi' },
    answers: [OUT, loginFirst('/messages'), DONE, '403', '403', '403', '403'],
    participantElsewhere: TO_THEIR_ORGANIZER,
    done: '302 /messages?with=N#newest',
    changes: ['+messages caller to organizer'],
  },
  {
    what: 'POST /messages, to a participant',
    query: withGuest,
    body: { intent: 'send', message: 'Hi' },
    answers: [OUT, loginFirst('/messages'), DONE, '403', DONE, '403', '403'],
    participantElsewhere: TO_THEIR_ORGANIZER,
    done: '302 /messages?with=N#newest',
    changes: (role) => [`+messages caller to ${role === 'participant' ? 'organizer' : 'guest'}`],
  },
  {
    what: 'POST /messages, to everyone',
    query: '?with=all',
    body: { intent: 'send', message: 'Hi' },
    // Nobody has joined the other event.
    answers: [OUT, loginFirst('/messages'), DONE, '400', DONE, DONE, DONE],
    coOrganizer: { changes: ['+messages caller to guest'] },
    participantElsewhere: TO_THEIR_ORGANIZER,
    done: '302 /messages?with=all#newest',
    changes: (role) => {
      if (role === 'participant') return ['+messages caller to organizer'];
      const everyone = role === 'organizer' ? ['guest', 'other'] : ['other'];
      return everyone.map((name) => `+messages caller to ${name}`);
    },
  },
  {
    what: 'POST /messages, planned',
    ended: CLOSED,
    query: '?with=all',
    body: { intent: 'send', message: 'Hi', audience: 'without-photo', sendAt: `${day(1)}T12:00` },
    answers: [OUT, loginFirst('/messages'), '403', DONE, DONE, DONE, DONE],
    done: PLANNED,
    changes: ['+plannedMessages caller'],
  },
  {
    what: 'POST /messages, a planned one cancelled',
    body: async (place) => {
      const { messageId } = await plannedMessage(place);
      return { intent: 'unplan', plannedId: String(messageId) };
    },
    answers: [OUT, loginFirst('/messages'), PLANNED, PLANNED, DONE, PLANNED, PLANNED],
    coOrganizer: { changes: ['-plannedMessages organizer'] },
    done: PLANNED,
    changes: ['-plannedMessages caller'],
  },
  {
    what: 'POST /messages/planned/:messageId',
    ended: CLOSED,
    ids: plannedMessage,
    body: { toUserId: 'all', message: 'Hi', sendAt: `${day(2)}T12:00` },
    answers: [OUT, HOME, HOME, '403', DONE, '403', '403'],
    coOrganizer: { changes: ['plannedMessages.authorId caller', 'plannedMessages.sendAt caller'] },
    done: PLANNED,
    changes: ['plannedMessages.sendAt caller'],
  },
  {
    what: 'POST /messages, all are read',
    body: async (place) => (await unreadMessage(place), { intent: 'read-all' }),
    answers: members('/messages'),
    done: '302 /messages',
    changes: (role) => {
      if (isUserOne(role)) return [];
      // The platform has told the organizer who became a co-organizer.
      const organizers = ['messages.isRead guest to caller', 'messages.isRead other to caller'];
      if (role === 'organizer') return organizers;
      return [`messages.isRead ${role === 'participant' ? 'organizer' : 'other'} to caller`];
    },
  },
];
