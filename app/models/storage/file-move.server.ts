import type { StorageName } from '~/services/storage/drivers.server';
import { IMAGE_VARIANTS, type ImageFiles } from '~/services/storage/store';
import type { MediaStorage } from '~/services/storage/types';
import {
  doClaimed,
  type FileClaim,
  type FileWorkDeps,
  type FileWorkRun,
} from './file-claim.server';
import {
  cancelRemoval,
  claimNextWork,
  planRemoval,
  settleWork,
  takeOverRemoval,
  type FileWork,
} from './file-work.server';
import { findMedia, relocateMedia } from '../photo/media.server';

/** A move that takes longer than this has failed. */
const MOVE_MS = 60 * 60 * 1000;
/** How long the old files stay, so that a reader who read the row just before the move still finds them. */
const GRACE_MS = 10 * 60 * 1000;

/**
 * Moves images to the storage they should have been written to, if that is still the wanted one. Ends at
 * the first failure: a storage that is down again would fail for every one of them.
 */
export async function moveDueFiles(
  deps: FileWorkDeps,
  { now = () => new Date(), mayContinue = async () => true }: FileWorkRun = {},
): Promise<{ moved: number; failed: number }> {
  const counts = { moved: 0, failed: 0 };
  while (counts.failed === 0 && (await mayContinue())) {
    const target = deps.storage.wanted;
    if (deps.storage.targets()[0] !== target) break;
    const move = await claimNextWork(deps.db, { state: 'move', storages: [target], now: now() });
    if (!move) break;
    const outcome = await doClaimed(deps, { work: move, now }, (claim) =>
      moveImage(deps, { move, claim, now: now() }),
    );
    counts[outcome] += 1;
  }
  return counts;
}

/**
 * Moves one image: its files are written first, with their removal planned like any other, then
 * the row says where they are, in the transaction that plans the removal of the old ones.
 */
async function moveImage(
  { db, storage }: FileWorkDeps,
  { move, claim, now }: { move: FileWork; claim: FileClaim; now: Date },
): Promise<'moved'> {
  const { imageKey: key, storage: target } = move;
  const media = await findMedia(db, { key });
  const isThere = !media || media.storage === target;
  const files = isThere ? null : await readAll(storage, media, key);
  if (isThere || !files) {
    await settleWork(db, { work: await claim.end() });
    return 'moved';
  }

  const from = media.storage;
  const notBefore = new Date(now.getTime() + MOVE_MS);
  const removalId = await takeOverRemoval(db, { storage: target, key, notBefore, now });
  if (removalId === null) throw new Error('what an earlier attempt left is being removed');
  // Two servers must not write the files of one image at once.
  await claim.hold();
  await storage.write(target, key, files);
  const work = await claim.end();
  await db.transaction(async (tx) => {
    // When no row names the old storage any more (photo deleted, selfie replaced), the removal of the
    // new files stays planned.
    if (await relocateMedia(tx, { key, from, to: target })) {
      if (!(await cancelRemoval(tx, { id: removalId }))) throw new Error('the move took too long');
      const afterwards = new Date(now.getTime() + GRACE_MS);
      await planRemoval(tx, { storage: from, key, notBefore: afterwards });
    }
    await settleWork(tx, { work });
  });
  return 'moved';
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
