import type { Db } from '~db/client.server';
import type { StorageName } from '~/services/storage/drivers.server';
import type { MediaStorage } from '~/services/storage/types';
import {
  claimNextRemoval,
  dropClaimed,
  isFreshClaim,
  planRemoval,
  putOffClaimed,
  renewClaim,
  RENEW_MS,
  spoilTakeOver,
  type FileLog,
  type FileRemovalRow,
} from './file-removal.server';
import { findMedia, relocateMedia } from '../photo/media.server';

interface Deps {
  db: Db;
  storage: MediaStorage;
  log?: FileLog;
}

/** What became of a claimed removal: its files are gone, or belong to a row after all. */
export type RemovalOutcome = 'removed' | 'kept' | 'failed';

/** One run of the removal job: what is due is removed, one image after the other. */
export async function removeDueFiles(
  deps: Deps,
  {
    now = () => new Date(),
    mayContinue = async () => true,
  }: { now?: () => Date; mayContinue?: () => Promise<boolean> } = {},
): Promise<{ removed: number; failed: number }> {
  const counts = { removed: 0, failed: 0 };
  while (await mayContinue()) {
    // One claim at a time: a claim made early could lapse while slower removals run before it.
    const storages = deps.storage.reachable();
    const removal = await claimNextRemoval(deps.db, { storages, now: now() });
    if (!removal) break;
    const outcome = await carryOutRemoval(deps, { removal, now });
    if (outcome !== 'kept') counts[outcome] += 1;
  }
  return counts;
}

/**
 * Removes the files of a claimed removal, unless a row needs them. The claim is renewed for as long as
 * that takes. A storage that does not answer is asked again later.
 */
export async function carryOutRemoval(
  deps: Deps,
  { removal, now }: { removal: FileRemovalRow; now: () => Date },
): Promise<RemovalOutcome> {
  const { db, storage, log } = deps;
  const { storage: here, imageKey: key } = removal;
  const claim = keepClaim(deps, { removal, now });
  try {
    const need = await findNeed(deps, { here, key });
    if (need) {
      await claim.stop();
      await leaveToRow(deps, { removal: claim.current(), need });
      return 'kept';
    }
    // A move into this storage has to take the removal over first (`takeOverRemoval`), which fails
    // while our claim holds: so no row can come to name these files before they are removed.
    if (!(await claim.hold())) throw new Error('the removal was taken over');
    await storage.remove(here, key);
    await claim.stop();
    if (await dropClaimed(db, { removal: claim.current() })) return 'removed';
    throw new Error('the removal was taken over while it was carried out');
  } catch (error) {
    log?.warn({ err: error, key, storage: here }, 'files could not be removed yet');
    await claim.stop();
    const current = claim.current();
    if (!(await putOffClaimed(db, { removal: current, error, now: now() }))) {
      await spoilTakeOver(db, current);
    }
    return 'failed';
  }
}

/** Renews a claim every minute until it is stopped. */
function keepClaim(
  { db, log }: Deps,
  { removal, now }: { removal: FileRemovalRow; now: () => Date },
) {
  let current = removal;
  let last: Promise<unknown> = Promise.resolve();

  async function renewNow(): Promise<boolean> {
    const renewed = await renewClaim(db, { removal: current, now: now() });
    if (renewed) current = renewed;
    return renewed !== null;
  }
  // Renewals run one after the other: each finds the row by the end that the one before has set.
  const renew = () => {
    const next = last.then(renewNow);
    last = next.catch(() => undefined);
    return next;
  };
  const heartbeat = setInterval(() => {
    renew().catch((error: unknown) => {
      log?.warn({ err: error, key: removal.imageKey }, 'the claim of a removal was not renewed');
    });
  }, RENEW_MS);

  return {
    /** As the claim stands now; final once it is stopped. */
    current: () => current,
    /** Renews the claim unless it was renewed within RENEW_MS. False when it is no longer ours. */
    hold: async () => isFreshClaim(current, now()) || renew(),
    stop: async () => {
      clearInterval(heartbeat);
      await last;
    },
  };
}

/** Which row needs files that are to be removed: `elsewhere` while it says they lie there. */
interface Need {
  elsewhere: StorageName | null;
}

/**
 * Whether a row needs files in `here`: because it names them, or because it names another storage that
 * has lost the image, so that this copy is the last one.
 * @throws when the other storage cannot be asked now
 */
async function findNeed(
  { db, storage }: Deps,
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
  { db, log }: Deps,
  { removal, need: { elsewhere } }: { removal: FileRemovalRow; need: Need },
): Promise<void> {
  const { storage: here, imageKey: key } = removal;
  await db.transaction(async (tx) => {
    if (!(await dropClaimed(tx, { removal }))) throw new Error('the removal was taken over');
    if (!elsewhere) return;
    // Was the row deleted since, then its transaction planned the removal of the files it named, not
    // of this copy: roll back, so that this removal stays planned.
    if (!(await relocateMedia(tx, { key, from: elsewhere, to: here }))) {
      throw new Error('the row has changed');
    }
    await planRemoval(tx, { storage: elsewhere, key });
  });
  log?.warn({ key, storage: here, elsewhere }, 'files stay: a row needs them');
}
