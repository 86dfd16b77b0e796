import { eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events } from '~db/schema';
import { DomainError } from './errors';
import type { EventRow } from './event.server';
import { planRemovals } from './file-removal.server';
import { storeImage, type ImageDeps } from './image-file.server';

// What the organizer sets; that it is the organizer is the caller's to prove. Each change locks
// the event's row until it is committed. Filling a slot and giving a star lock the same row shared, so
// they are committed before the change, or wait and see it.

/** Rewrites an event's description. @throws DomainError event_not_found */
export function setDescription(
  db: Db,
  { eventId, description }: { eventId: number; description: string },
): Promise<EventRow> {
  return update(db, eventId, { description });
}

/**
 * Sets how many slots everybody has. Fewer delete nothing: photos in higher slots stay (rule
 * `photos.lowered-limit`).
 * @throws DomainError event_not_found
 */
export function setMaxPhotos(
  db: Db,
  { eventId, maxPhotosPerUser }: { eventId: number; maxPhotosPerUser: number },
): Promise<EventRow> {
  return update(db, eventId, { maxPhotosPerUser });
}

/**
 * Opens or closes the vote; the stars given so far stay as they are (rule `stars.voting-off`).
 * @throws DomainError event_not_found
 */
export function setVotingEnabled(
  db: Db,
  { eventId, votingEnabled }: { eventId: number; votingEnabled: boolean },
): Promise<EventRow> {
  return update(db, eventId, { votingEnabled });
}

/**
 * Gives an event its image; the files of an older one are queued for removal (rule `storage.removal`).
 * @param params.userId who sends it
 * @throws DomainError event_not_found, and what `storeImage` throws
 */
export function setEventImage(
  deps: ImageDeps,
  { eventId, userId, file }: { eventId: number; userId: number; file: { path: string } },
): Promise<EventRow> {
  return storeImage(deps, { eventId, userId, file }, async (tx, image) => {
    const old = await tx
      .select({ storage: events.imageStorage, key: events.imageKey })
      .from(events)
      .where(eq(events.id, eventId))
      .for('update');
    await planRemovals(tx, old);
    return update(tx, eventId, { imageStorage: image.storage, imageKey: image.key });
  });
}

async function update(db: Db, eventId: number, values: Partial<EventRow>): Promise<EventRow> {
  const [event] = await db.update(events).set(values).where(eq(events.id, eventId)).returning();
  if (!event) throw new DomainError('event_not_found');
  return event;
}
