import { randomBytes } from 'node:crypto';
import { and, count, desc, eq, lt } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Db } from '~db/client.server';
import { feedSnapshots, photos, seenPhotos } from '~db/schema';
import { singleRow } from '../row.server';
import { levelsOf, type FeedSnapshot } from './balance.server';
import { isVisibleIn } from './scope.server';

/** The snapshots that guests' orders are made of (rule `feed.balanced`). All readers of an event share them. */
export interface FeedSnapshots {
  /** The event's snapshot for somebody who begins to look: at most `FRESH_MS` old, or a new one. */
  latest(eventId: number, now: Date): Promise<FeedSnapshot>;
  /** An earlier snapshot of an event; null if there is none of this number, or no more. */
  find(eventId: number, number: number): Promise<FeedSnapshot | null>;
}

/** Counting the views of a whole event is expensive, so it is done only once within this time. */
const FRESH_MS = 30_000;
/** How long a snapshot is stored. */
export const SNAPSHOT_KEPT_MS = 12 * 60 * 60_000;

const MAX_BYTES = 8 * 1024 * 1024;
const MAX_EVENTS = 10_000;
/** The largest number of a row. */
const MAX_NUMBER = 2_147_483_647;

/** Creates the cache of snapshots. */
export function createFeedSnapshots({ db }: { db: Db }): FeedSnapshots {
  const known = new LRUCache<number, FeedSnapshot>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ photoIds }) => 16 * photoIds.length + 200,
  });
  const newest = new LRUCache<number, { until: number; snapshot: Promise<FeedSnapshot> }>({
    max: MAX_EVENTS,
  });

  function remember(row: typeof feedSnapshots.$inferSelect): FeedSnapshot {
    const snapshot = { ...row, salt: Buffer.from(row.salt, 'hex') };
    known.set(row.number, snapshot);
    return snapshot;
  }

  async function readOrMake(eventId: number, now: Date) {
    // Another server may have made one.
    const [last] = await db
      .select()
      .from(feedSnapshots)
      .where(eq(feedSnapshots.eventId, eventId))
      .orderBy(desc(feedSnapshots.number))
      .limit(1);
    const isFresh = last && Math.abs(now.getTime() - last.madeAt.getTime()) < FRESH_MS;
    return remember(isFresh ? last : await makeSnapshot(db, { eventId, now }));
  }

  return {
    latest(eventId, now) {
      const last = newest.get(eventId);
      if (last && now.getTime() < last.until) return last.snapshot;
      const snapshot = readOrMake(eventId, now);
      newest.set(eventId, { until: now.getTime() + FRESH_MS, snapshot });
      // The next reader tries again.
      snapshot.catch(() => newest.delete(eventId));
      return snapshot;
    },
    async find(eventId, number) {
      if (!Number.isSafeInteger(number) || number > MAX_NUMBER) return null;
      const cached = known.get(number);
      if (cached) return cached.eventId === eventId ? cached : null;
      const [row] = await db
        .select()
        .from(feedSnapshots)
        .where(and(eq(feedSnapshots.number, number), eq(feedSnapshots.eventId, eventId)));
      return row ? remember(row) : null;
    },
  };
}

/** Stores by how many members the photos that everybody sees were seen, in steps, and deletes old snapshots. */
async function makeSnapshot(db: Db, { eventId, now }: { eventId: number; now: Date }) {
  const views = await db
    .select({ photoId: photos.id, views: count(seenPhotos.userId) })
    .from(photos)
    .leftJoin(seenPhotos, eq(seenPhotos.photoId, photos.id))
    .where(isVisibleIn({ eventId }))
    .groupBy(photos.id);
  await db
    .delete(feedSnapshots)
    .where(lt(feedSnapshots.madeAt, new Date(now.getTime() - SNAPSHOT_KEPT_MS)));
  const made = await db
    .insert(feedSnapshots)
    .values({
      eventId,
      madeAt: now,
      salt: randomBytes(16).toString('hex'),
      photoIds: views.map(({ photoId }) => photoId),
      levels: levelsOf(views.map((row) => row.views)),
    })
    .returning();
  return singleRow(made);
}
