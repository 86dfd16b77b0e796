import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DatabaseConnection, Db } from '~db/client.server';
import { NewerDatabaseError } from '~db/level.server';
import { fileWork, photos, storageSettings, users } from '~db/schema';
import { checkMigrations } from '~/models/admin/migrations.server';
import { makeBackup } from '~/models/backup/backup.server';
import { openBackupDoor, takeRowsFromServer } from '~/models/backup/door.server';
import { assertNoTables, restoreBackup, verifyBackup } from '~/models/backup/restore.server';
import { readRows, type RowsPage } from '~/models/backup/rows.server';
import { isRestoreUnfinished } from '~/models/backup/unfinished.server';
import { checkStorage } from '~/models/storage/check.server';
import { newImageKey } from '~/services/storage/keys.server';
import { createFolder, openFolder } from '~/services/backup/folder.server';
import { createTar, openTar } from '~/services/backup/tar.server';
import { createMemoryStorage, createMemoryStore } from '~/services/storage/memory.server';
import { createStorages, type Storages } from '~/services/storage/storages.server';
import { createTestEvent, createTestPhoto, createTestUser } from '../factories';
import { openPglite, openPostgres, withDatabases } from '../setup/databases';

const MIGRATIONS = 'db/migrations';
const env = {
  DATA_DIR: '',
  SESSION_SECRET: ['a secret of thirty-two letters and more'] as [string],
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snapodium-backup-'));
  env.DATA_DIR = join(folder, 'data');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** All rows of a database, a page per line. */
async function linesOf(db: Db): Promise<string[]> {
  const pages: RowsPage[] = [];
  await readRows(db, async (page) => void pages.push(page));
  return pages.flatMap(({ name, text }) => {
    const table = name.replace(/^.*\d-/, '');
    return text
      .trimEnd()
      .split('\n')
      .map((line) => `${table} ${line}`);
  });
}

/** Removes all that a database has, as it is when it has just been created. */
async function wipe({ db }: DatabaseConnection): Promise<void> {
  await db.execute(sql`drop schema if exists drizzle cascade`);
  await db.execute(sql`drop schema public cascade`);
  await db.execute(sql`create schema public`);
}

const bytesOf = (text: string) => Buffer.from(`RIFF ${text}`.padEnd(200, '.'));

withDatabases('a backup', (getDb, kind) => {
  let storage: Storages;
  let key: string;
  beforeEach(async () => {
    const local = createMemoryStore();
    storage = createStorages({ base: 'local', always: { local, s3: createMemoryStore() } });
    const { event, organizer } = await createTestEvent(getDb());
    key = newImageKey(event.id);
    const cells = { imageKey: key, imageStorage: 's3', caption: 'Zoë "und" 🎉\n\\' } as const;
    await createTestPhoto(getDb(), organizer, cells);
    await storage.write('s3', key, { full: bytesOf('full'), 640: bytesOf('640') });
    await getDb().insert(fileWork).values({ storage: 's3', imageKey: '1/gone' });
    await getDb().delete(storageSettings);
    await getDb().insert(storageSettings).values({ ftpStorageActive: true });
  });
  afterEach(async () => {
    await getDb().execute(sql`truncate events, file_work, storage_settings, attempts cascade`);
  });

  const make = async (path = join(folder, 'all.tar')) => {
    const writer = await (path.endsWith('/') ? createFolder(path) : createTar(path));
    const read = (onPage: Parameters<typeof readRows>[1]) => readRows(getDb(), onPage);
    return makeBackup({ readRows: read, storage, writer, env, migrations: MIGRATIONS });
  };
  const verify = (path = join(folder, 'all.tar')) =>
    verifyBackup(path.endsWith('/') ? openFolder(path) : openTar(path), MIGRATIONS);

  test('brings rows, numbers and files into the other database, where files are in one storage', async () => {
    // More than a page of them.
    await getDb().execute(sql`
      insert into attempts (key, points) select 'key ' || n, n from generate_series(1, 1200) n`);
    const { missing, rows } = await make();
    expect(missing).toEqual([]);
    expect(rows).toBeGreaterThan(1200);
    const { mode } = await stat(join(folder, 'all.tar'));
    expect(mode & 0o777).toBe(0o600);

    const connection = await (kind === 'pglite' ? openPostgres() : openPglite());
    try {
      await expect(assertNoTables(connection.db)).rejects.toThrow('has tables already');
      await wipe(connection);
      await assertNoTables(connection.db);
      const there = createMemoryStorage();
      const deps = { connection, storage: there, dataDir: folder, migrations: MIGRATIONS };
      await restoreBackup(deps, await verify());

      const { db } = connection;
      const isSame = (line: string) => !/^(photos|file_work|storage_settings)/.test(line);
      expect((await linesOf(db)).filter(isSame).sort()).toEqual(
        (await linesOf(getDb())).filter(isSame).sort(),
      );
      const [before] = await getDb().select().from(photos);
      expect(await db.select().from(photos)).toEqual([{ ...before, imageStorage: 'local' }]);
      expect(await there.read('local', key, 'full')).toEqual(await storage.read('s3', key, 'full'));
      expect(await there.read('local', key, 640)).toEqual(await storage.read('s3', key, 640));
      expect(await db.$count(fileWork)).toBe(0);
      expect((await db.select().from(storageSettings))[0]?.ftpStorageActive).toBe(false);
      expect(await isRestoreUnfinished(db)).toBe(false);
      const { differences } = await checkStorage({ db, storage: there });
      expect(differences.filter(({ kind: what }) => what !== 'thumbnails')).toEqual([]);
      const [event] = await db.select({ id: users.eventId }).from(users);
      const newest = await createTestUser(db, event?.id ?? 0);
      expect(await db.$count(users, eq(users.id, newest.id))).toBe(1);
    } finally {
      await connection.close();
    }
  });

  test('reports files that are missing, and leaves out those of images deleted meanwhile', async () => {
    const { event, organizer } = await createTestEvent(getDb());
    const [lost, deleted] = [newImageKey(event.id), newImageKey(event.id)];
    await createTestPhoto(getDb(), organizer, { imageKey: lost, position: 1 });
    await createTestPhoto(getDb(), organizer, { imageKey: deleted, position: 2 });
    const list = storage.list;
    storage.list = async (name) => {
      await getDb().delete(photos).where(eq(photos.imageKey, deleted));
      return list(name);
    };
    const report = await make();
    expect(report.missing.map((image) => image.key)).toEqual([lost]);
    expect(report.deleted).toBe(1);
    const { manifest } = await verify();
    expect([manifest.missing, manifest.deleted]).toEqual([[lost], [deleted]]);
  });

  test('in a folder is written again only where something changed', async () => {
    const path = join(folder, 'kept/');
    await make(path);
    const file = join(path, 'media', `${key}.webp`);
    const first = await stat(file);
    const second = await make(path);
    expect([second.kept, second.written]).toEqual([2, 0]);
    const { ino, mtimeMs, size } = await stat(file);
    expect([ino, mtimeMs, size]).toEqual([first.ino, first.mtimeMs, first.size]);
    await verify(path);

    await getDb().delete(photos).where(eq(photos.imageKey, key));
    await make(path);
    expect(await readdir(join(path))).not.toContain('media');
    expect(await readdir(join(path, 'rows'))).toHaveLength(1);
    await verify(path);
  });

  test('that fails leaves the earlier one, and a storage that is away is reported', async () => {
    await make();
    const before = await readFile(join(folder, 'all.tar'));
    const fail = async () => {
      throw new Error('the database went away');
    };
    const writer = await createTar(join(folder, 'all.tar'));
    const deps = { readRows: fail, storage, writer, env, migrations: MIGRATIONS };
    await expect(makeBackup(deps)).rejects.toThrow('went away');
    expect(await readFile(join(folder, 'all.tar'))).toEqual(before);
    expect(await readdir(folder)).toEqual(['all.tar']);

    storage.list = () => Promise.reject(new Error('away'));
    const { silent, missing } = await make();
    expect(silent.get('s3')).toContain('away');
    expect(missing.map((image) => image.key)).toEqual([key]);
  });

  test('is refused if it is cut off, damaged, of a newer program or none', async () => {
    const path = join(folder, 'all.tar');
    await make(path);
    const whole = await readFile(path);
    await truncate(path, whole.length - 5000);
    await expect(verify()).rejects.toThrow(/cut off/);
    const at = whole.indexOf('RIFF full');
    const damaged = Buffer.from(whole);
    damaged[at + 6] = (damaged[at + 6] ?? 0) ^ 1;
    await writeFile(path, damaged);
    await expect(verify()).rejects.toThrow(`media/${key}.webp in it is damaged`);
    await writeFile(path, whole.toString('latin1').replace('"format":1', '"format":2'), 'latin1');
    await expect(verify()).rejects.toThrow('in a format that this one does not know');
    const level = /"level":(\d{13})/.exec(whole.toString('latin1'))?.[1] ?? '';
    const later = whole.toString('latin1').replace(`"level":${level}`, '"level":9999999999999');
    await writeFile(path, later, 'latin1');
    await expect(verify()).rejects.toThrow(/which knows migrations up to \d{4}_/);
    await writeFile(path, 'no tar at all, but long enough for a header'.padEnd(1024, '.'));
    await expect(verify()).rejects.toThrow(/damaged or cut off/);
  });
});

describe('a server on the embedded database', () => {
  let connection: DatabaseConnection;
  beforeAll(async () => {
    connection = await openPglite();
  });
  afterAll(() => connection.close());

  test('gives its rows to a command, and only its owner can ask', async () => {
    const { event } = await createTestEvent(connection.db);
    const log = { error: () => undefined };
    const close = await openBackupDoor({ db: connection.db, dataDir: folder, log });
    const { mode } = await stat(join(folder, 'backup.sock'));
    expect(mode & 0o077).toBe(0);
    const texts: string[] = [];
    const take = () => takeRowsFromServer(folder, async ({ text }) => void texts.push(text));
    const [facts] = await Promise.all([take(), take()]);
    expect(facts.tables.events).toBe(1);
    expect(texts.filter((text) => text.includes(`"id":${event.id},`))).toHaveLength(2);
    expect(await readdir(folder)).toEqual(['backup.sock']);
    await close();
  });
});

describe.each([
  { kind: 'pglite', open: openPglite },
  { kind: 'postgres', open: openPostgres },
])('an older program on $kind', ({ open }) => {
  let connection: DatabaseConnection;
  beforeAll(async () => {
    connection = await open();
    await connection.migrate(MIGRATIONS);
  });
  afterAll(() => connection.close());

  test('names both programs, and writes nothing', async () => {
    const { db } = connection;
    await db.execute(sql`comment on schema drizzle is 'Snapodium 9.8.7, 0999_later'`);
    await db.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)`,
    );
    const refused = connection.migrate(MIGRATIONS);
    await expect(refused).rejects.toThrow(NewerDatabaseError);
    await expect(refused).rejects.toThrow(
      /by Snapodium 9\.8\.7, 0999_later, and this is Snapodium \d+\.\d+\.\d+, which knows migrations up to \d{4}_/,
    );
    expect(await checkMigrations(db, { folder: MIGRATIONS })).toMatchObject({
      says: 'migrations_newer',
      values: { by: 'Snapodium 9.8.7, 0999_later' },
    });
  });
});
