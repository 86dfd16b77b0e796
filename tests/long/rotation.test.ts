import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { connectDatabase, type Db } from '~db/client.server';
import type { PublicPhoto } from '~/models/photo/shape';
import {
  addPhoto,
  createParty,
  expectStatus,
  join,
  signInAdministrator,
  type Person,
} from '../api/party';
import { Client } from '../setup/client';
import { serveFolder } from '../setup/file-server';
import { FTP_PASSWORD, FTP_USER, startFtpServer } from '../setup/ftp-server';
import { startPostgres } from '../setup/postgres';
import { s3Variables, startS3Server, type S3Server } from '../setup/s3-server';
import { startServer, type TestServer } from '../setup/server';
import { startSmtpServer, type SmtpServer } from '../setup/smtp-server';
import { startStripeServer, type StripeServer } from '../setup/stripe-server';

// Secrets are replaced as docs/operations.md says, while a party runs. The session secret has tests of its own
// (tests/long/session-secret.test.ts).

const OLD_TOKEN = 'metrics-token-of-before';
const NEW_TOKEN = 'metrics-token-of-today';
const NEW_STRIPE_KEY = 'sk_test_rolled';
const NEW_WEBHOOK_SECRET = 'whsec_rolled';
const SECOND_KEY = 'a-second-key';
const SECOND_SECRET = 'a-second-secret';

let cluster: Awaited<ReturnType<typeof startPostgres>>;
let s3: S3Server;
let stripe: StripeServer;
let smtp: SmtpServer;
/** Those that the mail server accepts. */
const mailPasswords = new Set(['before']);
let server: TestServer;
let env: Record<string, string>;
let guest: Person;
let photo: PublicPhoto;

beforeAll(async () => {
  [cluster, s3, stripe, smtp] = await Promise.all([
    startPostgres(),
    startS3Server(),
    startStripeServer(),
    startSmtpServer(mailPasswords),
  ]);
  await asPostgres((db) => db.execute(sql`create role party login password 'before'`));
  await asPostgres((db) => db.execute(sql`create database party owner party`));
  await requirePasswords();
  env = {
    DATABASE_URL: urlWith('before'),
    METRICS_TOKEN: OLD_TOKEN,
    ...s3Variables(s3.access()),
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_of_the_tests',
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: stripe.origin,
    PUBLIC_ORIGIN: 'http://photos.example',
    SMTP_URL: mailUrl('before'),
    MAIL_FROM: 'photos@snapodium.test',
  };
  server = await startServer({ env });
  guest = await join(await createParty(server.origin));
  photo = await addPhoto(guest, 1);
});
afterAll(async () => {
  await server.stop();
  await server.clean();
  await Promise.all([s3.clean(), stripe.stop(), smtp.stop()]);
  await cluster.stop();
});

function urlWith(password: string): string {
  const url = new URL(cluster.url('party'));
  return Object.assign(url, { username: 'party', password }).href;
}

function mailUrl(password: string): string {
  return Object.assign(new URL(smtp.url), { username: 'party', password }).href;
}

async function asPostgres<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = await connectDatabase({ url: cluster.url('postgres'), dataDir: '' });
  return work(db).finally(close);
}

/** The cluster of tests trusts everybody; this role has to give its password. */
async function requirePasswords(): Promise<void> {
  const path = sql<string>`current_setting('hba_file')`;
  const [row] = await asPostgres((db) => db.select({ path }).from(sql`(select 1) as one`));
  const file = row?.path ?? '';
  const rules = await readFile(file, 'utf8');
  await writeFile(file, `host all party 127.0.0.1/32 scram-sha-256\n${rules}`);
  await asPostgres((db) => db.execute(sql`select pg_reload_conf()`));
}

/** Sets other variables and restarts, as an operator does. */
async function restartWith(changes: Record<string, string>): Promise<void> {
  Object.assign(env, changes);
  const { dataDir, origin } = server;
  await server.stop();
  server = await startServer({ env, dataDir, port: Number(new URL(origin).port) });
}

const metricsWith = async (token: string) => {
  const headers = { Authorization: `Bearer ${token}` };
  return (await fetch(`${server.origin}/metrics`, { headers })).status;
};
/** What a guest needs: the session, a photo from the bucket, and another photo in a slot. */
async function expectParty(slot: number): Promise<void> {
  expect((await guest.client.get(photo.imageUrl)).status).toBe(200);
  await addPhoto(guest, slot);
}

test('the token of metrics', async () => {
  expect(await metricsWith(OLD_TOKEN)).toBe(200);
  await restartWith({ METRICS_TOKEN: NEW_TOKEN });
  expect([await metricsWith(OLD_TOKEN), await metricsWith(NEW_TOKEN)]).toEqual([401, 200]);
});

test('the key of the bucket: a second one, then the first is deleted', async () => {
  s3.keys.set(SECOND_KEY, SECOND_SECRET);
  await restartWith({ S3_ACCESS_KEY_ID: SECOND_KEY, S3_SECRET_ACCESS_KEY: SECOND_SECRET });
  s3.keys.delete(s3.access().accessKeyId);
  await expectParty(2);
});

test('the password of the database', async () => {
  await asPostgres((db) => db.execute(sql`alter role party password 'after'`));
  // Connections that are open go on, so guests notice nothing before the restart.
  await expectParty(3);
  const refused = startServer({ env: { ...env, DATABASE_START_SECONDS: '1' } });
  await expect(refused).rejects.toThrow(/password authentication failed/);
  await restartWith({ DATABASE_URL: urlWith('after') });
  expect((await guest.client.get(photo.imageUrl)).status).toBe(200);
});

/** How many mails arrive when an organizer asks for a login link. */
async function askForLink(): Promise<number> {
  const { names, organizer } = await createParty(server.origin);
  const { name, email } = organizer.user;
  const before = smtp.mails.length;
  await new Client(server.origin).post('/api/login', { ...names, name, email });
  return smtp.mails.length - before;
}

test('the password of the mail server', async () => {
  expect(await askForLink()).toBe(1);
  mailPasswords.clear();
  mailPasswords.add('after');
  expect(await askForLink()).toBe(0);
  await restartWith({ SMTP_URL: mailUrl('after') });
  expect(await askForLink()).toBe(1);
});

/** Begins a payment; its id at Stripe. */
async function order(): Promise<string> {
  const { organizer, event } = await createParty(server.origin);
  const asked = { planId: 'basic', eventId: event.id };
  const answer = await organizer.client.post<{ paymentIntentId: string }>(
    '/api/create-payment-intent',
    asked,
  );
  return expectStatus(answer, 200).json.paymentIntentId;
}

/** The status of a notice about a payment that was made, signed with each of these secrets. */
async function notify(...secrets: string[]): Promise<number> {
  const intent = stripe.succeed(await order());
  const body = JSON.stringify(stripe.event('payment_intent.succeeded', intent));
  const timestamp = Math.floor(Date.now() / 1000);
  const [time] = stripe.sign(body, { timestamp }).split(',');
  const signatures = secrets.map(
    (secret) => stripe.sign(body, { timestamp, secret }).split(',')[1],
  );
  const answer = await fetch(`${server.origin}/webhooks/stripe`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Stripe-Signature': [time, ...signatures].join(','),
    },
    body,
  });
  return answer.status;
}

test('the keys of Stripe: both are valid while they are rolled, then the old ones end', async () => {
  stripe.validKeys.add(NEW_STRIPE_KEY);
  const rolled = [stripe.webhookSecret, NEW_WEBHOOK_SECRET];
  expect(await notify(...rolled)).toBe(200);
  await restartWith({
    STRIPE_SECRET_KEY: NEW_STRIPE_KEY,
    STRIPE_WEBHOOK_SECRET: NEW_WEBHOOK_SECRET,
  });
  expect(await notify(...rolled)).toBe(200);
  stripe.validKeys.delete(stripe.secretKey);
  expect(await notify(NEW_WEBHOOK_SECRET)).toBe(200);
  expect(await notify(stripe.webhookSecret)).toBe(400);
});

test('the password of FTP: it is tested first, and used at once', async () => {
  const ftp = await startFtpServer();
  const web = await serveFolder(joinPath(ftp.folder, '..'));
  onTestFinished(async () => {
    await web.stop();
    await ftp.clean();
  });
  const admin = await signInAdministrator(server.origin);
  const configure = async (ftpPassword: string) => {
    const answer = await admin.post('/api/admin/storage-config', {
      ftpHost: `127.0.0.1:${ftp.port}`,
      ftpUser: FTP_USER,
      ftpPassword,
      ftpDirectory: 'upload/photos',
      ftpBaseUrl: web.origin,
    });
    return answer.status;
  };
  const filesThere = async () =>
    (await readdir(ftp.folder, { recursive: true })).filter((name) => name.endsWith('.webp'))
      .length;
  const addGuestsPhoto = async () => addPhoto(await join(await createParty(server.origin)), 1);

  expect(await configure(FTP_PASSWORD)).toBe(200);
  await addGuestsPhoto();
  const before = await filesThere();
  expect(before).toBeGreaterThan(0);
  await writeFile(joinPath(ftp.folder, '../../passwords'), 'another.party@example.com\n');
  await ftp.kill();
  await ftp.start();
  expect(await configure(FTP_PASSWORD)).toBe(400);
  expect(await configure('another.party@example.com')).toBe(200);
  await addGuestsPhoto();
  expect(await filesThere()).toBe(2 * before);
});
