import { isIP } from 'node:net';
import { posix } from 'node:path';
import type { ConnectionOptions } from 'node:tls';
import { Client, FTPError } from 'basic-ftp';

/** How to reach a folder on an FTP server. */
export interface FtpAccess {
  host: string;
  port: number;
  /** Explicit FTPS: the connection turns to TLS before anything is said, or is not made at all. */
  secure: boolean;
  /** What to trust besides the public authorities. */
  tls?: ConnectionOptions;
  user: string;
  password: string;
  /** Below the folder one is in after signing in; from the server's root with a leading slash. */
  directory: string;
}

/** How long things may take, in ms. */
export interface FtpLimits {
  /** Connecting and signing in together, and any silence of the server. */
  silence: number;
  /** One piece of work, with all its commands and transfers. */
  work: number;
  /** An unused connection is closed after so long: FTP servers allow only a few. */
  idle: number;
}

const LIMITS: FtpLimits = { silence: 15_000, work: 60_000, idle: 60_000 };

/** "Closing", also because too many are there already. */
const BUSY = 421;
/** That, "no data connection", "data connection broken", "not signed in". */
const OUTAGE_CODES = [BUSY, 425, 426, 530];
/** "Unknown command", "not implemented", "unknown kind", "sign in first", "refused for policy". */
const NO_TLS_CODES = [500, 502, 504, 530, 534];

/** The server does not answer, or refuses the sign-in; a single refused command is an FTPError. */
export class FtpOutage extends Error {
  override readonly name = 'FtpOutage';

  constructor(
    readonly during: 'connect' | 'sign_in' | 'work',
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message || cause.name : String(cause), { cause });
  }
}

/** A client that is signed in, and the path of the folder that all files lie below. */
export interface FtpSession {
  client: Client;
  folder: string;
}

/** One connection, which is made when it is needed. FTP takes one command at a time on it. */
export interface FtpConnection {
  /**
   * Does something alone on the connection, after whatever was asked before. What a broken connection
   * interrupts is done once more on a new one, so it must not mind being done twice.
   * @throws FtpOutage, or FTPError for what the server refuses
   */
  run<T>(work: (session: FtpSession) => Promise<T>): Promise<T>;
  /** Ends it for good; what is running or waiting fails. */
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
  /** Numbers what is asked: whatever waited while the server failed gets its error, untried. */
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
    // A new client each time: one that was closed may still have a command pending.
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
      // No second try after a time-out, which would double the wait, nor after a failed sign-in, which
      // was made a moment ago: only work on a connection that broke is tried on a new one.
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
 * Whether a server offers TLS on its usual port. One that does not understand the question does not.
 * @throws what the network says, or a server that takes nobody now
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

/** basic-ftp has no limit for a TLS handshake, nor for a transfer that goes on for ever. */
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

/** Whether our own time limit was over; a server that answers "timeout" has answered. */
function isTimeout({ message, cause }: FtpOutage): boolean {
  return !(cause instanceof FTPError) && /timed?\s?out/i.test(message);
}
