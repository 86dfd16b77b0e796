import { randomBytes } from 'node:crypto';
import { DEMO_EVENT_ID } from '~/models/event';
import { FAVORITES_MAX, TOP_PHOTOS } from '~/models/favorite';
import { usernameFrom } from '~/models/user';
import type { Answer } from '../../tests/setup/client';
import { compareFavourites, compareFeed, isOrdered } from './compare';
import { emailOf, guestNames } from './names';
import { leave } from './organizer';
import { newClient, type Party } from './party';
import type { PatientClient } from './patient-client';
import { pick, pickFavourites, seeded, shuffle, type Random } from './random';
import {
  eventShape,
  favoritesShape,
  feedShape,
  membersShape,
  photoShape,
  successShape,
  topPhotosShape,
  userShape,
  type FeedPhoto,
} from './shapes';

const SLOT_TAKEN = 'This slot already has a photo';

/** Not everybody plays alike: each of these is what every few guests do. */
export interface Habits {
  /** Uploads into a slot that is taken: afterwards, or both at the same moment. */
  doubleUpload: 'never' | 'afterwards' | 'at once';
  /** Deletes a photo before anybody has voted, and uploads another. */
  deletesEarly: boolean;
  /** Takes back a star and gives another. */
  changesMind: boolean;
  /** Deletes a photo when it may have stars, and uploads another. */
  deletesLate: boolean;
  /** Logs out and comes back. */
  comesBack: boolean;
}

export interface Guest {
  index: number;
  name: string;
  email: string;
  /** 0 until registered. */
  id: number;
  client: PatientClient;
  random: Random;
  habits: Habits;
}

/** What the guest of this number does. */
export function habitsOf(index: number): Habits {
  return {
    doubleUpload: index % 5 === 0 ? 'afterwards' : index % 5 === 1 ? 'at once' : 'never',
    deletesEarly: index % 5 === 2,
    changesMind: index % 3 === 1,
    deletesLate: index % 10 === 3,
    comesBack: index % 5 === 4,
  };
}

/** Everybody who is invited; who they are depends on the seed alone. */
export function inviteGuests(party: Party): Guest[] {
  const { guests, seed } = party.settings;
  return guestNames(guests, seeded(seed)).map((name, index) => ({
    index,
    name,
    email: emailOf(name, index),
    id: 0,
    client: newClient(party),
    random: seeded(seed + 7919 * (index + 1)),
    habits: habitsOf(index),
  }));
}

/** Looks in as a visitor, then registers, as the dialog does: sign in first, else register. */
export async function arrive(party: Party, guest: Guest): Promise<void> {
  await visit(party, guest);
  await register(party, guest);
  for (let slot = 1; slot <= party.settings.photos; slot += 1) await fillSlot(party, guest, slot);
  if (guest.habits.deletesEarly) await replacePhoto(party, guest);
  const feed = await guest.client.read(feedShape, 'GET', `/api/photos/event/${party.event.id}`);
  const shown = new Set(feed.map((photo) => photo.id));
  party.findings.expect(
    party.ledger.photosOf(guest.id).every((photo) => shown.has(photo.id)),
    `${guest.name}: an own photo is missing from the feed right after the upload`,
  );
}

/**
 * Stars others' photos, and finds that a fourth star and one for oneself are refused (rules
 * `stars.three`, `stars.own`).
 */
export async function vote(party: Party, guest: Guest): Promise<void> {
  const feed = await guest.client.read(feedShape, 'GET', `/api/photos/event/${party.event.id}`);
  party.findings.take(compareFeed(feed, party.ledger, { stars: 'ignore' }));
  const own = pick(party.ledger.photosOf(guest.id), guest.random);
  if (own) {
    await star(party, guest, own.id, {
      expect: [409],
      message: 'You cannot favorite your own photo',
    });
  }
  const others = photosOfOthers(party, feed, guest);
  const chosen = pickFavourites(others, FAVORITES_MAX, guest.random);
  for (const photo of chosen) {
    await star(party, guest, photo.id);
    await readRanking(party, guest);
  }
  const fourth = others.find((photo) => !chosen.includes(photo));
  if (fourth && chosen.length === FAVORITES_MAX) {
    await star(party, guest, fourth.id, {
      expect: [409],
      message: "You've reached the maximum of 3 favorites",
    });
  }
  const first = chosen[0];
  if (guest.habits.changesMind && first && fourth) {
    await guest.client.read(successShape, 'DELETE', `/api/favorites/${first.id}`);
    party.ledger.removeStar(guest.id, first.id);
    await star(party, guest, fourth.id);
  }
  await checkFavourites(party, guest);
}

/** Deletes a photo, stars or not, and puts another in its slot. */
export async function replacePhoto(party: Party, guest: Guest): Promise<void> {
  const photo = pick(party.ledger.photosOf(guest.id), guest.random);
  if (!photo) return;
  await guest.client.request('DELETE', `/api/photos/${photo.id}`, { repeated: [404] });
  party.ledger.removePhoto(photo.id);
  await guest.client.request('GET', photo.imageUrl, {
    expect: [404],
    label: 'GET /media of a deleted photo',
  });
  await upload(party, guest, photo.position);
}

/** Gives again the stars that went with deleted photos. */
export async function spendStarsLeft(party: Party, guest: Guest): Promise<void> {
  const held = party.ledger.starsOf(guest.id);
  const feed = await guest.client.read(feedShape, 'GET', `/api/photos/event/${party.event.id}`);
  party.findings.take(compareFeed(feed, party.ledger, { stars: 'ignore' }));
  const others = photosOfOthers(party, feed, guest).filter((photo) => !held.includes(photo.id));
  for (const photo of pickFavourites(others, FAVORITES_MAX - held.length, guest.random)) {
    await star(party, guest, photo.id);
  }
  await checkFavourites(party, guest);
}

/** Logs out; some come back by name and e-mail and find their stars where they left them. */
export async function goHome(party: Party, guest: Guest): Promise<void> {
  await leave(guest.client);
  if (!guest.habits.comesBack) return;
  const user = await guest.client.read(userShape, 'POST', '/api/login', {
    json: credentials(party, guest),
  });
  party.findings.expectEqual(user.id, guest.id, `${guest.name}: user id after coming back`);
  await checkFavourites(party, guest);
  await leave(guest.client);
}

/** What a full event says to one more (rule `event.places`). */
export async function isTurnedAway(party: Party): Promise<void> {
  const name = 'Late Latecomer';
  await newClient(party).request('POST', '/api/register', {
    json: registration(party, { name, email: 'late@example.com' }),
    expect: [409],
    message: 'This event has reached the maximum participant limit',
  });
}

async function visit(party: Party, guest: Guest): Promise<void> {
  const { client } = guest;
  await client.request('GET', '/api/user', { expect: [401], message: 'Not authenticated' });
  await client.request('POST', '/api/visitor-access', {
    json: { event: party.event.name, organizerName: party.event.organizerName },
  });
  const visitor = await client.read(userShape, 'GET', '/api/user');
  party.findings.expect(
    visitor.isVisitor && visitor.id === -1 && visitor.eventId === party.event.id,
    `${guest.name}: GET /api/user of a visitor gives another record than a visitor's`,
  );
  const event = await client.read(eventShape, 'GET', `/api/events/${party.event.id}`);
  party.findings.expectEqual(event.id, party.event.id, `${guest.name}: id of the event`);
  if (guest.index > 0) return;
  // Once is enough for what a visitor must not do or see (rule `roles.visitor`).
  await client.request('POST', '/api/favorites', {
    json: { userId: visitor.id, photoId: 1 },
    expect: [401],
    message: 'Authentication required',
  });
  await client.request('GET', `/api/events/${DEMO_EVENT_ID}`, {
    expect: [403],
    message: 'Access denied',
  });
}

async function register(party: Party, guest: Guest): Promise<void> {
  const { client } = guest;
  await client.request('POST', '/api/login', {
    json: credentials(party, guest),
    expect: [401],
    message: 'Invalid credentials or event',
  });
  const registered = await client.request('POST', '/api/register', {
    json: registration(party, guest),
    expect: [201],
    repeated: [409],
  });
  // Registered already, by the time whose answer was lost.
  const user =
    registered.status === 201
      ? userShape.parse(registered.json)
      : await client.read(userShape, 'POST', '/api/login', { json: credentials(party, guest) });
  guest.id = user.id;
  party.findings.expect(
    user.name === guest.name && !user.isOrganizer && !user.isVisitor,
    `${guest.name}: the record after registering is not a participant's`,
  );
  const signedIn = await client.read(userShape, 'GET', '/api/user');
  party.findings.expectEqual(signedIn.id, user.id, `${guest.name}: signed in after registering`);
  if (guest.index > 0) return;
  const members = await client.read(membersShape, 'GET', `/api/events/${party.event.id}/users`);
  party.findings.expect(
    members.every((member) => !('email' in member) && !('password' in member)),
    "a guest can read the other members' e-mail addresses or passwords",
  );
  await newClient(party).request('POST', '/api/register', {
    json: registration(party, guest),
    expect: [409],
    message: 'A user with this name and email is already registered for this event',
  });
}

/** Uploads into a free slot, and, as is the guest's habit, once more than there is room for. */
async function fillSlot(party: Party, guest: Guest, slot: number): Promise<void> {
  const habit = slot === 1 ? guest.habits.doubleUpload : 'never';
  if (habit === 'at once') {
    const statuses = await Promise.all([
      upload(party, guest, slot, [201, 409]),
      upload(party, guest, slot, [201, 409]),
    ]);
    party.findings.expectEqual(
      statuses.sort().join(' and '),
      '201 and 409',
      `${guest.name}: two uploads into one slot at once`,
    );
    return;
  }
  await upload(party, guest, slot);
  if (habit === 'afterwards') await upload(party, guest, slot, [409]);
}

/** Uploads a photo, notes it when it was stored, and gives the status. */
export async function upload(
  party: Party,
  guest: Guest,
  slot: number,
  expect: readonly number[] = [201],
): Promise<number> {
  const stamp = `${guest.index + 1}-${slot}-${randomBytes(4).toString('hex')}`;
  const photo = await party.source.next(guest.random, stamp);
  const form = new FormData();
  // As the page's scripts name it: sent again, it is answered like the first time.
  const uploadId = randomBytes(16).toString('hex');
  const place = { userId: guest.id, eventId: party.event.id, position: slot };
  const data = { ...place, imageUrl: '', uploadId };
  form.append('data', JSON.stringify(data));
  form.append('image', new Blob([new Uint8Array(photo.bytes)], { type: photo.type }), photo.name);
  party.uploads.begin ||= performance.now();
  const answer: Answer = await guest.client.request('POST', '/api/photos', { body: form, expect });
  if (answer.status !== 201) {
    const said = (answer.json as { message?: unknown } | null)?.message;
    party.findings.expectEqual(said, SLOT_TAKEN, `${guest.name}: upload into a taken slot`);
    return answer.status;
  }
  party.uploads.count += 1;
  party.uploads.end = performance.now();
  const stored = photoShape.safeParse(answer.json);
  party.findings.expect(
    stored.success && stored.data.position === slot && stored.data.userId === guest.id,
    `${guest.name}: the answer to an upload is not the photo that was uploaded`,
  );
  if (stored.success) {
    party.ledger.addPhoto({ ...stored.data, userName: guest.name });
    party.origins.set(stored.data.id, photo.origin);
  }
  return answer.status;
}

async function star(
  party: Party,
  guest: Guest,
  photoId: number,
  refusal?: { expect: readonly number[]; message: string },
): Promise<void> {
  await guest.client.request('POST', '/api/favorites', {
    json: { userId: guest.id, photoId },
    ...(refusal ?? { expect: [201] }),
  });
  if (!refusal) party.ledger.addStar(guest.id, photoId);
}

async function readRanking(party: Party, guest: Guest): Promise<void> {
  const top = await guest.client.read(
    topPhotosShape,
    'GET',
    `/api/events/${party.event.id}/top-photos?limit=${TOP_PHOTOS}`,
  );
  party.findings.expect(
    top.length > 0 && isOrdered(top),
    `${guest.name}: the ranking read after giving a star was not a ranking`,
  );
}

/** A guest's favourites as the server lists them are those of our books. */
async function checkFavourites(party: Party, guest: Guest): Promise<void> {
  const listed = await guest.client.read(favoritesShape, 'GET', '/api/favorites');
  party.findings.take(compareFavourites(listed, party.ledger, guest));
}

/** In an order that the seed decides, whoever was faster; the same people are popular with all. */
function photosOfOthers(party: Party, feed: readonly FeedPhoto[], guest: Guest): FeedPhoto[] {
  const key = (photo: FeedPhoto) => `${photo.userName} ${photo.position}`;
  const sorted = [...feed].sort((a, b) => key(a).localeCompare(key(b), 'en'));
  return shuffle(sorted, seeded(party.settings.seed)).filter((photo) => photo.userId !== guest.id);
}

function credentials(party: Party, person: { name: string; email: string }) {
  return {
    name: person.name,
    email: person.email,
    event: party.event.name,
    organizerName: party.event.organizerName,
  };
}

/** What the dialog sends. */
function registration(party: Party, person: { name: string; email: string }) {
  return {
    ...credentials(party, person),
    username: usernameFrom(person.name),
    password: randomBytes(12).toString('base64url'),
    isOrganizer: false,
  };
}
