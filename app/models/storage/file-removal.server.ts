import type { StorageName } from '~/services/storage/drivers.server';
import {
  doClaimed,
  type FileClaim,
  type FileWorkDeps,
  type FileWorkRun,
} from './file-claim.server';
import { claimNextWork, planRemoval, settleWork, type FileWork } from './file-work.server';
import { findMedia, relocateMedia } from '../photo/media.server';

/** What became of a claimed removal: its files are gone, or a row needs them after all. */
type RemovalOutcome = 'removed' | 'needed' | 'failed';

/** Removes all files whose removal is due, one image after the other. */
export async function removeDueFiles(
  deps: FileWorkDeps,
  { now = () => new Date(), mayContinue = async () => true }: FileWorkRun = {},
): Promise<{ removed: number; failed: number }> {
  const counts = { removed: 0, failed: 0 };
  while (await mayContinue()) {
    // One claim at a time: a claim made early could lapse while slower removals run before it.
    const storages = deps.storage.reachable();
    const removal = await claimNextWork(deps.db, { state: 'remove', storages, now: now() });
    if (!removal) break;
    const outcome = await carryOutRemoval(deps, { removal, now });
    if (outcome !== 'needed') counts[outcome] += 1;
  }
  return counts;
}

/**
 * Removes the files of a claimed removal, unless a row needs them. A storage that does not answer is
 * asked again later.
 */
export async function carryOutRemoval(
  deps: FileWorkDeps,
  { removal, now }: { removal: FileWork; now: () => Date },
): Promise<RemovalOutcome> {
  const { db, storage } = deps;
  const { storage: here, imageKey: key } = removal;
  return doClaimed(deps, { work: removal, now }, async (claim) => {
    const need = await findNeed(deps, { here, key });
    if (need) {
      await leaveToRow(deps, { claim, need });
      return 'needed';
    }
    // A move into this storage has to take the removal over first (`takeOverRemoval`), which fails
    // while our claim holds: so no row can come to name these files before they are removed.
    await claim.hold();
    await storage.remove(here, key);
    await settleWork(db, { work: await claim.end() });
    return 'removed';
  });
}

/** Which row needs files that are to be removed: `elsewhere` while it says that they are in another storage. */
interface Need {
  elsewhere: StorageName | null;
}

/**
 * Whether a row needs files in `here`: because it names them, or because it names another storage that has lost the
 * image, so that this copy is the last one.
 * @throws when the other storage does not answer now
 */
async function findNeed(
  { db, storage }: FileWorkDeps,
  { here, key }: { here: StorageName; key: string },
): Promise<Need | null> {
  const media = await findMedia(db, { key });
  if (!media) return null;
  if (media.storage === here) return { elsewhere: null };
  // A storage that is not set up reads as empty: that must not count as a lost image.
  if (!storage.reachable().includes(media.storage)) {
    throw new Error(
      `${media.storage} storage: not set up, so nobody knows whether it has the image`,
    );
  }
  const theirs = await storage.read(media.storage, key, 'full');
  const ours = await storage.read(here, key, 'full');
  // A write that was cut off leaves a shorter file; the longer copy is the whole one.
  const isWorthKeeping = ours !== null && ours.byteLength > (theirs?.byteLength ?? 0);
  return isWorthKeeping ? { elsewhere: media.storage } : null;
}

/**
 * Cancels the removal of files that a row needs; a row that names a storage without them is
 * corrected.
 */
async function leaveToRow(
  { db, log }: FileWorkDeps,
  { claim, need: { elsewhere } }: { claim: FileClaim; need: Need },
): Promise<void> {
  const work = await claim.end();
  const { storage: here, imageKey: key } = work;
  await db.transaction(async (tx) => {
    await settleWork(tx, { work });
    if (!elsewhere) return;
    // If the row was deleted since, its transaction planned the removal of the files that it named, not of this
    // copy. So this one rolls back, and this removal stays planned.
    if (!(await relocateMedia(tx, { key, from: elsewhere, to: here }))) {
      throw new Error('the row has changed');
    }
    await planRemoval(tx, { storage: elsewhere, key });
  });
  log?.warn({ key, storage: here, elsewhere }, 'files stay: a row needs them');
}
