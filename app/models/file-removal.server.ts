import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { fileRemovals, type StorageName } from '~db/schema';
import type { MediaStorage } from '~/services/storage/types';
import { theRow } from './row.server';

export type FileRemovalRow = typeof fileRemovals.$inferSelect;

/** How long a claimed removal belongs to whoever claimed it; after a crash it is due again. */
const CLAIM_MS = 5 * 60 * 1000;
const FIRST_RETRY_MS = 60 * 1000;
const LAST_RETRY_MS = 60 * 60 * 1000;
/** A statement takes 65,535 values at most. */
const ROWS_AT_ONCE = 5000;
const ERROR_TEXT_MAX = 500;

/** The part of a logger that work on files writes to. */
export interface FileLog {
  warn(details: object, message: string): void;
}

/**
 * Puts an image's files on the list of what is to be removed, at once or from `notBefore` on. Call
 * it in the transaction that lets go of them (C§5).
 * @returns the id of the planned removal
 */
export async function planRemoval(
  db: Db,
  { storage, key, notBefore }: { storage: StorageName; key: string; notBefore?: Date },
): Promise<number> {
  const rows = await db
    .insert(fileRemovals)
    .values({ storage, imageKey: key, notBefore })
    .returning({ id: fileRemovals.id });
  return theRow(rows).id;
}

/** Plans the removal of many images at once; an owner without an image has none to remove. */
export async function planRemovals(
  db: Db,
  images: { storage: StorageName | null; key: string | null }[],
): Promise<void> {
  const rows = images.flatMap(({ storage, key }) =>
    storage && key ? [{ storage, imageKey: key }] : [],
  );
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    await db.insert(fileRemovals).values(rows.slice(start, start + ROWS_AT_ONCE));
  }
}

/**
 * Puts off the planned removal of files that are about to be written once more, or plans one.
 * @returns the id to take it back by; null while a server carries the removal out, which goes first
 */
export async function takeOverRemoval(
  db: Db,
  params: { storage: StorageName; key: string; notBefore: Date; now: Date },
): Promise<number | null> {
  const { storage, key, notBefore, now } = params;
  const [planned] = await db
    .select({ id: fileRemovals.id })
    .from(fileRemovals)
    .where(and(eq(fileRemovals.storage, storage), eq(fileRemovals.imageKey, key)));
  if (!planned) return planRemoval(db, { storage, key, notBefore });
  const isFree = or(isNull(fileRemovals.claimedUntil), lte(fileRemovals.claimedUntil, now));
  const taken = await db
    .update(fileRemovals)
    .set({ attempts: 0, claimedUntil: null, lastError: null, notBefore })
    .where(and(eq(fileRemovals.id, planned.id), isFree))
    .returning({ id: fileRemovals.id });
  return taken.length > 0 ? planned.id : null;
}

/**
 * Takes a removal back, because the files have found their row. False when it is too late: it was
 * claimed, or carried out, in the meantime.
 */
export async function cancelRemoval(db: Db, { id }: { id: number }): Promise<boolean> {
  const cancelled = await db
    .delete(fileRemovals)
    .where(and(eq(fileRemovals.id, id), eq(fileRemovals.attempts, 0)))
    .returning({ id: fileRemovals.id });
  return cancelled.length > 0;
}

/** Claims one removal whatever its time. Null when it was taken back, or claimed by others. */
export async function claimRemoval(
  db: Db,
  { id, now }: { id: number; now: Date },
): Promise<FileRemovalRow | null> {
  const [row] = await db
    .update(fileRemovals)
    .set(claim(now))
    .where(and(eq(fileRemovals.id, id), eq(fileRemovals.attempts, 0)))
    .returning();
  return row ?? null;
}

/**
 * Claims removals that are due, the longest waiting first, from the storages that can be reached.
 * Servers that ask at once get different ones. No lock outlasts the call: files on a slow storage
 * must not hold up the database.
 */
export function claimDueRemovals(
  db: Db,
  { storages, limit, now }: { storages: StorageName[]; limit: number; now: Date },
): Promise<FileRemovalRow[]> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select({ id: fileRemovals.id })
      .from(fileRemovals)
      .where(and(lte(fileRemovals.notBefore, now), inArray(fileRemovals.storage, storages)))
      .orderBy(asc(fileRemovals.notBefore), asc(fileRemovals.id))
      .limit(limit)
      .for('update', { skipLocked: true });
    if (due.length === 0) return [];
    const ids = due.map((row) => row.id);
    return tx.update(fileRemovals).set(claim(now)).where(inArray(fileRemovals.id, ids)).returning();
  });
}

/**
 * Removes the files of a claimed removal. A storage that does not answer is asked again after one
 * minute, then two, four … up to an hour.
 * @returns whether they are gone
 */
export async function carryOutRemoval(
  { db, storage, log }: { db: Db; storage: MediaStorage; log?: FileLog },
  { removal, now }: { removal: FileRemovalRow; now: Date },
): Promise<boolean> {
  const isThis = eq(fileRemovals.id, removal.id);
  try {
    await storage.remove(removal.storage, removal.imageKey);
  } catch (error) {
    log?.warn({ err: error, key: removal.imageKey }, 'files could not be removed yet');
    const lastError = String(error).slice(0, ERROR_TEXT_MAX);
    await db
      .update(fileRemovals)
      .set({
        lastError,
        claimedUntil: null,
        notBefore: new Date(now.getTime() + retryDelay(removal.attempts)),
      })
      .where(isThis);
    return false;
  }
  await db.delete(fileRemovals).where(isThis);
  return true;
}

/** One round of the removal job: claims what is due and removes it, one image after the other. */
export async function removeDueFiles(
  deps: { db: Db; storage: MediaStorage; log?: FileLog },
  { limit, now = new Date() }: { limit: number; now?: Date },
): Promise<{ removed: number; failed: number }> {
  const counts = { removed: 0, failed: 0 };
  const storages = deps.storage.reachable();
  for (const removal of await claimDueRemovals(deps.db, { storages, limit, now })) {
    const isRemoved = await carryOutRemoval(deps, { removal, now });
    counts[isRemoved ? 'removed' : 'failed'] += 1;
  }
  return counts;
}

/** How long to wait after this many failed attempts, in milliseconds. */
export function retryDelay(attempts: number): number {
  return Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1));
}

function claim(now: Date) {
  const claimedUntil = new Date(now.getTime() + CLAIM_MS);
  return { attempts: sql`${fileRemovals.attempts} + 1`, claimedUntil, notBefore: claimedUntil };
}
