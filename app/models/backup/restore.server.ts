import { createHash } from 'node:crypto';
import { eq, ne, sql } from 'drizzle-orm';
import PQueue from 'p-queue';
import type { DatabaseConnection, Db } from '~db/client.server';
import { isAmong } from '~db/many.server';
import { listMigrations, rowsOf, withMigrationsUntil } from '~db/level.server';
import { events, fileWork, photos, storageSettings, users } from '~db/schema';
import { MANIFEST, type ArchiveFile, type ArchiveReader } from '~/services/backup/archive';
import { parseFile } from '~/services/storage/keys.server';
import type { Storages } from '~/services/storage/storages.server';
import { VERSION } from '~/version.server';
import { freeJobs } from '../job/run.server';
import { BackupError, readManifest, tableOfPage, type Manifest } from './manifest';
import { loadRows, type RowsPage } from './rows.server';
import { SECRET_FILES, secretName, writeSecret } from './secrets.server';
import { beginRestore, endRestore } from './unfinished.server';

/** Where a backup is restored to. */
interface RestoreDeps {
  connection: DatabaseConnection;
  storage: Storages;
  dataDir: string;
  /** The folder with this program's migrations. */
  migrations: string;
}

/** A backup that was read to its end and is whole. */
interface Verified {
  reader: ArchiveReader;
  manifest: Manifest;
}

/** A few files of images, because a remote storage answers slowly. */
const WRITES_AT_ONCE = 4;

/**
 * Reads a whole backup and compares every file with its checksum, before anything is written.
 * @throws BackupError when it is damaged, cut off, from a newer program, or no backup
 */
export async function verifyBackup(reader: ArchiveReader, migrations: string): Promise<Verified> {
  const sums = new Map<string, string>();
  let manifest: Manifest | null = null;
  try {
    for await (const { name, read } of reader.files()) {
      const bytes = await read();
      if (name === MANIFEST) manifest = readManifest(bytes.toString('utf8'));
      else sums.set(name, createHash('sha256').update(bytes).digest('hex'));
    }
  } catch (error) {
    if (error instanceof BackupError || (error as NodeJS.ErrnoException).code === 'ENOENT') {
      throw error;
    }
    throw new BackupError('it is damaged or cut off', { cause: error });
  }
  if (!manifest) throw new BackupError('it is no backup of Snapodium, or it is cut off');
  for (const [name, { sha256 }] of Object.entries(manifest.files)) {
    if (sums.get(name) !== sha256) {
      throw new BackupError(`${name} in it is ${sums.has(name) ? 'damaged' : 'missing'}`);
    }
  }
  const known = await listMigrations(migrations);
  if (!known.some(({ when }) => when === manifest.level)) {
    throw new BackupError(
      `Snapodium ${manifest.snapodium} made it at migration ${manifest.migration}, and this is Snapodium ` +
        `${VERSION}, which knows migrations up to ${known.at(-1)?.tag}: restore with the newer program`,
    );
  }
  return { reader, manifest };
}

/**
 * Refuses a storage with files. It is checked before the database, because an embedded one is created when it is
 * opened.
 * @throws BackupError
 */
export async function assertNoFiles(storage: Storages): Promise<void> {
  if ((await storage.list(storage.base)).length === 0) return;
  throw new BackupError(`the ${storage.base} storage has files already: nothing was restored`);
}

/**
 * Refuses a database with tables.
 * @throws BackupError
 */
export async function assertNoTables(db: Db): Promise<void> {
  const query = sql`select count(*)::int as n from pg_class
    where relkind in ('r', 'p') and relnamespace in ('public'::regnamespace, to_regnamespace('drizzle'))`;
  const [found] = await rowsOf<{ n: number }>(db, query);
  if (found?.n !== 0)
    throw new BackupError('the database has tables already: nothing was restored');
}

/**
 * Restores a backup into an empty place: the rows at the migration that they had, all files into the storage that takes
 * new ones, and then the newer migrations. No server starts on the database before the end.
 * @throws the errors of the database, the storage and the disk; the place must then be emptied
 */
export async function restoreBackup(deps: RestoreDeps, backup: Verified): Promise<void> {
  const { connection, migrations, dataDir } = deps;
  const { manifest } = backup;
  const { db } = connection;
  const known = await listMigrations(migrations);
  const count = known.findIndex(({ when }) => when === manifest.level) + 1;
  await beginRestore(db);
  await withMigrationsUntil(migrations, count, (folder) => connection.migrate(folder));
  await loadRows(db, pagesOf(backup), manifest);
  await connection.migrate(migrations);
  await restoreFiles(deps, backup);
  for (const file of SECRET_FILES) {
    const bytes = await readFile(backup, secretName(file));
    if (bytes) await writeSecret(dataDir, file, bytes);
  }
  await db.transaction((tx) => complete(tx, deps, manifest));
}

/** The files of a backup that its manifest names. */
async function* filesOf({ reader, manifest }: Verified): AsyncGenerator<ArchiveFile> {
  for await (const file of reader.files()) if (manifest.files[file.name]) yield file;
}

async function* pagesOf(backup: Verified): AsyncGenerator<RowsPage> {
  for await (const { name, read } of filesOf(backup)) {
    if (!tableOfPage(name)) return;
    yield { name, text: (await read()).toString('utf8') };
  }
}

async function readFile(backup: Verified, wanted: string): Promise<Buffer | null> {
  if (!backup.manifest.files[wanted]) return null;
  for await (const { name, read } of filesOf(backup)) if (name === wanted) return read();
  return null;
}

async function restoreFiles({ storage }: RestoreDeps, backup: Verified): Promise<void> {
  const writes = new PQueue({ concurrency: WRITES_AT_ONCE });
  const failures: unknown[] = [];
  for await (const { name, read } of filesOf(backup)) {
    const [part, folder = '', file = '', ...deeper] = name.split('/');
    if (part !== 'media') continue;
    const image = deeper.length === 0 ? parseFile(folder, file) : null;
    if (!image) throw new BackupError(`${name} is no image`);
    const files = { [image.variant]: await read() };
    await writes.onSizeLessThan(WRITES_AT_ONCE);
    if (failures.length > 0) break;
    writes
      .add(() => storage.write(storage.base, image.key, files))
      .catch((error: unknown) => failures.push(error));
  }
  await writes.onIdle();
  if (failures.length > 0) throw failures[0];
}

/**
 * Adapts the rows to this place: they say where the files are, that no file waits to be removed or moved, and that no
 * server runs a job. FTP is switched off, because the server from which the backup was made may be using it. The images
 * that were deleted while the backup ran are removed.
 */
async function complete(tx: Db, { storage }: RestoreDeps, { deleted }: Manifest): Promise<void> {
  const { base } = storage;
  await tx.delete(photos).where(isAmong(photos.imageKey, deleted));
  await tx
    .update(users)
    .set({ selfieKey: null, selfieStorage: null })
    .where(isAmong(users.selfieKey, deleted));
  await tx
    .update(events)
    .set({ imageKey: null, imageStorage: null })
    .where(isAmong(events.imageKey, deleted));
  await tx.update(photos).set({ imageStorage: base }).where(ne(photos.imageStorage, base));
  await tx.update(users).set({ selfieStorage: base }).where(ne(users.selfieStorage, base));
  await tx.update(events).set({ imageStorage: base }).where(ne(events.imageStorage, base));
  await tx.delete(fileWork);
  await tx
    .update(storageSettings)
    .set({ ftpStorageActive: false })
    .where(eq(storageSettings.id, 1));
  await freeJobs(tx);
  await endRestore(tx);
}
