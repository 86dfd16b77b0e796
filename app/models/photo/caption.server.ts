import { eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, photos } from '~db/schema';
import { assertCan, assertRunning, type Person } from '../access';
import { recordDeed } from '../admin/audit.server';
import { DomainError } from '../errors';
import { getPhoto, type ListedPhoto } from './read.server';

/**
 * Changes a photo's caption (rule `photos.caption`). The organizer can only remove it.
 * @param params.caption a cleaned one, or null to remove it
 * @throws DomainError photo_not_found, access_denied, event_closed
 */
export async function changeCaption(
  db: Db,
  { photoId, actor, caption }: { photoId: number; actor: Person; caption: string | null },
): Promise<ListedPhoto> {
  const { eventId } = actor;
  return db.transaction(async (tx) => {
    // The event's end waits for this lock. It is taken before the photo's, as everywhere.
    const [event] = await tx.select().from(events).where(eq(events.id, eventId)).for('share');
    if (!event) throw new DomainError('photo_not_found');
    const photo = await getPhoto(tx, { photoId, eventId, reader: actor });
    const { userId, userName } = photo;
    const action = caption === null ? 'photo.uncaption' : 'photo.caption';
    assertCan(actor, action, { eventId, ownerId: userId });
    assertRunning(actor, event, 'everybody');
    if (photo.caption === caption) return photo;
    const changed = await tx
      .update(photos)
      .set({ caption })
      .where(eq(photos.id, photo.id))
      .returning({ id: photos.id });
    if (changed.length === 0) throw new DomainError('photo_not_found');
    if (userId !== actor.userId) {
      const target = { id: userId, name: userName };
      await recordDeed(tx, { actor, deed: 'photo.uncaptioned', target, eventId });
    }
    return { ...photo, caption };
  });
}
