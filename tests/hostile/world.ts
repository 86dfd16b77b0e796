import { randomUUID } from 'node:crypto';
import type { BegunPayment } from '~/models/payment/shape';
import { Client } from '../setup/client';
import { attributesOf } from '../setup/html';
import { ADMIN_PASSWORD } from '../setup/server';
import { open } from '../api/pages';
import {
  addMissions,
  addPhoto,
  createParty,
  day,
  expectStatus,
  join,
  nameTables,
  sendEventImage,
  sendSelfie,
  signInAdministrator,
  smallJpeg,
  visit,
  type Party,
  type Person,
} from '../api/party';

/** Who sends a request. */
export const ACTORS = [
  'anonymous',
  'visitor',
  'participant',
  'organizer',
  'administrator',
] as const;
export type Actor = (typeof ACTORS)[number];

/** A small party with one of everything, and the administrator. */
export interface World {
  origin: string;
  party: Party;
  clients: Record<Actor, Client>;
  participant: Person;
  /** A participant to remove and to write to. */
  victim: Person;
  photoIds: number[];
  reportIds: number[];
  messageIds: number[];
  /** Paths of files, including the event's image. */
  files: string[];
  /** The event that the administrator organizes. */
  ownEventId: number;
  missionIds: number[];
  tableIds: number[];
  /** Started by the organizer, and waiting for its payer. */
  payment: BegunPayment;
}

/**
 * Creates a party through the endpoints.
 * @param administrator signed in before
 */
export async function createWorld(origin: string, administrator: Client): Promise<World> {
  const party = await createParty(origin);
  const { organizer } = party;
  const [participant, victim, visitor] = await Promise.all([
    join(party),
    join(party),
    visit(party),
  ]);
  const photo = await addPhoto(participant, 1);
  const other = await addPhoto(victim, 1);
  expectStatus(await sendEventImage(organizer.client, party.event.id, await smallJpeg()), 200);
  expectStatus(await sendSelfie(victim, await smallJpeg()), 200);
  const say = (from: Person, to: Person) =>
    from.client.post<{ id: number }>('/api/messages', { toUserId: to.user.id, message: 'Hello' });
  const later = { toUserId: 'all', message: 'Hello', sendAt: `${day(1)}T12:00:00Z` };
  const messages = [
    await say(participant, organizer),
    await say(organizer, participant),
    await organizer.client.post<{ id: number }>('/api/messages', later),
  ];
  await nameTables(party, ['Roses', '2']);
  await addMissions(party, 'Two people who met tonight', 'The smallest shoes');
  const missions = await organizer.client.get<{ id: number }[]>(
    `/api/events/${party.event.id}/missions`,
  );
  const settings = await open(participant.client, '/settings');
  const tables = attributesOf(settings.document, 'select[name=table] option', 'value');
  const report = await participant.client.post<{ id: number }>(`/api/photos/${other.id}/flag`, {});
  const star = { userId: participant.user.id, photoId: other.id };
  expectStatus(await participant.client.post('/api/favorites', star), 201);
  const event = await organizer.client.get<{ imageUrl: string | null }>(
    `/api/events/${party.event.id}`,
  );
  const self = await administrator.get<{ eventId: number }>('/api/user');
  const order = { planId: 'basic' };
  const payment = await organizer.client.post<BegunPayment>('/api/create-payment-intent', order);
  return {
    origin,
    party,
    clients: {
      anonymous: new Client(origin),
      visitor,
      participant: participant.client,
      organizer: organizer.client,
      administrator,
    },
    participant,
    victim,
    photoIds: [photo.id, other.id],
    reportIds: [expectStatus(report, 201).json.id],
    messageIds: messages.map((message) => expectStatus(message, 201).json.id),
    files: [photo.imageUrl, other.imageUrl, event.json.imageUrl ?? ''].filter(Boolean),
    missionIds: missions.json.map(({ id }) => id),
    tableIds: tables.map(Number).filter((id) => id > 0),
    ownEventId: expectStatus(self, 200).json.eventId,
    payment: expectStatus(payment, 200).json,
  };
}

/** Whether everybody is still a member, because an attack may have been a valid deletion. */
export async function isIntact(world: World): Promise<boolean> {
  const { visitor, participant, organizer } = world.clients;
  const answers = await Promise.all(
    [visitor, participant, organizer].map((client) => client.get('/api/user')),
  );
  return answers.every(({ status }) => status === 200);
}

/**
 * Gives the administrator the old name, e-mail, username and password again, with the session that such a
 * change leaves valid, or signs in again.
 */
export async function restoreAdministrator(administrator: Client): Promise<Client> {
  const self = await administrator.get<{ name: string; email: string; username: string }>(
    '/api/user',
  );
  if (self.status === 200) {
    const credentials = { username: 'admin', password: ADMIN_PASSWORD };
    const answer = await administrator.request('PATCH', '/api/admin/credentials', {
      json: credentials,
    });
    if (answer.status === 200) {
      const { name, email } = self.json;
      if (name === 'Demo' && email === 'admin@example.com') return administrator;
      const details = { name: 'Demo', email: 'admin@example.com', currentPassword: ADMIN_PASSWORD };
      await administrator.submit('/settings', { intent: 'details', ...details });
    }
  }
  return signInAdministrator(administrator.origin);
}

/**
 * The valid values of a field or a parameter of this name. Unknown fields get words that many would accept.
 */
export function fittingValues(world: World, actor: Actor, name: string): string[] {
  const { party, participant, victim, photoIds, reportIds, messageIds, files, ownEventId } = world;
  const plans = ['basic', 'standard', 'premium', 'free'];
  const eventId = String(actor === 'administrator' ? ownEventId : party.event.id);
  const self = actor === 'organizer' ? party.organizer.user : participant.user;
  const userIds = [victim.user.id, self.id, participant.user.id].map(String);
  const fresh = randomUUID().slice(0, 13);
  const known: Record<string, string[]> = {
    eventId: [eventId, eventId, String(party.event.id)],
    userId: [String(self.id), ...userIds],
    photoId: photoIds.map(String),
    reportId: reportIds.map(String),
    messageId: messageIds.map(String),
    file: files.map((path) => path.split('/').at(-1) ?? ''),
    token: ['A'.repeat(43)],
    coOrganizerId: userIds,
    linkId: ['1'],
    leave: ['1'],
    session: ['0'.repeat(64)],
    event: [party.names.event, 'DEMO'],
    organizerName: [party.names.organizerName, 'Demo', '漢'.repeat(100)],
    organizer: [party.names.organizerName],
    name: [`Guest ${fresh}`, participant.user.name, '漢'.repeat(90) + fresh.slice(0, 9)],
    email: [`${fresh}@example.com`, participant.user.email],
    organizerEmail: [`${fresh}@example.com`],
    username: [`user-${fresh}`, 'admin'],
    organizerUsername: ['', `user-${fresh}`],
    organizerPassword: ['', 'open sesame'],
    password: ['open sesame', ADMIN_PASSWORD],
    passwordConfirmation: ['open sesame'],
    currentPassword: ['', 'open sesame', ADMIN_PASSWORD],
    consent: ['on'],
    description: ['Words'],
    startDate: [day(), `${day()}T10:00:00.000Z`],
    endDate: [day(3), `${day(3)}T10:00:00.000Z`, '2999-12-31'],
    partyDate: [day(), day(2), `${day(1)}T10:00:00.000Z`],
    value: [day(3), '12'],
    maxUsers: ['12', '1000'],
    maxPhotosPerUser: ['5'],
    votingEnabled: ['true', 'false'],
    votingOpensAt: ['', `${day()}T10:00`, `${day()}T10:00:00.000Z`],
    votingClosesAt: ['', `${day(1)}T23:30`, `${day(1)}T23:30:00.000Z`],
    givenAt: [new Date().toISOString(), '', '2026-01-01'],
    standings: ['open', 'curtain', 'hidden'],
    at: ['', `${day(1)}T23:30`, `${day(1)}T23:30:00.000Z`],
    guestsMayLook: ['true', 'false'],
    guestsMayDownload: ['true', 'false'],
    photosUntil: ['', day(), day(10), `${day(10)}T10:00:00.000Z`],
    thanks: ['Thank you all', ''],
    approvalRequired: ['true', 'false'],
    programme: ['join', 'dark', 'photos'],
    paused: ['true', 'false'],
    pace: ['4', '15'],
    delay: ['0', 'none', '60'],
    skip: photoIds.map(String),
    unskip: photoIds.map(String),
    letThrough: photoIds.map(String),
    make: ['code', 'screen', 'end'],
    key: ['A'.repeat(22)],
    code: ['K7M 42P'],
    list: ['Ann Young, ann@example.com\nBob; Jones; bob@example.com', 'Ann, Young'],
    not: ['here'],
    trusted: ['true', 'false'],
    upTo: photoIds.map(String),
    hidden: ['1', '0'],
    approve: ['1'],
    status: ['reviewed', 'dismissed', 'pending', 'all'],
    reason: ['Blurred', ''],
    caption: ['Just married', ''],
    ids: photoIds.map((id) => JSON.stringify([id])),
    seen: photoIds.map(String),
    later: ['1'],
    missionId: world.missionIds.map(String),
    mission: world.missionIds.map(String),
    text: ['The longest dance'],
    set: ['wedding', 'birthday'],
    enabled: ['true', 'false'],
    table: ['', '1', ...world.tableIds.map(String)],
    names: ['Roses\n2\nMint', '12', JSON.stringify(['Roses', 'Mint'])],
    topics: [JSON.stringify(['voting-closes', 'reveal']), 'morning'],
    subscription: [
      JSON.stringify({
        endpoint: 'https://push.example/a',
        keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
      }),
    ],
    format: ['jpeg', 'webp'],
    take: ['mine', 'all'],
    paper: ['a4', 'letter'],
    after: [`${Date.now()}-${photoIds[0] ?? 1}`],
    choice: ['other', 'inappropriate'],
    details: ['My words'],
    toUserId: [String(party.organizer.user.id), ...userIds, 'all', 'without-star'],
    message: ['Hello'],
    position: ['2', '3', '1'],
    data: [
      JSON.stringify({ userId: self.id, eventId: Number(eventId), position: 2, imageUrl: '' }),
    ],
    next: ['/feed', '/top?x=1#y'],
    on: ['1', '0'],
    answer: ['data'],
    fate: ['goes', 'stays'],
    typed: [party.names.event, 'DEMO'],
    successorId: userIds,
    useFtp: ['true', 'false'],
    keep: ['on'],
    lang: ['en', 'fr', 'de'],
    from: ['feed', 'top', 'profile', 'favorites'],
    tab: ['profile', 'feed', 'top'],
    part: ['photos'],
    with: [String(victim.user.id), 'all', 'platform', 'planned'],
    planned: ['1'],
    draft: ['1', '4'],
    letter: ['a', 'z'],
    audience: ['all', 'without-photo', 'without-star'],
    sendAt: [`${day(1)}T20:00:00.000Z`, `${day(1)}T20:00`],
    plannedId: messageIds.map(String),
    before: messageIds.map(String),
    q: ['a', 'é'],
    sort: ['name', '-name', '-photos', 'end'],
    page: ['1', '2'],
    limit: ['3'],
    plan: plans,
    planId: plans,
    payment: [world.payment.key],
    paymentIntentId: [world.payment.paymentIntentId],
    look: ['1', '24'],
    layout: ['cards'],
    unread: ['1'],
    ftpHost: ['127.0.0.1:1'],
    ftpUser: ['anonymous'],
    ftpPassword: ['secret'],
    ftpDirectory: ['photos'],
    ftpBaseUrl: ['http://127.0.0.1:1/'],
  };
  return Object.hasOwn(known, name) ? (known[name] ?? []) : ['1', 'true', 'on', 'Words'];
}
