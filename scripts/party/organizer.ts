import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_MAX_USERS, DEMO_EVENT_NAME, DEMO_ORGANIZER_NAME } from '~/models/event';
import type { Settings } from './args';
import type { Findings } from './findings';
import { isOrdered } from './compare';
import { newClient, type Party } from './party';
import type { PatientClient } from './patient-client';
import { adminShape, createdEventShape, eventShape, topPhotosShape, userShape } from './shapes';

const WEEK_MS = 7 * 86_400_000;
const WATCH_EVERY_MS = 500;

export interface Organizer {
  id: number;
  name: string;
  email: string;
  password: string;
  client: PatientClient;
}

/** Creates the event under a name that no other party has. */
export async function createEvent(
  client: PatientClient,
  findings: Findings,
): Promise<{ organizer: Organizer; event: Party['event'] }> {
  const name = `Party ${Date.now().toString(36)}-${randomBytes(3).toString('hex')}`;
  const organizer = {
    name: 'Camille Dupré',
    email: 'camille.dupre@example.com',
    password: randomBytes(12).toString('base64url'),
  };
  const { event, user } = await client.read(createdEventShape, 'POST', '/api/create-event', {
    json: {
      name,
      organizerName: organizer.name,
      organizerEmail: organizer.email,
      organizerPassword: organizer.password,
      description: 'Everybody brings a photo; the stars decide.',
      startDate: new Date().toISOString(),
      endDate: new Date(Date.now() + WEEK_MS).toISOString(),
    },
    expect: [201],
  });
  findings.expectEqual(event.name, name, 'name of the created event');
  findings.expectEqual(event.maxUsers, DEFAULT_MAX_USERS, 'maxUsers of a new event');
  findings.expectEqual(user.isOrganizer, true, 'the creator is organizer');
  findings.expectEqual(event.organizerId, user.id, 'organizer of the created event');
  const signedIn = await client.read(userShape, 'GET', '/api/user');
  findings.expectEqual(signedIn.id, user.id, 'signed in after creating the event');
  await client.request('POST', '/api/create-event', {
    json: {
      name: ` ${name.toUpperCase()} `,
      organizerName: organizer.name,
      organizerEmail: organizer.email,
      description: 'The same again',
      startDate: new Date().toISOString(),
      endDate: new Date(Date.now() + WEEK_MS).toISOString(),
    },
    expect: [409],
    message: 'An event with this name and organizer already exists',
  });
  return {
    organizer: { id: user.id, client, ...organizer },
    event: { id: event.id, name, organizerName: organizer.name },
  };
}

/**
 * The administrator lets more people in: signs in, proves it again, sets the limit (rule
 * `admin.check`).
 */
export async function raiseMaxUsers(
  client: PatientClient,
  admin: Settings['admin'],
  eventId: number,
  maxUsers: number,
): Promise<void> {
  const password = admin.password ?? '';
  await client.read(userShape, 'POST', '/api/login', {
    json: {
      name: DEMO_ORGANIZER_NAME,
      email: admin.email,
      event: DEMO_EVENT_NAME,
      organizerName: DEMO_ORGANIZER_NAME,
      password,
    },
  });
  await client.read(adminShape, 'POST', '/api/verify-admin', {
    json: { username: admin.username, password },
  });
  await client.request('PATCH', `/api/events/${eventId}/max-users`, { json: { maxUsers } });
  await client.request('POST', '/api/logout');
}

/**
 * Watches the ranking as the top page does, while others vote, until `isOver`: every answer must
 * be a possible ranking, whatever the moment. Unchanged ones may come as 304 (rule `api.etag`).
 */
export async function watchRanking(party: Party, client: PatientClient, isOver: () => boolean) {
  let etag = '';
  while (!isOver()) {
    const path = `/api/events/${party.event.id}/top-photos?limit=10`;
    const headers = etag ? { 'if-none-match': etag } : undefined;
    const answer = await client.request('GET', path, { headers, expect: [200, 304] });
    if (answer.status === 200) {
      etag = answer.headers.get('etag') ?? '';
      const parsed = topPhotosShape.safeParse(answer.json);
      party.findings.expect(
        parsed.success && isOrdered(parsed.data),
        'the ranking, watched while others voted, was not a ranking',
      );
    }
    await sleep(WATCH_EVERY_MS);
  }
  party.findings.expect(etag !== '', 'GET top-photos carries no ETag');
}

/**
 * Nobody becomes organizer by name and e-mail alone where a password was chosen (rule
 * `sign-in.organizer`).
 */
export async function signInAgain(party: Party, organizer: Organizer): Promise<void> {
  const client = newClient(party);
  const json = {
    name: organizer.name,
    email: organizer.email,
    event: party.event.name,
    organizerName: party.event.organizerName,
  };
  await client.request('POST', '/api/login', { json, expect: [401] });
  const user = await client.read(userShape, 'POST', '/api/login', {
    json: { ...json, password: organizer.password },
  });
  party.findings.expectEqual(user.id, organizer.id, 'organizer signed in again');
  const event = await client.read(eventShape, 'GET', `/api/events/${party.event.id}`);
  party.findings.expectEqual(event.organizerId, organizer.id, "the event's organizer");
  await leave(client);
}

/** Logs out; after that nobody is signed in. */
export async function leave(client: PatientClient): Promise<void> {
  await client.request('POST', '/api/logout');
  await client.request('GET', '/api/user', { expect: [401], message: 'Not authenticated' });
}
