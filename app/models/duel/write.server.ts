import { and, eq, exists, isNull } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { duelPhotos, duels, duelVotes, photos, type DuelRow } from '~db/schema';
import { assertCan, assertRunning, type Person } from '../access';
import { recordDeed } from '../admin/audit.server';
import { DomainError } from '../errors';
import { isRevealed } from '../event/standings';
import { getLockedEvent, updateEvent } from '../event/update.server';
import { bigintId } from '../id.server';
import { singleRow } from '../row.server';
import { lockMember } from '../user/lock.server';
import { listTied } from './read.server';
import { duelCountedBy } from './rules';

/** Tells the server's time. */
type Clock = () => Date;

/**
 * Calls a duel between the photos that share the first place (rule `duel.what`). It begins at once.
 * @param params.photoIds all of them, as the caller saw them: a photo that the caller did not see must not be left out
 * @throws DomainError not_an_organizer, access_denied for another event, event_not_found, event_closed, result_none
 *   before the votes are counted, duel_called after another one, duel_not_tied for any other photos, duel_reveal if the
 *   reveal is on, or begins before the duel is counted
 */
export async function callDuel(
  db: Db,
  params: { actor: Person; eventId: number; photoIds: number[]; seconds: number; now: Clock },
): Promise<DuelRow> {
  const { actor, eventId, photoIds, seconds, now } = params;
  assertCan(actor, 'event.manage', { eventId });
  return db.transaction(async (tx) => {
    const event = await getLockedEvent(tx, eventId);
    assertRunning(actor, event, 'everybody');
    if (!event.votingClosedAt) throw new DomainError('result_none');
    if ((await tx.$count(duels, eq(duels.eventId, eventId))) > 0) {
      throw new DomainError('duel_called');
    }
    const tied = (await listTied(tx, { eventId })).map(({ id }) => id);
    const chosen = new Set(photoIds);
    if (tied.length === 0 || chosen.size !== tied.length || !tied.every((id) => chosen.has(id))) {
      throw new DomainError('duel_not_tied', { field: 'photoIds' });
    }
    const startedAt = now();
    const endsAt = new Date(startedAt.getTime() + seconds * 1000);
    const { revealedAt } = event;
    if (revealedAt && !isRevealed(event, startedAt) && revealedAt < duelCountedBy(endsAt)) {
      throw new DomainError('duel_reveal', { field: 'seconds' });
    }
    const row = { eventId, startedAt, endsAt };
    const duel = singleRow(await tx.insert(duels).values(row).returning());
    await tx.insert(duelPhotos).values(tied.map((photoId) => ({ duelId: duel.id, photoId })));
    await updateEvent(tx, eventId, { duelEndsAt: endsAt });
    const detail = `${seconds} s`;
    const deed = 'event.duel' as const;
    await recordDeed(tx, { actor, deed, eventId, eventName: event.name, detail });
    return duel;
  });
}

/**
 * A member's tap in a duel, which replaces an earlier one (rule `duel.vote`). The clock is read under the event's
 * lock, which the count takes, too: what comes before the end is counted.
 * @throws DomainError authentication_required when the member is gone, event_closed, duel_not_found,
 *   access_denied for a duel of another event, duel_over, duel_own to the owner of one of its photos,
 *   photo_not_found for any other photo, or one that has dropped out
 */
export async function voteInDuel(
  db: Db,
  params: { actor: Person; duelId: number; photoId: number; now: Clock },
): Promise<void> {
  const { actor, duelId, photoId, now } = params;
  await db.transaction(async (tx) => {
    const { userId } = await lockMember(tx, actor, 'update');
    const [duel] = await tx
      .select()
      .from(duels)
      .where(eq(duels.id, bigintId(duelId)));
    if (!duel) throw new DomainError('duel_not_found');
    const createdAt = now();
    const isOwners = await ownsOneOf(tx, { duelId: duel.id, userId });
    const target = { eventId: duel.eventId, ownerId: isOwners ? userId : null };
    assertCan(actor, 'duel.vote', target);
    if (createdAt >= duel.endsAt || duel.countedAt) throw new DomainError('duel_over');
    const [photo] = await tx
      .select({ id: photos.id })
      .from(photos)
      .where(
        and(
          eq(photos.id, bigintId(photoId)),
          isNull(photos.hiddenAt),
          exists(
            tx
              .select()
              .from(duelPhotos)
              .where(and(eq(duelPhotos.duelId, duel.id), eq(duelPhotos.photoId, photos.id))),
          ),
        ),
      )
      .for('key share');
    if (!photo) throw new DomainError('photo_not_found');
    await tx
      .insert(duelVotes)
      .values({ duelId: duel.id, userId, photoId: photo.id, createdAt })
      .onConflictDoUpdate({
        target: [duelVotes.duelId, duelVotes.userId],
        set: { photoId: photo.id, createdAt },
      });
  });
}

/** Whether a member owns one of a duel's photos, a hidden one included. */
async function ownsOneOf(
  tx: Db,
  { duelId, userId }: { duelId: number; userId: number },
): Promise<boolean> {
  const [own] = await tx
    .select({ id: photos.id })
    .from(duelPhotos)
    .innerJoin(photos, eq(photos.id, duelPhotos.photoId))
    .where(and(eq(duelPhotos.duelId, duelId), eq(photos.userId, userId)))
    .limit(1);
  return own !== undefined;
}
