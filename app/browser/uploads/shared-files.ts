import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** A file shared from the phone's gallery. Without its bytes only its name is known. */
export interface SharedRow {
  name: string;
  type: string;
  bytes: ArrayBuffer | null;
  at: number;
}

/** The shared files, until they are sent or dismissed in the dialog that adds photos. */
interface SharedDb extends DBSchema {
  shared: { key: number; value: SharedRow };
}

/**
 * How many files are stored with their bytes: twice the number of slots, because the user may want the second
 * of two shares.
 */
const WHOLE_MAX = 10;
/** Files that were shared while nobody was signed in are deleted after this time. */
const TAKEN_WITHIN_MS = 60 * 60_000;

type Database = IDBPDatabase<SharedDb>;

function open(): Promise<Database> {
  return openDB<SharedDb>('snapodium-shared', 1, {
    upgrade: (database) => void database.createObjectStore('shared', { autoIncrement: true }),
  });
}

/**
 * Stores shared files after those that already wait (rule `uploads.share`). It stores bytes, because Safari
 * loses Blobs. Of files beyond the limit, or that do not fit on the device, it stores the name so that the
 * dialog can say so.
 */
export async function storeShared(files: readonly File[]): Promise<void> {
  const database = await open();
  try {
    let room = WHOLE_MAX - (await countWaiting(database));
    // One after the other: together they may need more memory than a phone has.
    for (const file of files) {
      const row: SharedRow = { name: file.name, type: file.type, bytes: null, at: Date.now() };
      if (room > 0 && (await addWhole(database, row, file))) room -= 1;
      else await database.add('shared', row);
    }
  } finally {
    database.close();
  }
}

/** Whether the device had room for it. */
async function addWhole(database: Database, row: SharedRow, file: File): Promise<boolean> {
  try {
    await database.add('shared', { ...row, bytes: await file.arrayBuffer() });
    return true;
  } catch {
    return false;
  }
}

/** The number of files stored with their bytes. Expired ones are deleted first. */
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

/** The shared files, and the names of those whose bytes are not stored, each in their order. */
export interface Shared {
  files: File[];
  names: string[];
}

/** The rows that are valid at a moment, in ms since 1970. */
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
 * The files that wait. They go on waiting until `forget` is called, so that another share, which reloads the
 * page, loses none of them.
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

/** Deletes all shared files. */
export async function forgetShared(): Promise<void> {
  if (!('indexedDB' in globalThis)) return;
  const database = await open();
  await database.clear('shared');
  database.close();
}
