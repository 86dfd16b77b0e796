import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { fileMoves } from '~db/schema';
import { failureText } from '~/log.server';
import type { StorageName } from '~/services/storage/drivers.server';
import { IMAGE_VARIANTS, type ImageFiles } from '~/services/storage/store';
import type { MediaStorage } from '~/services/storage/types';
import {
  cancelRemoval,
  planRemoval,
  retryDelay,
  takeOverRemoval,
  type FileLog,
} from './file-removal.server';
import { findMedia, relocateMedia } from '../photo/media.server';
import { isDue } from '../job/clock-watch.server';

type FileMoveRow = typeof fileMoves.$inferSelect;

/** A move that takes longer than this has failed. */
const MOVE_MS = 60 * 60 * 1000;
/** The old files stay for so long: a reader who read the row just before the move still finds them. */
const GRACE_MS = 10 * 60 * 1000;
const LAST_RETRY_MS = 5 * 60 * 1000;
const ERROR_TEXT_MAX = 500;

interface Deps {
  db: Db;
  storage: MediaStorage;
  log?: FileLog;
}

/**
 * Puts an image on the list of those that shall move to another storage. Call it in the transaction
 * that commits the row which owns the image (rule `storage.fallback`).
 */
export async function planMove(
  db: Db,
  { key, target }: { key: string; target: StorageName },
): Promise<void> {
  await db.insert(fileMoves).values({ imageKey: key, target });
}

/**
 * One run of the catch-up: moves images to the storage they should have been written to, if that is
 * still the wanted one. Ends at the first failure: a storage that is down again would fail for every
 * one of them. The job's lock lets one server at a time in: two would write one image's files at once.
 */
export async function moveDueFiles(
  deps: Deps,
  {
    now = () => new Date(),
    mayContinue = async () => true,
  }: { now?: () => Date; mayContinue?: () => Promise<boolean> } = {},
): Promise<{ moved: number; failed: number }> {
  const counts = { moved: 0, failed: 0 };
  while (await mayContinue()) {
    const move = await findDueMove(deps, now());
    if (!move) break;
    try {
      await moveImage(deps, move, now());
      counts.moved += 1;
    } catch (error) {
      await putOff(deps, move, { error, now: now() });
      counts.failed += 1;
      break;
    }
  }
  return counts;
}

/** The move that has waited longest; null when there is none that can be made now. */
async function findDueMove({ db, storage }: Deps, now: Date): Promise<FileMoveRow | null> {
  const target = storage.wanted;
  if (storage.targets()[0] !== target) return null;
  const [move] = await db
    .select()
    .from(fileMoves)
    .where(and(eq(fileMoves.target, target), isDue(fileMoves.notBefore, now, LAST_RETRY_MS)))
    .orderBy(asc(fileMoves.notBefore), asc(fileMoves.imageKey))
    .limit(1);
  return move ?? null;
}

/**
 * Moves one image: its files are written first, on the list of removals like any others, then the
 * row says where they are, in the transaction that plans the removal of the old ones.
 */
async function moveImage(
  { db, storage }: Deps,
  { imageKey: key, target }: FileMoveRow,
  now: Date,
): Promise<void> {
  const media = await findMedia(db, { key });
  const isSettled = !media || media.storage === target;
  const files = isSettled ? null : await readAll(storage, media, key);
  if (isSettled || !files) return settle(db, key);

  const from = media.storage;
  const notBefore = new Date(now.getTime() + MOVE_MS);
  const removalId = await takeOverRemoval(db, { storage: target, key, notBefore, now });
  if (removalId === null) throw new Error('what an earlier attempt left is being removed');
  await storage.write(target, key, files);
  await db.transaction(async (tx) => {
    // When no row names the old storage any more (photo deleted, selfie replaced), the new files stay
    // on the list of removals.
    if (await relocateMedia(tx, { key, from, to: target })) {
      if (!(await cancelRemoval(tx, { id: removalId }))) throw new Error('the move took too long');
      const afterwards = new Date(now.getTime() + GRACE_MS);
      await planRemoval(tx, { storage: from, key, notBefore: afterwards });
    }
    await settle(tx, key);
  });
}

/**
 * The files of an image; null when the full one is missing, or one that its row says is there: half an
 * image is not moved.
 */
async function readAll(
  storage: MediaStorage,
  media: { storage: StorageName; hasAllWidths: boolean },
  key: string,
): Promise<Partial<ImageFiles> | null> {
  const files: Partial<ImageFiles> = {};
  for (const variant of IMAGE_VARIANTS) {
    const bytes = await storage.read(media.storage, key, variant);
    const mayLack = !media.hasAllWidths && (variant === 1080 || variant === 720);
    if (bytes) files[variant] = bytes;
    else if (!mayLack) return null;
  }
  return files;
}

async function settle(db: Db, key: string): Promise<void> {
  await db.delete(fileMoves).where(eq(fileMoves.imageKey, key));
}

async function putOff(
  { db, log }: Deps,
  move: FileMoveRow,
  { error, now }: { error: unknown; now: Date },
): Promise<void> {
  log?.warn({ err: error, key: move.imageKey }, 'an image could not be moved yet');
  const delay = Math.min(LAST_RETRY_MS, retryDelay(move.attempts + 1));
  await db
    .update(fileMoves)
    .set({
      attempts: sql`${fileMoves.attempts} + 1`,
      lastError: failureText(error).slice(0, ERROR_TEXT_MAX),
      notBefore: new Date(now.getTime() + delay),
    })
    .where(eq(fileMoves.imageKey, move.imageKey));
}
