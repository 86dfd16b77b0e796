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

/** An unstorage driver that can say whether the server lets one in. */
export interface FtpDriver extends Driver {
  /** Opens the connection and signs in. @throws FtpOutage */
  signIn(): Promise<void>;
  /** Makes the folder where it is missing. @throws FtpOutage, or what the server answers */
  makeFolder(): Promise<void>;
  dispose(): void;
}

/** "Not there", "name not allowed", which servers also answer where a folder is missing. */
const NO_FILE_CODES = [450, 550, 553];
/** Files are sent in pieces, so that a slow upload counts as progress and meets no time-out. */
const PIECE_BYTES = 64 * 1024;

/**
 * A folder on an FTP server, over passive mode. What reads has a connection of its own, so that a
 * large zip does not hold up uploads. Files are written where they belong, over what a broken upload
 * has left there.
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

  /** Folder by folder, and others may read in between. */
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

/** Whether an error says that the server is away or refuses the sign-in, and not one command alone. */
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
 * Tries without making the folder: it is missing before its first file only, or once it was
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

/** By its size, which tells more than a list of the folder, and sooner; not every server knows it. */
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
 * Servers answer 550 for what is not there as well as for what one may not touch: which of both it is
 * shows in whether the file has a size or stands in its folder's list.
 */
async function isGone(session: FtpSession, path: string, error: unknown): Promise<boolean> {
  return isNoFile(error) && !(await hasFile(session, path)) && !(await isListed(session, path));
}

/** Whether something is there, as its folder says; what lies in a locked folder counts as there. */
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

/** Lists the folder after entering it: some servers read a path as options or patterns. */
async function listFolder({ client }: FtpSession, path: string) {
  await client.cd(path);
  return client.list();
}

function isNoFile(error: unknown): boolean {
  return error instanceof FTPError && NO_FILE_CODES.includes(error.code);
}
