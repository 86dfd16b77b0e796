import { posix } from 'node:path';
import { Readable, Writable } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import { Client, FTPError } from 'basic-ftp';
import { defineDriver, type Driver } from 'unstorage';

/** How to reach a folder on an FTP server. */
export interface FtpAccess {
  host: string;
  port?: number;
  user: string;
  password: string;
  /** Explicit FTPS: the connection turns to TLS before anything is said. */
  secure?: boolean;
  tls?: ConnectionOptions;
  /** Below the folder one is in after signing in; from the server's root with a leading slash. */
  directory?: string;
  /** How long a command or a transfer may stand still, in ms. */
  timeoutMs?: number;
}

/** An unstorage driver that can say whether the server lets one in. */
export interface FtpDriver extends Driver {
  /** Opens the connection and signs in. @throws what the server or the network answers */
  signIn(): Promise<void>;
  /** Makes the folder where it is missing. @throws what the server answers */
  makeFolder(): Promise<void>;
  dispose(): void;
}

const TIMEOUT_MS = 15_000;
/** What a server answers when a file is not there. */
const NOT_FOUND = 550;
/** "Service not available, closing", and "not logged in". */
const OUTAGE_CODES = [421, 530];

/**
 * A folder on an FTP server (passive mode). FTP takes one command at a time on a connection, so calls
 * queue up; the connection is kept, and opened anew when the server has closed it.
 */
export function createFtpDriver(access: FtpAccess): FtpDriver {
  const client = new Client(access.timeoutMs ?? TIMEOUT_MS);
  let base = '/';
  /** Folders that are known to be there, on this connection. */
  let folders = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();

  async function connect(): Promise<void> {
    folders = new Set();
    await client.access({
      host: access.host,
      port: access.port,
      user: access.user,
      password: access.password,
      secure: access.secure ?? false,
      secureOptions: access.tls,
    });
    base = posix.resolve(await client.pwd(), access.directory ?? '');
  }

  /** Runs commands alone on the connection; one that the server had closed is opened once more. */
  function alone<T>(work: () => Promise<T>): Promise<T> {
    const run = async (): Promise<T> => {
      const isFresh = client.closed || client.ftp.socket.destroyed;
      if (isFresh) await connect();
      try {
        return await work();
      } catch (error) {
        // An answer of the server is an answer; a broken connection may have been broken before.
        if (isFresh || error instanceof FTPError) throw error;
        await connect();
        return work();
      }
    };
    const result = last.then(run, run);
    last = result.catch(() => undefined);
    return result;
  }

  const pathOf = (key: string) => posix.join(base, key.replaceAll(':', '/'));

  async function makeFolder(path: string): Promise<void> {
    if (folders.has(path)) return;
    await client.ensureDir(path);
    folders.add(path);
  }

  async function write(key: string, bytes: Uint8Array): Promise<void> {
    const path = pathOf(key);
    await makeFolder(posix.dirname(path));
    try {
      await client.uploadFrom(Readable.from([bytes]), path);
    } catch (error) {
      // Somebody may have removed the folder since.
      folders.delete(posix.dirname(path));
      throw error;
    }
  }

  async function read(key: string): Promise<Buffer | null> {
    const pieces: Buffer[] = [];
    const target = new Writable({
      write(piece: Buffer, _encoding, done) {
        pieces.push(piece);
        done();
      },
    });
    try {
      await client.downloadTo(target, pathOf(key));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
    return Buffer.concat(pieces);
  }

  async function remove(key: string): Promise<void> {
    try {
      await client.remove(pathOf(key));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  async function has(key: string): Promise<boolean> {
    try {
      await client.size(pathOf(key));
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  async function list(folder: string): Promise<string[]> {
    const found: string[] = [];
    for (const entry of await client.list(posix.join(base, folder))) {
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory) found.push(...(await list(path)));
      else found.push(path.replaceAll('/', ':'));
    }
    return found;
  }

  const driver = defineDriver<undefined, Client>(() => ({
    name: 'ftp',
    hasItem: (key) => alone(() => has(key)),
    getItem: (key) => alone(async () => (await read(key))?.toString('utf8') ?? null),
    getItemRaw: (key) => alone(() => read(key)),
    setItem: (key, value) => alone(() => write(key, Buffer.from(value))),
    setItemRaw: (key, value: Uint8Array) => alone(() => write(key, value)),
    removeItem: (key) => alone(() => remove(key)),
    getKeys: (folder) => alone(() => list(folder.replaceAll(':', '/'))),
    getInstance: () => client,
  }))(undefined);

  return {
    ...driver,
    signIn: () => alone(() => client.pwd().then(() => undefined)),
    makeFolder: () => alone(() => makeFolder(base)),
    dispose: () => client.close(),
  };
}

/** Whether an error says that the server does not answer, or lets nobody in, rather than "no". */
export function isFtpOutage(error: unknown): boolean {
  return !(error instanceof FTPError) || OUTAGE_CODES.includes(error.code);
}

function isMissing(error: unknown): boolean {
  return error instanceof FTPError && error.code === NOT_FOUND;
}
