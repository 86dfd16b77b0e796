import { eq } from 'drizzle-orm';
import { events } from '~db/schema';
import { STORED_VARIANTS, type SomeFiles } from '~/services/storage/store';
import { assertCan, assertRunning, type Person } from '../access';
import {
  requireFile,
  storeFiles,
  storeImage,
  type GivenFile,
  type ImageDeps,
} from '../photo/image-file.server';
import { readMedia } from '../photo/media.server';
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

/**
 * Gives a new event a copy of another event's image (rule `event.again`), in files of its own, so that each may be
 * deleted without the other. Copies nothing if there is none.
 * @param params.from the event with the image, and its organizer
 * @param params.to the new event, and its organizer
 * @returns false if the image could not be copied, which is logged
 * @throws DomainError not_an_organizer, access_denied for another event
 */
export async function copyEventImage(
  deps: Omit<ImageDeps, 'images'>,
  { from, to }: Record<'from' | 'to', { actor: Person; eventId: number }>,
): Promise<boolean> {
  for (const { actor, eventId } of [from, to]) assertCan(actor, 'event.manage', { eventId });
  const { eventId } = to;
  try {
    const { imageStorage: storage, imageKey: key } = await getEvent(deps.db, from);
    if (!storage || !key) return true;
    const files: SomeFiles = {};
    for (const variant of STORED_VARIANTS) {
      const bytes = await readMedia(deps, { storage, key, variant });
      if (bytes) files[variant] = bytes;
    }
    // The other widths can be made from it (`check:storage -- --repair`).
    if (!files.full) throw new Error('the storage has no full file');
    await storeFiles(deps, { eventId, files }, (tx, image) =>
      updateEvent(tx, eventId, { imageStorage: image.storage, imageKey: image.key }),
    );
    return true;
  } catch (error) {
    deps.log?.warn({ err: error, eventId }, 'an event goes without the image of the one before');
    return false;
  }
}
