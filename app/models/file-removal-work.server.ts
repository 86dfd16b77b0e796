import type { Db } from '~db/client.server';
import type { MediaStorage, StorageName } from '~/services/storage/types';
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
import { findMedia, relocateMedia } from './media.server';

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
    goOn = async () => true,
  }: { now?: () => Date; goOn?: () => Promise<boolean> } = {},
): Promise<{ removed: number; failed: number }> {
  const counts = { removed: 0, failed: 0 };
  while (await goOn()) {
    // Claimed when its turn comes: a claim must not lapse while it waits behind slower ones.
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
    // The answer holds for as long as the claim does: nobody else points a row here meanwhile.
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
  // One after the other: each names the claim that the one before has made.
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
    /** Whether it is still ours, and will be for a while. */
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
  // What is not set up answers like an empty one.
  if (!storage.reachable().includes(media.storage)) {
    throw new Error(
      `${media.storage} storage: not set up, so nobody knows whether it has the image`,
    );
  }
  const theirs = await storage.read(media.storage, key, 'full');
  const ours = await storage.read(here, key, 'full');
  // A copy that was broken off is shorter.
  const isWorthKeeping = ours !== null && ours.byteLength > (theirs?.byteLength ?? 0);
  return isWorthKeeping ? { elsewhere: media.storage } : null;
}

/** Keeps the files for the row that needs them, which is told where they lie if it did not know. */
async function leaveToRow(
  { db, log }: Deps,
  { removal, need: { elsewhere } }: { removal: FileRemovalRow; need: Need },
): Promise<void> {
  const { storage: here, imageKey: key } = removal;
  await db.transaction(async (tx) => {
    if (!(await dropClaimed(tx, { removal }))) throw new Error('the removal was taken over');
    if (!elsewhere) return;
    // A row that is gone meanwhile has planned the removal of what it named, not of this copy.
    if (!(await relocateMedia(tx, { key, from: elsewhere, to: here }))) {
      throw new Error('the row has changed');
    }
    await planRemoval(tx, { storage: elsewhere, key });
  });
  log?.warn({ key, storage: here, elsewhere }, 'files stay: a row needs them');
}
