import { eq } from 'drizzle-orm';
import { events } from '~db/schema';
import { assertCan, assertRunning, type Person } from '../access';
import {
  requireFile,
  storeImage,
  type GivenFile,
  type ImageDeps,
} from '../photo/image-file.server';
import { recordUpload, storeOnce } from '../photo/upload.server';
import { planRemovals } from '../storage/file-work.server';
import { getEvent, type EventRow } from './read.server';
import { updateEvent } from './update.server';

/**
 * Sets an event's image and queues the old image's files for removal. Repeating the same upload changes
 * nothing (rule `uploads.once`), even if another image has followed it.
 * @throws DomainError not_an_organizer, access_denied for another event, file_required, event_closed,
 *   event_not_found, and what `storeImage` throws
 */
export async function setEventImage(
  deps: ImageDeps,
  params: { actor: Person; eventId: number; file: GivenFile; uploadId?: string },
): Promise<EventRow> {
  const { actor, eventId, uploadId } = params;
  assertCan(actor, 'event.manage', { eventId });
  const userId = actor.userId ?? 0;
  const upload = { userId, uploadId };
  const given = { eventId, userId, file: requireFile(params.file) };
  return storeOnce(deps.db, upload, {
    work: () =>
      storeImage(deps, given, async (tx, image) => {
        const old = await tx.select().from(events).where(eq(events.id, eventId)).for('update');
        for (const event of old) assertRunning(actor, event, 'everybody');
        await planRemovals(
          tx,
          old.map((event) => ({ storage: event.imageStorage, key: event.imageKey })),
        );
        await recordUpload(tx, upload);
        return updateEvent(tx, eventId, { imageStorage: image.storage, imageKey: image.key });
      }),
    first: () => getEvent(deps.db, { eventId }),
  });
}
