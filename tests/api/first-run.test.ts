import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectDatabase, type DatabaseConnection } from '~db/client.server';
import { firstRun, users } from '~db/schema';
import { ADMIN_USER_ID } from '~/models/user/rules';
import { outlastCachedReads } from '../setup/cached-reads';
import type { Client } from '../setup/client';
import { createPostgresDatabase } from '../setup/databases';
import type { TestServer } from '../setup/server';
import { startSmtpServer, type SmtpServer } from '../setup/smtp-server';
import { startStripeServer, type StripeServer } from '../setup/stripe-server';
import { open, send } from './pages';
import { signInAdministrator } from './party';
import { startApart } from './servers';

// The administrator's first steps without scripts, with a real mail server and a Stripe that is asked.

let smtp: SmtpServer;
let stripe: StripeServer;
let server: TestServer;
let database: DatabaseConnection;
let admin: Client;
let mailboxes = 0;

beforeAll(async () => {
  [smtp, stripe] = await Promise.all([startSmtpServer(), startStripeServer()]);
  const url = await createPostgresDatabase();
  server = await startApart({
    DATABASE_URL: url,
    PUBLIC_ORIGIN: 'https://photos.example',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'photos@snapodium.test',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_API_BASE: stripe.origin,
  });
  database = await connectDatabase({ url, dataDir: '' });
  admin = (await signInAdministrator(server.origin)).speak('en');
});
afterAll(async () => {
  await database.close();
  await server.stop();
  await server.clean();
  await Promise.all([smtp.stop(), stripe.stop()]);
});

/** Each test begins with nothing done, and with a mailbox of its own, because mails to one are limited. */
let address: string;
beforeEach(async () => {
  await database.db.delete(firstRun);
  address = `boss-${(mailboxes += 1)}@snapodium.test`;
  await useAddress(address);
});

const useAddress = (email: string) =>
  database.db.update(users).set({ email, emailKey: email }).where(eq(users.id, ADMIN_USER_ID));
const overview = () => open(admin, '/admin');
const press = async (button: string) => send(admin, await overview(), button);
const notes = async () => (await database.db.select().from(firstRun))[0];

test('“Send me one” sends a mail to the own address, and the step is done', async () => {
  const before = smtp.mails.length;
  const answer = await press('Send me one');
  expect(answer.text).toContain('An e-mail is on its way to you');
  expect(smtp.mails.length).toBe(before + 1);
  expect(smtp.mails.at(-1)).toContain(`To: ${address}`);
  expect((await notes())?.mailSentAt).toBeInstanceOf(Date);
  expect((await overview()).text).not.toContain('Send me one');
});

test('an example’s address gets no mail: the step leads to the settings', async () => {
  await useAddress('admin@example.com');
  await outlastCachedReads();
  const { text } = await overview();
  expect(text).toContain('Your e-mail address is still an example');
  expect(text).not.toContain('Send me one');
  const before = smtp.mails.length;
  await admin.submit('/admin/first-run', { intent: 'mail' });
  expect([smtp.mails.length, await notes()]).toEqual([before, undefined]);
});

test('Stripe is asked whether it accepts the key', async () => {
  expect((await press('Ask Stripe')).text).toContain('Payments are settled');
  expect((await notes())?.payments).toBe('accepted');
});

test('who sells nothing says so', async () => {
  expect((await press('Not needed')).text).toContain('Payments are settled');
  expect((await notes())?.payments).toBe('not_needed');
});

test('“I am done” closes the list for good', async () => {
  expect((await overview()).text).toContain('First steps');
  await press('I am done');
  expect((await overview()).text).not.toContain('First steps');
});

test('the address is done where the list is read at the address', async () => {
  const help = 'Open this page at PUBLIC_ORIGIN';
  expect((await overview()).text).toContain(help);
  const { text } = await admin.get('/admin', {
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-Host': 'photos.example',
  });
  expect(text).toContain('First steps');
  expect(text).not.toContain(help);
});

test('the doctor says that mail and payments work, and names no place on the disk', async () => {
  const { text } = await open(admin, '/admin/doctor');
  expect(text).toContain('127.0.0.1');
  expect(text).not.toContain(server.dataDir);
});

test('a mail server that is gone, and a key that Stripe refuses, are told in plain words', async () => {
  await stripe.stop();
  const refused = await press('Ask Stripe');
  expect(refused.text).toContain('Stripe did not accept the key');
  await smtp.stop();
  const failed = await press('Send me one');
  expect(failed.text).toContain('The e-mail could not be sent');
  const { mailSentAt = null, payments = null } = (await notes()) ?? {};
  expect([mailSentAt, payments]).toEqual([null, null]);
});
