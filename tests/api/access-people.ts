import type { Db } from '~db/client.server';
import type { Env } from '~/env.server';
import { createSessionStore } from '~/http/session.server';
import { coOrganizerMessage } from '~/i18n/platform-texts.server';
import { memberOf } from '~/models/access';
import { dayOf } from '~/models/day';
import { createCoOrganizerLink } from '~/models/event/co-organizers.server';
import { createEvent } from '~/models/event/create.server';
import { presentEvent } from '~/models/event/read.server';
import { storeReturnToken } from '~/models/session/return-link.server';
import { newToken } from '~/models/session/token.server';
import { beginSession } from '~/models/session/write.server';
import { joinAsCoOrganizer } from '~/models/user/co-organizer-join.server';
import { presentUser, type UserRow } from '~/models/user/read.server';
import { register } from '~/models/user/register.server';
import type { Role } from '~/models/user/rules';
import { setLanguage } from '~/models/user/write.server';
import { Client } from '../setup/client';
import { createFakeStorage } from '../setup/fakes';
import { SESSION_SECRET } from '../setup/server';
import { unique, type Party, type Person } from './party';

// The events and people of the matrix, made by the models and not by calls: each row needs dozens, and over HTTP
// they cost several times as much.

/** A server, and its database. */
export interface Ground {
  db: Db;
  origin: string;
}

type Here = Ground & Pick<Party, 'event'>;

const env: { SESSION_SECRET: [string] } = { SESSION_SECRET: [SESSION_SECRET] };
const store = createSessionStore(env as unknown as Env);
/** Nobody here has a picture. */
const storage = createFakeStorage();
const today = () => dayOf(new Date(), 'Europe/Paris');
const now = () => new Date();
const aPerson = () => ({ name: `Guest ${unique()}`, email: `${unique()}@example.com` });

/** An event with its organizer. */
export async function newParty(ground: Ground): Promise<Party> {
  const { db, origin } = ground;
  const names = { event: `Event ${unique()}`, organizerName: `Organizer ${unique()}` };
  const values = {
    name: names.event,
    organizerName: names.organizerName,
    organizerEmail: `${unique()}@example.com`,
    description: '',
  };
  const { event, user, returnToken } = await createEvent(db, { values, today: today() });
  const link = { actor: memberOf(user, today()), token: returnToken };
  const organizer = await signedIn(ground, await storeReturnToken({ db, env }, link));
  return { origin, event: await presentEvent({ db, storage }, event), names, organizer };
}

/** A new guest of the event. */
export async function newGuest({ event, ...ground }: Here): Promise<Person> {
  const { db } = ground;
  const guest = { eventId: event.id, ...aPerson(), today: today() };
  return signedIn(ground, await register({ db, env }, guest));
}

/** A new co-organizer of the event. */
export async function newCoOrganizer({ db, ...party }: Party & { db: Db }): Promise<Person> {
  const eventId = party.event.id;
  const actor = memberOf({ ...party.organizer.user, coOrganizerSince: null }, today());
  const { token } = await createCoOrganizerLink(db, { actor, eventId, now: now() });
  const deps = { db, env, coOrganizerWords: coOrganizerMessage, now, today };
  const { user, returnToken } = await joinAsCoOrganizer(deps, { token, ...aPerson() });
  const link = { actor: memberOf(user, today()), token: returnToken };
  return signedIn({ db, origin: party.origin }, await storeReturnToken({ db, env }, link));
}

/** A new visitor of the event. */
export async function newVisitor({ event, ...ground }: Here): Promise<Client> {
  const token = newToken();
  const visitorOf = { id: event.id, code: null };
  const session = { token, who: { visitorOf }, userAgent: null, now: now() };
  await beginSession(ground.db, session);
  return clientOf(ground, { token, userId: null, eventId: event.id, role: 'visitor' });
}

async function signedIn(ground: Ground, user: UserRow): Promise<Person> {
  const { db } = ground;
  const token = newToken();
  const { id: userId, eventId, isOrganizer } = user;
  await setLanguage(db, { actor: memberOf(user, today()), language: 'fr' });
  await beginSession(db, { token, who: { user }, userAgent: null, now: now() });
  const role = isOrganizer ? 'organizer' : 'participant';
  const client = await clientOf(ground, { token, userId, eventId, role });
  return { client, user: presentUser(user, storage) };
}

/** A browser with the cookie of a session. */
async function clientOf(
  { origin }: Ground,
  cells: { token: string; userId: number | null; eventId: number; role: Role },
): Promise<Client> {
  const session = await store.getSession();
  for (const [name, value] of Object.entries(cells)) session.set(name as 'token', value as string);
  session.set('issuedAt', Date.now());
  const client = new Client(origin);
  client.cookies.take([await store.commitSession(session)]);
  return client;
}
