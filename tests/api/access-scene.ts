import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll } from 'vitest';
import { connectDatabase, type DatabaseConnection, type Db } from '~db/client.server';
import { events, missionCards, missions, partyTables, results, sessions, users } from '~db/schema';
import type { PublicPhoto } from '~/models/photo/shape';
import { DEMO_EVENT_ID } from '~/models/event/rules';
import { ADMIN_USER_ID } from '~/models/user/rules';
import { Client } from '../setup/client';
import { createPostgresDatabase } from '../setup/databases';
import type { TestServer } from '../setup/server';
import { startStripeServer, type StripeServer } from '../setup/stripe-server';
import { newCoOrganizer, newGuest, newParty, newVisitor } from './access-people';
import {
  addPhoto,
  expectStatus,
  signInAdministrator,
  signInUserOne,
  type Party,
  type Person,
} from './party';
import { startApart } from './servers';

/**
 * The columns of the matrix: the roles that send requests about the party. The administrator organizes the demo event;
 * `unchecked` means that they have not repeated their credentials. Somebody whom the organizer removed still has the
 * cookie of their session. The co-organizer is the last one, because others end co-organizers.
 */
export const ROLES = [
  'anonymous',
  'visitor',
  'participant',
  'organizer elsewhere',
  'organizer',
  'administrator unchecked',
  'administrator',
  'removed',
  'participant elsewhere',
  'co-organizer',
] as const;
export type Role = (typeof ROLES)[number];

/** A caller. Nobody, a visitor and somebody who was removed have no row in `users`. */
export type Caller = Omit<Person, 'user'> & { role: Role; user: Person['user'] | null };

/** What the requests are about, new for each row. The photo is the guest's. */
export interface Scene {
  party: Party;
  elsewhere: Party;
  guest: Person;
  coOrganizer: Person;
  photo: PublicPhoto;
  /** User 1's cookies, for callers in their role. */
  signedIn: Record<'administrator unchecked' | 'administrator', Person>;
  db: Db;
  /** The Stripe account for payments. */
  stripe: StripeServer;
}

/** A server whose database nobody else writes to. */
export interface Stage {
  readonly db: Db;
  readonly origin: string;
  setScene(): Promise<Scene>;
  /** Resets the administrator and the demo event to their first state, because there is only one of each. */
  restore(): Promise<void>;
  /** One scene for everything that only reads. */
  sharedScene(): Promise<Scene>;
}

/** Enough for everybody who joins as a caller. */
const MAX_USERS = 1000;

/** Starts the server for the tests of a file. */
export function withStage(): Stage {
  let server: TestServer;
  let connection: DatabaseConnection;
  let restore: Stage['restore'];
  let signedIn: Scene['signedIn'];
  let stripe: StripeServer;
  beforeAll(async () => {
    const url = await createPostgresDatabase();
    stripe = await startStripeServer();
    server = await startApart({
      DATABASE_URL: url,
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_BASE: stripe.origin,
    });
    connection = await connectDatabase({ url, dataDir: '' });
    // Once for all tests, because checking a password is deliberately slow.
    signedIn = {
      'administrator unchecked': await personOf(await signInUserOne(server.origin)),
      administrator: await personOf(await signInAdministrator(server.origin)),
    };
    restore = await keepFirst(connection.db);
  });
  afterAll(async () => {
    await connection.close();
    await server.stop();
    await server.clean();
    await stripe.stop();
  });
  const setScene = async (): Promise<Scene> => {
    const { origin } = server;
    const { db } = connection;
    const ground = { db, origin };
    const [party, elsewhere] = await Promise.all([newParty(ground), newParty(ground)]);
    const both = [party.event.id, elsewhere.event.id];
    await db.update(events).set({ maxUsers: MAX_USERS }).where(inArray(events.id, both));
    const guest = await newGuest({ db, ...party });
    const coOrganizer = await newCoOrganizer({ db, ...party });
    const photo = await addPhoto(guest, 1);
    return { party, elsewhere, guest, coOrganizer, photo, signedIn, db, stripe };
  };
  let shared: Promise<Scene> | undefined;
  let last: Scene | undefined;
  /** Removes the previous row's scene, because the whole database is compared again and again. */
  const setNextScene = async (): Promise<Scene> => {
    const gone = last ? [last.party.event.id, last.elsewhere.event.id] : [];
    if (gone.length > 0) await connection.db.delete(events).where(inArray(events.id, gone));
    return (last = await setScene());
  };
  return {
    get db() {
      return connection.db;
    },
    get origin() {
      return server.origin;
    },
    setScene: setNextScene,
    restore: () => restore(),
    sharedScene: () => (shared ??= setScene()),
  };
}

async function keepFirst(db: Db): Promise<Stage['restore']> {
  const isUser = eq(users.id, ADMIN_USER_ID);
  const isEvent = eq(events.id, DEMO_EVENT_ID);
  const [user = {}] = await db.select().from(users).where(isUser);
  const [event = {}] = await db.select().from(events).where(isEvent);
  const signedIn = await db.select().from(sessions).where(eq(sessions.userId, ADMIN_USER_ID));
  // Nobody but those of a row holds a card, or a first swap would decide the answers of the next caller.
  const takeCards = async () => {
    await db.delete(missionCards).where(eq(missionCards.userId, ADMIN_USER_ID));
    await db.delete(missions).where(eq(missions.eventId, DEMO_EVENT_ID));
  };
  await takeCards();
  return async () => {
    await takeCards();
    await db.update(users).set(user).where(isUser);
    await db.update(events).set(event).where(isEvent);
    await db.delete(results).where(eq(results.eventId, DEMO_EVENT_ID));
    await db.delete(partyTables).where(eq(partyTables.eventId, DEMO_EVENT_ID));
    // A caller in their role who logged out has ended them.
    await db.delete(sessions).where(eq(sessions.userId, ADMIN_USER_ID));
    await db.insert(sessions).values(signedIn);
  };
}

/** A caller of this role. */
export async function callerOf(
  role: Role,
  { party, elsewhere, coOrganizer, signedIn, db }: Scene,
): Promise<Caller> {
  const { origin } = party;
  switch (role) {
    case 'anonymous':
      return { role, client: new Client(origin), user: null };
    case 'visitor':
      return { role, client: await newVisitor({ db, ...party }), user: null };
    case 'participant':
      return { role, ...(await newGuest({ db, ...party })) };
    case 'removed':
      return { role, client: await removedClient({ db, ...party }), user: null };
    case 'participant elsewhere':
      return { role, ...(await newGuest({ db, ...elsewhere })) };
    case 'organizer elsewhere':
      return { role, ...elsewhere.organizer };
    case 'organizer':
      return { role, ...party.organizer };
    case 'co-organizer':
      return { role, ...coOrganizer };
    case 'administrator unchecked':
    case 'administrator': {
      const { client, user } = signedIn[role];
      return { role, client: withCookiesOf(client), user };
    }
  }
}

/** Another client with the same cookies, so that an answer that changes them changes only one of both. */
export function withCookiesOf({ origin, cookies }: Client): Client {
  const client = new Client(origin);
  client.cookies.take(cookies.header()?.split('; ') ?? []);
  return client;
}

/** A participant who joined and whom the organizer removed. */
async function removedClient(party: Party & { db: Db }): Promise<Client> {
  const { client, user } = await newGuest(party);
  expectStatus(await party.organizer.client.delete(`/api/users/${user.id}`), 200);
  return client;
}

async function personOf(client: Client): Promise<Person> {
  const { json } = await client.get<Person['user']>('/api/user');
  return { client, user: json };
}
