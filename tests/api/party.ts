import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { addDays, dayOf, daysBetween, type Day } from '~/models/day';
import type { PublicEvent } from '~/models/event/shape';
import { REVEAL_MS } from '~/models/event/standings';
import type { Hand, MissionKey } from '~/models/mission/rules';
import type { PublicPhoto } from '~/models/photo/shape';
import type { UserRecord } from '~/models/user/shape';
import { Client, type Answer } from '../setup/client';
import { ADMIN_PASSWORD } from '../setup/server';

/** A member, signed in. */
export interface Person {
  client: Client;
  user: UserRecord;
}

/** What admits guests. */
export type Doors = Pick<Party, 'origin' | 'names'>;

/** A test's own event, with its organizer, created through the endpoints. */
export interface Party {
  origin: string;
  event: PublicEvent;
  /** The names of the event: the fields of a request. */
  names: { event: string; organizerName: string };
  organizer: Person;
}

/** Letters that no other test uses. */
export function unique(): string {
  return randomUUID().slice(0, 13);
}

/** Today and other days, in the servers' time zone. */
export function day(offset = 0): string {
  // A day may have 23 or 25 hours.
  return addDays(dayOf(new Date(), 'Europe/Paris'), offset);
}

/** The dates of an event that ended yesterday, also if a run of the tests lasts over midnight. */
export const ENDED = {
  get startDate() {
    return day(-8);
  },
  get endDate() {
    return day(-1);
  },
};

/**
 * Creates an event through `POST /api/create-event`.
 * @param fields replace those of the payload
 */
export async function createParty(
  origin: string,
  fields: Record<string, string> = {},
): Promise<Party> {
  const client = new Client(origin);
  const values = {
    name: `Event ${unique()}`,
    organizerName: `Organizer ${unique()}`,
    organizerEmail: `${unique()}@example.com`,
    ...fields,
  };
  const names = { event: values.name, organizerName: values.organizerName };
  // An ended event was created on its last day (tests/setup/days-ago.mjs).
  const daysAgo = Math.max(0, daysBetween((fields.endDate ?? day()) as Day, day() as Day));
  const answer = await client.request<{ event: PublicEvent; user: UserRecord }>(
    'POST',
    '/api/create-event',
    { json: values, headers: daysAgo > 0 ? { 'X-Test-Days-Ago': String(daysAgo) } : {} },
  );
  const { event, user } = expectStatus(answer, 201).json;
  if (daysAgo > 0) await client.post('/api/login', { ...names, ...user });
  return { origin, event, names, organizer: { client, user } };
}

/** Registers a guest through `POST /api/register`. */
export async function join(
  { origin, names }: Doors,
  fields: Record<string, string> = {},
  client = new Client(origin),
): Promise<Person> {
  const person = { name: `Guest ${unique()}`, email: `${unique()}@example.com`, ...fields };
  const answer = await client.post<UserRecord>('/api/register', { ...names, ...person });
  return { client, user: expectStatus(answer, 201).json };
}

/** Names an event's tables. */
export async function nameTables({ organizer, event }: Party, names: string[]): Promise<void> {
  const path = `/api/events/${event.id}/tables`;
  expectStatus(await organizer.client.request('PUT', path, { json: { names } }), 200);
}

/** A new guest who sits at the table with this number. */
export async function joinAtTable(party: Party, number: number): Promise<Person> {
  const guest = await join(party);
  expectStatus(await guest.client.get(`/e/${party.event.id}?table=${number}`), 302);
  return guest;
}

/** Creates an event like the organizer's own through the form of “Do it again”, whose answer it returns. */
export async function doItAgain({ organizer: { client, user } }: Party): Promise<Answer> {
  const answer = await client.submit('/create-event?like=this', {
    name: `Again ${unique()}`,
    organizerName: user.name,
    organizerEmail: user.email ?? '',
    description: 'Once more',
    organizerUsername: '',
    organizerPassword: '',
    startDate: day(),
    endDate: day(7),
    partyDate: '',
    intent: 'create',
  });
  return expectStatus(answer, 302);
}

/** A link for a co-organizer, as its path, through `POST /api/events/{eventId}/co-organizers`. */
export async function makeOrganizeLink({ event, organizer }: Party): Promise<string> {
  const answer = await organizer.client.post<{ url: string }>(
    `/api/events/${event.id}/co-organizers`,
    {},
  );
  return new URL(expectStatus(answer, 201).json.url).pathname;
}

/** Becomes a co-organizer through a link and its form. */
export async function joinAsCoOrganizer(
  party: Party,
  fields: Record<string, string> = {},
  client = new Client(party.origin),
): Promise<Person> {
  const person = { name: `Helper ${unique()}`, email: `${unique()}@example.com`, ...fields };
  const path = await makeOrganizeLink(party);
  expectStatus(await client.submit(path, person), 302);
  return { client, user: expectStatus(await client.get<UserRecord>('/api/user'), 200).json };
}

/** Enters an event as a visitor through `POST /api/visitor-access`. */
export async function visit({ origin, names }: Doors): Promise<Client> {
  const client = new Client(origin);
  expectStatus(await client.post('/api/visitor-access', names), 200);
  return client;
}

/** Signs user 1 in, without the credential check that the administrator's screens and endpoints require. */
export async function signInUserOne(origin: string): Promise<Client> {
  const client = new Client(origin);
  const login = await client.post('/api/login', {
    event: 'DEMO',
    organizerName: 'Demo',
    name: 'Demo',
    email: 'admin@example.com',
    password: ADMIN_PASSWORD,
  });
  expectStatus(login, 200);
  return client;
}

/** Signs the administrator in, with the credential check of 30 minutes. */
export async function signInAdministrator(origin: string): Promise<Client> {
  const client = await signInUserOne(origin);
  const check = { username: 'admin', password: ADMIN_PASSWORD };
  expectStatus(await client.post('/api/verify-admin', check), 200);
  return client;
}

/** `POST /api/photos` in its multipart form; returns any answer. */
export function sendPhoto(
  { client, user }: Person,
  position: number,
  file: Blob | Buffer,
  data: Record<string, unknown> = {},
  caption?: string,
  missionId?: MissionKey,
): Promise<Answer<PublicPhoto>> {
  const form = new FormData();
  form.set('image', blobOf(file), 'photo.jpg');
  const { id: userId, eventId } = user;
  form.set('data', JSON.stringify({ userId, eventId, position, imageUrl: '', ...data }));
  if (caption !== undefined) form.set('caption', caption);
  if (missionId !== undefined) form.set('missionId', String(missionId));
  return client.request('POST', '/api/photos', { body: form });
}

/** Reveals the result, and waits until the reveal is over and everybody sees it. */
export async function reveal({ event, organizer }: Party): Promise<void> {
  const answer = await organizer.client.post<PublicEvent>(`/api/events/${event.id}/reveal`, {});
  const begunAt = Date.parse(expectStatus(answer, 200).json.revealedAt ?? '');
  await sleep(Math.max(0, begunAt + REVEAL_MS - Date.now()));
}

/** Puts a photo into a slot. */
export async function addPhoto(
  person: Person,
  position: number,
  missionId?: number,
): Promise<PublicPhoto> {
  const send = async () => sendPhoto(person, position, await smallJpeg(), {}, undefined, missionId);
  const answer = await send();
  // The job that removes leftovers runs today. What a request of an earlier day is writing looks a day old to
  // it, and if it comes by at that moment, the photo is refused.
  const isTakenForLeftover = person.client.isFromThePast && answer.status >= 500;
  return expectStatus(isTakenForLeftover ? await send() : answer, 201).json;
}

/** Adds photos of further guests, as many as are wanted. */
export async function addPhotos(party: Party, count: number): Promise<PublicPhoto[]> {
  const photos: PublicPhoto[] = [];
  const { maxPhotosPerUser: slots } = party.event;
  while (photos.length < count) {
    const owner = await join(party);
    for (let slot = 1; slot <= slots && photos.length < count; slot++) {
      photos.push(await addPhoto(owner, slot));
    }
  }
  return photos;
}

/** Adds own missions to the event. */
export async function addMissions({ event, organizer }: Party, ...texts: string[]): Promise<void> {
  const path = `/api/events/${event.id}/missions`;
  for (const text of texts) expectStatus(await organizer.client.post(path, { text }), 201);
}

/** The mission on a member's open card. */
export async function openCard({ client }: Person): Promise<{ missionId: number; text: string }> {
  const { json } = await client.get<Hand>('/api/missions/mine');
  const open = json.cards.find(({ doneAt }) => doneAt === null);
  if (!open?.missionId) throw new Error('No card is open');
  return { missionId: open.missionId, text: open.text ?? '' };
}

/** `POST /api/users/selfie`; returns any answer. */
export function sendSelfie({ client }: Person, file: Blob | Buffer): Promise<Answer<UserRecord>> {
  const form = new FormData();
  form.set('image', blobOf(file), 'selfie.jpg');
  return client.request('POST', '/api/users/selfie', { body: form });
}

/** `POST /api/events/{id}/image`; returns any answer. */
export function sendEventImage(
  client: Client,
  eventId: number,
  file: Blob | Buffer,
): Promise<Answer<PublicEvent>> {
  const form = new FormData();
  form.set('image', blobOf(file), 'event.jpg');
  return client.request('POST', `/api/events/${eventId}/image`, { body: form });
}

/** A photo that costs next to nothing. */
export function smallJpeg(): Promise<Buffer> {
  const create = { width: 64, height: 48, channels: 3, background: '#c08040' } as const;
  return sharp({ create }).jpeg().toBuffer();
}

/**
 * Returns the answer if it has this status.
 * @throws Error with the server's text otherwise
 */
export function expectStatus<T>(answer: Answer<T>, status: number): Answer<T> {
  if (answer.status === status) return answer;
  throw new Error(`${answer.status} instead of ${status}: ${answer.text.slice(0, 300)}`);
}

export function blobOf(file: Blob | Buffer): Blob {
  return file instanceof Blob ? file : new Blob([Uint8Array.from(file)], { type: 'image/jpeg' });
}
