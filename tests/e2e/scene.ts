import {
  addMissions,
  addPhoto,
  createParty,
  day,
  ENDED,
  expectStatus,
  join,
  joinAsCoOrganizer,
  joinAtTable,
  makeOrganizeLink,
  openCard,
  nameTables,
  unique,
  visit,
  type Party,
  type Person,
} from '../api/party';
import { Client } from '../setup/client';

/** Events in every state that screens can show. They are read-only, so that many tests can share them. */
export interface Scene {
  party: Party;
  /** Has one photo, in second place, and has given two stars. */
  guest: Person;
  /** Has three photos. */
  other: Person;
  visitor: Client;
  /** One report is pending, one was called inappropriate; the organizer sees them. */
  reviewedReportId: number;
  guestPhotoId: number;
  otherPhotoId: number;
  /** The photo of another guest that was called inappropriate. */
  hiddenPhotoId: number;
  /** A guest whose photo waits, because the event's new photos do. */
  waiting: { guest: Person; photoId: number };
  /** A message that the organizer has planned. */
  plannedId: number;
  /** An empty event. */
  empty: { party: Party; guest: Person };
  /** A guest at a table of an event whose voting is about to close. */
  closing: { party: Party; guest: Person };
  /** An event whose votes are counted, and a voter; a photo was removed since. */
  counted: { party: Party; guest: Person };
  /** An event with missions: a guest who has done one and holds a card, and the photo's mission. */
  missions: { party: Party; guest: Person; missionId: number };
  /** An event where a flash mission runs. */
  flash: { party: Party; guest: Person };
  /** An event that ended yesterday, with three photos, the second of which is ahead, and a participant. */
  ended: { party: Party; guest: Client; participant: Client };
  /** The path of a private return link. */
  returnPath: string;
  /** The path of an open link for a co-organizer; the event already has one co-organizer. */
  organizePath: string;
}

/** Creates a scene through the endpoints. */
export async function makeScene(origin: string): Promise<Scene> {
  const party = await createParty(origin);
  const [guest, other, third] = await Promise.all([
    join(party, { name: 'Maximiliane Vandenbroucke' }),
    join(party, { name: 'Wolfeschlegelsteinhausenbergerdorffrauen' }),
    join(party, { name: 'Jo Li' }),
  ]);
  const mine = await addPhoto(guest, 1);
  const theirs = [await addPhoto(other, 1), await addPhoto(other, 2), await addPhoto(other, 3)];
  const last = await addPhoto(third, 1);
  const [first, second, fourth] = theirs.map(({ id }) => id) as [number, number, number];
  await star(guest, first, second);
  await star(other, mine.id, last.id);
  await star(third, first, fourth, mine.id);
  await exchangeMessages(party, guest);

  await report(third, mine.id, 'I am in this photo: please blur');
  const reviewedReportId = await report(guest, fourth);
  expectStatus(
    await party.organizer.client.request('PATCH', `/api/flag-reports/${reviewedReportId}`, {
      json: { status: 'reviewed' },
    }),
    200,
  );

  const path = `/api/events/${party.event.id}`;
  const approval = { json: { approvalRequired: true } };
  expectStatus(await party.organizer.client.request('PATCH', path, approval), 200);
  const waiter = await join(party, { name: 'Bartholomäa Vandenbroucke' });
  const waits = await addPhoto(waiter, 1);

  const emptyParty = await createParty(origin);
  return {
    party,
    guest,
    other,
    visitor: await visit(party),
    reviewedReportId,
    guestPhotoId: mine.id,
    otherPhotoId: first,
    hiddenPhotoId: fourth,
    waiting: { guest: waiter, photoId: waits.id },
    plannedId: await planMessage(party),
    empty: { party: emptyParty, guest: await join(emptyParty) },
    closing: await makeClosing(origin),
    counted: await makeCounted(origin),
    missions: await makeMissions(origin),
    flash: await makeFlash(origin),
    ended: await makeEnded(origin),
    returnPath: await makeReturnPath(origin),
    organizePath: await makeOrganizers(party),
  };
}

async function star({ client, user }: Person, ...photoIds: number[]): Promise<void> {
  for (const photoId of photoIds) {
    expectStatus(await client.post('/api/favorites', { userId: user.id, photoId }), 201);
  }
}

/** One message to everyone, then a read and an unread one, in both directions. */
async function exchangeMessages({ organizer }: Party, guest: Person): Promise<void> {
  const toAll = { toUserId: 'all', message: 'Dinner is at eight.' };
  expectStatus(await organizer.client.post('/api/messages', toAll), 201);
  const lines = [
    [guest, organizer, 'Where may we leave our coats?'],
    [organizer, guest, 'In the hall, on the left.\nThere are numbered hangers.'],
    [guest, organizer, `https://example.com/${'a-very-long-address-'.repeat(6)}`],
  ] as const;
  for (const [from, to, message] of lines) {
    expectStatus(await from.client.post('/api/messages', { toUserId: to.user.id, message }), 201);
    if (from === organizer)
      expectStatus(await organizer.client.post('/api/messages/read-all'), 200);
  }
}

async function planMessage({ organizer: { client } }: Party): Promise<number> {
  const message = 'One hour to go! Is your best photo in the album yet?';
  const plan = { toUserId: 'without-photo', message, sendAt: `${day(2)}T20:00:00Z` };
  return expectStatus(await client.post<{ id: number }>('/api/messages', plan), 201).json.id;
}

async function report({ client }: Person, photoId: number, reason?: string): Promise<number> {
  const answer = await client.post<{ id: number }>(`/api/photos/${photoId}/flag`, { reason });
  return expectStatus(answer, 201).json.id;
}

/** The minutes until voting closes, few enough to be counted down. */
const CLOSING_MINUTES = 9;

async function makeClosing(origin: string): Promise<Scene['closing']> {
  const party = await createParty(origin, { startDate: day(-1) });
  await addPhoto(await join(party, { name: 'Maximiliane Vandenbroucke' }), 1);
  await letVotingClose(party);
  await nameTables(party, ['Brautleute', 'Kolleginnen aus der Verwaltung', '3']);
  return { party, guest: await joinAtTable(party, 2) };
}

async function makeCounted(origin: string): Promise<Scene['counted']> {
  const party = await createParty(origin);
  const [owner, other, guest] = [await join(party), await join(party), await join(party)];
  const [gone, kept] = [await addPhoto(owner, 1), await addPhoto(other, 1)];
  await star(guest, gone.id, kept.id);
  await star(other, gone.id);
  const { client } = party.organizer;
  expectStatus(await client.post(`/api/events/${party.event.id}/close-voting`), 200);
  expectStatus(await owner.client.delete(`/api/photos/${gone.id}`), 200);
  return { party, guest };
}

/** Sets the closing so that the last minutes run; the old one may have passed since the scene was created. */
export async function letVotingClose({ event, organizer: { client } }: Party): Promise<void> {
  const votingClosesAt = new Date(Date.now() + CLOSING_MINUTES * 60_000).toISOString();
  const json = { votingOpensAt: null, votingClosesAt };
  expectStatus(await client.request('PATCH', `/api/events/${event.id}`, { json }), 200);
}

async function makeMissions(origin: string): Promise<Scene['missions']> {
  const party = await createParty(origin);
  // As long as a mission may be, with and without a place to break.
  const texts = ['Two guests who had never met before now', 'W'.repeat(40), 'Somebody’s shoes'];
  await addMissions(party, ...texts);
  const guest = await join(party);
  const { missionId } = await openCard(guest);
  await addPhoto(guest, 1, missionId);
  return { party, guest, missionId };
}

async function makeFlash(origin: string): Promise<Scene['flash']> {
  const party = await createParty(origin);
  const guest = await join(party);
  const path = `/api/events/${party.event.id}/flash`;
  // As long as a mission may be, without a place to break.
  const text = 'W'.repeat(40);
  const sent = await party.organizer.client.post<{ missionId: number }>(path, { text });
  await addPhoto(guest, 1, expectStatus(sent, 201).json.missionId);
  return { party, guest };
}

async function makeEnded(origin: string): Promise<Scene['ended']> {
  const party = await createParty(origin, ENDED);
  const { organizer } = party;
  const come = (name: string) => join(party, { name }, new Client(origin).wasHere(1));
  const first = await come('Maximiliane Vandenbroucke');
  const [second, third] = [await come('Jo Li'), await come('Karim Benali')];
  const [{ id: one }, { id: two }, { id: three }] = await Promise.all([
    addPhoto(first, 1),
    addPhoto(second, 1),
    addPhoto(third, 1),
  ]);
  await star(first, two, three);
  await star(second, one, three);
  organizer.client.wasHere(1);
  await star(organizer, two, three);
  organizer.client.wasHere(0);
  return { party, guest: await rememberVisit(party), participant: first.client };
}

/** A visitor who entered while the event ran, because nobody can afterwards. */
export async function rememberVisit({ origin, names }: Party): Promise<Client> {
  const client = new Client(origin).wasHere(1);
  expectStatus(await client.post('/api/visitor-access', names), 200);
  return client.wasHere(0);
}

/** A co-organizer with a long name, and a link for another one. */
async function makeOrganizers(party: Party): Promise<string> {
  await joinAsCoOrganizer(party, { name: 'Bartholomäus Vandenbroucke' });
  return makeOrganizeLink(party);
}

/** The private link is shown once, on the screen after the form (rule `sign-in.return-link`). */
async function makeReturnPath(origin: string): Promise<string> {
  const client = new Client(origin);
  const form = { name: `Event ${unique()}`, organizerName: `Organizer ${unique()}` };
  await client.submit('/create-event', {
    ...form,
    organizerEmail: `${unique()}@example.com`,
    description: 'A party',
    startDate: day(),
    endDate: day(7),
    intent: 'create',
  });
  const home = await client.get('/');
  const path = /\/return\/[\w-]{43}/.exec(home.text)?.[0];
  if (!path) throw new Error('No private link on the screen after creating an event');
  return path;
}
