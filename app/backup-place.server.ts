import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DataInUseError } from '~db/data-lock.server';
import { StartError, type Env } from '~/env.server';
import { takeRowsFromServer } from '~/models/backup/door.server';
import { BackupError } from '~/models/backup/manifest';
import { readRows, type OnPage } from '~/models/backup/rows.server';
import { connectTo, namingThePlace, reasonOf } from '~/open-database.server';
import type { ArchiveReader, ArchiveWriter } from '~/services/backup/archive';
import { createFolder, ForeignFolderError, openFolder } from '~/services/backup/folder.server';
import { createTar, openTar } from '~/services/backup/tar.server';

// What a backup and a restore find on this machine: the archive at a path, and the rows of a database that a running
// server may have open.

/**
 * Begins a backup at a path: a folder if it ends in a slash, otherwise one tar file.
 * @throws StartError when it cannot be written
 */
export async function writeArchive(path: string): Promise<ArchiveWriter> {
  try {
    return await (path.endsWith('/') ? createFolder(path) : createTar(path));
  } catch (error) {
    if (error instanceof ForeignFolderError) {
      throw new StartError(`${path}: has other files, and no backup: name an empty folder`);
    }
    throw new StartError(`${path}: cannot be written (${reasonOf(error)})`);
  }
}

/**
 * Opens a backup, a tar or a folder.
 * @throws StartError when there is nothing
 */
export async function readArchive(path: string): Promise<ArchiveReader> {
  const found = await stat(path).catch(() => null);
  if (!found) throw new StartError(`${path}: there is no such backup`);
  return found.isDirectory() ? openFolder(path) : openTar(path);
}

/**
 * How to read all rows as of one moment from the environment's database, without changing it: PostgreSQL in a
 * transaction, the embedded database through the server that has it open, or directly if no server does.
 */
export function rowsOfDatabase(env: Env): (onPage: OnPage) => ReturnType<typeof readRows> {
  return (onPage) =>
    namingThePlace(env, async () => {
      if (!env.DATABASE_URL && !existsSync(join(env.DATA_DIR, 'database', 'PG_VERSION'))) {
        throw new StartError(`DATA_DIR: ${env.DATA_DIR} has no database`);
      }
      let connection;
      try {
        connection = await connectTo(env);
      } catch (error) {
        if (error instanceof DataInUseError) return takeRowsFromServer(env.DATA_DIR, onPage);
        throw error;
      }
      try {
        return await readRows(connection.db, onPage);
      } finally {
        await connection.close();
      }
    });
}

/**
 * Runs work on a backup. If the work fails, the error names the backup's path.
 * @throws StartError with one line for the operator
 */
export async function namingTheBackup<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = error instanceof BackupError ? error.message : reasonOf(error);
    throw new StartError(`${path}: ${reason}`, { cause: error });
  }
}
