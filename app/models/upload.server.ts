import { eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { uploads } from '~db/schema';
import { DomainError } from './errors';

/** An upload as the device that sends it names it; without a name it may arrive twice. */
export interface NamedUpload {
  userId: number;
  uploadId?: string;
}

/**
 * Stores an upload unless it is stored already (rule `uploads.once`). Of two that arrive at once the table
 * lets one in; the other fails at that, or at what the first has taken, and is answered like it.
 * @param work stores it, and calls `noteUpload` in the same transaction
 * @param first gives what was answered the first time; the photo is null where there is none, or no more
 * @throws DomainError invalid_request where the name is somebody else's; what `work` and `first` throw
 */
export async function storeOnce<T>(
  db: Db,
  upload: NamedUpload,
  { work, first }: { work: () => Promise<T>; first: (photoId: number | null) => Promise<T> },
): Promise<T> {
  const known = await findUpload(db, upload);
  if (known) return first(known.photoId);
  try {
    return await work();
  } catch (error) {
    const other = await findUpload(db, upload);
    if (other) return first(other.photoId);
    throw error;
  }
}

/** Notes, in the transaction that stores an upload, that it is stored. */
export async function noteUpload(
  tx: Db,
  { userId, uploadId, photoId }: NamedUpload & { photoId?: number },
): Promise<void> {
  if (uploadId === undefined) return;
  await tx.insert(uploads).values({ id: uploadId, userId, photoId });
}

async function findUpload(db: Db, { userId, uploadId }: NamedUpload) {
  if (uploadId === undefined) return null;
  const [upload] = await db.select().from(uploads).where(eq(uploads.id, uploadId));
  if (!upload) return null;
  if (upload.userId !== userId) throw new DomainError('invalid_request');
  return upload;
}
