import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { namingTheBackup, readArchive } from '../app/backup-place.server';
import { secureDataDir } from '../app/data-dir.server';
import { readEnv, StartError, type Env } from '../app/env.server';
import { storageVariables } from '../app/storage-variables.server';
import type { Manifest } from '../app/models/backup/manifest';
import {
  assertNoFiles,
  assertNoTables,
  restoreBackup,
  verifyBackup,
} from '../app/models/backup/restore.server';
import { markOf } from '../app/models/backup/secrets.server';
import { connectTo, migrationsFolder, namingThePlace } from '../app/open-database.server';
import { createMediaStorage } from '../app/services/storage/index.server';
import { runBackupTool } from './run-tool';

// `npm run restore -- FILE`: restores a backup into the empty place that the variables name, whichever database and
// storage it comes from. It changes nothing before the backup has proved to be whole and the place to be empty.

await runBackupTool('Usage: npm run restore -- FILE.tar, or FOLDER/', async (env, path) => {
  const reader = await readArchive(path);
  const migrations = migrationsFolder();
  const backup = await namingTheBackup(path, () => verifyBackup(reader, migrations));
  if (!env.DATABASE_URL && existsSync(join(env.DATA_DIR, 'database'))) {
    throw new StartError(`DATA_DIR: ${env.DATA_DIR} has a database already: nothing was restored`);
  }
  const storage = createMediaStorage(storageVariables(env));
  try {
    await namingTheBackup(path, () => assertNoFiles(storage));
    secureDataDir(env.DATA_DIR);
    const connection = await namingThePlace(env, () => connectTo(env));
    const deps = { connection, storage, dataDir: env.DATA_DIR, migrations };
    try {
      await namingTheBackup(path, async () => {
        await assertNoTables(connection.db);
        await restoreBackup(deps, backup);
      });
    } finally {
      await connection.close();
    }
  } finally {
    storage.close();
  }
  tell(path, backup.manifest);
});

function tell(path: string, manifest: Manifest): void {
  const { tables, files, missing, madeAt, snapodium, secretMarks } = manifest;
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  const lines = [
    `${path}: restored ${rows} rows and ${Object.keys(files).length} files of ${madeAt}, by Snapodium ${snapodium}.`,
  ];
  if (missing.length > 0) lines.push(`The files of ${missing.length} images were missing already.`);
  if (tables.storage_settings)
    lines.push('FTP is switched off: switch it on again at /admin/storage.');
  if (!hasItsSecret(readEnv(), secretMarks)) {
    lines.push(
      'SESSION_SECRET is another than that of the backup: put the old one behind the new one, after a comma.',
    );
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

function hasItsSecret({ SESSION_SECRET }: Env, marks: string[]): boolean {
  return SESSION_SECRET.map(markOf).some((mark) => marks.includes(mark));
}
