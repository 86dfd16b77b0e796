import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** A file that the phone's gallery shared; without its bytes it is known by its name alone. */
export interface SharedRow {
  name: string;
  type: string;
  bytes: ArrayBuffer | null;
  at: number;
}

/** What was shared, until it is sent or put aside in the dialog that adds photos. */
interface SharedDb extends DBSchema {
  shared: { key: number; value: SharedRow };
}

/**
 * How many files are kept whole: twice as many as anybody has slots, for of two shares the later one may be the
 * one that is wanted.
 */
const WHOLE_MAX = 10;
/** What was shared and never taken, because nobody was signed in, is no one's after this. */
const TAKEN_WITHIN_MS = 60 * 60_000;

type Database = IDBPDatabase<SharedDb>;

function open(): Promise<Database> {
  return openDB<SharedDb>('snapodium-shared', 1, {
    upgrade: (database) => void database.createObjectStore('shared', { autoIncrement: true }),
  });
}

/**
 * Keeps the files that were shared, after those that wait already (rule `uploads.share`). As bytes: Safari
 * loses blobs. Of what is too much, or does not fit on the device, the name is kept, so that it can be told.
 */
export async function keepShared(files: readonly File[]): Promise<void> {
  const database = await open();
  try {
    let room = WHOLE_MAX - (await countWaiting(database));
    // One after the other: together they may be more than a phone's memory holds.
    for (const file of files) {
      const row: SharedRow = { name: file.name, type: file.type, bytes: null, at: Date.now() };
      if (room > 0 && (await addWhole(database, row, file))) room -= 1;
      else await database.add('shared', row);
    }
  } finally {
    database.close();
  }
}

/** Whether there was room on the device. */
async function addWhole(database: Database, row: SharedRow, file: File): Promise<boolean> {
  try {
    await database.add('shared', { ...row, bytes: await file.arrayBuffer() });
    return true;
  } catch {
    return false;
  }
}

/** How many files wait whole; what has waited for too long goes. */
async function countWaiting(database: Database): Promise<number> {
  let count = 0;
  const looking = database.transaction('shared', 'readwrite');
  for await (const cursor of looking.store) {
    if (isOver(cursor.value, Date.now())) void cursor.delete();
    else if (cursor.value.bytes) count += 1;
  }
  await looking.done;
  return count;
}

/** Files that were shared, and the names of those that were not kept whole, both in their order. */
export interface Shared {
  files: File[];
  names: string[];
}

/** What of the rows still counts at a moment, in ms since 1970. */
export function presentShared(rows: readonly SharedRow[], now: number): Shared {
  const files: File[] = [];
  const names: string[] = [];
  for (const row of rows) {
    const { name, type, bytes } = row;
    if (isOver(row, now)) continue;
    if (bytes) files.push(new File([bytes], name, { type }));
    else names.push(name);
  }
  return { files, names };
}

function isOver({ at }: SharedRow, now: number): boolean {
  return now - at >= TAKEN_WITHIN_MS;
}

/**
 * What waits. It goes on waiting until `forget` is called, so that another share, which loads the page anew,
 * loses none of it.
 */
export async function readShared(): Promise<Shared & { forget(): Promise<void> }> {
  const database = await open();
  const reading = database.transaction('shared');
  const [keys, rows] = await Promise.all([reading.store.getAllKeys(), reading.store.getAll()]);
  database.close();
  return { ...presentShared(rows, Date.now()), forget: () => remove(keys) };
}

async function remove(keys: readonly number[]): Promise<void> {
  const database = await open();
  const removing = database.transaction('shared', 'readwrite');
  await Promise.all([...keys.map((key) => removing.store.delete(key)), removing.done]);
  database.close();
}

/** Forgets all that was shared. */
export async function forgetShared(): Promise<void> {
  if (!('indexedDB' in globalThis)) return;
  const database = await open();
  await database.clear('shared');
  database.close();
}
