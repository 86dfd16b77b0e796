import { readFile, writeFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase, type Db } from '~db/client.server';
import type { PublicPhoto } from '~/models/photo/shape';
import { addPhoto, createParty, join, type Person } from '../api/party';
import { startPostgres } from '../setup/postgres';
import { s3Variables, startS3Server, type S3Server } from '../setup/s3-server';
import { startServer, type TestServer } from '../setup/server';

// Secrets are replaced as docs/operations.md says, while a party runs. The session secret has tests of its own
// (tests/models/reseal.test.ts), and so has what is changed on a screen.

const OLD_TOKEN = 'metrics-token-of-before';
const NEW_TOKEN = 'metrics-token-of-today';
const SECOND_KEY = 'a-second-key';
const SECOND_SECRET = 'a-second-secret';

let cluster: Awaited<ReturnType<typeof startPostgres>>;
let s3: S3Server;
let server: TestServer;
let env: Record<string, string>;
let guest: Person;
let photo: PublicPhoto;

beforeAll(async () => {
  [cluster, s3] = await Promise.all([startPostgres(), startS3Server()]);
  await asPostgres((db) => db.execute(sql`create role party login password 'before'`));
  await asPostgres((db) => db.execute(sql`create database party owner party`));
  await requirePasswords();
  env = {
    DATABASE_URL: urlWith('before'),
    METRICS_TOKEN: OLD_TOKEN,
    ...s3Variables(s3.access()),
  };
  server = await startServer({ env });
  guest = await join(await createParty(server.origin));
  photo = await addPhoto(guest, 1);
});
afterAll(async () => {
  await server.stop();
  await server.clean();
  await s3.clean();
  await cluster.stop();
});

function urlWith(password: string): string {
  const url = new URL(cluster.url('party'));
  return Object.assign(url, { username: 'party', password }).href;
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
