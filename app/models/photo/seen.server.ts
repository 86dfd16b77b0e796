import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { photos, pileReaders, seenPhotos } from '~db/schema';
import { assertCan, can, type Person } from '../access';
import { DomainError } from '../errors';
import { bigintIds } from '../id.server';
import { lockMember } from '../user/lock.server';
import { SEEN_AT_ONCE, VISIT_ENDS_AFTER_MS } from './pile';

/**
 * Notes that a member has seen photos, once per photo (rule `seen.what`). Those of other events, hidden ones, the
 * member's own and those that do not exist are ignored. What a visitor has seen is not stored.
 * @param params.now when they were seen
 * @returns how many were new
 * @throws DomainError photos_too_many, event_closed once the event has ended, for the organizer, too;
 *   authentication_required when the member is gone
 */
export async function markSeen(
  db: Db,
  { actor, ids, now }: { actor: Person; ids: readonly number[]; now: Date },
): Promise<number> {
  if (ids.length > SEEN_AT_ONCE) throw new DomainError('photos_too_many');
  const { userId, eventId } = actor;
  if (userId === null || !can(actor, 'photo.see', { eventId })) return 0;
  return db.transaction(async (tx) => {
    await lockMember(tx, actor, 'key share');
    const others = tx
      .select({ userId: sql<number>`${userId}::int`.as('reader'), photoId: photos.id })
      .from(photos)
      .where(and(sql`${photos.id} = any(${bigintIds(ids)})`, isForOthers({ eventId, userId })))
      // The same order in every transaction, so that two of them never wait for each other.
      .orderBy(asc(photos.id))
      .for('key share');
    const added = await tx
      .insert(seenPhotos)
      .select(others)
      .onConflictDoNothing()
      .returning({ photoId: seenPhotos.photoId });
    if (added.length > 0) await noteLook(tx, { userId, now });
    return added.length;
  });
}

/** Matches the photos of an event that everybody sees and that are not the reader's own. */
export function isForOthers({ eventId, userId }: { eventId: number; userId: number }) {
  return and(eq(photos.eventId, eventId), isNull(photos.hiddenAt), ne(photos.userId, userId));
}

/** Notes the visit during which a member sees something new (rule `pile.new`). */
async function noteLook(tx: Db, { userId, now }: { userId: number; now: Date }): Promise<void> {
  const { lookedAt, lookedBeforeAt } = pileReaders;
  const visitBegan = new Date(now.getTime() - VISIT_ENDS_AFTER_MS).toISOString();
  await tx
    .insert(pileReaders)
    .values({ userId, lookedAt: now })
    .onConflictDoUpdate({
      target: pileReaders.userId,
      set: {
        lookedAt: now,
        lookedBeforeAt: sql`case when ${lookedAt} < ${visitBegan}::timestamptz then ${lookedAt} else ${lookedBeforeAt} end`,
      },
    });
}

/**
 * Notes that a member does not want to be asked for a photo again (rule `pile.asks`).
 * @throws DomainError event_closed once the event has ended, authentication_required when the member is gone
 */
export async function declineToAdd(db: Db, { actor }: { actor: Person }): Promise<void> {
  const { userId, eventId } = actor;
  assertCan(actor, 'account.change', { eventId, ownerId: userId });
  await db.transaction(async (tx) => {
    await lockMember(tx, actor, 'key share');
    await tx
      .insert(pileReaders)
      .values({ userId: userId ?? 0, hasDeclined: true })
      .onConflictDoUpdate({ target: pileReaders.userId, set: { hasDeclined: true } });
  });
}
