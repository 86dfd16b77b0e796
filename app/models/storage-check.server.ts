import { and, eq, isNotNull } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, fileMoves, fileRemovals, photos, users } from '~db/schema';
import { failureText } from '~/log.server';
import { CHECKS_FOLDER } from '~/services/storage/driver-store.server';
import { parseFile } from '~/services/storage/keys.server';
import {
  STORED_VARIANTS,
  type MediaStorage,
  type StorageName,
  type StoredVariant,
} from '~/services/storage/types';
import { findMedia } from './media.server';
import { THUMBNAIL_WIDTHS } from './photo';
import type { Difference, Owner, StorageReport } from './storage-check';

interface Deps {
  db: Db;
  storage: MediaStorage;
}

interface Row {
  owner: Owner;
  storage: StorageName;
  key: string;
}

/** What a storage holds: the variants of each image there. */
type Files = Map<string, Set<StoredVariant>>;

/**
 * Compares rows and files in every storage that can be reached. A server may run meanwhile:
 * what looks like a difference is looked at once more before it is told.
 */
export async function checkStorage(deps: Deps): Promise<StorageReport> {
  const { stores, silent, foreign } = await listStores(deps.storage);
  const rows = await listRows(deps.db);
  const found = [
    ...rows.flatMap((row) => judgeRow(row, stores, silent)),
    ...judgeFiles(new Map(rows.map((row) => [row.key, row])), stores),
    ...(await judgeMoves(deps.db)),
  ];
  const differences: Difference[] = [...silent].map(([storage, error]) => {
    return { kind: 'silent', storage, error };
  });
  for (const difference of found) {
    if (await stillStands(deps, difference)) differences.push(difference);
  }
  const count = (files: Files) => [...files.values()].reduce((sum, { size }) => sum + size, 0);
  const files = [...stores.values()].reduce((sum, store) => sum + count(store), 0);
  return { differences, rows: rows.length, files, foreign };
}

async function listStores(storage: MediaStorage) {
  const stores = new Map<StorageName, Files>();
  const silent = new Map<StorageName, string>();
  let foreign = 0;
  for (const name of storage.reachable()) {
    try {
      const files: Files = new Map();
      for (const path of await storage.list(name)) {
        const [folder = '', file = '', ...deeper] = path.split('/');
        const ours = deeper.length === 0 ? parseFile(folder, file) : null;
        if (ours) files.set(ours.key, (files.get(ours.key) ?? new Set()).add(ours.variant));
        else if (folder !== CHECKS_FOLDER) foreign += 1;
      }
      stores.set(name, files);
    } catch (error) {
      silent.set(name, failureText(error));
    }
  }
  return { stores, silent, foreign };
}

async function listRows(db: Db): Promise<Row[]> {
  const ofPhotos = await db
    .select({ storage: photos.imageStorage, key: photos.imageKey })
    .from(photos);
  const ofSelfies = await db
    .select({ storage: users.selfieStorage, key: users.selfieKey })
    .from(users)
    .where(isNotNull(users.selfieKey));
  const ofEvents = await db
    .select({ storage: events.imageStorage, key: events.imageKey })
    .from(events)
    .where(isNotNull(events.imageKey));
  const named = (owner: Owner, rows: { storage: StorageName | null; key: string | null }[]) =>
    rows.flatMap(({ storage, key }) => (storage && key ? [{ owner, storage, key }] : []));
  return [...named('photo', ofPhotos), ...named('selfie', ofSelfies), ...named('event', ofEvents)];
}

function judgeRow(
  row: Row,
  stores: Map<StorageName, Files>,
  silent: Map<StorageName, string>,
): Difference[] {
  if (silent.has(row.storage)) return [];
  const files = stores.get(row.storage);
  const variants = files?.get(row.key);
  if (!variants?.has('full')) {
    const hasFull = ([, others]: [StorageName, Files]) => others.get(row.key)?.has('full');
    const [foundIn] = [...stores].find(hasFull) ?? [];
    if (foundIn) return [{ kind: 'misplaced', ...row, foundIn }];
    return [{ kind: files ? 'missing' : 'not_set_up', ...row }];
  }
  const widths = THUMBNAIL_WIDTHS.filter((width) => !variants.has(width));
  return widths.length > 0 ? [{ kind: 'thumbnails', ...row, widths }] : [];
}

/** Files whose image has no row, or a row that names another storage which has it. */
function judgeFiles(rows: Map<string, Row>, stores: Map<StorageName, Files>): Difference[] {
  return [...stores].flatMap(([storage, files]) =>
    [...files].flatMap(([key, variants]): Difference[] => {
      const row = rows.get(key);
      if (row?.storage === storage) return [];
      const about = { storage, key, files: variants.size };
      if (!row) return [{ kind: 'orphan', ...about }];
      const hasFull = stores.get(row.storage)?.get(key)?.has('full');
      return hasFull ? [{ kind: 'double', ...about }] : [];
    }),
  );
}

async function judgeMoves(db: Db): Promise<Difference[]> {
  const moves = await db
    .select({ key: fileMoves.imageKey, storage: fileMoves.target })
    .from(fileMoves);
  return moves.map((move) => ({ kind: 'idle_move', ...move }));
}

/**
 * Whether a difference is still there. The order matters: a file is written after its removal is
 * planned, and deleted before that plan is. So a file that had neither row nor plan and is still there
 * afterwards was left behind; no upload is about to commit a row for it.
 */
export async function stillStands(deps: Deps, difference: Difference): Promise<boolean> {
  const { db, storage } = deps;
  if (difference.kind === 'silent') return true;
  const { key } = difference;
  const media = await findMedia(db, { key });
  switch (difference.kind) {
    case 'idle_move':
      return media === null;
    case 'orphan':
    case 'double': {
      const isKnown = media?.storage === difference.storage;
      if (isKnown || (await isPlanned(db, difference))) return false;
      return hasAny(storage, difference);
    }
    case 'not_set_up':
      return media?.storage === difference.storage;
    case 'misplaced':
    case 'missing':
      if (media?.storage !== difference.storage) return false;
      return !(await hasAll(storage, difference, ['full']));
    case 'thumbnails':
      if (media?.storage !== difference.storage) return false;
      return !(await hasAll(storage, difference, difference.widths));
  }
}

interface Place {
  storage: StorageName;
  key: string;
}

function isPlanned(db: Db, { storage, key }: Place): Promise<boolean> {
  const isThis = and(eq(fileRemovals.storage, storage), eq(fileRemovals.imageKey, key));
  return db.$count(fileRemovals, isThis).then((count) => count > 0);
}

async function hasAny(storage: MediaStorage, place: Place): Promise<boolean> {
  for (const variant of STORED_VARIANTS) {
    if (await storage.read(place.storage, place.key, variant)) return true;
  }
  return false;
}

/** Nothing is there of a storage that is not set up. */
async function hasAll(
  storage: MediaStorage,
  place: Place,
  variants: readonly StoredVariant[],
): Promise<boolean> {
  for (const variant of variants) {
    if (!(await storage.read(place.storage, place.key, variant))) return false;
  }
  return true;
}
