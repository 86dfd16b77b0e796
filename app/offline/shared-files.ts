import { openDB, type DBSchema } from 'idb';

/** What the phone's gallery shared, until the dialog that adds photos takes it. */
interface SharedDb extends DBSchema {
  shared: {
    key: number;
    value: { name: string; type: string; bytes: ArrayBuffer; at: number };
  };
}

/** Nobody has more slots. */
const FILES_MAX = 5;
/** What was shared and never taken, because nobody was signed in, is no one's after this. */
const TAKEN_WITHIN_MS = 60 * 60_000;

function open() {
  return openDB<SharedDb>('snapodium-shared', 1, {
    upgrade: (database) => void database.createObjectStore('shared', { autoIncrement: true }),
  });
}

/** Keeps the files that were shared; those that were kept before go. As bytes: Safari loses blobs. */
export async function keepShared(files: File[]): Promise<void> {
  const rows = await Promise.all(
    files.slice(0, FILES_MAX).map(async (file) => ({
      name: file.name,
      type: file.type,
      bytes: await file.arrayBuffer(),
      at: Date.now(),
    })),
  );
  const database = await open();
  const writing = database.transaction('shared', 'readwrite');
  await Promise.all([
    writing.store.clear(),
    ...rows.map((row) => writing.store.add(row)),
    writing.done,
  ]);
  database.close();
}

/** The files that were shared, in their order; they are taken once. */
export async function takeShared(): Promise<File[]> {
  const database = await open();
  const taking = database.transaction('shared', 'readwrite');
  const rows = await taking.store.getAll();
  await Promise.all([taking.store.clear(), taking.done]);
  database.close();
  return rows
    .filter(({ at }) => Date.now() - at < TAKEN_WITHIN_MS)
    .map(({ name, type, bytes }) => new File([bytes], name, { type }));
}

/** Forgets what was shared. */
export async function forgetShared(): Promise<void> {
  if ('indexedDB' in globalThis) await takeShared();
}
