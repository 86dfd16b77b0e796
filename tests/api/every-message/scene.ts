import { join as joinPath } from 'node:path';
import { eq } from 'drizzle-orm';
import { connectDatabase, type Db } from '~db/client.server';
import { events } from '~db/schema';
import { Client } from '../../setup/client';
import { createPostgresDatabase } from '../../setup/databases';
import { serveFolder, type FileServer } from '../../setup/file-server';
import { startFtpServer, type FtpServer } from '../../setup/ftp-server';
import { startRelay, type Relay } from '../../setup/relay';
import { ADMIN_PASSWORD, type TestServer } from '../../setup/server';
import { startSmtpServer, type SmtpServer } from '../../setup/smtp-server';
import { startStripeServer, type StripeServer } from '../../setup/stripe-server';
import {
  addPhoto,
  createParty,
  day,
  ENDED,
  join,
  signInAdministrator,
  visit,
  type Party,
  type Person,
} from '../party';
import { startApart } from '../servers';

/** Servers, and the people of an event on the first of them. */
export interface Scene {
  db: Db;
  /** Neither sells plans nor mails. */
  origin: string;
  dataDir: string;
  party: Party;
  guest: Person;
  /** The guest's, in their first slot. */
  photo: { id: number };
  visitor: Client;
  administrator: Client;
  ended: Party;
  /** Sells plans and mails, with its own database behind a relay. */
  shop: { origin: string; db: Db; stripe: StripeServer; smtp: SmtpServer; relay: Relay };
  /** Lets one person a minute into an event, wants proof from organizers, and has no room for photos. */
  strict: { origin: string };
  ftp: FtpServer;
  web: FileServer;
  /** What to stop in the end. */
  atEnd: (() => Promise<unknown>)[];
}

export type { Party, Person };

/** Runs once for a scene: the calls and the languages share what it makes. */
export function once<T>(make: (scene: Scene) => Promise<T>): (scene: Scene) => Promise<T> {
  const made = new WeakMap<Scene, Promise<T>>();
  return (scene) => {
    const known = made.get(scene) ?? make(scene);
    made.set(scene, known);
    return known;
  };
}

export const organizer = ({ party }: Scene) => party.organizer;
export const guest = (scene: Scene) => scene.guest;
export const visitor = (scene: Scene) => scene.visitor;
export const administrator = (scene: Scene) => scene.administrator;
export const nobody = ({ origin }: Scene) => new Client(origin);
export const shopkeeper = once(async ({ shop }) => (await createParty(shop.origin)).organizer);

/** The URL of a call about the organizer's event. */
export const ofEvent =
  (path = '') =>
  ({ party }: Scene) =>
    `/api/events/${party.event.id}${path}`;
export const namesOf = ({ party }: Scene) => party.names;

/** Starts everything; `stop` ends it. */
export async function startScene(): Promise<{ scene: Scene; stop(): Promise<void> }> {
  const [url, shopUrl] = [await createPostgresDatabase(), await createPostgresDatabase()];
  const behind = new URL(shopUrl);
  const [stripe, smtp, relay, ftp] = await Promise.all([
    startStripeServer(),
    startSmtpServer(),
    startRelay(Number(behind.port)),
    startFtpServer(),
  ]);
  const web = await serveFolder(joinPath(ftp.folder, '..'));
  behind.port = String(relay.port);
  const servers: TestServer[] = await Promise.all([
    startApart({ DATABASE_URL: url }),
    startApart({
      DATABASE_URL: behind.href,
      DATABASE_WAIT_SECONDS: '1',
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_of_the_tests',
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_BASE: stripe.origin,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Snapodium <hello@photos.example>',
      PUBLIC_ORIGIN: 'http://photos.example',
    }),
    startApart({
      JOINS_PER_MINUTE: '1',
      EVENTS_PER_HOUR: '0',
      ORGANIZER_PROOF: 'required',
      DISK_RESERVE_MB: '99999999',
    }),
  ]);
  const [main, shop, strict] = servers as [TestServer, TestServer, TestServer];
  const databases = [
    await connectDatabase({ url, dataDir: '' }),
    await connectDatabase({ url: shopUrl, dataDir: '' }),
  ] as const;
  const { origin } = main;
  const party = await createParty(origin, { organizerPassword: PASSWORD });
  const guest = await join(party);
  const [{ db }, { db: shopDb }] = databases;
  await db.update(events).set({ maxUsers: 100 }).where(eq(events.id, party.event.id));
  const scene: Scene = {
    db,
    origin,
    dataDir: main.dataDir,
    party,
    guest,
    photo: await addPhoto(guest, 1),
    visitor: await visit(party),
    administrator: await signInAdministrator(origin),
    ended: await createParty(origin, { ...ENDED, organizerPassword: PASSWORD }),
    shop: { origin: shop.origin, db: shopDb, stripe, smtp, relay },
    strict,
    ftp,
    web,
    atEnd: [],
  };
  const stop = async () => {
    for (const end of scene.atEnd) await end();
    for (const server of servers) {
      await server.stop();
      await server.clean();
    }
    for (const database of databases) await database.close();
    await web.stop();
    await ftp.clean();
    await relay.stop();
    await smtp.stop();
    await stripe.stop();
  };
  return { scene, stop };
}

export const PASSWORD = 'open sesame';
export { ADMIN_PASSWORD, day };
