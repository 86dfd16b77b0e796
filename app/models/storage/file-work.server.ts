import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { insertRows, isAmong } from '~db/many.server';
import { fileWork } from '~db/schema';
import { failureText } from '~/log.server';
import type { StorageName } from '~/services/storage/drivers.server';
import { isDue } from '../job/clock-watch.server';
import { singleRow } from '../row.server';

/** Work on the files of an image: a planned removal, or a planned move to another storage. */
export type FileWork = typeof fileWork.$inferSelect;

/** How long a claim holds unless it is renewed; after a crash the work is due again. */
const CLAIM_MS = 5 * 60 * 1000;
/** How often a running piece of work renews its claim: several times before the claim lapses. */
export const RENEW_MS = 60 * 1000;
const FIRST_RETRY_MS = 60 * 1000;
/** The longest wait after a failure. A storage that was down is asked often whether it takes its images back. */
const LAST_RETRY_MS = { remove: 60 * 60 * 1000, move: 5 * 60 * 1000 };
const ERROR_TEXT_MAX = 500;

/** The part of a logger that work on files writes to. */
export interface FileLog {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

const isRemoval = eq(fileWork.state, 'remove');

/**
 * Plans the removal of an image's files, at once or from `notBefore` on. Call it in the transaction that
 * deletes or changes the row that named them (rule `storage.removal`).
 * @returns the id of the planned removal
 */
export async function planRemoval(
  db: Db,
  { storage, key, notBefore }: { storage: StorageName; key: string; notBefore?: Date },
): Promise<number> {
  const rows = await db
    .insert(fileWork)
    .values({ state: 'remove', storage, imageKey: key, notBefore })
    .returning({ id: fileWork.id });
  return singleRow(rows).id;
}

/** Plans the removal of many images at once; an owner without an image has none to remove. */
export async function planRemovals(
  db: Db,
  images: { storage: StorageName | null; key: string | null }[],
): Promise<void> {
  const rows = images.flatMap(({ storage, key }) =>
    storage && key ? [{ state: 'remove' as const, storage, imageKey: key }] : [],
  );
  await insertRows(db, fileWork, rows);
}

/**
 * Plans the move of an image to the storage that it was meant for. Call it in the transaction that commits
 * the row which owns the image (rule `storage.fallback`).
 */
export async function planMove(
  db: Db,
  { key, target }: { key: string; target: StorageName },
): Promise<void> {
  await db.insert(fileWork).values({ state: 'move', storage: target, imageKey: key });
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
  const isTheirs = and(isRemoval, eq(fileWork.storage, storage), eq(fileWork.imageKey, key));
  const planned = await db.$count(fileWork, isTheirs);
  if (planned === 0) return planRemoval(db, { storage, key, notBefore });
  const isFree = or(isNull(fileWork.claimedUntil), lte(fileWork.claimedUntil, now));
  const taken = await db
    .update(fileWork)
    .set({ attempts: 0, claimedUntil: null, lastError: null, notBefore })
    .where(and(isTheirs, isFree))
    .returning({ id: fileWork.id });
  const [first, ...more] = taken.map((row) => row.id);
  if (first === undefined || taken.length < planned) return null;
  // Planned twice, say by two repairs at once: one plan is enough, and only one is canceled.
  if (more.length > 0) await db.delete(fileWork).where(isAmong(fileWork.id, more));
  return first;
}

/**
 * Deletes a planned removal, in the transaction that commits the row which names the files. False when
 * the removal was claimed or carried out since: then the files may be gone, and the transaction must not
 * commit.
 */
export async function cancelRemoval(db: Db, { id }: { id: number }): Promise<boolean> {
  const cancelled = await db
    .delete(fileWork)
    .where(and(eq(fileWork.id, id), eq(fileWork.attempts, 0)))
    .returning({ id: fileWork.id });
  return cancelled.length > 0;
}

/** Claims one removal, due or not. Null when it was canceled, or claimed before. */
export async function claimRemoval(
  db: Db,
  { id, now }: { id: number; now: Date },
): Promise<FileWork | null> {
  const [row] = await db
    .update(fileWork)
    .set(claim(now))
    .where(and(eq(fileWork.id, id), eq(fileWork.attempts, 0)))
    .returning();
  return row ?? null;
}

/**
 * Claims the work of one kind that has been due for longest in the given storages. "skip locked" gives
 * servers that ask at the same moment different rows. The claim is a time in the row and no lock: work
 * with a slow storage must keep no transaction open.
 * @returns null when nothing is due
 */
export async function claimNextWork(
  db: Db,
  { state, storages, now }: { state: FileWork['state']; storages: StorageName[]; now: Date },
): Promise<FileWork | null> {
  const due = db
    .select({ id: fileWork.id })
    .from(fileWork)
    .where(
      and(
        eq(fileWork.state, state),
        isDue(fileWork.notBefore, now, LAST_RETRY_MS[state]),
        inArray(fileWork.storage, storages),
      ),
    )
    .orderBy(asc(fileWork.notBefore), asc(fileWork.id))
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await db
    .update(fileWork)
    .set(claim(now))
    .where(eq(fileWork.id, sql`(${due})`))
    .returning();
  return row ?? null;
}

/** Whether a claim was made or renewed within RENEW_MS, by our own clock: it cannot have lapsed yet. */
export function isFreshClaim({ claimedUntil }: FileWork, now: Date): boolean {
  const leftMs = (claimedUntil?.getTime() ?? 0) - now.getTime();
  return leftMs > CLAIM_MS - RENEW_MS && leftMs <= CLAIM_MS;
}

/**
 * Claims work for another while.
 * @returns the renewed claim; null when the work is no longer ours
 */
export async function renewClaim(
  db: Db,
  { work, now }: { work: FileWork; now: Date },
): Promise<FileWork | null> {
  const claimedUntil = claimFrom(now);
  const [renewed] = await db
    .update(fileWork)
    .set({ claimedUntil, notBefore: claimedUntil })
    .where(isOurs(work))
    .returning();
  return renewed ?? null;
}

/** Deletes claimed work that is done. @throws when its claim is no longer ours */
export async function settleWork(db: Db, { work }: { work: FileWork }): Promise<void> {
  const settled = await db.delete(fileWork).where(isOurs(work)).returning({ id: fileWork.id });
  if (settled.length === 0) throw new Error(`the ${work.state} was taken over`);
}

/** Ends the claim of work that failed, which is due again after `retryDelay`.
 * @returns false when it is no longer ours
 */
export async function putOffWork(
  db: Db,
  { work, error, now }: { work: FileWork; error: unknown; now: Date },
): Promise<boolean> {
  const released = await db
    .update(fileWork)
    .set({
      lastError: failureText(error).slice(0, ERROR_TEXT_MAX),
      claimedUntil: null,
      notBefore: new Date(now.getTime() + retryDelay(work)),
    })
    .where(isOurs(work))
    .returning({ id: fileWork.id });
  return released.length > 0;
}

/**
 * Counts an attempt on a removal that `takeOverRemoval` took from us while we were removing its files:
 * some of the files written since may be removed. `cancelRemoval` then answers false, so the taker's
 * transaction rolls back, and the move is tried again.
 */
export async function preventCancel(db: Db, { id }: { id: number }): Promise<void> {
  await db
    .update(fileWork)
    .set({ attempts: sql`${fileWork.attempts} + 1` })
    .where(and(eq(fileWork.id, id), isNull(fileWork.claimedUntil)));
}

/** How long to wait after a failure, in milliseconds: one minute, then two, four … up to the longest. */
export function retryDelay({ state, attempts }: Pick<FileWork, 'state' | 'attempts'>): number {
  return Math.min(LAST_RETRY_MS[state], FIRST_RETRY_MS * 2 ** (attempts - 1));
}

function claim(now: Date) {
  const claimedUntil = claimFrom(now);
  return { attempts: sql`${fileWork.attempts} + 1`, claimedUntil, notBefore: claimedUntil };
}

function claimFrom(now: Date): Date {
  return new Date(now.getTime() + CLAIM_MS);
}

/**
 * Whether work is still claimed by us. Another claim begins only after ours has lapsed, so it ends later:
 * the end of the claim identifies it.
 */
function isOurs({ id, claimedUntil }: FileWork) {
  const isSame = claimedUntil
    ? eq(fileWork.claimedUntil, claimedUntil)
    : isNull(fileWork.claimedUntil);
  return and(eq(fileWork.id, id), isSame);
}
