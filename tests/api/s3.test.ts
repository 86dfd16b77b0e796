import { existsSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase } from '~db/client.server';
import { jobs } from '~db/schema';
import type { PublicPhoto } from '~/models/photo/shape';
import type { StorageConfig } from '~/models/storage/shape';
import { createS3Store } from '~/services/storage/s3.server';
import { Client } from '../setup/client';
import { createPostgresDatabase } from '../setup/databases';
import { startS3Server, type S3Server } from '../setup/s3-server';
import type { TestServer } from '../setup/server';
import {
  addPhoto,
  createParty,
  expectStatus,
  join,
  signInAdministrator,
  type Person,
} from './party';
import { startApart } from './servers';

let s3: S3Server;
let server: TestServer;
let env: Record<string, string> & { DATABASE_URL: string };
let ann: Person;
/** Uploaded before there was a bucket, and after. */
let older: PublicPhoto;
let newer: PublicPhoto;

beforeAll(async () => {
  s3 = await startS3Server();
  const database = { DATABASE_URL: await createPostgresDatabase() };
  const local = await startApart(database);
  ann = await join(await createParty(local.origin));
  older = await addPhoto(ann, 1);
  await local.stop();
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = s3.access();
  env = {
    ...database,
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_PREFIX: 'photos',
  };
  server = await startApart(env, local);
});
afterAll(async () => {
  await server.stop();
  await server.clean();
  await s3.clean();
});

const filesInBucket = () => createS3Store(s3.access({ prefix: 'photos' })).list();
const fileOf = ({ imageUrl }: PublicPhoto) => imageUrl.replace('/media/', '');

test('a new photo is in the bucket and nowhere else', async () => {
  newer = await addPhoto(ann, 2);
  expect(await filesInBucket()).toContain(fileOf(newer));
  expect(existsSync(joinPath(server.dataDir, newer.imageUrl))).toBe(false);
});

test('it is served as before, and so is one that was stored locally', async () => {
  for (const { imageUrl } of [older, newer]) {
    const answer = expectStatus(await ann.client.get(imageUrl), 200);
    expect(answer.headers.get('content-type')).toBe('image/webp');
  }
});

test('while the bucket refuses the key, its photos are 503 and not missing, and the log says why', async () => {
  const keys = [...s3.keys];
  s3.keys.clear();
  try {
    const { status, headers, text } = await ann.client.get(newer.imageUrl);
    expect([status, headers.get('Retry-After')]).toEqual([503, '5']);
    expect(text).not.toContain('an-access-key');
    const zip = await ann.client.get(`/photos/${newer.id}/file`);
    expect([zip.status, zip.headers.get('Retry-After')]).toEqual([503, '5']);
    expectStatus(await ann.client.get(older.imageUrl), 200);
    expect(server.output()).toMatch(/s3 storage: GET 403 InvalidAccessKeyId/);
    expect(server.output()).not.toContain('<AWSAccessKeyId>');
  } finally {
    for (const [id, secret] of keys) s3.keys.set(id, secret);
  }
  expectStatus(await ann.client.get(newer.imageUrl), 200);
});

test('the administrator sees where photos are, and where new ones go', async () => {
  const admin = await signInAdministrator(server.origin);
  const { json } = await admin.get<StorageConfig>('/api/admin/storage-config');
  const { totalUploads, localUploads, s3Uploads, ftpUploads } = json.uploadStats;
  expect([localUploads, s3Uploads, ftpUploads]).toEqual([totalUploads - 1, 1, 0]);
  const screen = (await admin.get('/admin/storage')).text;
  for (const text of ['Stockage S3 uniquement', 'Fichiers locaux', 'Fichiers S3', 'Fichiers FTP']) {
    expect(screen).toContain(text);
  }
  expect((await admin.get('/admin')).text).toMatch(/Stockage principal<\/dt><dd[^>]*>S3</);
});

test('both can be deleted, with their files', async () => {
  for (const { id } of [older, newer]) {
    expectStatus(await ann.client.delete(`/api/photos/${id}`), 200);
  }
  // A job removes files: a starting server handles at once what is due.
  const { db, close } = await connectDatabase({ url: env.DATABASE_URL, dataDir: '' });
  await db
    .update(jobs)
    .set({ dueAt: new Date(0) })
    .where(eq(jobs.name, 'file_work'));
  await close();
  await server.stop();
  server = await startApart(env, server);
  await expect.poll(filesInBucket, { timeout: 45_000 }).not.toContain(fileOf(newer));
  await expect
    .poll(() => existsSync(joinPath(server.dataDir, older.imageUrl)), { timeout: 45_000 })
    .toBe(false);
});

test('the health check names the storage if the bucket refuses writes', async () => {
  const client = new Client(server.origin);
  expectStatus(await client.get('/healthz'), 200);
  s3.intercept = (request, response) => {
    request.resume();
    response.writeHead(403).end();
  };
  // An answer is reused for a few seconds.
  const health = async () => (await client.get('/healthz')).status;
  await expect.poll(health).toBe(503);
  const answer = await client.get('/healthz');
  expect(answer.json).toMatchObject({ status: 'failing', part: 'storage' });
  s3.intercept = undefined;
  await expect.poll(health).toBe(200);
});
