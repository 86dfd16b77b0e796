import type { Options, Sql } from 'postgres';

/** Time-outs of the database in milliseconds; 0 for none. */
export interface DatabaseLimits {
  /** Waiting for a lock that another transaction holds. */
  lockMs: number;
  /** Running a statement. */
  statementMs: number;
  /** Waiting for a connection while all of them are in use. */
  waitMs: number;
}

export const DATABASE_LIMITS: DatabaseLimits = { lockMs: 5000, statementMs: 20_000, waitMs: 5000 };

/** All connections are in use, and none has become free in time. */
export class NoConnectionError extends Error {
  override readonly name = 'NoConnectionError';
  readonly code = 'NO_CONNECTION';
}

const CONNECTIONS = 20;
/** If PostgreSQL should have cancelled a statement this long ago, its connection is dead. */
const GRACE_MS = 5000;
/**
 * Seconds until a failed connection attempt is repeated. It is short because statements waiting for the
 * connection are not told.
 */
const AGAIN_S = 0.25;

/** Creates a postgres.js client; `options` are those of a pool. */
export type OpenClient = (options: Options<Record<string, never>>) => Sql;

/**
 * The connections that models use, with the interface that drizzle expects.
 *
 * Each statement with parameters is prepared once per connection. drizzle sends SQL through `unsafe` and
 * prepares only named statements; without this, PostgreSQL spends more time parsing and planning than
 * executing. Statements stay prepared, so no text may grow with a list (many.server.ts).
 *
 * postgres.js queues further statements on busy connections, where they wait as long as the previous one
 * takes. This pool queues them instead, and rejects them after `waitMs`. If an answer takes longer than
 * PostgreSQL's own time-out, all connections are opened again: TCP would take a quarter of an hour to notice
 * that the other side is gone.
 */
export function openPool(open: OpenClient, { lockMs, statementMs, waitMs }: DatabaseLimits) {
  const options = {
    max: CONNECTIONS,
    backoff: () => AGAIN_S,
    connection: { lock_timeout: lockMs, statement_timeout: statementMs },
  };
  let current = open(options);
  const inLine = createLine(CONNECTIONS, waitMs);

  const replace = (dead: Sql) => {
    if (dead !== current) return;
    current = open(options);
    // drizzle has set its own parsers and serializers on the first client.
    Object.assign(current.options.parsers, dead.options.parsers);
    Object.assign(current.options.serializers, dead.options.serializers);
    void dead.end({ timeout: 0 });
  };
  /**
   * Watches for a client that does not answer.
   * @returns ends the watch
   */
  const watch = (client: Sql) => {
    if (statementMs === 0) return () => {};
    const timer = setTimeout(() => replace(client), statementMs + GRACE_MS);
    return () => clearTimeout(timer);
  };
  const ask = async (scope: Pick<Sql, 'unsafe'>, client: Sql, asked: Asked, isRows: boolean) => {
    const [text, values = [], settings] = asked;
    const query = scope.unsafe(text, values as never[], {
      ...settings,
      prepare: values.length > 0,
    });
    const settle = watch(client);
    try {
      return await (isRows ? query.values() : query);
    } finally {
      settle();
    }
  };
  const scoped = <T extends object>(scope: T, client: Sql): T =>
    new Proxy(scope, {
      get(target, name, receiver) {
        const value: unknown = Reflect.get(target, name, receiver);
        if (name === 'unsafe') {
          return (...asked: Asked) =>
            new Statement((isRows) => ask(target as unknown as Sql, client, asked, isRows));
        }
        if (name !== 'savepoint') return value;
        const savepoint = value as (work: (inner: object) => unknown) => unknown;
        return (work: (inner: object) => unknown) =>
          savepoint((inner) => work(scoped(inner, client)));
      },
    });
  const begin = (work: (scope: object) => unknown) =>
    inLine(async () => {
      const client = current;
      let settle = watch(client);
      try {
        return await client.begin(async (scope) => {
          settle();
          try {
            return await work(scoped(scope, client));
          } finally {
            // The transaction is committed or rolled back.
            settle = watch(client);
          }
        });
      } finally {
        settle();
      }
    });

  const client = new Proxy(current, {
    get(_first, name) {
      if (name === 'begin') return begin;
      if (name !== 'unsafe') return Reflect.get(current, name) as unknown;
      return (...asked: Asked) =>
        new Statement((isRows) => inLine(() => ask(current, current, asked, isRows)));
    },
  });
  return { client, close: () => current.end({ timeout: 5 }) };
}

type Asked = [sql: string, values?: unknown[], settings?: object];

/**
 * A statement with the interface that drizzle expects from postgres.js: sent when awaited, returning objects
 * or rows.
 */
class Statement implements PromiseLike<unknown> {
  constructor(
    private readonly send: (isRows: boolean) => Promise<unknown>,
    private readonly isRows = false,
  ) {}

  values(): Statement {
    return new Statement(this.send, true);
  }

  then<A, B>(
    done?: ((result: unknown) => A | PromiseLike<A>) | null,
    failed?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.send(this.isRows).then(done, failed) as Promise<A | B>;
  }
}

/**
 * Limits how many tasks run at once. The others wait in order.
 * @param waitMs the time after which a waiting task is rejected; 0 for never
 */
function createLine(places: number, waitMs: number) {
  let free = places;
  const waiting = new Set<() => void>();
  const enter = () =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        waiting.delete(go);
        reject(new NoConnectionError(`No connection to the database was free for ${waitMs} ms`));
      };
      const timer = waitMs > 0 ? setTimeout(leave, waitMs) : undefined;
      const go = () => {
        waiting.delete(go);
        clearTimeout(timer);
        resolve();
      };
      waiting.add(go);
    });
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await enter();
    try {
      return await work();
    } finally {
      const [next] = waiting;
      if (next) next();
      else free += 1;
    }
  };
}
