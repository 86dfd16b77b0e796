import { execFile } from 'node:child_process';
import { copyFile, readFile, truncate, writeFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { PublicPhoto } from '~/models/photo/shape';
import type { Client } from '../setup/client';
import { unzip } from '../unzip';
import { open } from '../api/pages';
import {
  addPhoto,
  createParty,
  join,
  sendSelfie,
  signInAdministrator,
  smallJpeg,
} from '../api/party';
import { startApart } from '../api/servers';

const root = fileURLToPath(new URL('../..', import.meta.url));
const KEPT = 'private, max-age=31536000, immutable';

/** Runs `npm run check:storage`. */
function checkStorage(dataDir: string, ...flags: string[]) {
  return new Promise<{ code: number; out: string }>((resolve) => {
    const given = ['node_modules/tsx/dist/cli.mjs', 'scripts/check-storage.ts', ...flags];
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' };
    execFile(process.execPath, given, { cwd: root, env }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out: out + err }),
    );
  });
}

test('damaged files are reported and never sent, and zips leave them out', async () => {
  const server = await startApart();
  onTestFinished(async () => {
    await server.stop('SIGKILL');
    await server.clean();
  });
  const party = await createParty(server.origin);
  const guests = [];
  for (const name of ['Ada', 'Bob', 'Cyd', 'Dia']) guests.push(await join(party, { name }));
  const photos: PublicPhoto[] = [];
  for (const guest of guests) photos.push(await addPhoto(guest, 1));
  const [cut, emptied, thumbless, whole] = photos as [
    PublicPhoto,
    PublicPhoto,
    PublicPhoto,
    PublicPhoto,
  ];
  const pathOf = ({ imageUrl }: PublicPhoto, width = '') =>
    joinPath(server.dataDir, imageUrl.replace('.webp', `${width}.webp`));
  const { client } = party.organizer;
  const look = async ({ imageUrl }: PublicPhoto, width = '', who: Client = client) => {
    const { status, headers, bytes } = await who.get(imageUrl.replace('.webp', `${width}.webp`));
    return { status, cache: headers.get('Cache-Control'), bytes };
  };
  const zip = async () => unzip((await client.get('/event/photos.zip')).bytes);
  expect([...(await zip()).keys()]).toHaveLength(4);
  const kept = await look(cut);
  expect(kept).toMatchObject({ status: 200, cache: KEPT });

  await copyFile(pathOf(cut), `${pathOf(cut)}-copy`);
  await truncate(pathOf(cut), 20);
  await truncate(pathOf(emptied));
  for (const width of ['-1080', '-720', '-320']) await truncate(pathOf(emptied, width));
  await truncate(pathOf(thumbless, '-320'), 30);

  // Another width replaces it, and nobody caches it.
  const standIn = await look(cut);
  expect(standIn).toMatchObject({ status: 200, cache: 'no-store' });
  expect(standIn.bytes.equals(await readFile(pathOf(cut, '-1080')))).toBe(true);
  expect(await look(emptied)).toMatchObject({ status: 404, cache: 'no-store' });
  expect(await look(emptied, '-320')).toMatchObject({ status: 404, cache: 'no-store' });
  const small = await look(thumbless, '-320');
  expect(small).toMatchObject({ status: 200, cache: 'no-store' });
  expect(small.bytes.equals(await readFile(pathOf(thumbless, '-720')))).toBe(true);
  expect(await look(thumbless)).toMatchObject({ status: 200, cache: KEPT });
  expect(await look(whole, '-320')).toMatchObject({ status: 200, cache: KEPT });

  // The one that was laid out a moment ago may break; then it is laid out again.
  await client.get('/event/photos.zip').catch(() => null);
  for (const path of ['/event/photos.zip', '/event/photos.zip?format=jpeg']) {
    const files = await unzip((await client.speak('en').get(path)).bytes);
    const end = path.endsWith('jpeg') ? 'jpg' : 'webp';
    expect([...files.keys()].sort()).toEqual([
      `03-cyd-photo1.${end}`,
      `04-dia-photo1.${end}`,
      'MISSING.txt',
    ]);
    const missing = files.get('MISSING.txt')?.toString();
    expect(missing).toContain('These files could not be found when this archive was made:');
    expect(missing).toMatch(new RegExp(`01-ada-photo1.${end}\r\n02-bob-photo1.${end}`));
  }
  const desk = await open(client.speak('en'), '/');
  expect(desk.text).toContain('The files of 2 photos are missing or damaged');
  const administrator = await signInAdministrator(server.origin);
  const screen = await open(administrator.speak('en'), '/admin/storage');
  expect(screen.text).toContain('The files of 2 photos are missing or damaged.');

  // A selfie has no length in its row, but its header says it.
  const [ada] = guests;
  if (!ada) throw new Error('nobody');
  const answer = await sendSelfie(ada, await smallJpeg());
  const selfie = { imageUrl: String(answer.json.selfieUrl) } as PublicPhoto;
  await truncate(pathOf(selfie), 40);
  expect((await look(selfie)).cache).toBe('no-store');

  await server.stop();
  const check = await checkStorage(server.dataDir);
  expect(check.code).toBe(1);
  const keyOf = ({ imageUrl }: PublicPhoto) => imageUrl.slice('/media/'.length, -'.webp'.length);
  for (const photo of [cut, emptied]) {
    expect(check.out).toContain(`${keyOf(photo)}: the photo's file is not what was stored`);
  }
  expect(check.out).toContain("the photo's thumbnails are missing or damaged: 320");
  expect(check.out).not.toContain(keyOf(whole));

  // The same length and another picture: only checksums show that.
  const bytes = await readFile(pathOf(whole));
  bytes[bytes.length - 3] = (bytes[bytes.length - 3] ?? 0) ^ 0xff;
  await writeFile(pathOf(whole), bytes);
  expect((await checkStorage(server.dataDir)).out).not.toContain(keyOf(whole));
  const deep = await checkStorage(server.dataDir, '--deep', '--repair');
  expect(deep.code).toBe(1);
  expect(deep.out).toContain(`left alone  local ${keyOf(whole)}: the photo's file is not`);
  expect(deep.out).toContain(`mended  local ${keyOf(thumbless)}`);

  await copyFile(`${pathOf(cut)}-copy`, pathOf(cut));
  const again = await startApart({}, server);
  onTestFinished(() => void again.stop('SIGKILL'));
  const files = await zip();
  expect(files.has('01-ada-photo1.webp')).toBe(true);
  expect(await look(cut)).toMatchObject({ status: 200, cache: KEPT });
  expect((await open(client.speak('en'), '/')).text).toContain('The files of 2 photos are missing');
  // It starts two servers and three tools.
}, 600_000);
