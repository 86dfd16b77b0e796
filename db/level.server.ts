import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql, type SQL } from 'drizzle-orm';
import { VERSION } from '../app/version.server';

/** A migration as the journal lists it. The database knows it by `when` alone. */
interface Migration {
  tag: string;
  /** Milliseconds since 1970; they grow from one migration to the next. */
  when: number;
}

/** The database has a migration that this program does not know. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';

  /** @param label what the program that migrated it has noted, if anything */
  constructor(label: string | null, newest: Migration | undefined) {
    super(
      `the database was migrated by ${label ?? 'a newer Snapodium'}, and this is Snapodium ` +
        `${VERSION}, which knows migrations up to ${newest?.tag}: start the newer program, or restore a backup`,
    );
  }
}

/** What both drivers' databases and transactions can do. */
export interface Executor {
  execute(query: SQL): PromiseLike<unknown>;
}

/** The rows of a statement that drizzle does not build. */
export async function rowsOf<Row>(db: Executor, query: SQL): Promise<Row[]> {
  return ((await db.execute(query)) as { rows: Row[] }).rows;
}

/** Lists the migrations of a folder, the oldest first. */
export async function listMigrations(folder: string): Promise<Migration[]> {
  const journal = await readFile(join(folder, 'meta/_journal.json'), 'utf8');
  return (JSON.parse(journal) as { entries: Migration[] }).entries;
}

/** The `when` of the database's last migration; null if it has none. */
export async function readLevel(db: Executor): Promise<number | null> {
  const known = sql`select to_regclass('drizzle.__drizzle_migrations') is not null as "isThere"`;
  const [found] = await rowsOf<{ isThere: boolean }>(db, known);
  if (!found?.isThere) return null;
  const newest = sql`select max(created_at)::text as "when" from drizzle.__drizzle_migrations`;
  const [last] = await rowsOf<{ when: string | null }>(db, newest);
  return last?.when == null ? null : Number(last.when);
}

/**
 * Migrates a database, unless a newer program has done so already. Notes who did it, so that an older program
 * can name it.
 * @param run applies the folder's migrations
 * @throws NewerDatabaseError before anything is written
 */
export async function migrateKnown(
  db: Executor,
  folder: string,
  run: () => Promise<void>,
): Promise<void> {
  const known = await listMigrations(folder);
  const newest = known.at(-1);
  const level = await readLevel(db);
  const label = level === null ? null : await readLabel(db);
  // Its own journal may be cut for a restore, so only a later migration counts as a newer one.
  if (level !== null && newest && level > newest.when) throw new NewerDatabaseError(label, newest);
  await run();
  if (newest && !label?.endsWith(newest.tag)) await writeLabel(db, newest);
}

/** The program that migrated a database last, and its last migration; null if it noted nothing. */
export async function readLabel(db: Executor): Promise<string | null> {
  const query = sql`select obj_description('drizzle'::regnamespace) as label`;
  const [row] = await rowsOf<{ label: string | null }>(db, query);
  return row?.label ?? null;
}

/** A comment, because a column would change drizzle's own table. */
async function writeLabel(db: Executor, { tag }: Migration): Promise<void> {
  await db.execute(sql.raw(`comment on schema drizzle is 'Snapodium ${VERSION}, ${tag}'`));
}

/**
 * Runs work on a copy of a folder of migrations that ends with a certain one, because drizzle applies whole
 * folders only.
 * @param count how many of them to keep
 */
export async function withMigrationsUntil(
  folder: string,
  count: number,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  const copy = await mkdtemp(join(tmpdir(), 'snapodium-migrations-'));
  try {
    await cp(folder, copy, { recursive: true });
    const path = join(copy, 'meta/_journal.json');
    const journal = JSON.parse(await readFile(path, 'utf8')) as { entries: Migration[] };
    journal.entries = journal.entries.slice(0, count);
    await writeFile(path, JSON.stringify(journal));
    await work(copy);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}
