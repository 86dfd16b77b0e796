import { and, eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { fileWork, photos } from '~db/schema';
import { failureText } from '~/log.server';
import { makeThumbnails } from '~/services/images.server';
import type { StorageName } from '~/services/storage/drivers.server';
import type { MediaStorage } from '~/services/storage/types';
import { cancelRemoval, planRemoval, takeOverRemoval } from './file-work.server';
import { listDamaged, recordDamage, relocateMedia } from '../photo/media.server';
import type { ThumbnailWidth } from '../photo/rules';
import { isMendable, type Difference } from './check';
import { checkStorage, stillStands } from './check.server';

interface Deps {
  db: Db;
  storage: MediaStorage;
}

/** What became of a difference; `error` where mending it failed. */
export interface Repair {
  difference: Difference;
  isMended: boolean;
  error?: string;
}

/**
 * Mends what can be mended without losing anything: it plans the removal of files that no row names, makes lost
 * thumbnails again, and corrects which storage a row names. A row whose full file is nowhere or damaged stays as it is:
 * a person decides whether to delete it, and the desk shows it to them.
 */
export async function repairStorage(
  deps: Deps,
  options: { isDeep?: boolean } = {},
): Promise<Repair[]> {
  const repairs: Repair[] = [];
  // Rows first: the places that they name decide which files are superfluous, and which thumbnails are missing.
  for (const isTurn of [isMisplaced, (difference: Difference) => !isMisplaced(difference)]) {
    const { differences } = await checkStorage(deps, options);
    for (const difference of differences.filter(isTurn)) {
      repairs.push(await mendSafely(deps, difference));
    }
    const isLost = ({ kind }: Difference) => kind === 'missing' || kind === 'damaged';
    const keys = differences.filter(isLost).flatMap((one) => ('key' in one ? [one.key] : []));
    await recordDamage(deps.db, { keys, isDamaged: true });
    if (options.isDeep) await forgetDamage(deps.db, differences, keys);
  }
  return repairs;
}

/** Photos whose files were all read, and that are fine again. */
async function forgetDamage(db: Db, differences: Difference[], lost: string[]): Promise<void> {
  if (differences.some(({ kind }) => kind === 'silent' || kind === 'not_set_up')) return;
  const known = await listDamaged(db);
  const keys = [...known].filter((key) => !lost.includes(key));
  await recordDamage(db, { keys, isDamaged: false });
}

const isMisplaced = ({ kind }: Difference) => kind === 'misplaced';

async function mendSafely(deps: Deps, difference: Difference): Promise<Repair> {
  if (!isMendable(difference)) return { difference, isMended: false };
  try {
    if (await stillStands(deps, difference)) await mend(deps, difference);
    return { difference, isMended: true };
  } catch (error) {
    return { difference, isMended: false, error: failureText(error) };
  }
}

async function mend({ db, storage }: Deps, difference: Difference): Promise<void> {
  switch (difference.kind) {
    case 'orphan':
    case 'double':
      await planRemoval(db, difference);
      return;
    case 'misplaced':
      return db.transaction((tx) => putRight(tx, difference));
    case 'thumbnails':
      await remakeThumbnails(storage, difference);
      await db
        .update(photos)
        .set({ hasAllWidths: true })
        .where(eq(photos.imageKey, difference.key));
      return;
    case 'idle_move':
      await db
        .delete(fileWork)
        .where(and(eq(fileWork.state, 'move'), eq(fileWork.imageKey, difference.key)));
  }
}

/**
 * Makes the row name the storage that has the file. A removal may be planned there, by an interrupted move: it is taken
 * over and canceled in the same transaction; while a server is carrying it out, nothing changes.
 */
async function putRight(
  tx: Db,
  { key, storage: from, foundIn: to }: Extract<Difference, { kind: 'misplaced' }>,
): Promise<void> {
  const now = new Date();
  const removalId = await takeOverRemoval(tx, { storage: to, key, notBefore: now, now });
  if (removalId === null) throw new Error('the file is being removed');
  if (!(await relocateMedia(tx, { key, from, to }))) throw new Error('the row has changed');
  await cancelRemoval(tx, { id: removalId });
}

/** The full file is only read: if it were written again, a failure halfway would lose the only copy. */
async function remakeThumbnails(
  storage: MediaStorage,
  lost: { storage: StorageName; key: string; widths: ThumbnailWidth[] },
): Promise<void> {
  const full = await storage.read(lost.storage, lost.key, 'full');
  if (!full) throw new Error('the full file has gone');
  const made = await makeThumbnails(full);
  const wanted = Object.fromEntries(lost.widths.map((width) => [width, made[width]]));
  await storage.write(lost.storage, lost.key, wanted);
}
