import type { Db } from './client.server';

/**
 * A statement that drizzle writes once for each database instead of at every call; values come as
 * placeholders. A transaction has its own, so this is for what runs outside of one, on every request.
 * @param build writes it, with a name that no other one has
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
