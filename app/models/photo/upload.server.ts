import { eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { uploads } from '~db/schema';
import { DomainError } from '../errors';

/** An upload with the id its device gave it. An upload without an id may be stored twice. */
interface NamedUpload {
  userId: number;
  uploadId?: string;
}

/**
 * Stores an upload unless it is stored already (rule `uploads.once`). If it arrives twice at the same time, a unique
 * constraint admits one. The other fails there, or because the first has taken its slot, and gets the same answer.
 * @param work stores it, and calls `recordUpload` in the same transaction
 * @param first returns what was answered the first time; the photo's id is null if there is no photo, or it no longer
 *   exists
 * @throws DomainError invalid_request if the id belongs to another user's upload; what `work` and `first` throw
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

/** Records an upload's id in the transaction that stores the upload. */
export async function recordUpload(
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
