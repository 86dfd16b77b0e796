import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm';
import {
  coOrganizerLinks,
  duelPhotos,
  duels,
  events,
  invitedGuests,
  missionCards,
  missions,
  photos,
  results,
  users,
} from '~db/schema';
import type { BegunPayment } from '~/models/payment/shape';
import { singleRow } from '~/models/row.server';
import { guestToken } from '~/models/user/guest-mail.server';
import { createTestPhoto } from '../factories';
import { SESSION_SECRET } from '../setup/server';
import type { Place } from './access-matrix';
import { newGuest } from './access-people';
import type { Scene } from './access-scene';
import {
  day,
  expectStatus,
  makeOrganizeLink,
  sendSelfie,
  smallJpeg,
  unique,
  type Party,
  type Person,
} from './party';

// What has to exist before a row of the matrix can be requested.

/** The caller if they have a row in `users`, otherwise the guest. */
export function personOf({ caller, scene }: Place): Person {
  return caller.user ? { client: caller.client, user: caller.user } : scene.guest;
}

/** Whether the caller is a member of the requested event. */
export function isHere({ caller, scene }: Place): boolean {
  return caller.user?.eventId === scene.party.event.id;
}

/** A new guest of the event. */
export const guestOf = ({ db, party }: Scene): Promise<Person> => newGuest({ db, ...party });

/** A form with a small photo and further fields. */
export async function pictureForm(fields: Record<string, string> = {}): Promise<FormData> {
  const form = new FormData();
  form.set(
    'image',
    new Blob([Uint8Array.from(await smallJpeg())], { type: 'image/jpeg' }),
    'x.jpg',
  );
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

/** A photo of the caller, or of the guest if the caller can have none. */
export async function ownPhoto(place: Place) {
  const { user } = place.caller;
  return user ? photoOf(place, user) : { photoId: place.scene.photo.id };
}

/** A photo of the event's organizer. */
export const organizersPhoto = (place: Place) => photoOf(place, place.scene.party.organizer.user);

async function photoOf({ scene: { db } }: Place, user: Person['user']) {
  // An earlier row or role may have put one there.
  const isThere = and(eq(photos.userId, user.id), eq(photos.position, 3));
  const [there] = await db.select().from(photos).where(isThere);
  return { photoId: (there ?? (await createTestPhoto(db, user, { position: 3 }))).id };
}

/** The same, marked as late (rule `photos.late`). */
export async function ownLatePhoto(place: Place) {
  const { photoId } = await ownPhoto(place);
  await place.scene.db.update(photos).set({ late: true }).where(eq(photos.id, photoId));
  return { photoId };
}

/** A free slot: the administrator, who appears in several rows, may have filled theirs before. */
export async function roomForOne(place: Place) {
  const { user, client } = place.caller;
  if (!user) return {};
  const own = await client.get<{ id: number }[]>(`/api/photos/user/${user.id}`);
  const [photo] = own.json;
  if (photo) expectStatus(await client.request('DELETE', `/api/photos/${photo.id}`), 200);
  return {};
}

/** A photo of a new participant. */
export async function anothersPhoto({ scene }: Place) {
  return { photoId: (await createTestPhoto(scene.db, (await guestOf(scene)).user)).id };
}

/** A photo of a new participant that waits, and its owner. */
export async function waitingPhoto({ scene }: Place) {
  const { user } = await guestOf(scene);
  const waits = { isPending: true, hiddenAt: new Date() };
  return { photoId: (await createTestPhoto(scene.db, user, waits)).id, userId: user.id };
}

/** A photo of a new participant, with a caption. */
export async function captionedPhoto({ scene }: Place) {
  const { user } = await guestOf(scene);
  return { photoId: (await createTestPhoto(scene.db, user, { caption: 'Hold still' })).id };
}

/** A star for the guest's photo, from the caller, or from somebody else if the caller can give none. */
export async function givenStar(place: Place) {
  const { photo } = place.scene;
  const { client, user } = isHere(place) ? personOf(place) : await guestOf(place.scene);
  const star = { userId: user.id, photoId: photo.id };
  expectStatus(await client.post('/api/favorites', star), 201);
  return { photoId: photo.id };
}

/** A guest's report of another guest's photo. */
export async function newReport({ scene }: Place) {
  const { client } = await guestOf(scene);
  const path = `/api/photos/${scene.photo.id}/flag`;
  return { reportId: expectStatus(await client.post<{ id: number }>(path, {}), 201).json.id };
}

/** A guest's report of a new participant's photo. */
export async function reportOfAnother(place: Place) {
  const { photoId } = await anothersPhoto(place);
  const { client } = await guestOf(place.scene);
  const answer = await client.post<{ id: number }>(`/api/photos/${photoId}/flag`, {});
  return { reportId: expectStatus(answer, 201).json.id };
}

/** A message from the organizer, to the caller if they are a member, otherwise to the guest. */
export function messageToCaller(place: Place) {
  const isParticipant = place.caller.role === 'participant';
  return newMessage(place.scene.party, isParticipant ? personOf(place) : place.scene.guest);
}

/** A message from the organizer to the guest. */
export function messageToGuest({ scene }: Place) {
  return newMessage(scene.party, scene.guest);
}

async function newMessage({ organizer }: Party, { user }: Person) {
  const message = { toUserId: user.id, message: 'Hi' };
  const { json } = await organizer.client.post<{ id: number }>('/api/messages', message);
  return { messageId: json.id };
}

/** A message that the event's organizer has planned for tomorrow. */
export async function plannedMessage({ scene: { party } }: Place) {
  const answer = await party.organizer.client.post<{ id: number }>('/api/messages', {
    toUserId: 'all',
    message: 'Hi',
    sendAt: `${day(1)}T12:00:00Z`,
  });
  return { messageId: expectStatus(answer, 201).json.id };
}

/** A message in the caller's inbox: the organizer's to a participant, a guest's to an organizer. */
export async function unreadMessage(place: Place): Promise<void> {
  const { caller, scene } = place;
  if (caller.role === 'participant') return void (await messageToCaller(place));
  if (caller.role === 'participant elsewhere') {
    return void (await newMessage(scene.elsewhere, personOf(place)));
  }
  const party = caller.role === 'organizer elsewhere' ? scene.elsewhere : scene.party;
  const { client } =
    party === scene.party ? scene.guest : await newGuest({ db: scene.db, ...party });
  const message = { toUserId: party.organizer.user.id, message: 'Hi' };
  expectStatus(await client.post('/api/messages', message), 201);
}

/** A selfie of the caller, who may have none. */
export async function givenSelfie(place: Place): Promise<void> {
  if (place.caller.user) expectStatus(await sendSelfie(personOf(place), await smallJpeg()), 200);
}

/** A payment for the event's Basic plan that its organizer has started. */
export async function begunPayment({ scene: { party } }: Place) {
  const order = { planId: 'basic' };
  const path = '/api/create-payment-intent';
  const answer = await party.organizer.client.post<BegunPayment>(path, order);
  return expectStatus(answer, 200).json;
}

/** The id of one that they have paid, without a notification. */
export async function paidPayment(place: Place): Promise<string> {
  const { party, stripe } = place.scene;
  const isTheirs = ({ metadata }: { metadata: Record<string, string> }) =>
    metadata.event === String(party.event.id);
  const made = [...stripe.intents.values()].find(isTheirs);
  return made?.id ?? stripe.succeed((await begunPayment(place)).paymentIntentId).id;
}

/** What a paid plan changes. */
export const UPGRADED = [
  ...['endDate', 'maxUsers', 'paidUntil', 'plan'].map((column) => `events.${column} own`),
  ...['grantedAt', 'paidAt', 'receiptUrl', 'state', 'toldAt'].map(
    (column) => `payments.${column} own`,
  ),
];

/** A person whom the party's organizer removed and banned. */
export async function keptOutPerson({ scene }: Place) {
  const { party } = scene;
  const { user } = await guestOf(scene);
  await party.organizer.client.delete(`/api/users/${user.id}?keepOut=1`);
  const list = `/api/events/${party.event.id}/kept-out`;
  const { json } = await party.organizer.client.get<{ id: number }[]>(list);
  return { eventId: party.event.id, keptOutId: json[0]?.id ?? 0 };
}

/** A person who joined just now, as the form of a clear-up names them. */
export async function clearedUp(place: Place): Promise<Record<string, string>> {
  return { [`person-${(await newParticipant(place)).userId}`]: 'on' };
}

/** An open card for everybody, so that none is dealt when missions change. */
export async function cardsForAll({ scene: { db } }: Place) {
  const isOpen = and(isNull(missionCards.doneAt), isNull(missionCards.swappedAt));
  const members = await db
    .select({ userId: users.id })
    .from(users)
    .leftJoin(missionCards, and(eq(missionCards.userId, users.id), isOpen))
    .where(isNull(missionCards.id));
  if (members.length > 0) await db.insert(missionCards).values(members);
  return {};
}

/** No flash mission anywhere, so that each caller may send one of new words. */
export async function noFlash(place: Place) {
  const { db } = place.scene;
  await db.delete(missions).where(eq(missions.text, 'The ceiling'));
  await db.update(events).set({ flashMissionId: null, flashedAt: null });
  return {};
}

/** A mission of the event, whose members have cards. */
export async function newMission(place: Place) {
  const { scene } = place;
  await cardsForAll(place);
  const mission = { eventId: scene.party.event.id, text: 'Somebody’s shoes', position: 1 };
  return { missionId: singleRow(await scene.db.insert(missions).values(mission).returning()).id };
}

/** A new participant of the event. */
export async function newParticipant({ scene }: Place) {
  return { userId: (await guestOf(scene)).user.id };
}

/** What changes of a co-organizer who becomes a participant. */
export const NO_LONGER_CO_ORGANIZER = [
  'coOrganizerSince',
  'isOrganizer',
  'returnTokenExpiresAt',
  'returnTokenHash',
  'returnTokenSealed',
].map((column) => `users.${column} other`);

/** A link for a co-organizer that nobody has used; those of earlier callers and their people are gone. */
export async function organizeLink({ scene: { party, coOrganizer, db } }: Place) {
  await db.delete(coOrganizerLinks).where(eq(coOrganizerLinks.eventId, party.event.id));
  const isOfEarlierCaller = and(
    eq(users.eventId, party.event.id),
    isNotNull(users.coOrganizerSince),
    ne(users.id, coOrganizer.user.id),
  );
  await db
    .update(users)
    .set({ isOrganizer: false, coOrganizerSince: null })
    .where(isOfEarlierCaller);
  return { token: (await makeOrganizeLink(party)).replace('/organize/', '') };
}

/** A line of a guest list, with a person that no list has. */
export const guestLine = () => `Ann Young, ${unique()}@guests.example`;

/** The event that the caller runs. */
function ownEventId({ caller, scene }: Place): number {
  return caller.user?.eventId ?? scene.party.event.id;
}

/** The id of a person on the guest list of the caller's own event. */
export async function listedGuestId(place: Place): Promise<string> {
  return String((await listGuest(place, ownEventId(place))).id);
}

/** The token of a guest's link. */
export async function guestLink(place: Place) {
  const guest = await listGuest(place, place.scene.party.event.id);
  return { token: guestToken(guest, { SESSION_SECRET: [SESSION_SECRET] }) };
}

async function listGuest({ scene }: Place, eventId: number) {
  const email = `${unique()}@guests.example`;
  const row = { eventId, name: 'Ann Young', email, emailKey: email };
  return singleRow(await scene.db.insert(invitedGuests).values(row).returning());
}

export async function openLinkId({ caller, scene }: Place): Promise<string> {
  const { party, elsewhere, db } = scene;
  const own = caller.role === 'organizer elsewhere' ? elsewhere : party;
  // Those of earlier callers would reach the limit.
  await db.delete(coOrganizerLinks).where(eq(coOrganizerLinks.eventId, own.event.id));
  await makeOrganizeLink(own);
  const [link] = await db
    .select()
    .from(coOrganizerLinks)
    .where(eq(coOrganizerLinks.eventId, own.event.id));
  return String(link?.id ?? 0);
}

/** Two photos of new participants that share the first place of a counted result. */
export async function tiedPhotos(place: Place): Promise<number[]> {
  const { db, party } = place.scene;
  const eventId = party.event.id;
  const [known] = await db.select().from(results).where(eq(results.eventId, eventId));
  if (known) return known.places.map(({ photoId }) => photoId);
  const photoIds = [(await anothersPhoto(place)).photoId, (await anothersPhoto(place)).photoId];
  const places = photoIds.map((photoId) => ({ place: 1, photoId, stars: 1 }));
  const result = { eventId, isByHand: true, rule: '', places, ballots: [], digest: '' };
  await db.insert(results).values(result);
  await db.update(events).set({ votingClosedAt: new Date() }).where(eq(events.id, eventId));
  return photoIds;
}

/** A duel between them that runs. */
export async function runningDuel(place: Place) {
  const { db, party } = place.scene;
  const [photoId = 0, otherId = 0] = await tiedPhotos(place);
  const [known] = await db.select().from(duels).where(eq(duels.eventId, party.event.id));
  if (known) return { duelId: known.id };
  const endsAt = new Date(Date.now() + 600_000);
  const duel = singleRow(
    await db.insert(duels).values({ eventId: party.event.id, endsAt }).returning(),
  );
  await db
    .insert(duelPhotos)
    .values([photoId, otherId].map((id) => ({ duelId: duel.id, photoId: id })));
  return { duelId: duel.id };
}
