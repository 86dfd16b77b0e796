import { isIP } from 'node:net';
import { posix } from 'node:path';
import type { ConnectionOptions } from 'node:tls';
import { Client, FTPError } from 'basic-ftp';
import { StorageOutage } from './outage.server';

/** How to reach a folder on an FTP server. */
export interface FtpAccess {
  host: string;
  port: number;
  /** Explicit FTPS: the connection switches to TLS before anything else is sent, or fails. */
  secure: boolean;
  /** What to trust besides the public authorities. */
  tls?: ConnectionOptions;
  user: string;
  password: string;
  /** Relative to the folder after signing in; with a leading slash, from the server's root. */
  directory: string;
}

/** Time limits, in ms. */
export interface FtpLimits {
  /** For connecting and signing in together, and for any silence of the server. */
  silence: number;
  /** For one piece of work, with all its commands and transfers. */
  work: number;
  /** An unused connection is closed after this time, because FTP servers allow only a few. */
  idle: number;
}

const LIMITS: FtpLimits = { silence: 15_000, work: 60_000, idle: 60_000 };

/** "Closing", also sent when there are too many connections. */
const BUSY = 421;
/** That one, "no data connection", "data connection broken" and "not signed in". */
const OUTAGE_CODES = [BUSY, 425, 426, 530];
/** "Unknown command", "not implemented", "unknown kind", "sign in first", "refused for policy". */
const NO_TLS_CODES = [500, 502, 504, 530, 534];

/** The server does not answer, or refuses the sign-in. A single refused command is an FTPError. */
export class FtpOutage extends StorageOutage {
  override readonly name = 'FtpOutage';

  constructor(
    readonly during: 'connect' | 'sign_in' | 'work',
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message || cause.name : String(cause), { cause });
  }
}

/** A signed-in client, and the path of the folder that contains all files. */
export interface FtpSession {
  client: Client;
  folder: string;
}

/** A connection that is made when it is first needed. FTP handles one command at a time on it. */
interface FtpConnection {
  /**
   * Runs work alone on the connection, after all earlier work. If the connection breaks, the work runs once
   * more on a new one, so it must be repeatable.
   * @throws FtpOutage, or FTPError for what the server refuses
   */
  run<T>(work: (session: FtpSession) => Promise<T>): Promise<T>;
  /** Closes it permanently. Work that is running or waiting fails. */
  close(): void;
}

export function createFtpConnection(
  access: FtpAccess,
  given: Partial<FtpLimits> = {},
): FtpConnection {
  const limits = { ...LIMITS, ...given };
  let client: Client | null = null;
  let session: FtpSession | null = null;
  let idleTimer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let last: Promise<unknown> = Promise.resolve();
  /** Numbers the calls: those that waited while the server failed get its error without a try. */
  let calls = 0;
  let outage: { error: FtpOutage; upTo: number } | null = null;

  function hangUp(): void {
    clearTimeout(idleTimer);
    client?.close();
    client = session = null;
  }

  async function open(): Promise<FtpSession> {
    if (session && !session.client.closed) return session;
    hangUp();
    if (isClosed) throw new FtpOutage('connect', 'the connection is no longer used');
    // A new client each time, because a closed one may still have a command pending.
    const fresh = (client = new Client(limits.silence));
    try {
      session = await within(limits.silence, signIn(fresh, access));
      return session;
    } catch (error) {
      throw error instanceof FtpOutage ? error : new FtpOutage('connect', error);
    }
  }

  async function attempt<T>(work: (session: FtpSession) => Promise<T>): Promise<T> {
    const opened = await open();
    try {
      return await within(limits.work, work(opened));
    } catch (error) {
      const isRefusal = error instanceof FTPError && !OUTAGE_CODES.includes(error.code);
      throw isRefusal ? error : new FtpOutage('work', error);
    }
  }

  async function attemptTwice<T>(work: (session: FtpSession) => Promise<T>): Promise<T> {
    try {
      return await attempt(work);
    } catch (error) {
      if (!(error instanceof FtpOutage)) throw error;
      hangUp();
      // No second try after a time-out, which would double the wait, nor after a failed sign-in that was just
      // made: only work on a connection that broke is tried on a new one.
      if (error.during !== 'work' || isTimeout(error)) throw error;
    }
    return attempt(work);
  }

  async function take<T>(call: number, work: (session: FtpSession) => Promise<T>): Promise<T> {
    clearTimeout(idleTimer);
    if (outage && call <= outage.upTo) throw outage.error;
    try {
      return await attemptTwice(work);
    } catch (error) {
      if (error instanceof FtpOutage) {
        hangUp();
        outage = { error, upTo: calls };
      }
      throw error;
    } finally {
      if (call === calls && session) idleTimer = setTimeout(hangUp, limits.idle).unref();
    }
  }

  return {
    run(work) {
      const call = ++calls;
      const result = last.then(() => take(call, work));
      last = result.catch(() => undefined);
      return result;
    },
    close() {
      isClosed = true;
      hangUp();
    },
  };
}

/**
 * Whether a server offers TLS on its usual port. A server that does not understand the question does not.
 * @throws network errors, or a server that accepts no connections now
 */
export async function offersTls({ host, port }: { host: string; port: number }, limit: number) {
  const client = new Client(limit);
  try {
    return await within(
      limit,
      client.connect(host, port).then(async () => {
        const { code } = await client.sendIgnoringError('AUTH TLS');
        if (NO_TLS_CODES.includes(code)) return false;
        if (code >= 400) throw new Error(`AUTH TLS: ${code}`);
        return true;
      }),
    );
  } catch (error) {
    throw new FtpOutage('connect', error);
  } finally {
    client.close();
  }
}

async function signIn(client: Client, access: FtpAccess): Promise<FtpSession> {
  try {
    await client.connect(access.host, access.port);
    if (access.secure) {
      const servername = isIP(access.host) ? undefined : access.host;
      await client.useTLS({ ...access.tls, host: access.host, servername });
    }
    await client.sendIgnoringError('OPTS UTF8 ON');
  } catch (error) {
    throw new FtpOutage('connect', error);
  }
  try {
    await client.login(access.user, access.password);
    await client.useDefaultSettings();
    return { client, folder: posix.resolve(await client.pwd(), access.directory) };
  } catch (error) {
    const isRefused = error instanceof FTPError && error.code !== BUSY;
    throw new FtpOutage(isRefused ? 'sign_in' : 'connect', error);
  }
}

/** basic-ftp has no limit for a TLS handshake, nor for a transfer that never ends. */
export async function within<T>(limit: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`Timeout after ${Math.ceil(limit / 1000)} s`)),
      limit,
    );
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether our own time limit was exceeded. A server that replies "timeout" has answered. */
function isTimeout({ message, cause }: FtpOutage): boolean {
  return !(cause instanceof FTPError) && /timed?\s?out/i.test(message);
}
