import { eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, photos, users, type StorageName } from '~db/schema';

/** A stored image: what it shows decides who may see it (C§5). */
export interface Media {
  kind: 'photo' | 'selfie' | 'event';
  storage: StorageName;
  eventId: number;
}

/** What an image key belongs to; null when to nothing. Photos, the most asked for, come first. */
export async function findMedia(db: Db, { key }: { key: string }): Promise<Media | null> {
  const [photo] = await db
    .select({ storage: photos.imageStorage, eventId: photos.eventId })
    .from(photos)
    .where(eq(photos.imageKey, key));
  if (photo) return { kind: 'photo', ...photo };

  const [selfie] = await db
    .select({ storage: users.selfieStorage, eventId: users.eventId })
    .from(users)
    .where(eq(users.selfieKey, key));
  if (selfie?.storage) return { kind: 'selfie', storage: selfie.storage, eventId: selfie.eventId };

  const [event] = await db
    .select({ storage: events.imageStorage, eventId: events.id })
    .from(events)
    .where(eq(events.imageKey, key));
  return event?.storage ? { kind: 'event', storage: event.storage, eventId: event.eventId } : null;
}
