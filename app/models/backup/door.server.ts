import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '~db/client.server';
import { socketFolder } from '~db/data-lock.server';
import { knock, openDoor } from '~/services/backup/door.server';
import { packInto, unpack } from '~/services/backup/tar.server';
import { BackupError, factsSchema, type RowsFacts } from './manifest';
import { readRows, type OnPage, type RowsPage } from './rows.server';

// Only one process may open the embedded database. So a server that has it open gives its rows to a command on the same
// machine, over a socket beside the database. Anyone who can open that socket can also read the database's files.

const SOCKET = 'backup.sock';
const FACTS = 'facts.json';
/** A server that is starting opens its door a moment after it has taken the folder. */
const TRIES = 20;
const AGAIN_MS = 500;

const doorOf = async (dataDir: string) => join(await socketFolder(dataDir), SOCKET);

/**
 * Gives the rows of one moment to everybody who connects, as a tar. They are written into a file first, because
 * guests wait while they are read, and a command may be slow.
 * @returns closes the door
 */
export async function openBackupDoor({
  db,
  dataDir,
  log,
}: {
  db: Db;
  dataDir: string;
  log: { error(details: object, message: string): void };
}): Promise<() => Promise<void>> {
  return openDoor(await doorOf(dataDir), async (socket) => {
    try {
      const { target, source } = await unnamedFile(join(dataDir, 'backup-rows.part'));
      const tar = packInto(target);
      const add = ({ name, text }: RowsPage) => tar.add(name, Buffer.from(text), new Date());
      const facts = await readRows(db, add);
      await add({ name: FACTS, text: JSON.stringify(facts) });
      await tar.end();
      await pipeline(source.createReadStream(), socket);
    } catch (error) {
      log.error({ err: error }, 'the rows could not be given to a backup');
    }
  });
}

/** Opens a file for writing and reading that no folder lists, so that it disappears with the process. */
async function unnamedFile(path: string) {
  await rm(path, { force: true });
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await once(target, 'open');
  const source = await open(path, 'r');
  await rm(path);
  return { target, source };
}

/**
 * Takes the rows from the server that has the embedded database open.
 * @throws BackupError when there is none, or it fails
 */
export async function takeRowsFromServer(dataDir: string, onPage: OnPage): Promise<RowsFacts> {
  const path = await doorOf(dataDir);
  for (let tries = 1; ; tries += 1) {
    const source = await knock(path);
    if (source) return readFrom(source, onPage);
    if (tries === TRIES)
      throw new BackupError(`${dataDir} is in use by a program that gives no rows`);
    await sleep(AGAIN_MS);
  }
}

async function readFrom(source: Readable, onPage: OnPage): Promise<RowsFacts> {
  const failed = new BackupError('the server could not give its rows; its log says why');
  try {
    for await (const { name, read } of unpack(source)) {
      const text = (await read()).toString('utf8');
      if (name === FACTS) return factsSchema.parse(JSON.parse(text));
      await onPage({ name, text });
    }
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw Object.assign(failed, { cause: error });
  }
  throw failed;
}
