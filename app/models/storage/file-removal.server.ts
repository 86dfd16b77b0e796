import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { insertRows, isAmong } from '~db/many.server';
import { fileRemovals } from '~db/schema';
import { failureText } from '~/log.server';
import type { StorageName } from '~/services/storage/drivers.server';
import { isDue } from '../job/clock-watch.server';
import { singleRow } from '../row.server';

export type FileRemovalRow = typeof fileRemovals.$inferSelect;

/** How long a claim holds unless it is renewed; after a crash the removal is due again. */
const CLAIM_MS = 5 * 60 * 1000;
/** How often a running removal renews its claim: several times before the claim lapses. */
export const RENEW_MS = 60 * 1000;
const FIRST_RETRY_MS = 60 * 1000;
const LAST_RETRY_MS = 60 * 60 * 1000;
const ERROR_TEXT_MAX = 500;

/** The part of a logger that work on files writes to. */
export interface FileLog {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/**
 * Puts an image's files on the list of what is to be removed, at once or from `notBefore` on. Call
 * it in the transaction that deletes or changes the row that named them (rule `storage.removal`).
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
  return singleRow(rows).id;
}

/** Plans the removal of many images at once; an owner without an image has none to remove. */
export async function planRemovals(
  db: Db,
  images: { storage: StorageName | null; key: string | null }[],
): Promise<void> {
  const rows = images.flatMap(({ storage, key }) =>
    storage && key ? [{ storage, imageKey: key }] : [],
  );
  await insertRows(db, fileRemovals, rows);
}

/**
 * Puts off the planned removal of files that are about to be written once more, or plans one. The
 * commit of their row cancels it.
 * @returns its id; null while a server is carrying it out: those files must not be written now
 */
export async function takeOverRemoval(
  db: Db,
  params: { storage: StorageName; key: string; notBefore: Date; now: Date },
): Promise<number | null> {
  const { storage, key, notBefore, now } = params;
  const isTheirs = and(eq(fileRemovals.storage, storage), eq(fileRemovals.imageKey, key));
  const planned = await db.$count(fileRemovals, isTheirs);
  if (planned === 0) return planRemoval(db, { storage, key, notBefore });
  const isFree = or(isNull(fileRemovals.claimedUntil), lte(fileRemovals.claimedUntil, now));
  const taken = await db
    .update(fileRemovals)
    .set({ attempts: 0, claimedUntil: null, lastError: null, notBefore })
    .where(and(isTheirs, isFree))
    .returning({ id: fileRemovals.id });
  const [kept, ...more] = taken.map((row) => row.id);
  if (kept === undefined || taken.length < planned) return null;
  // Planned twice, say by two repairs at once: one plan is enough, and only one is taken back.
  if (more.length > 0) await db.delete(fileRemovals).where(isAmong(fileRemovals.id, more));
  return kept;
}

/**
 * Deletes a planned removal, in the transaction that commits the row which names the files. False when
 * the removal job has claimed or carried it out since: then the files may be gone, and the transaction
 * must not commit.
 */
export async function cancelRemoval(db: Db, { id }: { id: number }): Promise<boolean> {
  const cancelled = await db
    .delete(fileRemovals)
    .where(and(eq(fileRemovals.id, id), eq(fileRemovals.attempts, 0)))
    .returning({ id: fileRemovals.id });
  return cancelled.length > 0;
}

/** Claims one removal, due or not. Null when it was canceled, or claimed before. */
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
 * Claims the removal that has been due for longest in the storages that can be reached. "skip locked"
 * gives servers that ask at the same moment different ones. The claim is a time in the row and no
 * lock: removing files from a slow storage must keep no transaction open.
 * @returns null when nothing is due
 */
export async function claimNextRemoval(
  db: Db,
  { storages, now }: { storages: StorageName[]; now: Date },
): Promise<FileRemovalRow | null> {
  const due = db
    .select({ id: fileRemovals.id })
    .from(fileRemovals)
    .where(
      and(
        isDue(fileRemovals.notBefore, now, LAST_RETRY_MS),
        inArray(fileRemovals.storage, storages),
      ),
    )
    .orderBy(asc(fileRemovals.notBefore), asc(fileRemovals.id))
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await db
    .update(fileRemovals)
    .set(claim(now))
    .where(eq(fileRemovals.id, sql`(${due})`))
    .returning();
  return row ?? null;
}

/** Whether a claim was made or renewed within RENEW_MS, by our own clock: it cannot have lapsed yet. */
export function isFreshClaim({ claimedUntil }: FileRemovalRow, now: Date): boolean {
  const leftMs = (claimedUntil?.getTime() ?? 0) - now.getTime();
  return leftMs > CLAIM_MS - RENEW_MS && leftMs <= CLAIM_MS;
}

/**
 * Claims a removal for another while.
 * @returns the renewed claim; null when the removal is no longer ours
 */
export async function renewClaim(
  db: Db,
  { removal, now }: { removal: FileRemovalRow; now: Date },
): Promise<FileRemovalRow | null> {
  const claimedUntil = claimFrom(now);
  const [renewed] = await db
    .update(fileRemovals)
    .set({ claimedUntil, notBefore: claimedUntil })
    .where(isOurs(removal))
    .returning();
  return renewed ?? null;
}

/** Deletes a removal that is settled. @returns false when its claim is no longer ours */
export async function dropClaimed(
  db: Db,
  { removal }: { removal: FileRemovalRow },
): Promise<boolean> {
  const dropped = await db
    .delete(fileRemovals)
    .where(isOurs(removal))
    .returning({ id: fileRemovals.id });
  return dropped.length > 0;
}

/**
 * Ends the claim of a removal that failed: it is due again after one minute, then two, four … up to an
 * hour.
 * @returns false when it is no longer ours
 */
export async function putOffClaimed(
  db: Db,
  { removal, error, now }: { removal: FileRemovalRow; error: unknown; now: Date },
): Promise<boolean> {
  const released = await db
    .update(fileRemovals)
    .set({
      lastError: failureText(error).slice(0, ERROR_TEXT_MAX),
      claimedUntil: null,
      notBefore: new Date(now.getTime() + retryDelay(removal.attempts)),
    })
    .where(isOurs(removal))
    .returning({ id: fileRemovals.id });
  return released.length > 0;
}

/**
 * Counts an attempt on a removal that `takeOverRemoval` took from us while we were removing its files:
 * some of the files written since may be removed. `cancelRemoval` then answers false, so the taker's
 * transaction rolls back, and the move is tried again.
 */
export async function spoilTakeOver(db: Db, { id }: { id: number }): Promise<void> {
  await db
    .update(fileRemovals)
    .set({ attempts: sql`${fileRemovals.attempts} + 1` })
    .where(and(eq(fileRemovals.id, id), isNull(fileRemovals.claimedUntil)));
}

/** How long to wait after this many failed attempts, in milliseconds. */
export function retryDelay(attempts: number): number {
  return Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1));
}

function claim(now: Date) {
  const claimedUntil = claimFrom(now);
  return { attempts: sql`${fileRemovals.attempts} + 1`, claimedUntil, notBefore: claimedUntil };
}

function claimFrom(now: Date): Date {
  return new Date(now.getTime() + CLAIM_MS);
}

/**
 * Whether a removal is still claimed by us. Another claim begins only after ours has lapsed, so it ends
 * later: the end of the claim identifies it.
 */
function isOurs({ id, claimedUntil }: FileRemovalRow) {
  const isSame = claimedUntil
    ? eq(fileRemovals.claimedUntil, claimedUntil)
    : isNull(fileRemovals.claimedUntil);
  return and(eq(fileRemovals.id, id), isSame);
}
