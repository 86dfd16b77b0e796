import type { Db } from './client.server';

/**
 * A statement that drizzle builds once per database instead of on every call; values are placeholders. A
 * transaction is a database of its own to drizzle, so this is for statements outside of transactions that run
 * on every request.
 * @param build builds it, with a unique name
 */
export function statement<Prepared>(build: (db: Db) => Prepared): (db: Db) => Prepared {
  const written = new WeakMap<Db, Prepared>();
  return (db) => {
    let prepared = written.get(db);
    if (prepared === undefined) {
      prepared = build(db);
      written.set(db, prepared);
    }
    return prepared;
  };
}
