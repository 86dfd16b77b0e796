import { posix } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { FTPError } from 'basic-ftp';
import { defineDriver, type Driver } from 'unstorage';
import {
  createFtpConnection,
  FtpOutage,
  type FtpAccess,
  type FtpLimits,
  type FtpSession,
} from './ftp-connection.server';

export type { FtpAccess } from './ftp-connection.server';

/** An unstorage driver that can tell whether the server accepts the sign-in. */
export interface FtpDriver extends Driver {
  /**
   * Connects and signs in.
   * @throws FtpOutage
   */
  signIn(): Promise<void>;
  /**
   * Creates the folder if it is missing.
   * @throws FtpOutage, or the server's reply
   */
  makeFolder(): Promise<void>;
  dispose(): void;
}

/** "Not there" and "name not allowed", which servers also reply if a folder is missing. */
const NO_FILE_CODES = [450, 550, 553];
/** Files are sent in pieces, so that a slow upload counts as progress and does not time out. */
const PIECE_BYTES = 64 * 1024;

/**
 * A folder on an FTP server, in passive mode. Reading uses its own connection, so that a large zip does not
 * block uploads. Files are written in place, over what a broken upload has left.
 */
export function createFtpDriver(access: FtpAccess, limits?: Partial<FtpLimits>): FtpDriver {
  const writing = createFtpConnection(access, limits);
  const reading = createFtpConnection(access, limits);

  const driver = defineDriver<undefined, never>(() => ({
    name: 'ftp',
    hasItem: (key) => writing.run((session) => hasFile(session, pathOf(session, key))),
    getItem: async (key) =>
      (await reading.run((session) => readFile(session, pathOf(session, key))))?.toString() ?? null,
    getItemRaw: (key) => reading.run((session) => readFile(session, pathOf(session, key))),
    setItem: (key, value) =>
      writing.run((session) => writeFile(session, pathOf(session, key), Buffer.from(value))),
    setItemRaw: (key, value: Uint8Array) =>
      writing.run((session) => writeFile(session, pathOf(session, key), value)),
    removeItem: (key) => writing.run((session) => removeFile(session, pathOf(session, key))),
    getKeys: (base = '') => listKeys(base.replace(/:$/, '')),
  }))(undefined);

  /** One folder at a time, so that other reads can happen in between. */
  async function listKeys(base: string): Promise<string[]> {
    const entries = await reading.run((session) => listFolder(session, pathOf(session, base)));
    const keys: string[] = [];
    for (const { name, isDirectory } of entries) {
      const key = base ? `${base}:${name}` : name;
      if (isDirectory) keys.push(...(await listKeys(key)));
      else keys.push(key);
    }
    return keys;
  }

  return {
    ...driver,
    signIn: () => writing.run(async () => {}),
    makeFolder: () => writing.run((session) => makeFolder(session, session.folder)),
    dispose() {
      writing.close();
      reading.close();
    },
  };
}

/** Whether an error means that the server is down or refuses the sign-in, and not only one command. */
export function isFtpOutage(error: unknown): boolean {
  return error instanceof FtpOutage;
}

function pathOf({ folder }: FtpSession, key: string): string {
  return posix.join(folder, key.replaceAll(':', '/'));
}

async function makeFolder({ client }: FtpSession, path: string): Promise<void> {
  try {
    await client.cd(path);
  } catch (error) {
    if (!isNoFile(error)) throw error;
    await client.ensureDir(path);
  }
}

/**
 * Tries without creating the folder, because it is missing only before its first file or after it was
 * removed.
 */
async function writeFile(session: FtpSession, path: string, bytes: Uint8Array): Promise<void> {
  const upload = () => session.client.uploadFrom(Readable.from(piecesOf(bytes)), path);
  try {
    await upload();
  } catch (error) {
    if (!isNoFile(error)) throw error;
    await makeFolder(session, posix.dirname(path));
    await upload();
  }
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    yield bytes.subarray(start, start + PIECE_BYTES);
  }
}

async function readFile(session: FtpSession, path: string): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  const target = new Writable({
    write(piece: Buffer, _encoding, done) {
      pieces.push(piece);
      done();
    },
  });
  try {
    await session.client.downloadTo(target, path);
  } catch (error) {
    if (await isGone(session, path, error)) return null;
    throw error;
  }
  return Buffer.concat(pieces);
}

async function removeFile(session: FtpSession, path: string): Promise<void> {
  try {
    await session.client.remove(path);
  } catch (error) {
    if (!(await isGone(session, path, error))) throw error;
  }
}

/**
 * Asks for the size, which is faster and more reliable than a list of the folder. Not every server supports
 * it.
 */
async function hasFile(session: FtpSession, path: string): Promise<boolean> {
  try {
    await session.client.size(path);
    return true;
  } catch (error) {
    if (isNoFile(error)) return false;
    if (error instanceof FTPError) return isListed(session, path);
    throw error;
  }
}

/**
 * Servers reply 550 both for a missing file and for a forbidden one. A forbidden one has a size or is in the
 * folder's list.
 */
async function isGone(session: FtpSession, path: string, error: unknown): Promise<boolean> {
  return isNoFile(error) && !(await hasFile(session, path)) && !(await isListed(session, path));
}

/** Whether the folder's list contains the file. In a folder that cannot be listed, it counts as there. */
async function isListed(session: FtpSession, path: string): Promise<boolean> {
  if (path === '/') return true;
  const folder = posix.dirname(path);
  try {
    const entries = await listFolder(session, folder);
    return entries.some(({ name }) => name === posix.basename(path));
  } catch (error) {
    if (isNoFile(error)) return isListed(session, folder);
    throw error;
  }
}

/** Lists the folder after entering it, because some servers read a path as options or patterns. */
async function listFolder({ client }: FtpSession, path: string) {
  await client.cd(path);
  return client.list();
}

function isNoFile(error: unknown): boolean {
  return error instanceof FTPError && NO_FILE_CODES.includes(error.code);
}
