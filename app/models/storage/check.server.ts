import { crc32 } from 'node:zlib';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, fileWork, photos, users } from '~db/schema';
import { failureText } from '~/log.server';
import { CHECKS_FOLDER } from '~/services/storage/driver-store.server';
import { parseFile } from '~/services/storage/keys.server';
import { isWholeAt } from '~/services/storage/local.server';
import type { StorageName } from '~/services/storage/drivers.server';
import { STORED_VARIANTS, type StoredVariant } from '~/services/storage/store';
import type { MediaStorage } from '~/services/storage/types';
import { findMedia, isWholeFile } from '../photo/media.server';
import { THUMBNAIL_WIDTHS } from '../photo/rules';
import type { Difference, Owner, StorageReport } from './check';

interface Deps {
  db: Db;
  storage: MediaStorage;
}

interface Row {
  owner: Owner;
  storage: StorageName;
  key: string;
  /** Of a photo's full file, if they were measured. */
  bytes: number;
  crc: number | null;
}

/** What a storage holds: the variants of each image there. */
export type Files = Map<string, Set<StoredVariant>>;

/**
 * Compares rows and files in every storage that can be reached. A server may run meanwhile: what looks like a
 * difference is checked again before it is reported.
 * @param options.isDeep reads every file, wherever it is stored, and computes its checksum; otherwise only lengths are
 *   compared, and only of files on this machine
 */
export async function checkStorage(
  deps: Deps,
  { isDeep = false }: { isDeep?: boolean } = {},
): Promise<StorageReport> {
  const { stores, silent, foreign } = await listStores(deps.storage);
  const rows = await listRows(deps.db);
  const found = [
    ...(await judgeRows(deps, rows, { stores, silent, isDeep })),
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
      const listed = await listImages(storage, name);
      stores.set(name, listed.files);
      foreign += listed.foreign;
    } catch (error) {
      silent.set(name, failureText(error));
    }
  }
  return { stores, silent, foreign };
}

/**
 * Lists the images of a storage, and counts the files that are not ours.
 * @throws the storage's error
 */
export async function listImages(
  storage: Pick<MediaStorage, 'list'>,
  name: StorageName,
): Promise<{ files: Files; foreign: number }> {
  const files: Files = new Map();
  let foreign = 0;
  for (const path of await storage.list(name)) {
    const [folder = '', file = '', ...deeper] = path.split('/');
    const ours = deeper.length === 0 ? parseFile(folder, file) : null;
    if (ours) files.set(ours.key, (files.get(ours.key) ?? new Set()).add(ours.variant));
    else if (folder !== CHECKS_FOLDER) foreign += 1;
  }
  return { files, foreign };
}

async function listRows(db: Db): Promise<Row[]> {
  const ofPhotos = await db
    .select({
      storage: photos.imageStorage,
      key: photos.imageKey,
      bytes: photos.imageBytes,
      crc: photos.imageCrc,
    })
    .from(photos)
    .orderBy(photos.id);
  const ofSelfies = await db
    .select({ storage: users.selfieStorage, key: users.selfieKey })
    .from(users)
    .where(isNotNull(users.selfieKey));
  const ofEvents = await db
    .select({ storage: events.imageStorage, key: events.imageKey })
    .from(events)
    .where(isNotNull(events.imageKey));
  const named = (owner: Owner, rows: { storage: StorageName | null; key: string | null }[]) =>
    rows.flatMap(({ storage, key }) =>
      storage && key ? [{ owner, storage, key, bytes: 0, crc: null }] : [],
    );
  const own = ofPhotos.map((row) => ({ owner: 'photo' as const, ...row }));
  return [...own, ...named('selfie', ofSelfies), ...named('event', ofEvents)];
}

async function judgeRows(
  { storage }: Deps,
  rows: Row[],
  { stores, silent, isDeep }: Listed & { isDeep: boolean },
): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const row of rows) {
    const damaged: StoredVariant[] = [];
    for (const variant of stores.get(row.storage)?.get(row.key) ?? []) {
      const isFine = isDeep ? isAsStored : isAsLong;
      if (!(await isFine(storage, row, variant))) damaged.push(variant);
    }
    found.push(...judgeRow(row, damaged, { stores, silent }));
  }
  return found;
}

/** Whether a file on this machine is as long as it should be. The length of other files is unknown. */
async function isAsLong(storage: MediaStorage, row: Row, variant: StoredVariant) {
  const path = storage.path(row.storage, row.key, variant);
  return !path || isWholeAt(path, variant === 'full' ? row.bytes : 0);
}

async function isAsStored(
  storage: MediaStorage,
  { storage: place, key, bytes, crc }: Omit<Row, 'owner'>,
  variant: StoredVariant,
): Promise<boolean> {
  const file = await storage.read(place, key, variant);
  if (!file || variant !== 'full') return file !== null && isWholeFile(file, 0);
  return isWholeFile(file, bytes) && (crc === null || crc32(file) === crc);
}

interface Listed {
  stores: Map<StorageName, Files>;
  silent: Map<StorageName, string>;
}

function judgeRow(
  { owner, storage, key, crc }: Row,
  damaged: StoredVariant[],
  { stores, silent }: Listed,
): Difference[] {
  if (silent.has(storage)) return [];
  const row = { owner, storage, key };
  const files = stores.get(storage);
  const variants = files?.get(key);
  if (!variants?.has('full')) {
    const hasFull = ([, others]: [StorageName, Files]) => others.get(key)?.has('full');
    const [foundIn] = [...stores].find(hasFull) ?? [];
    if (foundIn) return [{ kind: 'misplaced', ...row, foundIn }];
    return [{ kind: files ? 'missing' : 'not_set_up', ...row }];
  }
  if (damaged.includes('full')) return [{ kind: 'damaged', ...row, crc }];
  const widths = THUMBNAIL_WIDTHS.filter(
    (width) => !variants.has(width) || damaged.includes(width),
  );
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
    .select({ key: fileWork.imageKey, storage: fileWork.storage })
    .from(fileWork)
    .where(eq(fileWork.state, 'move'));
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
    case 'damaged':
      if (media?.storage !== difference.storage) return false;
      return !(await isAsStored(storage, { ...difference, bytes: media.bytes }, 'full'));
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
  const isThis = and(
    eq(fileWork.state, 'remove'),
    eq(fileWork.storage, storage),
    eq(fileWork.imageKey, key),
  );
  return db.$count(fileWork, isThis).then((count) => count > 0);
}

async function hasAny(storage: MediaStorage, place: Place): Promise<boolean> {
  for (const variant of STORED_VARIANTS) {
    if (await storage.read(place.storage, place.key, variant)) return true;
  }
  return false;
}

/** A storage that is not set up holds nothing. */
async function hasAll(
  storage: MediaStorage,
  place: Place,
  variants: readonly StoredVariant[],
): Promise<boolean> {
  for (const variant of variants) {
    const bytes = await storage.read(place.storage, place.key, variant);
    if (!bytes || (variant !== 'full' && !isWholeFile(bytes, 0))) return false;
  }
  return true;
}
