import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '~db/client.server';
import * as schema from '~db/schema';
import { fileOf, parseFile } from '~/services/storage/keys.server';
import { IMAGE_VARIANTS } from '~/services/storage/store';

// What must always hold between all tables and the storage. Both checks read every table that the schema
// declares, so a new table is checked as soon as it exists.

type Row = Record<string, unknown>;

/** A table with all its rows, and the columns that contain ids of other tables. */
interface Content {
  table: string;
  rows: Row[];
  links: { column: string; to: string }[];
}

/** Columns that name an image whose files the row owns. */
const IMAGE_COLUMNS = ['imageKey', 'selfieKey'];
/** Planned work on files owns no files. */
const FILE_WORK = 'file_work';

/** The files of images in a storage of which only the keys are known. */
export function filesOfKeys(keys: string[]): string[] {
  return keys.flatMap((key) => IMAGE_VARIANTS.map((variant) => fileOf(key, variant)));
}

/** The files in a folder of images, as `<eventId>/<name>`. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/**
 * Everything that is inconsistent between rows and files: rows that refer to missing rows or to another
 * event, rows without their files, and files that nobody owns or plans to remove, that are owned twice, or
 * that are owned and planned for removal.
 * @param files as `filesIn` and `filesOfKeys` return them
 */
export async function findFaults(db: Db, files: string[]): Promise<string[]> {
  const contents = await readAll(db);
  return [...brokenLinks(contents), ...filesOutOfStep(contents, files)];
}

/**
 * Rows and files that still belong to something deleted.
 * @param gone ids by table, and keys of images
 */
export async function findTraces(
  db: Db,
  files: string[],
  gone: { events?: number[]; users?: number[]; photos?: number[]; keys?: string[] },
): Promise<string[]> {
  const ids = new Map<string, Set<unknown>>(
    (['events', 'users', 'photos'] as const).map((table) => [table, new Set(gone[table])]),
  );
  const isGoneKey = (key: unknown) =>
    typeof key === 'string' &&
    (gone.keys?.includes(key) || ids.get('events')?.has(Number(key.split('/')[0])));

  const rows = (await readAll(db)).flatMap(({ table, rows, links }) =>
    rows
      .filter(
        (row) =>
          ids.get(table)?.has(row.id) ||
          links.some(({ column, to }) => ids.get(to)?.has(row[column])) ||
          IMAGE_COLUMNS.some((column) => isGoneKey(row[column])),
      )
      .map((row) => `${table}: ${JSON.stringify(row)}`),
  );
  return [...rows, ...files.filter((file) => isGoneKey(keyOf(file)))];
}

/** Every table that the schema declares. */
const TABLES = Object.values<unknown>(schema)
  .filter((table) => is(table, PgTable))
  .map((table) => {
    const { name, foreignKeys } = getTableConfig(table);
    const links = foreignKeys.map((foreignKey) => {
      const { columns, foreignTable } = foreignKey.reference();
      return { column: columns[0]?.name ?? '', to: getTableConfig(foreignTable).name };
    });
    return { table, name, links };
  });

async function readAll(db: Db): Promise<Content[]> {
  // Most tables are empty, and one statement finds them.
  const filled = TABLES.map(
    ({ table, name }) => sql`select ${name} as name where exists (select from ${table})`,
  );
  const found = await db.execute(sql.join(filled, sql` union all `));
  const { rows } = found as unknown as { rows: { name: string }[] };
  const names = new Set(rows.map(({ name }) => name));
  const contents: Content[] = [];
  for (const { table, name, links } of TABLES) {
    contents.push({
      table: name,
      rows: names.has(name) ? await db.select().from(table) : [],
      links,
    });
  }
  return contents;
}

function brokenLinks(contents: Content[]): string[] {
  const byId = new Map(
    contents.map(({ table, rows }) => [table, new Map(rows.map((row) => [row.id, row]))]),
  );
  return contents.flatMap(({ table, rows, links }) =>
    rows.flatMap((row) => {
      const name = `${table}: ${JSON.stringify(row)}`;
      const events = new Set<unknown>(table === 'events' ? [row.id] : []);
      const missing = links.filter(({ column, to }) => {
        if (row[column] === null) return false;
        const target = byId.get(to)?.get(row[column]);
        events.add(to === 'events' ? row[column] : target?.eventId);
        return !target;
      });
      return [
        ...missing.map(({ column }) => `${name} names a missing ${column}`),
        ...(events.size > 1 ? [`${name} belongs to several events`] : []),
      ];
    }),
  );
}

function filesOutOfStep(contents: Content[], files: string[]): string[] {
  const owners = new Map<string, number>();
  const planned = new Set<string>();
  for (const { table, rows } of contents) {
    for (const row of rows) {
      for (const key of IMAGE_COLUMNS.map((column) => row[column])) {
        if (typeof key !== 'string') continue;
        if (table !== FILE_WORK) owners.set(key, (owners.get(key) ?? 0) + 1);
        else if (row.state === 'remove') planned.add(key);
      }
    }
  }
  const present = new Set(files);
  const strays = files.filter((file) => {
    // What a killed server was writing lies beside its place until its planned removal.
    const isPart = file.endsWith('.part');
    const key = keyOf(isPart ? file.slice(0, -'.part'.length) : file);
    return key === null || !(planned.has(key) || (!isPart && owners.has(key)));
  });
  return [
    ...filesOfKeys([...owners.keys()])
      .filter((file) => !present.has(file))
      .map((file) => `${file} is missing`),
    ...strays.map((file) => `${file} belongs to nobody`),
    ...[...owners]
      .filter(([key, count]) => count > 1 || planned.has(key))
      .map(([key]) => `${key} is owned twice, or owned and to be removed`),
  ];
}

function keyOf(file: string): string | null {
  const [eventId = '', name = ''] = file.split('/');
  return parseFile(eventId, name)?.key ?? null;
}
