import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
// Not postgres.js, which ends the process when a connection breaks between two statements of a transaction (its issue
// 1208).
import pg from 'pg';
import { migrateKnown } from './level.server';
import * as schema from './schema';

/** Time-outs of PostgreSQL in milliseconds; 0 for none. */
export interface DatabaseLimits {
  /** Waiting for a lock that another transaction holds. */
  lockMs: number;
  /** Running a statement. */
  statementMs: number;
  /** Waiting for a connection while all of them are in use. */
  waitMs: number;
}

const CONNECTIONS = 20;
/** Time after which a connection attempt fails. */
const CONNECT_MS = 5000;
/** If PostgreSQL should have cancelled a statement this long ago, its connection is dead. */
const GRACE_MS = 5000;
/** How long closing waits for statements that still run. */
const CLOSE_MS = 5000;
/** Pause before the connection for notifications is opened again. */
const AGAIN_MS = 1000;
/** The advisory lock that makes servers that start at the same time migrate one after the other. */
const MIGRATION_LOCK = 7_234_501;

/** No connection became free in time, or the connection was lost. */
class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly code = 'NO_CONNECTION';
}

/** Gives pg's own errors about connections, which are plain errors, a code. */
function named(error: unknown): unknown {
  if (!(error instanceof Error) || error.constructor !== Error || 'code' in error) return error;
  return new ConnectionError(error.message, { cause: error });
}

/**
 * A connection that prepares every statement with parameters once: drizzle names only a few, and without a
 * name PostgreSQL spends more time parsing and planning than executing. Statements stay prepared, so no text
 * may grow with a list (many.server.ts).
 */
class Connection extends pg.Client {
  /** The pool sets it on the connections that it lends. */
  declare release?: (error?: Error) => void;

  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_MS });
    // Statements report it; without a listener it would end the process.
    this.on('error', () => undefined);
  }

  // pg declares nine forms; drizzle and the pool below use this one.
  // @ts-expect-error -- see above
  override async query(asked: pg.QueryConfig | string, values: unknown[] = []) {
    const config = typeof asked === 'string' ? { text: asked } : asked;
    const name = values.length > 0 ? nameOf(config.text) : undefined;
    try {
      return await super.query({ ...config, name }, values);
    } catch (error) {
      // drizzle releases a connection after a transaction, but not when the transaction cannot begin.
      if (config.text.startsWith('begin')) this.release?.(error as Error);
      throw named(error);
    }
  }
}

/** A name that fits PostgreSQL's 63 letters. */
function nameOf(text: string): string {
  return createHash('sha1').update(text).digest('base64');
}

/** Lends connections. Unlike pg's own pool, it keeps a connection whose statement was refused. */
class Connections extends pg.Pool {
  override async connect(): Promise<pg.PoolClient> {
    try {
      return await super.connect();
    } catch (error) {
      throw named(error);
    }
  }

  // @ts-expect-error -- like a connection's
  override async query(asked: pg.QueryConfig | string, values?: unknown[]) {
    const connection = await this.connect();
    try {
      return await connection.query(asked, values);
    } finally {
      connection.release();
    }
  }
}

/**
 * Opens PostgreSQL, with operations as in `DatabaseConnection`.
 * @param url its URL
 */
export function connectPostgres(url: string, limits: DatabaseLimits) {
  const { lockMs, statementMs, waitMs } = limits;
  const address = { connectionString: url, keepAlive: true };
  const open = (options: pg.PoolConfig) => {
    const pool = new Connections({
      ...address,
      ...options,
      // Statements that a transaction starts together are sent together.
      pipeline: true,
      Client: Connection as unknown as typeof pg.Client,
    });
    // A lost connection that nobody uses is replaced when it is needed.
    pool.on('error', () => undefined);
    return pool;
  };
  const pool = open({
    max: CONNECTIONS,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: waitMs,
    lock_timeout: lockMs,
    statement_timeout: statementMs,
    // A connection that does not answer is closed: TCP would take a quarter of an hour to notice that the
    // other side is gone.
    query_timeout: statementMs && statementMs + GRACE_MS,
  });
  // All others may be busy, which does not mean that the database is unavailable.
  const pings = open({ max: 1, idleTimeoutMillis: 60_000, query_timeout: CONNECT_MS });
  const listener = openListener(address);
  const db = drizzle(pool as unknown as pg.Pool, { schema, casing: 'snake_case' });
  return {
    db,
    // On a connection of its own, because the lock belongs to a connection. It waits as long as another server
    // migrates.
    migrate: async (migrationsFolder: string) => {
      const single = new pg.Client(address);
      await single.connect();
      try {
        await single.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
        const locked = drizzle(single, { casing: 'snake_case' });
        await migrateKnown(locked, migrationsFolder, () => migrate(locked, { migrationsFolder }));
      } finally {
        await single.end();
      }
    },
    listen: listener.listen,
    connections: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    ping: () => pings.query('select 1'),
    close: async () => {
      const closing = Promise.all([pool.end(), pings.end(), listener.close()]);
      await Promise.race([closing, sleep(CLOSE_MS, undefined, { ref: false })]);
    },
  };
}

type Listener = (payload: string | null) => void;

/** Listens to notifications on a connection of its own, which is opened again when it is lost. */
function openListener(address: pg.ClientConfig) {
  const channels = new Map<string, Set<Listener>>();
  let current: pg.Client | undefined;
  let running: Promise<void> | undefined;
  let isClosed = false;

  const tell = (channel: string, payload: string | null) => {
    for (const listener of channels.get(channel) ?? []) listener(payload);
  };
  const run = async () => {
    while (!isClosed) {
      const client = new pg.Client({ ...address, connectionTimeoutMillis: CONNECT_MS });
      const ended = new Promise<void>((resolve) => void client.once('end', resolve));
      client.on('error', () => undefined);
      client.on('notification', ({ channel, payload = '' }) => tell(channel, payload));
      try {
        await client.connect();
        if (isClosed) return;
        for (const channel of channels.keys()) {
          await startListening(client, channel);
          tell(channel, null);
        }
        current = client;
        await ended;
      } catch {
        // The database is away.
      } finally {
        current = undefined;
        void client.end().catch(() => undefined);
      }
      if (!isClosed) await sleep(AGAIN_MS, undefined, { ref: false });
    }
  };
  return {
    listen: (channel: string, onPayload: Listener) =>
      new Promise<void>((resolve) => {
        const listener: Listener = (payload) => {
          resolve();
          onPayload(payload);
        };
        const listeners = channels.get(channel) ?? new Set();
        channels.set(channel, listeners.add(listener));
        running ??= run();
        if (!current) return;
        // If it breaks off, all channels are listened to again.
        startListening(current, channel).then(
          () => listener(null),
          () => undefined,
        );
      }),
    close: async () => {
      isClosed = true;
      await current?.end();
    },
  };
}

function startListening(client: pg.Client, channel: string) {
  return client.query(`listen ${pg.escapeIdentifier(channel)}`);
}
