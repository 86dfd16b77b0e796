import { namingTheBackup, rowsOfDatabase, writeArchive } from '../app/backup-place.server';
import { storageVariables } from '../app/storage-variables.server';
import { makeBackup, type BackupReport } from '../app/models/backup/backup.server';
import { migrationsFolder } from '../app/open-database.server';
import { createMediaStorage } from '../app/services/storage/index.server';
import { runBackupTool } from './run-tool';

// `npm run backup -- FILE`: all rows and files of one moment, in one tar, or in a folder if the path ends in a slash. A
// server may run. The exit code is 1 without a backup, and 3 if files that rows name are missing in it.

const INCOMPLETE = 3;

await runBackupTool('Usage: npm run backup -- FILE.tar, or FOLDER/', async (env, path) => {
  const writer = await writeArchive(path);
  const storage = createMediaStorage(storageVariables(env));
  const deps = {
    readRows: rowsOfDatabase(env),
    writer,
    storage,
    env,
    migrations: migrationsFolder(),
  };
  try {
    return tell(path, await namingTheBackup(path, () => makeBackup(deps)));
  } finally {
    storage.close();
  }
});

function tell(path: string, report: BackupReport): number {
  const { rows, images, written, kept, bytes, missing, deleted, silent } = report;
  const lines = [
    ...[...silent].map(([storage, error]) => `${storage}: could not be read (${error})`),
    ...missing.map(({ storage, key }) => `${storage} ${key}: its file is missing`),
    `${path}: ${rows} rows and ${images} images, ${written + kept} files in ${(bytes / 1e6).toFixed(1)} MB.`,
  ];
  if (kept > 0) lines.push(`${kept} files were there already, ${written} are new.`);
  if (deleted > 0) lines.push(`${deleted} images were deleted meanwhile and are left out.`);
  if (missing.length > 0) lines.push(`The files of ${missing.length} images are missing in it.`);
  process.stdout.write(`${lines.join('\n')}\n`);
  return missing.length > 0 ? INCOMPLETE : 0;
}
