import { sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { readLevel, rowsOf, type Executor } from '~db/level.server';
import { BackupError, pageName, tableOfPage, type RowsFacts } from './manifest';

// Rows as JSON, which any version of both databases reads. It asks the database which tables there are, so that it
// works before a migration as well as after it.

/** Few enough to fit into memory, even rows with all ballots of a large event. */
const ROWS_AT_ONCE = 500;

/** Some rows of one table, each on a line. */
export interface RowsPage {
  /** As `pageName` made it. */
  name: string;
  text: string;
}

/** Takes one page after the other. */
export type OnPage = (page: RowsPage) => Promise<void>;

/**
 * Reads all rows of one moment, while others write.
 * @param onPage has to be quick on the embedded database, where everybody else waits meanwhile
 * @throws BackupError when the database is empty
 */
export function readRows(db: Db, onPage: OnPage): Promise<RowsFacts> {
  const read = async (tx: Executor): Promise<RowsFacts> => {
    await tx.execute(sql`set local time zone 'UTC'`);
    const [start] = await rowsOf<{ ms: string }>(
      tx,
      sql`select floor(extract(epoch from now()) * 1000)::text as ms`,
    );
    const madeAt = new Date(Number(start?.ms));
    const level = await readLevel(tx);
    if (level === null) throw new BackupError('the database is empty: nothing to back up');
    const tables: Record<string, number> = {};
    let number = 0;
    for (const table of await listTables(tx)) {
      tables[table] = 0;
      for await (const page of pagesOf(tx, table)) {
        tables[table] += page.length;
        const name = pageName(madeAt, (number += 1), table);
        await onPage({ name, text: page.map((line) => `${line}\n`).join('') });
      }
    }
    const sequences = await readSequences(tx);
    return { madeAt: madeAt.toISOString(), level, tables, sequences };
  };
  const once = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;
  return db.transaction(read, once);
}

async function* pagesOf(tx: Executor, table: string): AsyncGenerator<string[]> {
  const rows = sql.raw(`select row_to_json(one)::text as line from "${table}" one`);
  await tx.execute(sql`declare backup cursor for ${rows}`);
  const next = sql.raw(`fetch ${ROWS_AT_ONCE} from backup`);
  for (;;) {
    const page = await rowsOf<{ line: string }>(tx, next);
    if (page.length === 0) break;
    yield page.map(({ line }) => line);
  }
  await tx.execute(sql`close backup`);
}

/**
 * The tables, each after those that its rows refer to.
 * @throws BackupError when there is no such order
 */
async function listTables(db: Executor): Promise<string[]> {
  const query = sql`
    select relname::text as name, coalesce((
        select json_agg(distinct other.relname) from pg_constraint c join pg_class other on other.oid = c.confrelid
        where c.contype = 'f' and c.conrelid = t.oid), '[]') as needs
      from pg_class t where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace
      order by relname`;
  const open = await rowsOf<{ name: string; needs: string[] }>(db, query);
  const ordered: string[] = [];
  while (open.length > 0) {
    const next = open.findIndex(({ needs }) => needs.every((name) => ordered.includes(name)));
    if (next < 0) throw new BackupError('the tables refer to each other in a circle');
    ordered.push(...open.splice(next, 1).map(({ name }) => name));
  }
  return ordered;
}

async function readSequences(tx: Executor): Promise<RowsFacts['sequences']> {
  const names = await rowsOf<{ name: string }>(
    tx,
    sql`select sequencename as name from pg_sequences where schemaname = 'public' order by 1`,
  );
  const found: RowsFacts['sequences'] = {};
  for (const { name } of names) {
    const query = sql`select last_value::text as last, is_called as "isCalled" from ${sql.identifier(name)}`;
    const [row] = await rowsOf<{ last: string; isCalled: boolean }>(tx, query);
    if (row) found[name] = row;
  }
  return found;
}

/**
 * Loads pages of rows into the tables of the same migration, in one transaction. Triggers are off: they would notify
 * servers of changes that did not happen.
 * @param facts as `readRows` returned them
 * @throws BackupError when not all of them arrive
 */
export function loadRows(
  db: Db,
  pages: AsyncIterable<RowsPage>,
  facts: Pick<RowsFacts, 'tables' | 'sequences'>,
): Promise<void> {
  return db.transaction(async (tx) => {
    const known = await listTables(tx);
    const alter = async (how: 'disable' | 'enable') => {
      for (const table of known) {
        await tx.execute(sql`alter table ${sql.identifier(table)} ${sql.raw(how)} trigger user`);
      }
    };
    // Migrations insert rows, too. The backup contains these as it found them.
    for (const table of [...known].reverse())
      await tx.execute(sql`delete from ${sql.identifier(table)}`);
    await alter('disable');
    for await (const { name, text } of pages) {
      const table = known.find((one) => one === tableOfPage(name));
      if (!table) throw new BackupError(`${name} is of an unknown table`);
      await insertPage(tx, table, text);
    }
    for (const [name, { last, isCalled }] of Object.entries(facts.sequences)) {
      await tx.execute(
        sql`select setval(${`public."${name}"`}::regclass, ${last}::bigint, ${isCalled})`,
      );
    }
    await alter('enable');
    for (const table of known) {
      const [row] = await rowsOf<{ n: number }>(
        tx,
        sql`select count(*)::int as n from ${sql.identifier(table)}`,
      );
      if (row?.n !== facts.tables[table]) throw new BackupError(`rows of ${table} are missing`);
    }
  });
}

async function insertPage(tx: Executor, table: string, text: string): Promise<void> {
  const rows = `[${text.trimEnd().split('\n').join(',')}]`;
  const name = sql.identifier(table);
  await tx.execute(
    sql`insert into ${name} select * from json_populate_recordset(null::${name}, ${rows}::text::json)`,
  );
}
